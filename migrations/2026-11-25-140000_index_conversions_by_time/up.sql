-- The list of an owner's conversions, newest first.
CREATE INDEX CONCURRENTLY conversions_by_time ON conversions (owner_id, occurred_at, conversion_id);
