CREATE TABLE idempotency_keys (
    owner_id        bigint      NOT NULL REFERENCES owners,
    -- Method and path: the same key on another path is another key.
    operation       text        NOT NULL,
    idempotency_key text        NOT NULL,
    body_hash       bytea       NOT NULL,
    created_at      timestamptz NOT NULL,
    -- While the first request runs; past it, its process is taken for dead and a repeat may run.
    locked_until    timestamptz NOT NULL,
    -- A new number with every claim, so that a late finisher of an expired claim changes nothing.
    claim           bigint      NOT NULL,
    status          smallint,
    etag            text,
    answer          jsonb,
    PRIMARY KEY (owner_id, operation, idempotency_key)
);

CREATE INDEX idempotency_keys_by_age ON idempotency_keys (created_at);
