CREATE TABLE engine_connections (
    owner_id                bigint      PRIMARY KEY REFERENCES owners,
    -- A new random number each time it is connected, so that news of an earlier connection change nothing.
    revision                bigint      NOT NULL,
    base_url                text        NOT NULL,
    platform_account_id     text        NOT NULL,
    -- Sealed, as all columns of this type; see secret_keys.
    token                   bytea       NOT NULL,
    event_secret            bytea       NOT NULL,
    previous_event_secret   bytea,
    event_secret_changed_at timestamptz NOT NULL,
    connected_at            timestamptz NOT NULL,
    -- Since when the engine refuses the token; null while it accepts it.
    refused_at              timestamptz
);

-- Routing, not tenant data: which owner the events of an account belong to. A reference table when distributed by owner.
CREATE TABLE engine_accounts (
    platform_account_id text   PRIMARY KEY,
    owner_id            bigint NOT NULL
);

CREATE INDEX engine_accounts_by_owner ON engine_accounts (owner_id);
