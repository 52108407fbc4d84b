//! Compares a copy of one page to 500 domains in one call with 500 single-row updates of the same
//! size in one session.
//!
//! Run with `cargo xtask bench copy`. Every update commits on its own, like every target of a copy.
//! The owner's other drafts grow a hundredfold, to show that the cost stays constant.

use std::time::{Duration, Instant};

use anyhow::Context as _;
use dev_kit::report::{Report, Side, Unit};
use serde_json::{Value, json};

use crate::service::Service;

const SOURCE: &str = "source.example";
const TARGETS: usize = 500;
const ROUNDS: usize = 7;
const UPDATE: &str =
    "UPDATE drafts SET document = $3::text::jsonb, revision = revision + 1, updated_at = now()
    WHERE owner_id = $1 AND hostname = $2";

pub(crate) async fn run() -> anyhow::Result<()> {
    let service =
        Service::start("api", |owner| format!("UPDATE owners SET plan = 'agency' WHERE owner_id = {owner}"))
            .await?;
    service.page(SOURCE).await?;
    for times in [1, 10, 100] {
        grow(&service, 500 * times).await?;
        let (mut bare, mut ours) = (Vec::new(), Vec::new());
        for round in 0..=ROUNDS {
            let (one, other) = (updates(&service).await?, copies(&service).await?);
            // The first round fills caches and pools.
            if round > 0 {
                bare.push(one);
                ours.push(other);
            }
        }
        Report {
            bench: "copy",
            case: &format!("{TARGETS} targets among {} drafts, {times}x", 500 * times),
            limit: Side::times("500 updates of one row", Unit::Millis, bare),
            ours: Side::times("POST /bulk/copy-content", Unit::Millis, ours),
            goal: Some(0.50),
        }
        .print();
    }
    service.stop().await
}

fn target(number: usize) -> String {
    format!("host-{}.example", number + 1)
}

/// Adds drafts like the source until the owner has `rows`.
async fn grow(service: &Service, rows: usize) -> anyhow::Result<()> {
    let owner = service.owner;
    let sql = format!(
        "INSERT INTO hostnames SELECT 'host-' || n || '.example', {owner} FROM generate_series(1, {rows}) n
            ON CONFLICT DO NOTHING;
         INSERT INTO domains (owner_id, hostname, display_name, created_at, infra_state)
            SELECT {owner}, 'host-' || n || '.example', 'Other', now(), 'active' FROM generate_series(1, {rows}) n
            ON CONFLICT DO NOTHING;
         INSERT INTO drafts (owner_id, hostname, revision, button_count, document, updated_at)
            SELECT owner_id, 'host-' || n || '.example', 1, button_count, document, now()
            FROM drafts, generate_series(1, {rows}) n WHERE owner_id = {owner} AND hostname = '{SOURCE}'
            ON CONFLICT DO NOTHING;
         ANALYZE hostnames, domains, drafts;"
    );
    service.sql.batch_execute(&sql).await.context("growing the tables")
}

async fn updates(service: &Service) -> anyhow::Result<Duration> {
    let source: String = service
        .sql
        .query_one("SELECT document::text FROM drafts WHERE hostname = $1", &[&SOURCE])
        .await?
        .get(0);
    let update = service.sql.prepare(UPDATE).await?;
    let began = Instant::now();
    for number in 0..TARGETS {
        let changed = service.sql.execute(&update, &[&service.owner, &target(number), &source]).await?;
        anyhow::ensure!(changed == 1, "{} is not there", target(number));
    }
    Ok(began.elapsed())
}

async fn copies(service: &Service) -> anyhow::Result<Duration> {
    let targets: Vec<_> = (0..TARGETS).map(target).collect();
    let body = json!({ "source": SOURCE, "targets": targets, "parts": ["buttons_segments", "bg", "ui", "notification"] });
    let began = Instant::now();
    let answer = service.call("POST", "/bulk/copy-content", &body).await?;
    let elapsed = began.elapsed();
    let answer: Value = serde_json::from_str(&answer)?;
    let copied = answer
        .pointer("/results")
        .and_then(Value::as_array)
        .map_or(0, |results| results.iter().filter(|r| r.get("ok") == Some(&Value::Bool(true))).count());
    anyhow::ensure!(copied == TARGETS, "{copied} were copied");
    Ok(elapsed)
}
