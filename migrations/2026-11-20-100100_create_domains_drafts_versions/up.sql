-- Routing, not tenant data: which owner a public hostname belongs to, and the system-wide uniqueness of it.
CREATE TABLE hostnames (
    hostname text   PRIMARY KEY,
    owner_id bigint NOT NULL
);

CREATE TABLE domains (
    owner_id           bigint      NOT NULL REFERENCES owners,
    hostname           text        NOT NULL,
    display_name       text        NOT NULL,
    created_at         timestamptz NOT NULL,
    infra_state        text        NOT NULL CHECK (infra_state IN ('pending', 'active', 'failed')),
    provisioning_error text,
    infra_attempts     integer     NOT NULL DEFAULT 0,
    infra_attempted_at timestamptz,
    next_attempt_at    timestamptz,
    -- A lease on one attempt: who holds it may settle it, until then nobody else starts one.
    lease              bigint      NOT NULL DEFAULT 0,
    locked_until       timestamptz,
    live_version       integer,
    PRIMARY KEY (owner_id, hostname),
    CHECK ((infra_state = 'pending') = (next_attempt_at IS NOT NULL))
);

CREATE INDEX domains_due ON domains (next_attempt_at) WHERE infra_state = 'pending';

CREATE TABLE drafts (
    owner_id     bigint      NOT NULL,
    hostname     text        NOT NULL,
    revision     bigint      NOT NULL,
    button_count integer     NOT NULL,
    document     jsonb       NOT NULL,
    updated_at   timestamptz NOT NULL,
    PRIMARY KEY (owner_id, hostname),
    FOREIGN KEY (owner_id, hostname) REFERENCES domains ON DELETE CASCADE,
    -- The second wall behind the aggregate's own invariant: a draft with segments has exactly one default.
    CONSTRAINT drafts_one_default CHECK (
        jsonb_array_length(jsonb_path_query_array(document, '$.segments[*] ? (@.is_default == true)'))
            = LEAST(1, jsonb_array_length(document -> 'segments'))
    )
);

CREATE TABLE landing_versions (
    owner_id         bigint      NOT NULL,
    hostname         text        NOT NULL,
    version          integer     NOT NULL,
    document         jsonb       NOT NULL,
    published_at     timestamptz NOT NULL,
    published_by     text        NOT NULL,
    rolled_back_from integer,
    PRIMARY KEY (owner_id, hostname, version),
    FOREIGN KEY (owner_id, hostname) REFERENCES domains ON DELETE CASCADE
);
