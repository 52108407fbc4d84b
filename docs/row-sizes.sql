-- What a row costs on the disk with its indexes, in bytes: run on an empty migrated database, as in
--   psql -X -v ON_ERROR_STOP=1 -f docs/row-sizes.sql <address>
-- Nothing is kept: all of it is rolled back. The rows are like those of docs/benchmarks.md, in the order in which they come.
BEGIN;
INSERT INTO owners (owner_id, name, plan, created_at) SELECT n, 'o', 'pro', now() FROM generate_series(1, 20) n;
INSERT INTO funnel_links (owner_id, provider_id, offer, name, url, permanent, active, created_at)
SELECT n, 'pl_0123456789', 'paid', 'link', 'https://platform.example/c42', true, true, now() FROM generate_series(1, 20) n;

INSERT INTO touches
SELECT 1 + n % 20, (lpad(to_hex(1800000000000 + n), 12, '0') || '7' || substr(md5(n::text), 1, 3) || '8' || substr(md5(n::text), 4, 15))::uuid,
    'links.creator-' || n % 20 || '.example', (ARRAY['visit', 'click'])[1 + n % 2], now(), '', NULL, 7, 11, NULL, 'DE', 'mobile',
    decode(md5(n::text), 'hex'), NULL, NULL, false, false
FROM generate_series(1, 200000) n;
INSERT INTO touch_repeats
SELECT 1 + n % 20, decode(md5(n::text), 'hex'), now(), md5(n::text)::uuid FROM generate_series(1, 200000) n;
INSERT INTO engine_events SELECT 1 + n % 20, 'evt_' || md5(n::text), 'message_received', now() FROM generate_series(1, 200000) n;
INSERT INTO fans (owner_id, fan_id, username, username_at, messages)
SELECT 1 + n % 20, (100000000 + n)::text, 'fan-name-' || n, now(), 1 FROM generate_series(1, 200000) n;
INSERT INTO conversions (owner_id, event_id, kind, fan_id, occurred_at, hostname, link_id, basis, click_ref, source, username, country,
    transaction_id, transaction_kind, gross_cents, net_cents, purchase, currency, content_ids, taken_at)
SELECT 1 + n % 20, 'evt_' || md5(n::text), 'new_transaction', (100000000 + n % 20000)::text, now() + n * interval '1 second',
    'links.creator-' || n % 20 || '.example', 11, 'click', md5(n::text), '', 'fan-name', 'DE', 'txn_' || n, 'message', 1000, 800, true,
    'USD', ARRAY[n % 500], now()
FROM generate_series(1, 200000) n;
INSERT INTO pixel_deliveries (owner_id, provider_id, platform, event_id, event_name, event_time, event_json, state, attempts,
    next_attempt_at, last_verdict, last_status, created_at)
SELECT 1 + n % 20, 'pl_0123456789', 'meta', n::text, 'Purchase', now(), repeat(md5(n::text), 20), 'delivered', 1, now(), 'delivered', 200,
    now()
FROM generate_series(1, 200000) n;
INSERT INTO broadcasts (owner_id, broadcast_id, definition, digests, status, reason, created_at, updated_at, revision)
SELECT 1, 1, '{}', '{}', 'finished', 'done', now(), now(), 1;
INSERT INTO broadcast_rows (owner_id, broadcast_id, fan_id, tier, country, state, due_at, claimed_at, submitted_at, text_digest,
    answered_at, message_id)
SELECT 1, 1, (100000000 + n)::text, 'free', 'DE', 'sent', now(), now(), now(), decode(md5(n::text) || md5(n::text), 'hex'), now(),
    'msg_' || n
FROM generate_series(1, 200000) n;

SELECT name, pg_total_relation_size(name::regclass) / 200000 AS bytes_a_row, pg_indexes_size(name::regclass) / 200000 AS of_these_in_indexes
FROM unnest(ARRAY['touches', 'touch_repeats', 'engine_events', 'fans', 'conversions', 'pixel_deliveries', 'broadcast_rows']) name;
ROLLBACK;
