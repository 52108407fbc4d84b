-- What sold when. The items are looked up in the rows: an index that holds them has no room for a sale of some 340.
CREATE INDEX CONCURRENTLY conversions_sold ON conversions (owner_id, occurred_at) WHERE cardinality(content_ids) > 0;
