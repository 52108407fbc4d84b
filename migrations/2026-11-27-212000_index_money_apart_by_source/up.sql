-- Money apart of a printed code: codes are listed with it.
CREATE INDEX CONCURRENTLY conversions_apart_by_source ON conversions (owner_id, hostname, source) WHERE apart_net_cents IS NOT NULL;
