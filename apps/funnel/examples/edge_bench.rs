//! Redirects of `/r/<slug>` beside a bare handler that answers a fixed 302, in one run: requests a second and latencies.
//!
//! Both are driven by the same generator over the same number of connections, in turns. `cargo xtask bench edge` runs it.

#[path = "bench/load.rs"]
mod load;
#[path = "bench/report.rs"]
mod report;

use std::collections::HashMap;
use std::net::SocketAddr;
use std::time::Duration;

use actix_web::http::header;
use actix_web::{App, HttpResponse, HttpServer, web};
use funnel::Server;
use funnel::config::{Sources, read};
use test_support::TestDatabase;

use load::{Load, Round};
use report::{Side, print};

const LINKS: i64 = 10_000;
const HOST: &str = "bench.example";
const SECRET: &str = "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=";
const AGENT: &str =
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Safari/604.1";

#[actix_web::main]
async fn main() -> anyhow::Result<()> {
    let json = std::env::args().any(|argument| argument == "--json");
    let database = TestDatabase::create().await?;
    let folder = tempfile::tempdir()?;
    seed(database.url()).await?;
    let server = Server::start(config(database.url(), folder.path().to_str().unwrap_or_default())?).await?;
    let ours = server.addresses().edge.ok_or_else(|| anyhow::anyhow!("the edge does not listen"))?;
    let limit = fixed()?;
    let paths: Vec<String> = (0..LINKS).map(|link| format!("/r/link-{link}")).collect();
    let (mut bare, mut redirects) = (Vec::new(), Vec::new());
    for round in 0..6 {
        let (one, other) = (run(limit, &paths).await?, run(ours, &paths).await?);
        // The first round fills caches and pools.
        if round > 0 {
            bare.push(one);
            redirects.push(other);
        }
    }
    print(
        json,
        "edge",
        &Side::new("fixed 302", bare),
        &Side::new("/r/<slug>, 10,000 links, touches written", redirects),
    );
    server.stop().await
}

async fn run(address: SocketAddr, paths: &[String]) -> anyhow::Result<Round> {
    let load = Load { address, connections: 64, threads: 2, duration: Duration::from_secs(3) };
    let requests: Vec<Vec<u8>> = paths
        .iter()
        .map(|path| {
            format!("GET {path}?utm_source=ig HTTP/1.1\r\nHost: {HOST}\r\nUser-Agent: {AGENT}\r\n\r\n")
                .into_bytes()
        })
        .collect();
    tokio::task::spawn_blocking(move || load.run(&requests)).await?
}

/// The bare limit: the same status and the same headers in number, the same each time.
fn fixed() -> anyhow::Result<SocketAddr> {
    async fn redirect() -> HttpResponse {
        HttpResponse::Found()
            .insert_header((header::LOCATION, "https://platform.example/paid?aref=x"))
            .finish()
    }
    let server = HttpServer::new(|| App::new().route("/r/{slug}", web::get().to(redirect)))
        .disable_signals()
        .bind("127.0.0.1:0")?;
    let address = server.addrs().first().copied().ok_or_else(|| anyhow::anyhow!("nothing is listened on"))?;
    tokio::spawn(server.run());
    Ok(address)
}

fn config(database: &str, folder: &str) -> anyhow::Result<funnel::config::Config> {
    let set = [
        ("FUNNEL_DATABASE_URL", database),
        ("FUNNEL_SECRET_KEY", SECRET),
        ("FUNNEL_DATA_DIR", folder),
        ("FUNNEL_ROLES", "edge"),
        ("FUNNEL_EDGE_ADDR", "127.0.0.1:0"),
        ("FUNNEL_MANAGEMENT_ADDR", "127.0.0.1:0"),
    ];
    let environment: HashMap<_, _> =
        set.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    Ok(read(&Sources { environment, ..Sources::default() })?)
}

/// One owner with one domain, its paid link, a trial link and the smart links, every one with 50 geo rules.
async fn seed(url: &str) -> anyhow::Result<()> {
    let (client, connection) = tokio_postgres::connect(url, tokio_postgres::NoTls).await?;
    tokio::spawn(connection);
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
    let sql = format!(
        "INSERT INTO owners (name, plan, created_at) VALUES ('bench', 'agency', now());
         INSERT INTO hostnames VALUES ('{HOST}', 1);
         INSERT INTO domains (owner_id, hostname, display_name, created_at, infra_state)
            VALUES (1, '{HOST}', 'Bench', now(), 'active');
         INSERT INTO funnel_links (owner_id, provider_id, offer, name, url, permanent, active, created_at)
            VALUES (1, 'p', 'paid', 'p', 'https://platform.example/paid', true, true, now());
         INSERT INTO domain_slots VALUES (1, '{HOST}', 'paid', 1);
         INSERT INTO smart_links (owner_id, hostname, slug, name, policy, active, created_at, updated_at)
            SELECT 1, '{HOST}', 'link-' || n, 'n', '{policy}', true, now(), now() FROM generate_series(0, {LINKS} - 1) n;"
    );
    Ok(client.batch_execute(&sql).await?)
}
