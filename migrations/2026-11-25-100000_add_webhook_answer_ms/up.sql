-- The mean of what answers took of late, in milliseconds. Those who are slow are sent to apart from those who are quick.
ALTER TABLE webhook_endpoints ADD COLUMN answer_ms integer NOT NULL DEFAULT 0;
