ALTER TABLE conversions DROP COLUMN apart_gross_cents, DROP COLUMN apart_net_cents;
