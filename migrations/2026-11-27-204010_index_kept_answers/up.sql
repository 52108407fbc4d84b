-- The long answers that are kept of an owner.
CREATE INDEX CONCURRENTLY idempotency_keys_long ON idempotency_keys (owner_id) INCLUDE (long_answer_bytes) WHERE long_answer_bytes IS NOT NULL;
