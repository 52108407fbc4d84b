DROP INDEX CONCURRENTLY conversions_apart;
