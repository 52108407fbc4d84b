-- The keys that stored secrets are sealed with, themselves wrapped under a key from the configuration. They serve all
-- owners. New values are sealed with the newest key that is not retired; a retired one still opens what an old backup holds.
CREATE TABLE secret_keys (
    key_id     integer     PRIMARY KEY CHECK (key_id > 0),
    wrapped    bytea       NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    retired_at timestamptz
);

-- The key that a value is sealed with: four bytes, after the version.
CREATE FUNCTION sealed_key(sealed bytea) RETURNS integer
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
    SELECT (get_byte(sealed, 1) << 24) | (get_byte(sealed, 2) << 16) | (get_byte(sealed, 3) << 8) | get_byte(sealed, 4)
$$;
