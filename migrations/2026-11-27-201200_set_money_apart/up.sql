-- Money in another currency than that of the sums: then net_cents is 0 and gross_cents null, so that no sum adds it, whatever program
-- reads it.
ALTER TABLE conversions ADD COLUMN apart_net_cents bigint, ADD COLUMN apart_gross_cents bigint;
