DROP TABLE engine_accounts;
DROP TABLE engine_connections;
