ALTER TABLE webhook_endpoints DROP COLUMN made_by;
