DROP TRIGGER conversions_sum_up_sales ON conversions;
DROP FUNCTION sum_up_sales();
DROP FUNCTION sold_items(bigint[], bigint, text);
DROP TABLE content_totals;
DROP TABLE content_days;
