DROP INDEX CONCURRENTLY conversions_sold;
