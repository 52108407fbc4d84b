-- `sum` of bigints adds up in 128 bits and makes a numeric of each sum. A list of paying fans has a sum for each of its many fans, and
-- takes up to a third less time when cents are added up as they are. A sum that does not fit is the error 22003.
CREATE AGGREGATE sum_cents(bigint) (SFUNC = int8pl, STYPE = bigint, COMBINEFUNC = int8pl, PARALLEL = SAFE);
