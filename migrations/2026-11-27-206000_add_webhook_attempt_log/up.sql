ALTER TABLE webhook_deliveries
    -- The last attempts, oldest first: [{"at": milliseconds, "status", "failure", "ms"}].
    ADD COLUMN attempt_log jsonb NOT NULL DEFAULT '[]',
    -- When it was last driven anew: its schedule began then. Null before, for then the schedule began with the row.
    ADD COLUMN redriven_at timestamptz;
