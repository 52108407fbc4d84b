//! Measures the list of a domain with 1,000 QR codes and ten million touches. The limit is a bare
//! query of the same rows; both run alternately.
//!
//! Run with `cargo xtask bench codes`. `--touches 2000000` sets a smaller number of touches.

use std::time::{Duration, Instant};

use anyhow::Context as _;
use dev_kit::report::{Report, Side, Unit};
use serde_json::Value;

use crate::service::Service;
use crate::sizes::sizes;

const CODES: i64 = 1_000;
const HOST: &str = "bench.example";
const WARM_UP: usize = 20;
const CALLS: usize = 200;
/// Minimal query for the list.
const BARE: &str = "SELECT * FROM qr_codes LEFT JOIN source_totals USING (owner_id, hostname, source)
    WHERE owner_id = $1 AND hostname = $2 ORDER BY code_id";

pub(crate) async fn run() -> anyhow::Result<()> {
    for touches in sizes("--touches", 10_000_000)? {
        with(i64::try_from(touches)?).await?;
    }
    Ok(())
}

async fn with(touches: i64) -> anyhow::Result<()> {
    let service = Service::start("api", |owner| seed(owner, touches)).await?;

    let path = format!("/qr/{HOST}");
    let call = async || -> anyhow::Result<(Duration, String)> {
        let start = Instant::now();
        let body = service.call("GET", &path, &Value::Null).await?;
        Ok((start.elapsed(), body))
    };
    let (_, body) = call().await?;
    check(&body, touches)?;
    for _ in 0..WARM_UP {
        call().await?;
    }
    let (mut bare, mut ours) = (Vec::new(), Vec::new());
    for _ in 0..CALLS {
        let start = Instant::now();
        service.sql.query(BARE, &[&service.owner, &HOST]).await?;
        bare.push(start.elapsed());
        ours.push(call().await?.0);
    }
    Report {
        bench: "codes",
        case: &format!("{CODES} codes with {touches} touches"),
        limit: Side::times("bare query of the rows", Unit::Millis, bare).with_tails(),
        ours: Side::times("GET /qr/<domain>", Unit::Millis, ours).with_tails(),
        goal: None,
    }
    .print();
    service.stop().await
}

/// Builds SQL for codes, touches and roll-ups. Every second touch is a scan; the others alternate
/// between visits and clicks.
fn seed(owner: i64, touches: i64) -> String {
    let design = r##"{"module":"dots","eye_frame":"rounded","eye_dot":"dot","bg":"#fff5fa","card_radius":0.1,
        "fg_grad":{"kind":"linear","stops":[[0,"#6d0d42"],[1,"#971a5e"]]}}"##;
    format!(
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
    )
}

/// Checks that the response holds every code and that the counts add up to `touches`.
fn check(body: &str, touches: i64) -> anyhow::Result<()> {
    let list: Value = serde_json::from_str(body)?;
    let codes = list.pointer("/items").and_then(Value::as_array).context("no list")?;
    let figure = |code: &Value, name: &str| {
        code.pointer(&format!("/stats/{name}")).and_then(Value::as_i64).unwrap_or_default()
    };
    let counted: i64 = codes
        .iter()
        .map(|code| figure(code, "scans") + figure(code, "visits") + figure(code, "clicks"))
        .sum();
    anyhow::ensure!(i64::try_from(codes.len())? == CODES, "{} codes", codes.len());
    anyhow::ensure!(counted == touches, "{counted} touches counted of {touches}");
    Ok(())
}
