-- The same of one domain, which may have few of an owner's conversions.
CREATE INDEX CONCURRENTLY conversions_by_domain ON conversions (owner_id, hostname, occurred_at, conversion_id)
    WHERE hostname IS NOT NULL;
