DROP INDEX CONCURRENTLY idempotency_keys_long;
