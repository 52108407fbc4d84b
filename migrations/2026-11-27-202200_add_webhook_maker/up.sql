-- The key that made it, by which is judged at each delivery what it may be told; null for those that were made before this column was
-- there, which count as the owner's.
ALTER TABLE webhook_endpoints ADD COLUMN made_by bigint;
