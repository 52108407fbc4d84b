-- Conversions whose click was not stored when they were taken in. The click, when it is stored, takes its rows away.
CREATE TABLE awaited_clicks (
    owner_id      bigint      NOT NULL REFERENCES owners,
    click_id      uuid        NOT NULL,
    conversion_id bigint      NOT NULL,
    -- What identifies the fan, as hashes, by platform: for the deliveries that the click may lead to.
    hashes        jsonb       NOT NULL,
    taken_at      timestamptz NOT NULL,
    PRIMARY KEY (owner_id, click_id, conversion_id)
);

CREATE INDEX awaited_clicks_by_age ON awaited_clicks (taken_at);

-- A conversion that a late click moves to another link is sent to the pixels of that one too.
CREATE UNIQUE INDEX pixel_deliveries_by_link ON pixel_deliveries (owner_id, event_id, platform, provider_id);
DROP INDEX pixel_deliveries_by_event;

-- Not strict, so that statements take its body up instead of calling it for every row; of null it is null anyway.
CREATE OR REPLACE FUNCTION fits(sum numeric) RETURNS bigint
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT CASE WHEN sum BETWEEN -9223372036854775808 AND 9223372036854775807 THEN sum::bigint END
$$;
