DROP TABLE conversions;
DROP TABLE fans;
DROP TABLE fan_events;
DROP TABLE raw_events;
DROP TABLE engine_events;
