DROP INDEX CONCURRENTLY conversions_by_time;
