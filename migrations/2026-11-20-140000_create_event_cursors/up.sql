-- How far the events of each connected account were pulled, and who is pulling them.
CREATE TABLE event_cursors (
    owner_id            bigint      PRIMARY KEY REFERENCES owners,
    -- The account that the cursor belongs to: another account has a log of its own.
    platform_account_id text        NOT NULL,
    cursor              text,
    -- When it is pulled next.
    due_at              timestamptz NOT NULL,
    -- Pulls that failed one after the other.
    failures            integer     NOT NULL DEFAULT 0,
    lease               bigint      NOT NULL DEFAULT 0,
    -- Until when somebody is pulling; null when nobody is.
    locked_until        timestamptz,
    updated_at          timestamptz NOT NULL
);
