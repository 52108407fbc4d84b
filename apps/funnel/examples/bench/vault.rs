//! Measures the list of 200 items from a vault of 50,000 items with 1,000,000 captured sales, in
//! each sort order. The limit is a bare query of the captured totals of all items. The service
//! caches the engine's list, so the engine's time is excluded.
//!
//! Run with `cargo xtask bench vault`. `--sales 100000` sets a smaller number of sales.

use std::time::Instant;

use anyhow::Context as _;
use dev_kit::report::{Report, Side, Unit};
use engine_sim::{AccountConfig, Sim, SimConfig};
use kernel::Clock as _;
use runtime::SystemClock;
use serde_json::Value;

use crate::service::Service;
use crate::sizes::sizes;

const ITEMS: u32 = 50_000;
const CALLS: usize = 50;
const BARE: &str = "SELECT content_id, sum(sales)::bigint, sum(revenue_cents)::bigint FROM (
        SELECT UNNEST(content_ids) AS content_id, CASE transaction_kind WHEN 'refund' THEN -1 ELSE 1 END AS sales,
            net_cents AS revenue_cents
        FROM conversions WHERE owner_id = $1 AND cardinality(content_ids) > 0
            AND transaction_kind IN ('message', 'post', 'refund')) sold
    GROUP BY content_id";

pub(crate) async fn run() -> anyhow::Result<()> {
    for sales in sizes("--sales", 1_000_000)? {
        with(sales).await?;
    }
    Ok(())
}

async fn with(sales: u64) -> anyhow::Result<()> {
    let account = AccountConfig {
        content: ITEMS,
        fans: 0,
        ..AccountConfig::new("acct_1", "token", "event-secret-of-the-bench")
    };
    let sim = Sim::start(SimConfig { accounts: vec![account.clone()], ..SimConfig::default() }).await?;
    let service = Service::start("api", |owner| captured(owner, sales)).await?;
    // After a vacuum, as autovacuum does, sums are index-only scans.
    service.sql.batch_execute("VACUUM conversions").await?;
    service.sql.batch_execute("VACUUM content_days").await?;
    service.sql.batch_execute("VACUUM content_totals").await?;
    service.connect(sim.url(), &account).await?;
    let month_ago = SystemClock.now().seconds() - 30 * 86_400;
    let queries = [
        ("by buyers", "sort=buyers".to_owned()),
        ("by sales, all time", "sort=sales".to_owned()),
        ("by sales, 30 days", format!("sort=sales&from_ts={month_ago}")),
    ];
    for (name, query) in queries {
        measure(&service, name, &format!("/content?limit=200&{query}"), sales).await?;
    }
    service.stop().await
}

async fn measure(service: &Service, name: &str, path: &str, sales: u64) -> anyhow::Result<()> {
    let list: Value = serde_json::from_str(&service.call("GET", path, &Value::Null).await?)?;
    let items = list.pointer("/items").and_then(Value::as_array).context("no list")?;
    anyhow::ensure!(
        items.len() == 200 && list.pointer("/total").and_then(Value::as_u64) == Some(ITEMS.into()),
        "{} items",
        items.len()
    );
    let (mut bare, mut ours) = (Vec::new(), Vec::new());
    for _ in 0..CALLS {
        let began = Instant::now();
        service.sql.query(BARE, &[&service.owner]).await?;
        bare.push(began.elapsed());
        let began = Instant::now();
        service.call("GET", path, &Value::Null).await?;
        ours.push(began.elapsed());
    }
    Report {
        bench: "vault",
        case: &format!("200 of {ITEMS} items with {sales} captured sales, {name}"),
        limit: Side::times("totals of all items from the captured sales", Unit::Millis, bare).with_tails(),
        ours: Side::times("GET /content", Unit::Millis, ours).with_tails(),
        goal: None,
    }
    .print();
    Ok(())
}

/// Builds SQL for sales by message over two years. Sales per item follow the square of an even
/// distribution. Every tenth sale is a bundle of three, every fiftieth a refund.
fn captured(owner: i64, sales: u64) -> String {
    format!(
        "INSERT INTO conversions (owner_id, event_id, kind, fan_id, occurred_at, source, transaction_id,
                transaction_kind, gross_cents, net_cents, purchase, currency, content_ids, media_in_msg, taken_at)
            SELECT {owner}, n::text, 'new_transaction', 'fan_' || n % 100000,
                now() - (n * 7919 % 63072000) * interval '1 second', '', n::text,
                CASE WHEN n % 50 = 0 THEN 'refund' ELSE 'message' END, 1250, CASE WHEN n % 50 = 0 THEN -1000 ELSE 1000 END,
                n % 50 <> 0, 'USD',
                CASE WHEN n % 10 = 1 THEN ARRAY[item, (item - 9999) % {ITEMS} + 10000, (item - 9998) % {ITEMS} + 10000]
                     ELSE ARRAY[item] END, 1, now()
            FROM (SELECT n, 10000 + floor({ITEMS} * power((n * 48271 % 2147483647) / 2147483647.0, 2))::bigint AS item
                  FROM generate_series(1::bigint, {sales}) n) sold;
         ANALYZE;"
    )
}
