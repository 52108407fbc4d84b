//! Measures how long after the response to a publication every edge process serves the new page.
//! Makes 100 publications under full load.
//!
//! Run with `cargo xtask bench publish` on a server that syncs its writes to disk. Two edges run in
//! processes of their own.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use actix_web::http::header;
use anyhow::Context as _;
use dev_kit::report::{Bounded, Side, Unit};
use futures_util::future::try_join_all;
use serde_json::{Value, json};

use crate::edge::{AGENT, HOST, LINKS, awake, links, request};
use crate::load::{repeated, round};
use crate::service::Service;
use crate::serving::Serving;

const PAGE_HOST: &str = "page.example";
const PUBLICATIONS: usize = 100;
/// Longest acceptable time with the old page among a hundred publications.
const GOAL_MS: f64 = 50.0;
/// Length of one round of load.
const ROUND: Duration = Duration::from_secs(1);
/// Pause between two requests for a page.
const LOOK: Duration = Duration::from_millis(1);
const PATIENCE: Duration = Duration::from_secs(10);

pub(crate) async fn run() -> anyhow::Result<()> {
    let service = Service::start("api", links).await?;
    let segment = service.page(PAGE_HOST).await?;
    service.call("POST", &format!("/domains/{PAGE_HOST}/publish"), &json!({})).await?;
    let edges = [Serving::edge_of(service.database())?, Serving::edge_of(service.database())?];
    let mut requests: Vec<_> =
        (0..LINKS).map(|link| request(HOST, &format!("/r/link-{link}?utm_source=ig"))).collect();
    requests.extend((0..LINKS).map(|_| request(PAGE_HOST, "/?utm_source=ig")));
    let requests = repeated(&requests);
    for edge in &edges {
        awake(edge.address()).await?;
    }
    let alone = publications(&service, &segment, &edges, "alone").await?;
    let loaded = {
        let mut publishing = std::pin::pin!(publications(&service, &segment, &edges, "loaded"));
        loop {
            let load = try_join_all(edges.iter().map(|edge| round(edge.address(), &requests, ROUND)));
            tokio::select! {
                done = &mut publishing => break done?,
                under = load => drop(under?),
            }
        }
    };
    for (case, times, most) in
        [("no visitors", alone, None), ("both edges under full load", loaded, Some(GOAL_MS))]
    {
        let side = Side::times("published to visible on both edges", Unit::Millis, times).with_tails();
        Bounded { bench: "publish", case, side, figure: "p99", most }.print();
    }
    for edge in edges {
        edge.stop()?;
    }
    service.stop().await
}

/// Publishes repeatedly, and measures from each response until the last edge serves the page.
async fn publications(
    service: &Service,
    segment: &str,
    edges: &[Serving],
    run: &str,
) -> anyhow::Result<Vec<Duration>> {
    let buttons = service.call("GET", &format!("/buttons/{PAGE_HOST}/{segment}"), &Value::Null).await?;
    let buttons: Value = serde_json::from_str(&buttons)?;
    let button =
        buttons.pointer("/items/0/button_id").and_then(Value::as_str).context("a button has an id")?;
    let path = format!("/buttons/{PAGE_HOST}/{segment}/{button}");
    let visitor = reqwest::Client::builder().no_gzip().build()?;
    let mut took = Vec::with_capacity(PUBLICATIONS);
    for number in 0..PUBLICATIONS {
        let label = format!("New {run} {number}.");
        service.call("PATCH", &path, &json!({ "label": label })).await?;
        service.call("POST", &format!("/domains/{PAGE_HOST}/publish"), &json!({})).await?;
        let sent = Instant::now();
        let seen = edges.iter().map(|edge| shows(&visitor, edge.address(), &label));
        try_join_all(seen).await?;
        took.push(sent.elapsed());
    }
    Ok(took)
}

async fn shows(visitor: &reqwest::Client, edge: SocketAddr, label: &str) -> anyhow::Result<()> {
    let began = Instant::now();
    loop {
        let page = visitor.get(format!("http://{edge}/")).header(header::HOST.as_str(), PAGE_HOST);
        let page = page.header(header::USER_AGENT.as_str(), AGENT).send().await?.text().await?;
        if page.contains(label) {
            return Ok(());
        }
        anyhow::ensure!(began.elapsed() < PATIENCE, "{edge} goes on showing the old page");
        tokio::time::sleep(LOOK).await;
    }
}
