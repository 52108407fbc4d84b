-- A check of every row takes a third of the time of a batch, and the fan, who is written once a batch, refers to the owner
-- anyway.
ALTER TABLE engine_events DROP CONSTRAINT engine_events_owner_id_fkey;
ALTER TABLE conversions DROP CONSTRAINT conversions_owner_id_fkey;

-- Every batch updates rows, and no index holds what it changes.
ALTER TABLE fans SET (fillfactor = 80);

-- A sum as a number of 64 bits; null if it does not fit.
CREATE OR REPLACE FUNCTION fits(sum numeric) RETURNS bigint
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
    SELECT CASE WHEN sum BETWEEN -9223372036854775808 AND 9223372036854775807 THEN sum::bigint END
$$;
