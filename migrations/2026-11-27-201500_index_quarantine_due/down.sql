DROP INDEX CONCURRENTLY quarantined_events_due;
