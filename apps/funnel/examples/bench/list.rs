//! Compares the list of 1,000 domains with a handler that reads the same rows and sends the same
//! bytes.
//!
//! Run with `cargo xtask bench list`. 20 owners request their own lists in rotation.

use std::cell::Cell;
use std::net::SocketAddr;

use actix_web::{App, HttpResponse, HttpServer, web};
use anyhow::Context as _;
use dev_kit::report::Report;
use serde_json::Value;
use tokio_postgres::{Client, NoTls, Statement};

use crate::load::{both, repeated};
use crate::service::{Owner, Service, numbers};

const DOMAINS: i64 = 1_000;
const OWNERS: usize = 20;
/// Read connections of one API worker.
const CONNECTIONS: usize = 4;
const ROWS: &str = "SELECT hostname, display_name, created_at, infra_state, provisioning_error, button_count
    FROM domains JOIN drafts USING (owner_id, hostname) WHERE owner_id = $1 ORDER BY domains.created_at, hostname LIMIT 1000";

pub(crate) async fn run() -> anyhow::Result<()> {
    let service = Service::start("api", |_| String::new()).await?;
    let owners = service.owners(OWNERS).await?;
    service.sql.batch_execute(&domains(&owners)).await.context("the domains")?;
    let path = format!("/domains?limit={DOMAINS}");
    let body = service.call("GET", &path, &Value::Null).await?;
    let answer: Value = serde_json::from_str(&body)?;
    let listed = answer.pointer("/items").and_then(Value::as_array).map(Vec::len);
    anyhow::ensure!(listed == Some(1_000), "{listed:?} domains were listed");
    let limit = bare(service.database(), owners.iter().map(|owner| owner.number).collect(), body)?;
    let request = |owner: &Owner| {
        let key = &owner.key;
        format!("GET /api/admin{path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {key}\r\n\r\n")
            .into_bytes()
    };
    let requests: Vec<_> = owners.iter().map(request).collect();
    let (limit, ours) = both(
        ("SELECT and the same bytes, bare", limit),
        ("GET /domains", service.api()?),
        &repeated(&requests),
    )
    .await?;
    Report { bench: "list", case: "1,000 domains", limit, ours, goal: Some(0.5) }.print();
    service.stop().await
}

fn domains(owners: &[Owner]) -> String {
    let names = format!("unnest({}) owner, generate_series(1, {DOMAINS}) n", numbers(owners));
    format!(
        "INSERT INTO hostnames SELECT 'host-' || n || '.' || owner || '.example', owner FROM {names};
         INSERT INTO domains (owner_id, hostname, display_name, created_at, infra_state)
            SELECT owner, 'host-' || n || '.' || owner || '.example', 'Domain ' || n, now(), 'active' FROM {names};
         INSERT INTO drafts (owner_id, hostname, revision, button_count, document, updated_at)
            SELECT owner, 'host-' || n || '.' || owner || '.example', 1, 0, '{{\"segments\": []}}', now() FROM {names};
         ANALYZE hostnames, domains, drafts;"
    )
}

/// Connections of one worker of the bare server, used in rotation.
struct Bare {
    connections: Vec<(Client, Statement)>,
    next: Cell<usize>,
    owners: Vec<i64>,
    body: web::Bytes,
}

fn bare(database: &str, owners: Vec<i64>, body: String) -> anyhow::Result<SocketAddr> {
    let (database, body) = (database.to_owned(), web::Bytes::from(body));
    let server = HttpServer::new(move || {
        let (database, owners, body) = (database.clone(), owners.clone(), body.clone());
        App::new()
            .data_factory(move || connect(database.clone(), owners.clone(), body.clone()))
            .default_service(web::to(list))
    })
    .tcp_nodelay(true)
    .disable_signals()
    .bind("127.0.0.1:0")?;
    let address = server.addrs().first().copied().context("the server has no address")?;
    tokio::spawn(server.run());
    Ok(address)
}

async fn connect(
    database: String,
    owners: Vec<i64>,
    body: web::Bytes,
) -> Result<Bare, tokio_postgres::Error> {
    let mut connections = Vec::new();
    for _ in 0..CONNECTIONS {
        let (client, connection) = tokio_postgres::connect(&database, NoTls).await?;
        tokio::spawn(connection);
        let statement = client.prepare(ROWS).await?;
        connections.push((client, statement));
    }
    Ok(Bare { connections, next: Cell::new(0), owners, body })
}

async fn list(bare: web::Data<Bare>) -> actix_web::Result<HttpResponse> {
    let rows = rows(&bare).await.map_err(actix_web::error::ErrorInternalServerError)?;
    debug_assert_eq!(rows, 1_000);
    Ok(HttpResponse::Ok().content_type("application/json").body(bare.body.clone()))
}

async fn rows(bare: &Bare) -> anyhow::Result<usize> {
    let turn = bare.next.get();
    bare.next.set(turn.wrapping_add(1));
    let (client, statement) = bare.connections.get(turn % CONNECTIONS).context("no connection")?;
    let owner = bare.owners.get(turn % bare.owners.len().max(1)).context("no owner")?;
    Ok(client.query(statement, &[owner]).await?.len())
}
