-- Net cents of a campaign that are in no sum, by currency, such as {"EUR": 500}. revenue_cents excludes them.
ALTER TABLE broadcast_figures ADD COLUMN apart_cents jsonb NOT NULL DEFAULT '{}';
