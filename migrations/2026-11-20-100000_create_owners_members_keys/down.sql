DROP TABLE key_prefixes;
DROP TABLE api_keys;
DROP TABLE members;
DROP TABLE owners;
