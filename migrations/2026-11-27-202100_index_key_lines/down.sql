DROP INDEX CONCURRENTLY api_keys_by_line;
