-- Net cents of a campaign that are in no sum, by account number and currency, such as {"0 EUR": 500}. revenue_cents excludes them.
ALTER TABLE broadcast_figures ADD COLUMN apart_cents jsonb NOT NULL DEFAULT '{}';
