-- Sessions of the dashboard. A row that is gone, idle or over is a session that has ended.
CREATE TABLE sessions (
    owner_id     bigint      NOT NULL,
    session_id   text        NOT NULL,
    -- The key that signed in.
    key_id       bigint      NOT NULL,
    -- The family of the browser, as the dashboard names it; null where it is not known.
    browser      text,
    created_at   timestamptz NOT NULL,
    -- The last request, to a minute.
    seen_at      timestamptz NOT NULL,
    expires_at   timestamptz NOT NULL,
    PRIMARY KEY (owner_id, session_id),
    FOREIGN KEY (owner_id, key_id) REFERENCES api_keys (owner_id, key_id)
);

CREATE INDEX sessions_of_key ON sessions (owner_id, key_id, seen_at);
CREATE INDEX sessions_by_age ON sessions (seen_at, owner_id);
