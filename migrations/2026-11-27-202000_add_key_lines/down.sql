ALTER TABLE api_keys DROP COLUMN line_id;
