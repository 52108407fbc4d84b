-- What is new is sealed, because nobody knows what identifies a person in an event of an unknown type. What is stored here in clear is
-- deleted after its 30 days; `raw` can be dropped then.
ALTER TABLE raw_events
    ALTER COLUMN raw DROP NOT NULL,
    -- Whom the event names as its fan, for erasure.
    ADD COLUMN fan_id text COLLATE "C",
    ADD COLUMN sealed bytea;

UPDATE raw_events SET fan_id = raw->'fan'->>'fan_id';

CREATE INDEX raw_events_of_fan ON raw_events (owner_id, fan_id) WHERE fan_id IS NOT NULL;
-- What a rotation of keys still has to do.
CREATE INDEX raw_events_by_key ON raw_events (sealed_key(sealed));
