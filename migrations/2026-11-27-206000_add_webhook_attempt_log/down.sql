ALTER TABLE webhook_deliveries DROP COLUMN redriven_at, DROP COLUMN attempt_log;
