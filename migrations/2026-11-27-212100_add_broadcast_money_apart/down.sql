ALTER TABLE broadcast_figures DROP COLUMN apart_cents;
