//! Compares redirects of `/r/<slug>` and the landing page with handlers that return the same bytes.
//! Reports requests per second and latencies.
//!
//! The same generator drives both sides alternately over the same number of connections. Run with
//! `cargo xtask bench edge`.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use actix_web::http::StatusCode;
use actix_web::http::header::{self, HeaderName, HeaderValue};
use actix_web::{App, HttpResponse, HttpServer, web};
use dev_kit::report::Report;
use serde_json::json;

use crate::load::{both, repeated};
use crate::service::Service;

pub(crate) const LINKS: i64 = 10_000;
pub(crate) const HOST: &str = "bench.example";
const PAGE_HOST: &str = "page.example";
pub(crate) const AGENT: &str =
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Safari/604.1";

pub(crate) async fn run() -> anyhow::Result<()> {
    let service = Service::start("api,edge", links).await?;
    let edge = service.edge()?;
    service.page(PAGE_HOST).await?;
    service.call("POST", &format!("/domains/{PAGE_HOST}/publish"), &json!({})).await?;

    awake(edge).await?;
    let paths: Vec<_> =
        (0..LINKS).map(|link| request(HOST, &format!("/r/link-{link}?utm_source=ig"))).collect();
    let limit = fixed(seen(edge, HOST, "/r/link-0?utm_source=ig").await?).await?;
    let ours = ("/r/<slug>, touches written", edge);
    let (limit, ours) = both(("the same 302 from a fixed handler", limit), ours, &repeated(&paths)).await?;
    Report { bench: "edge", case: "redirect, 10,000 links", limit, ours, goal: Some(0.80) }.print();

    let page = vec![request(PAGE_HOST, "/?utm_source=ig")];
    let limit = fixed(seen(edge, PAGE_HOST, "/?utm_source=ig").await?).await?;
    let ours = ("landing page, visits written", edge);
    let (limit, ours) = both(("the same bytes from a fixed handler", limit), ours, &repeated(&page)).await?;
    Report { bench: "edge", case: "landing page of 20 buttons", limit, ours, goal: Some(0.90) }.print();
    service.stop().await
}

/// Waits until the edge has loaded the links of the host. Loading very many links takes longer than
/// a visitor waits.
pub(crate) async fn awake(edge: SocketAddr) -> anyhow::Result<()> {
    let began = Instant::now();
    while seen(edge, HOST, "/r/link-0").await?.status() != StatusCode::FOUND.as_u16() {
        anyhow::ensure!(began.elapsed() < Duration::from_secs(30), "the links of {HOST} are not there");
    }
    Ok(())
}

/// Returns the response that a visitor gets.
async fn seen(edge: SocketAddr, host: &str, path: &str) -> anyhow::Result<reqwest::Response> {
    let visitor = reqwest::Client::builder().redirect(reqwest::redirect::Policy::none()).no_gzip().build()?;
    let asked = visitor.get(format!("http://{edge}{path}")).header(header::HOST.as_str(), host);
    Ok(asked.header(header::USER_AGENT.as_str(), AGENT).send().await?)
}

pub(crate) fn request(host: &str, path: &str) -> Vec<u8> {
    format!("GET {path} HTTP/1.1\r\nHost: {host}\r\nUser-Agent: {AGENT}\r\n\r\n").into_bytes()
}

/// Starts a server that returns the same bytes for every path. The headers are included, because
/// the security headers are part of every response.
async fn fixed(seen: reqwest::Response) -> anyhow::Result<SocketAddr> {
    let status = StatusCode::from_u16(seen.status().as_u16())?;
    let mut head = Vec::new();
    for (name, value) in seen.headers() {
        // Actix writes these headers itself.
        if name != reqwest::header::CONTENT_LENGTH && name != reqwest::header::DATE {
            let name: HeaderName = name.as_str().parse()?;
            head.push((name, HeaderValue::from_bytes(value.as_bytes())?));
        }
    }
    let body = seen.bytes().await?;
    let server = HttpServer::new(move || {
        let (head, body) = (head.clone(), body.clone());
        let handler = move || {
            let mut answer = HttpResponse::with_body(status, body.clone());
            for (name, value) in &head {
                answer.headers_mut().insert(name.clone(), value.clone());
            }
            async move { answer }
        };
        App::new()
            .service(web::resource("/r/{slug}").route(web::get().to(handler.clone())))
            .service(web::resource("/").route(web::get().to(handler)))
    })
    .tcp_nodelay(true)
    .disable_signals()
    .bind("127.0.0.1:0")?;
    let address =
        server.addrs().first().copied().ok_or_else(|| anyhow::anyhow!("the server has no address"))?;
    tokio::spawn(server.run());
    Ok(address)
}

/// Builds SQL for a domain with its paid link and smart links with 50 geo rules each.
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
