-- User agent of the visitor's click, only while the owner has an active pixel that sends it; removed after seven days.
ALTER TABLE touches ADD COLUMN user_agent text;
-- Whether the platform also receives the user agent of the click. Programs of earlier releases write pixels without it.
ALTER TABLE conversion_pixels ADD COLUMN send_user_agent boolean NOT NULL DEFAULT false;
