-- Length of a long answer, in bytes: so the answers that an owner keeps can be added up without reading them.
ALTER TABLE idempotency_keys ADD COLUMN long_answer_bytes integer;
