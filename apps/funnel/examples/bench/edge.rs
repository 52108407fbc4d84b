//! What visitors get, beside handlers that answer the same bytes without thinking, in one run: redirects of `/r/<slug>` and the
//! landing page, requests a second and latencies.
//!
//! Both sides are driven by the same generator over the same number of connections, in turns. `cargo xtask bench edge` runs it.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use actix_web::http::{StatusCode, header};
use actix_web::{App, HttpResponse, HttpServer, web};
use bench_report::Report;
use serde_json::json;

use crate::load::{both, repeated};
use crate::service::Service;

pub(crate) const LINKS: i64 = 10_000;
pub(crate) const HOST: &str = "bench.example";
const PAGE_HOST: &str = "page.example";
pub(crate) const AGENT: &str =
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Safari/604.1";

/// Runs it.
pub(crate) async fn run() -> anyhow::Result<()> {
    let service = Service::start("api,edge", links).await?;
    let edge = service.edge()?;
    service.page(PAGE_HOST).await?;
    service.call("POST", &format!("/domains/{PAGE_HOST}/publish"), &json!({})).await?;

    awake(edge).await?;
    let paths: Vec<_> =
        (0..LINKS).map(|link| request(HOST, &format!("/r/link-{link}?utm_source=ig"))).collect();
    let limit = fixed(HttpResponse::Found, (header::LOCATION, "https://platform.example/paid?aref=x"), "")?;
    let ours = ("/r/<slug>, touches written", edge);
    let (limit, ours) = both(("fixed 302", limit), ours, &repeated(&paths)).await?;
    Report { bench: "edge", case: "redirect, 10,000 links", limit, ours, goal: Some(0.80) }.print();

    let page = vec![request(PAGE_HOST, "/?utm_source=ig")];
    let html = page_of(edge).await?;
    let limit = fixed(HttpResponse::Ok, (header::CONTENT_TYPE, "text/html; charset=utf-8"), html.leak())?;
    let ours = ("landing page, visits written", edge);
    let (limit, ours) = both(("the same bytes from a fixed handler", limit), ours, &repeated(&page)).await?;
    Report { bench: "edge", case: "landing page of 20 buttons", limit, ours, goal: Some(0.90) }.print();
    service.stop().await
}

/// Waits until the links of the host are loaded, which takes longer than a visitor waits where there are very many.
pub(crate) async fn awake(edge: SocketAddr) -> anyhow::Result<()> {
    let visitor = reqwest::Client::builder().redirect(reqwest::redirect::Policy::none()).no_gzip().build()?;
    let began = Instant::now();
    loop {
        let link = visitor.get(format!("http://{edge}/r/link-0")).header(header::HOST.as_str(), HOST);
        let answer = link.header(header::USER_AGENT.as_str(), AGENT).send().await?;
        if answer.status() == StatusCode::FOUND.as_u16() {
            return Ok(());
        }
        anyhow::ensure!(began.elapsed() < Duration::from_secs(30), "the links of {HOST} are not there");
    }
}

/// What a visitor gets to see.
async fn page_of(edge: SocketAddr) -> anyhow::Result<String> {
    let visitor = reqwest::Client::builder().no_gzip().build()?;
    let page = visitor.get(format!("http://{edge}/")).header(header::HOST.as_str(), PAGE_HOST);
    Ok(page.header(header::USER_AGENT.as_str(), AGENT).send().await?.error_for_status()?.text().await?)
}

pub(crate) fn request(host: &str, path: &str) -> Vec<u8> {
    format!("GET {path} HTTP/1.1\r\nHost: {host}\r\nUser-Agent: {AGENT}\r\n\r\n").into_bytes()
}

/// The bare limit: the same status, header and body each time, for every path.
fn fixed(
    answer: fn() -> actix_web::HttpResponseBuilder,
    head: (header::HeaderName, &'static str),
    body: &'static str,
) -> anyhow::Result<SocketAddr> {
    let server = HttpServer::new(move || {
        let head = head.clone();
        let handler = move || {
            let answer = answer().insert_header(head.clone()).body(body);
            async move { answer }
        };
        App::new()
            .service(web::resource("/r/{slug}").route(web::get().to(handler.clone())))
            .service(web::resource("/").route(web::get().to(handler)))
    })
    .tcp_nodelay(true)
    .disable_signals()
    .bind("127.0.0.1:0")?;
    let address = server.addrs().first().copied().ok_or_else(|| anyhow::anyhow!("nothing is listened on"))?;
    tokio::spawn(server.run());
    Ok(address)
}

/// A domain with its paid link and the smart links, every one with 50 geo rules.
pub(crate) fn links(owner: i64) -> String {
    let arms = r#"{"paid":{"enabled":true,"weight":50,"label":"Paid","trial_days":0,"require_country_link":false},
        "ftl":{"enabled":true,"weight":50,"label":"Trial","trial_days":7,"require_country_link":true}}"#;
    let rules: Vec<String> = (0..50_u8)
        .map(|n| {
            format!(
                r#"{{"countries":["{}{}"],"arms":{arms}}}"#,
                char::from(b'A' + n / 10),
                char::from(b'A' + n % 10)
            )
        })
        .collect();
    let policy = format!(r#"{{"v":1,"arms":{arms},"geo":[{}]}}"#, rules.join(","));
    format!(
        "INSERT INTO hostnames VALUES ('{HOST}', {owner});
         INSERT INTO domains (owner_id, hostname, display_name, created_at, infra_state)
            VALUES ({owner}, '{HOST}', 'Bench', now(), 'active');
         INSERT INTO funnel_links (owner_id, provider_id, offer, name, url, permanent, active, created_at)
            VALUES ({owner}, 'p', 'paid', 'p', 'https://platform.example/paid', true, true, now());
         INSERT INTO domain_slots VALUES ({owner}, '{HOST}', 'paid', 1);
         INSERT INTO smart_links (owner_id, hostname, slug, name, policy, active, created_at, updated_at)
            SELECT {owner}, '{HOST}', 'link-' || n, 'n', '{policy}', true, now(), now() FROM generate_series(0, {LINKS} - 1) n;"
    )
}
