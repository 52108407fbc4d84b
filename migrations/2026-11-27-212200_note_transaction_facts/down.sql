ALTER TABLE engine_transactions DROP COLUMN fan_key, DROP COLUMN currency, DROP COLUMN net_cents, DROP COLUMN gross_cents,
    DROP COLUMN kind;
