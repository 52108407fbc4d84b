DROP TABLE funnel_splits;
ALTER TABLE touches DROP COLUMN arm, DROP COLUMN referrer, DROP COLUMN browser;
