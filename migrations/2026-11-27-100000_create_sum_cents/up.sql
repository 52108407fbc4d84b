-- `sum` of bigints adds up in 128 bits and makes a numeric of each sum, which takes longer than the rest of a list of paying
-- fans. Cents are added up as they are; a sum that does not fit is the error 22003.
CREATE AGGREGATE sum_cents(bigint) (SFUNC = int8pl, STYPE = bigint, COMBINEFUNC = int8pl, PARALLEL = SAFE);
