-- When an event that lay ahead is tried again by itself; null for one whose cause somebody has to remove.
ALTER TABLE quarantined_events ADD COLUMN due_at timestamptz;
