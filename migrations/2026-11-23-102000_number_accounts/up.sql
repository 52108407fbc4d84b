-- The accounts that an owner was ever connected to. What is kept under an engine's id belongs to one of them: of the account with
-- the number 0 the column holds the id itself, of another one the id, U+001F and the number (kernel::AccountNumber). So the
-- unique indexes of programs that do not distinguish accounts stay as they are.
CREATE TABLE platform_accounts (
    owner_id            bigint      NOT NULL REFERENCES owners,
    platform_account_id text        NOT NULL,
    number              bigint      NOT NULL,
    -- The account that was connected last serves the slots of domains.
    connected_at        timestamptz NOT NULL,
    PRIMARY KEY (owner_id, platform_account_id),
    UNIQUE (owner_id, number)
);

-- All that is there is taken for that of the account which is connected, or was pulled last.
INSERT INTO platform_accounts (owner_id, platform_account_id, number, connected_at)
    SELECT owner_id, platform_account_id, 0, connected_at FROM engine_connections;

INSERT INTO platform_accounts (owner_id, platform_account_id, number, connected_at)
    SELECT owner_id, platform_account_id, 0, updated_at FROM event_cursors ON CONFLICT DO NOTHING;

-- The slots of accounts other than the first one, whose slots are in domain_slots.
CREATE TABLE account_slots (
    owner_id       bigint NOT NULL,
    account_number bigint NOT NULL,
    hostname       text   NOT NULL,
    slot           text   NOT NULL,
    link_id        bigint NOT NULL,
    PRIMARY KEY (owner_id, account_number, hostname, slot),
    FOREIGN KEY (owner_id, hostname) REFERENCES domains ON DELETE CASCADE,
    FOREIGN KEY (owner_id, link_id) REFERENCES funnel_links
);

CREATE UNIQUE INDEX account_slots_by_link ON account_slots (owner_id, link_id);
CREATE INDEX account_slots_of_domain ON account_slots (owner_id, hostname);

CREATE VIEW slots AS
    SELECT owner_id, hostname, slot, link_id FROM domain_slots
    UNION ALL
    SELECT owner_id, hostname, slot, link_id FROM account_slots;

-- Of another account than the first one, upstream_id is a number below zero, and engine_id what the engine calls the request.
ALTER TABLE content_requests
    ADD COLUMN account_number bigint NOT NULL DEFAULT 0,
    ADD COLUMN engine_id      bigint;
