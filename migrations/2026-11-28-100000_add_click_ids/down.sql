ALTER TABLE touches DROP COLUMN click_ids;
