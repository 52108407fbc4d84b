-- The number of what a request makes, drawn before it is made, so that a repeat of it after a crash finds it.
ALTER TABLE idempotency_keys ADD COLUMN reserved bigint;
