-- Events that the database can't take, until somebody has mended the cause; kept for 90 days.
CREATE TABLE quarantined_events (
    owner_id            bigint      NOT NULL REFERENCES owners,
    -- The account that the owner was connected to; '' for none.
    platform_account_id text        NOT NULL COLLATE "C",
    event_id            text        NOT NULL COLLATE "C",
    kind                text        NOT NULL,
    -- Whom it names as its fan, for erasure.
    fan_id              text        COLLATE "C",
    -- What the database said.
    cause               text        NOT NULL,
    -- The event as it came.
    sealed              bytea       NOT NULL,
    quarantined_at      timestamptz NOT NULL,
    PRIMARY KEY (owner_id, platform_account_id, event_id)
);

CREATE INDEX quarantined_events_by_age ON quarantined_events (quarantined_at);
CREATE INDEX quarantined_events_of_fan ON quarantined_events (owner_id, fan_id) WHERE fan_id IS NOT NULL;
-- What a rotation of keys still has to do.
CREATE INDEX quarantined_events_by_key ON quarantined_events (sealed_key(sealed));
