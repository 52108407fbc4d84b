ALTER TABLE conversion_pixels DROP COLUMN send_user_agent;
ALTER TABLE touches DROP COLUMN user_agent;
