-- conversions_sold finds the same rows.
DROP INDEX CONCURRENTLY conversions_of_content;
