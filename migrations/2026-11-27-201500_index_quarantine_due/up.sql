CREATE INDEX CONCURRENTLY quarantined_events_due ON quarantined_events (due_at) WHERE due_at IS NOT NULL;
