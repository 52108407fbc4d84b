-- Facts that every event of a transaction must repeat; null for transactions of before. fan_key is a digest of the transaction with its
-- fan, so that nothing names the fan, and null after an erasure.
ALTER TABLE engine_transactions ADD COLUMN kind text, ADD COLUMN gross_cents bigint, ADD COLUMN net_cents bigint,
    ADD COLUMN currency text, ADD COLUMN fan_key text;
