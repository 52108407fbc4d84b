ALTER TABLE webhook_endpoints DROP COLUMN answer_ms;
