-- The keys that stand for one that was rotated.
CREATE INDEX CONCURRENTLY api_keys_by_line ON api_keys (owner_id, line_id) WHERE line_id IS NOT NULL;
