-- On a node, `conversions` is a part that has a number at the end of its name, and beside it are the parts of the sums with the
-- same owners. All rows of a statement belong to one part. Its only use is with the trigger: see ADR 0014.
CREATE OR REPLACE FUNCTION sum_up_sales_of_part() RETURNS trigger LANGUAGE plpgsql AS $function$
DECLARE
    days text;
    totals text;
BEGIN
    IF NOT EXISTS (SELECT FROM inserted WHERE cardinality(content_ids) > 0) THEN
        RETURN NULL;
    END IF;
    SELECT max(shard_name(beside.logicalrelid, beside.shardid))
            FILTER (WHERE beside.logicalrelid = 'content_days'::regclass),
        max(shard_name(beside.logicalrelid, beside.shardid))
            FILTER (WHERE beside.logicalrelid = 'content_totals'::regclass)
        INTO STRICT days, totals
        FROM pg_dist_shard own JOIN pg_dist_shard beside USING (shardminvalue)
        WHERE own.logicalrelid = 'conversions'::regclass
            AND own.shardid = substring(TG_TABLE_NAME FROM '[0-9]+$')::bigint;
    EXECUTE format($statement$
        WITH sold AS MATERIALIZED (
            SELECT owner_id, (occurred_at AT TIME ZONE 'UTC')::date AS day, item.content_id,
                sum(item.sales) AS sales, sum(item.revenue_cents) AS revenue_cents
            FROM inserted CROSS JOIN LATERAL sold_items(content_ids, net_cents, transaction_kind) item
            WHERE cardinality(content_ids) > 0 AND transaction_kind IN ('message', 'post', 'refund')
            GROUP BY 1, 2, 3
        ), by_day AS (
            INSERT INTO %s AS kept (owner_id, day, content_id, sales, revenue_cents)
                SELECT owner_id, day, content_id, sales, revenue_cents FROM sold ORDER BY 1, 2, 3
            ON CONFLICT (owner_id, day, content_id) DO UPDATE
                SET sales = kept.sales + excluded.sales, revenue_cents = kept.revenue_cents + excluded.revenue_cents
        )
        INSERT INTO %s AS kept (owner_id, content_id, sales, revenue_cents)
            SELECT owner_id, content_id, sum(sales), sum(revenue_cents) FROM sold GROUP BY 1, 2 ORDER BY 1, 2
        ON CONFLICT (owner_id, content_id) DO UPDATE
            SET sales = kept.sales + excluded.sales, revenue_cents = kept.revenue_cents + excluded.revenue_cents
        $statement$, days, totals);
    RETURN NULL;
END
$function$;
