DROP TABLE awaited_clicks;
CREATE UNIQUE INDEX pixel_deliveries_by_event ON pixel_deliveries (owner_id, event_id, platform);
DROP INDEX pixel_deliveries_by_link;

CREATE OR REPLACE FUNCTION fits(sum numeric) RETURNS bigint
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
    SELECT CASE WHEN sum BETWEEN -9223372036854775808 AND 9223372036854775807 THEN sum::bigint END
$$;
