ALTER TABLE idempotency_keys DROP COLUMN long_answer_bytes;
