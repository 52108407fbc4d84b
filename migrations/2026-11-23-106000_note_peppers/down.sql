ALTER TABLE api_keys DROP COLUMN pepper_id;
