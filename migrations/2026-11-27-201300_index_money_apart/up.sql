-- Money apart is rare, and read beside every sum.
CREATE INDEX CONCURRENTLY conversions_apart ON conversions (owner_id, occurred_at) WHERE apart_net_cents IS NOT NULL;
