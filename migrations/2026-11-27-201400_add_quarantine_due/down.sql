ALTER TABLE quarantined_events DROP COLUMN due_at;
