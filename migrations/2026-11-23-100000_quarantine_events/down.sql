DROP TABLE quarantined_events;
