//! Conversions for the benchmark.

use kernel::{OwnerId, UnixTime};
use tokio_postgres::{Client, Error};

pub(crate) const OWNER: OwnerId = OwnerId::new(1);
/// 2026-11-20T12:00:00Z.
pub(crate) const NOW: UnixTime = UnixTime::from_seconds(1_795_176_000);
/// Domain with a fifth of all conversions.
pub(crate) const LARGEST: i64 = 1;
/// Typical domain among the remaining ones.
pub(crate) const MIDDLING: i64 = 100;
/// Additional domain on which all fans bought once each within 30 days.
pub(crate) const CAMPAIGN: i64 = DOMAINS + 1;
pub(crate) const CAMPAIGN_FANS: i64 = 50_000;

const DOMAINS: i64 = 200;
const LINKS: i64 = 10;

pub(crate) fn hostname(domain: i64) -> String {
    format!("d{domain}.example")
}

/// Returns one link of the domain.
pub(crate) fn link(domain: i64) -> i64 {
    domain * LINKS + 3
}

/// Inserts owner, domains, links, fans and this many conversions, about twenty per fan on one domain. Creates the
/// indexes of the large table after the inserts, with the definitions of the migrations.
pub(crate) async fn seed(client: &Client, conversions: i64) -> Result<(), Error> {
    let indexes = "SELECT indexname::text, indexdef FROM pg_indexes
        WHERE tablename = 'conversions' AND indexname <> 'conversions_pkey'";
    let indexes = client.query(indexes, &[]).await?;
    client.batch_execute(&things(conversions)).await?;
    for row in &indexes {
        client.batch_execute(&format!("DROP INDEX {}", row.try_get::<_, String>(0)?)).await?;
    }
    client.batch_execute(&filling(conversions)).await?;
    client.batch_execute(&campaign()).await?;
    client.batch_execute("SET maintenance_work_mem = '512MB'").await?;
    for row in &indexes {
        client.batch_execute(&row.try_get::<_, String>(1)?).await?;
    }
    client.batch_execute("VACUUM (ANALYZE) conversions").await?;
    client.batch_execute("VACUUM (ANALYZE) fans").await?;
    client.batch_execute("ANALYZE").await
}

fn things(conversions: i64) -> String {
    let fans = fans(conversions);
    format!(
        "INSERT INTO owners VALUES (1, 'Ana', 'agency', now());
         INSERT INTO hostnames SELECT 'd' || n || '.example', 1 FROM generate_series(1, {CAMPAIGN}) n;
         INSERT INTO domains (owner_id, hostname, display_name, created_at, infra_state, infra_attempts, lease)
         SELECT 1, 'd' || n || '.example', 'D', now(), 'active', 0, 0 FROM generate_series(1, {CAMPAIGN}) n;
         INSERT INTO funnel_links
             (owner_id, link_id, provider_id, offer, name, url, permanent, active, created_at)
         SELECT 1, d * {LINKS} + l, 'p' || d || '-' || l, 'ftl', 'n', 'https://up.example/l', true, true, now()
         FROM generate_series(1, {DOMAINS}) d, generate_series(0, {LINKS} - 1) l;
         INSERT INTO domain_slots SELECT 1, 'd' || d || '.example', 'ftl/' || l, d * {LINKS} + l
         FROM generate_series(1, {DOMAINS}) d, generate_series(0, {LINKS} - 1) l;
         INSERT INTO fans (owner_id, fan_id, username, username_at, username_by, country, country_at, country_by, messages)
         SELECT 1, 'fan-' || n, 'name' || n, now(), 'e', 'DE', now(), 'e', 0 FROM generate_series(0, {fans} - 1) n;
         INSERT INTO fans (owner_id, fan_id, username, username_at, username_by, country, country_at, country_by, messages)
         SELECT 1, 'new-' || n, 'name' || n, now(), 'e', 'DE', now(), 'e', 0 FROM generate_series(1, {CAMPAIGN_FANS}) n;"
    )
}

fn campaign() -> String {
    let (now, host) = (NOW.seconds(), hostname(CAMPAIGN));
    format!(
        "INSERT INTO conversions (owner_id, event_id, kind, fan_id, occurred_at, hostname, basis, source,
             username, country, transaction_id, transaction_kind, gross_cents, net_cents, purchase, currency, taken_at)
         SELECT 1, 'new-' || n, 'new_transaction', 'new-' || n, to_timestamp({now} - (hashint8(n)::bigint + 2147483648) % 2592000),
             '{host}', 'link', '', 'name' || n, 'DE', 'new-' || n, 'message', 300 + n % 4700, 300 + n % 4700, true, 'USD', now()
         FROM generate_series(1, {CAMPAIGN_FANS}) n"
    )
}

/// Number of fans, with about twenty conversions each.
fn fans(conversions: i64) -> i64 {
    (conversions / 20).max(1)
}

/// Assigns fans to domains first, a fifth of them to the largest, and then conversions to fans. An eighth of the
/// conversions are subscriptions and messages; some payments are refunds.
fn filling(conversions: i64) -> String {
    let (fans, others, now) = (fans(conversions), DOMAINS - 1, NOW.seconds());
    format!(
        "INSERT INTO conversions (owner_id, event_id, kind, fan_id, occurred_at, hostname, link_id, basis, source,
             username, country, transaction_id, transaction_kind, gross_cents, net_cents, purchase, currency, taken_at)
         SELECT 1, 'evt-' || n, kind, 'fan-' || fan, to_timestamp({now} - mixed % 15552000),
             'd' || domain || '.example', domain * {LINKS} + fan / 5 % {LINKS}, 'link', '', 'name' || fan, 'DE',
             CASE WHEN kind = 'new_transaction' THEN 'tx-' || n END,
             CASE WHEN kind = 'new_transaction' THEN CASE WHEN cents < 0 THEN 'refund' ELSE 'message' END END,
             CASE WHEN kind = 'new_transaction' THEN cents END,
             CASE WHEN kind = 'new_transaction' THEN cents ELSE 0 END,
             kind = 'new_transaction' AND cents > 0,
             CASE WHEN kind = 'new_transaction' THEN 'USD' END, now()
         FROM (
             SELECT n, mixed, fan,
                 CASE WHEN fan % 5 = 0 THEN 1 ELSE 2 + (fan / 5 * 4 + fan % 5) % {others} END AS domain,
                 CASE mixed % 16 WHEN 0 THEN 'new_subscriber' WHEN 1 THEN 'message_received'
                     ELSE 'new_transaction' END AS kind,
                 CASE WHEN mixed % 97 = 0 THEN -500 ELSE 300 + mixed % 4700 END AS cents
             FROM (
                 SELECT n, n % {fans} AS fan, (hashint8(n)::bigint + 2147483648) AS mixed
                 FROM generate_series(0, {conversions}::bigint - 1) n
             ) dealt
         ) made"
    )
}

/// Returns the number of rows that the sums of a domain cover.
pub(crate) async fn rows_in_window(client: &Client, domain: i64, since: UnixTime) -> Result<i64, Error> {
    let query = format!(
        "SELECT count(*) FROM conversions WHERE owner_id = 1 AND hostname = '{}' AND transaction_kind IS NOT NULL
             AND occurred_at >= to_timestamp({})",
        hostname(domain),
        since.seconds()
    );
    client.query_one(&query, &[]).await?.try_get(0)
}
