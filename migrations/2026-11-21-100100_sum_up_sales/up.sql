-- What sold of each item of a vault, by the UTC day and in all, so that a list costs what its items and days do and not what its
-- sales do. A trigger keeps both, so that programs that do not know of them yet keep them too.
CREATE TABLE content_days (
    owner_id      bigint  NOT NULL REFERENCES owners,
    day           date    NOT NULL,
    content_id    bigint  NOT NULL,
    -- Sales less refunds.
    sales         bigint  NOT NULL,
    -- More than a bigint holds can come together.
    revenue_cents numeric NOT NULL,
    PRIMARY KEY (owner_id, day, content_id)
);

CREATE TABLE content_totals (
    owner_id      bigint  NOT NULL REFERENCES owners,
    content_id    bigint  NOT NULL,
    sales         bigint  NOT NULL,
    revenue_cents numeric NOT NULL,
    PRIMARY KEY (owner_id, content_id)
);

-- The money of a transaction is shared out as `content_vault::sale::share` does, whose division rounds towards zero too: equal
-- parts, and to the first what does not divide. An item that is named twice counts once.
CREATE FUNCTION sold_items(content_ids bigint[], net_cents bigint, transaction_kind text)
RETURNS TABLE (content_id bigint, sales bigint, revenue_cents bigint)
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT named.content_id, CASE transaction_kind WHEN 'refund' THEN -1 ELSE 1 END,
        net_cents / count(*) OVER () + CASE WHEN min(named.place) = 1 THEN net_cents % count(*) OVER () ELSE 0 END
    FROM UNNEST(content_ids) WITH ORDINALITY AS named (content_id, place) GROUP BY named.content_id
$$;

-- Rows are written in one order, so that two batches at once wait for each other and don't fail. Most sales are of one item, which
-- takes the whole of it.
CREATE FUNCTION sum_up_sales() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (SELECT FROM inserted WHERE cardinality(content_ids) > 0) THEN
        WITH sold AS MATERIALIZED (
            SELECT owner_id, (occurred_at AT TIME ZONE 'UTC')::date AS day, content_ids[1] AS content_id,
                sum(CASE transaction_kind WHEN 'refund' THEN -1 ELSE 1 END) AS sales, sum(net_cents) AS revenue_cents
            FROM inserted
            WHERE cardinality(content_ids) = 1 AND transaction_kind IN ('message', 'post', 'refund')
            GROUP BY 1, 2, 3
            UNION ALL
            SELECT owner_id, (occurred_at AT TIME ZONE 'UTC')::date, item.content_id, item.sales, item.revenue_cents
            FROM inserted CROSS JOIN LATERAL sold_items(content_ids, net_cents, transaction_kind) item
            WHERE cardinality(content_ids) > 1 AND transaction_kind IN ('message', 'post', 'refund')
        ), by_day AS (
            INSERT INTO content_days AS kept (owner_id, day, content_id, sales, revenue_cents)
                SELECT owner_id, day, content_id, sum(sales), sum(revenue_cents) FROM sold
                GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
            ON CONFLICT (owner_id, day, content_id) DO UPDATE
                SET sales = kept.sales + excluded.sales, revenue_cents = kept.revenue_cents + excluded.revenue_cents
        )
        INSERT INTO content_totals AS kept (owner_id, content_id, sales, revenue_cents)
            SELECT owner_id, content_id, sum(sales), sum(revenue_cents) FROM sold GROUP BY 1, 2 ORDER BY 1, 2
        ON CONFLICT (owner_id, content_id) DO UPDATE
            SET sales = kept.sales + excluded.sales, revenue_cents = kept.revenue_cents + excluded.revenue_cents;
    END IF;
    RETURN NULL;
END
$$;

-- Nobody sells between the sums and the trigger.
LOCK TABLE conversions IN SHARE ROW EXCLUSIVE MODE;

INSERT INTO content_days (owner_id, day, content_id, sales, revenue_cents)
    SELECT owner_id, (occurred_at AT TIME ZONE 'UTC')::date, item.content_id, sum(item.sales), sum(item.revenue_cents)
    FROM conversions CROSS JOIN LATERAL sold_items(content_ids, net_cents, transaction_kind) item
    WHERE cardinality(content_ids) > 0 AND transaction_kind IN ('message', 'post', 'refund')
    GROUP BY 1, 2, 3;

INSERT INTO content_totals (owner_id, content_id, sales, revenue_cents)
    SELECT owner_id, content_id, sum(sales), sum(revenue_cents) FROM content_days GROUP BY 1, 2;

CREATE TRIGGER conversions_sum_up_sales AFTER INSERT ON conversions REFERENCING NEW TABLE AS inserted
    FOR EACH STATEMENT EXECUTE FUNCTION sum_up_sales();
