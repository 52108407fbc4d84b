DROP AGGREGATE sum_cents(bigint);
