DROP TABLE event_cursors;
