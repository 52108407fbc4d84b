-- The currency of an account's money by ISO 4217; where it is null, nobody has said it and nothing was paid yet.
ALTER TABLE platform_accounts ADD COLUMN currency text;
