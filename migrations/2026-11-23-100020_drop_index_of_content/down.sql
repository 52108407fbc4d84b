CREATE INDEX CONCURRENTLY conversions_of_content ON conversions (owner_id, occurred_at)
    INCLUDE (transaction_kind, content_ids, net_cents) WHERE cardinality(content_ids) > 0;
