DROP FUNCTION sealed_key(bytea);
DROP TABLE secret_keys;
