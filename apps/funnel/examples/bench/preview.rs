//! Compares the preview of an audience of 1,000,000 fans with a client that only lists all fans of
//! the engine. The difference is the cost of the service. A tenth of the fans had a message before,
//! so that the ledgers are not empty.
//!
//! Run with `cargo xtask bench preview`. `--fans 100000` sets a smaller number of fans.

use std::time::{Duration, Instant};

use anyhow::Context as _;
use dev_kit::report::{Report, Side, Unit, print_figures};
use engine_sim::{AccountConfig, Sim, SimConfig};
use serde_json::{Value, json};

use crate::service::Service;
use crate::serving::peak_megabytes;
use crate::sizes::sizes;

const ROUNDS: usize = 5;

pub(crate) async fn run() -> anyhow::Result<()> {
    for fans in sizes("--fans", 1_000_000)? {
        measure(fans).await?;
    }
    Ok(())
}

async fn measure(fans: u64) -> anyhow::Result<()> {
    let account =
        AccountConfig { fans, ..AccountConfig::new("acct_1", "token", "event-secret-of-the-bench") };
    let sim = Sim::start(SimConfig { accounts: vec![account.clone()], ..SimConfig::default() }).await?;
    let first = first_fan(sim.url(), &account.token).await?;
    let service = Service::start("api", |owner| dealings(owner, first, fans)).await?;
    service.connect(sim.url(), &account).await?;
    let before = peak_megabytes();
    let (mut bare, mut ours) = (Vec::new(), Vec::new());
    for round in 0..=ROUNDS {
        let engine = list(sim.url(), &account.token, fans).await?;
        let began = Instant::now();
        let preview = service.call("POST", "/broadcasts/preview", &json!({ "audience": {} })).await?;
        let took = began.elapsed();
        let preview: Value = serde_json::from_str(&preview)?;
        anyhow::ensure!(preview.pointer("/matched").and_then(Value::as_u64) == Some(fans), "{preview}");
        if round > 0 {
            bare.push(engine);
            ours.push(took);
        }
    }
    Report {
        bench: "preview",
        case: &format!("{fans} fans"),
        limit: Side::times("the engine's list alone", Unit::Millis, bare),
        ours: Side::times("POST /broadcasts/preview", Unit::Millis, ours),
        goal: None,
    }
    .print();
    let peaks = [("before_mb", before), ("after_mb", peak_megabytes())];
    print_figures("preview", "most memory ever held, the engine's own included", &peaks);
    service.stop().await
}

/// Reads every page of the list in order, and drops each one.
async fn list(url: &str, token: &str, fans: u64) -> anyhow::Result<Duration> {
    let client = reqwest::Client::builder().no_gzip().build()?;
    let (mut cursor, mut pages) = (None::<String>, 0);
    let began = Instant::now();
    loop {
        // Cursors of the simulation need no escaping.
        let at = cursor.map(|cursor| format!("&cursor={cursor}")).unwrap_or_default();
        let page = client.get(format!("{url}/v1/fans?limit=1000{at}")).bearer_auth(token);
        let body = page.send().await?.error_for_status()?.bytes().await?;
        pages += 1;
        cursor = next_cursor(&body)?;
        if cursor.is_none() {
            break;
        }
    }
    let took = began.elapsed();
    anyhow::ensure!(pages == fans.div_ceil(1_000), "{pages} pages");
    Ok(took)
}

/// Reads only the cursor and skips the items.
fn next_cursor(body: &[u8]) -> anyhow::Result<Option<String>> {
    #[derive(serde::Deserialize)]
    struct Page {
        next_cursor: Option<String>,
    }
    Ok(serde_json::from_slice::<Page>(body)?.next_cursor)
}

/// Builds SQL for a finished campaign with a row for every tenth fan from `first` on.
fn dealings(owner: i64, first: u64, fans: u64) -> String {
    format!(
        "INSERT INTO broadcasts (owner_id, broadcast_id, definition, digests, status, created_at, updated_at, revision)
            VALUES ({owner}, 1, '{{}}', '{{}}', 'cancelled', now(), now(), 1);
         INSERT INTO broadcast_rows (owner_id, broadcast_id, fan_id, state, due_at, submitted_at)
            SELECT {owner}, 1, fan_id::text, 'sent', now(), now() - interval '8 days'
            FROM generate_series({first}::bigint, {first} + {fans} - 1, 10) fan_id;
         ANALYZE broadcast_rows;"
    )
}

/// Returns the id of the first fan; the ids of the others count up from it.
async fn first_fan(url: &str, token: &str) -> anyhow::Result<u64> {
    let page = reqwest::Client::new().get(format!("{url}/v1/fans?limit=1")).bearer_auth(token).send().await?;
    let page: Value = serde_json::from_slice(&page.error_for_status()?.bytes().await?)?;
    let id = page.pointer("/items/0/fan_id").and_then(Value::as_str).context("there are no fans")?;
    Ok(id.parse()?)
}
