ALTER TABLE smart_links DROP COLUMN expires_at, DROP COLUMN expired_url;
