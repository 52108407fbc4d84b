ALTER TABLE platform_accounts DROP COLUMN currency;
