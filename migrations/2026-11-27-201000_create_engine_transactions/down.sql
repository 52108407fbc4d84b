DROP TABLE engine_transactions;
