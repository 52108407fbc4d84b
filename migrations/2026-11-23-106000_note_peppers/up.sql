-- Which pepper the hash of a key's token was made under: a number that is derived from the pepper and reveals nothing of it. Null for
-- keys that were not used since this column is there.
ALTER TABLE api_keys ADD COLUMN pepper_id bigint;
