-- When the links of each connected account are pulled next, and who is pulling them.
CREATE TABLE link_pulls (
    owner_id            bigint      PRIMARY KEY REFERENCES owners,
    -- The account that was pulled: another account is due at once.
    platform_account_id text        NOT NULL,
    -- When it is pulled next.
    due_at              timestamptz NOT NULL,
    -- Pulls that failed one after the other.
    failures            integer     NOT NULL DEFAULT 0,
    lease               bigint      NOT NULL DEFAULT 0,
    -- Until when somebody is pulling; null when nobody is.
    locked_until        timestamptz,
    updated_at          timestamptz NOT NULL
);
