//! The list of a domain with 1,000 QR codes whose touches number ten million: how long the API takes to answer it, over one
//! connection, one request after the other.
//!
//! `cargo run --release -p funnel --example codes_bench [-- --touches 10000000] [-- --json]`

use std::collections::HashMap;
use std::time::{Duration, Instant};

use anyhow::Context as _;
use auth_scopes::{Plan, Scopes};
use funnel::Server;
use funnel::config::{Sources, read};
use funnel::secrets::Keys;
use serde_json::{Value, json};
use test_support::TestDatabase;
use tokio_postgres::Client;

const CODES: i64 = 1_000;
const HOST: &str = "bench.example";
const SECRET: &str = "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=";
const WARM_UP: usize = 20;
const CALLS: usize = 200;

#[actix_web::main]
async fn main() -> anyhow::Result<()> {
    let touches = touches_asked_for()?;
    let database = TestDatabase::create().await?;
    let folder = tempfile::tempdir()?;
    let pool = adapter_postgres::pool(database.url(), 1);
    let owners = funnel::wiring::owners(&pool, &Keys::derive(&SECRET.into())?);
    let owner = owners.create("bench", Plan::Agency).await?.id;
    let key = owners.mint_first_key(owner, "bench", Scopes::ALL, None).await?;
    let seeding = Instant::now();
    let (client, connection) = tokio_postgres::connect(database.url(), tokio_postgres::NoTls).await?;
    tokio::spawn(connection);
    seed(&client, owner.get(), touches).await?;
    let seeded = seeding.elapsed();

    let server = Server::start(config(database.url(), folder.path().to_str().unwrap_or_default())?).await?;
    let api = server.addresses().api.context("the API does not listen")?;
    let url = format!("http://{api}/api/admin/qr/{HOST}");
    let visitor = reqwest::Client::builder().no_gzip().build()?;
    let call = async || -> anyhow::Result<(Duration, String)> {
        let start = Instant::now();
        let answer = visitor.get(&url).bearer_auth(key.token.expose()).send().await?.error_for_status()?;
        let body = answer.text().await?;
        Ok((start.elapsed(), body))
    };
    let (_, body) = call().await?;
    check(&body, touches)?;
    for _ in 0..WARM_UP {
        call().await?;
    }
    let mut times = Vec::with_capacity(CALLS);
    for _ in 0..CALLS {
        times.push(call().await?.0);
    }
    times.sort();
    print(&times, body.len(), touches, seeded);
    server.stop().await
}

fn touches_asked_for() -> anyhow::Result<i64> {
    let mut arguments = std::env::args().skip_while(|argument| argument != "--touches");
    let Some(number) = arguments.nth(1) else { return Ok(10_000_000) };
    number.parse().context("--touches takes a number")
}

fn config(database: &str, folder: &str) -> anyhow::Result<funnel::config::Config> {
    let set = [
        ("FUNNEL_DATABASE_URL", database),
        ("FUNNEL_SECRET_KEY", SECRET),
        ("FUNNEL_DATA_DIR", folder),
        ("FUNNEL_ROLES", "api"),
        ("FUNNEL_API_ADDR", "127.0.0.1:0"),
        ("FUNNEL_MANAGEMENT_ADDR", "127.0.0.1:0"),
        ("FUNNEL_RATE_LIMIT_PER_MINUTE", "0"),
        ("FUNNEL_LOG", "warn"),
    ];
    let environment: HashMap<_, _> =
        set.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    Ok(read(&Sources { environment, ..Sources::default() })?)
}

/// Codes, their touches (every second a scan, then visits and clicks in turns), and the roll-ups as the edge would have
/// made them.
async fn seed(client: &Client, owner: i64, touches: i64) -> anyhow::Result<()> {
    let design = r##"{"module":"dots","eye_frame":"rounded","eye_dot":"dot","bg":"#fff5fa","card_radius":0.1,
        "fg_grad":{"kind":"linear","stops":[[0,"#6d0d42"],[1,"#971a5e"]]}}"##;
    let sql = format!(
        "INSERT INTO hostnames VALUES ('{HOST}', {owner});
         INSERT INTO domains (owner_id, hostname, display_name, created_at, infra_state)
            VALUES ({owner}, '{HOST}', 'Bench', now(), 'active');
         INSERT INTO qr_codes (owner_id, hostname, slug, title, channel, source, design, active, created_at, updated_at)
            SELECT {owner}, '{HOST}', 'code-' || n, 'Code ' || n, 'print', 'qr-code-' || n, '{design}', true, now(), now()
            FROM generate_series(0, {CODES} - 1) n;
         -- Foreign keys of rows that are known to fit are not checked one by one.
         SET session_replication_role = replica;
         INSERT INTO touches (owner_id, touch_id, hostname, kind, at, source, code_id, device, visitor, bot, repeated)
            SELECT {owner}, (lpad(to_hex(n), 12, '0') || '70008000' || lpad(to_hex(n), 12, '0'))::uuid, '{HOST}',
                (ARRAY['scan', 'visit', 'scan', 'click'])[n % 4 + 1], now(), 'qr-code-' || n / 4 % {CODES},
                CASE WHEN n % 2 = 0 THEN n / 4 % {CODES} + 1 END, 'mobile', decode(md5(n::text), 'hex'), false, false
            FROM generate_series(0::bigint, {touches} - 1) n;
         SET session_replication_role = origin;
         INSERT INTO source_totals (owner_id, hostname, source, scans, visits, clicks)
            SELECT owner_id, hostname, source, count(*) FILTER (WHERE kind = 'scan'),
                count(*) FILTER (WHERE kind = 'visit'), count(*) FILTER (WHERE kind = 'click')
            FROM touches GROUP BY 1, 2, 3;
         ANALYZE qr_codes, source_totals, touches;"
    );
    client.batch_execute(&sql).await.context("seeding")
}

/// The answer holds every code, and their figures are all touches.
fn check(body: &str, touches: i64) -> anyhow::Result<()> {
    let list: Value = serde_json::from_str(body)?;
    let codes = list["items"].as_array().context("no list")?;
    let figure = |code: &Value, name: &str| code["stats"][name].as_i64().unwrap_or_default();
    let counted: i64 = codes
        .iter()
        .map(|code| figure(code, "scans") + figure(code, "visits") + figure(code, "clicks"))
        .sum();
    anyhow::ensure!(i64::try_from(codes.len())? == CODES, "{} codes", codes.len());
    anyhow::ensure!(counted == touches, "{counted} touches counted of {touches}");
    Ok(())
}

fn print(sorted: &[Duration], bytes: usize, touches: i64, seeded: Duration) {
    let at = |share: usize| {
        let place = (sorted.len() * share / 100).min(sorted.len().saturating_sub(1));
        sorted.get(place).map_or(0.0, |time| time.as_secs_f64() * 1_000.0)
    };
    let (least, median, p95, p99, most) = (at(0), at(50), at(95), at(99), at(100));
    if std::env::args().any(|argument| argument == "--json") {
        let ms = json!({ "least": least, "median": median, "p95": p95, "p99": p99, "most": most });
        println!(
            "{}",
            json!({ "bench": "codes", "codes": CODES, "touches": touches, "ms": ms, "bytes": bytes })
        );
        return;
    }
    println!(
        "{CODES} codes, {touches} touches (seeded in {:.0} s), {bytes} bytes an answer",
        seeded.as_secs_f64()
    );
    println!("median {median:.1} ms, spread {least:.1}-{most:.1}, p95 {p95:.1}, p99 {p99:.1}; {CALLS} calls");
}
