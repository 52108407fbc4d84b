//! An authenticated GET of 20 buttons, beside a bare handler with tokio-postgres that does the same two indexed look-ups and
//! writes the same JSON, in one run.
//!
//! `cargo xtask bench api` runs it. Both sides have as many workers and as many connections to the database. The rows of other
//! keys and domains grow from 1 to 100 times, to show that the cost does not.

use std::cell::Cell;
use std::net::SocketAddr;

use actix_web::http::header;
use actix_web::{App, HttpRequest, HttpResponse, HttpServer, web};
use anyhow::Context as _;
use bench_report::Report;
use serde_json::Value;
use tokio_postgres::{Client, NoTls, Statement};

use crate::load::both;
use crate::service::Service;

const HOST: &str = "bench.example";
/// As many as a worker of the API has for reading.
const CONNECTIONS: usize = 4;
const KEY: &str = "SELECT owner_id, key_id, token_hash, scopes, restriction, member_id, expires_at
    FROM key_prefixes JOIN api_keys USING (owner_id, key_id) WHERE key_prefixes.prefix = $1 AND revoked_at IS NULL";
const DRAFT: &str = "SELECT revision, document::text FROM drafts WHERE owner_id = $1 AND hostname = $2";

/// Runs it.
pub(crate) async fn run() -> anyhow::Result<()> {
    let service = Service::start("api", |_| String::new()).await?;
    let segment = service.page(HOST).await?;
    let path = format!("/buttons/{HOST}/{segment}");
    let answer: Value = serde_json::from_str(&service.call("GET", &path, &Value::Null).await?)?;
    anyhow::ensure!(
        answer.pointer("/items").and_then(Value::as_array).is_some_and(|items| items.len() == 20),
        "{answer}"
    );
    let limit = bare(service.database(), answer)?;
    let requests = vec![
        format!("GET /api/admin{path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {}\r\n\r\n", service.key)
            .into_bytes(),
    ];
    for times in [1, 10, 100] {
        grow(&service, 1_000 * times).await?;
        let ours = ("GET /buttons/<domain>/<tier>", service.api()?);
        let (limit, ours) = both(("actix-web and tokio-postgres, bare", limit), ours, &requests).await?;
        let case = format!("GET of 20 buttons among {} keys and drafts, {times}x", 1_000 * times);
        Report { bench: "api", case: &case, limit, ours, goal: Some(0.55) }.print();
    }
    service.stop().await
}

/// Other keys and drafts, up to this many.
async fn grow(service: &Service, rows: i64) -> anyhow::Result<()> {
    let owner = service.owner;
    let sql = format!(
        "INSERT INTO api_keys (owner_id, prefix, token_hash, name, scopes, created_at)
            SELECT {owner}, lpad(n::text, 10, '0'), sha256(n::text::bytea), 'other', 3, now()
            FROM generate_series(1, {rows}) n ON CONFLICT DO NOTHING;
         INSERT INTO key_prefixes SELECT prefix, owner_id, key_id FROM api_keys ON CONFLICT DO NOTHING;
         INSERT INTO hostnames SELECT 'host-' || n || '.example', {owner} FROM generate_series(1, {rows}) n
            ON CONFLICT DO NOTHING;
         INSERT INTO domains (owner_id, hostname, display_name, created_at, infra_state)
            SELECT {owner}, 'host-' || n || '.example', 'Other', now(), 'active' FROM generate_series(1, {rows}) n
            ON CONFLICT DO NOTHING;
         INSERT INTO drafts (owner_id, hostname, revision, button_count, document, updated_at)
            SELECT owner_id, 'host-' || n || '.example', 1, button_count, document, now()
            FROM drafts, generate_series(1, {rows}) n WHERE owner_id = {owner} AND hostname = '{HOST}'
            ON CONFLICT DO NOTHING;
         ANALYZE api_keys, key_prefixes, hostnames, domains, drafts;"
    );
    service.sql.batch_execute(&sql).await.context("growing the tables")
}

/// The connections of one worker of the bare side, taken in turns.
struct Bare {
    connections: Vec<(Client, Statement, Statement)>,
    next: Cell<usize>,
    answer: Value,
}

fn bare(database: &str, answer: Value) -> anyhow::Result<SocketAddr> {
    let database = database.to_owned();
    let server = HttpServer::new(move || {
        let (database, answer) = (database.clone(), answer.clone());
        App::new()
            .data_factory(move || connect(database.clone(), answer.clone()))
            .service(web::resource("/api/admin/buttons/{domain}/{tier}").route(web::get().to(buttons)))
    })
    .disable_signals()
    .bind("127.0.0.1:0")?;
    let address = server.addrs().first().copied().context("nothing is listened on")?;
    tokio::spawn(server.run());
    Ok(address)
}

async fn connect(database: String, answer: Value) -> Result<Bare, tokio_postgres::Error> {
    let mut connections = Vec::new();
    for _ in 0..CONNECTIONS {
        let (client, connection) = tokio_postgres::connect(&database, NoTls).await?;
        tokio::spawn(connection);
        let (key, draft) = (client.prepare(KEY).await?, client.prepare(DRAFT).await?);
        connections.push((client, key, draft));
    }
    Ok(Bare { connections, next: Cell::new(0), answer })
}

async fn buttons(
    request: HttpRequest,
    path: web::Path<(String, String)>,
    bare: web::Data<Bare>,
) -> actix_web::Result<HttpResponse> {
    looked_up(&request, &path.0, &bare).await.map_err(actix_web::error::ErrorInternalServerError)
}

async fn looked_up(request: &HttpRequest, domain: &str, bare: &Bare) -> anyhow::Result<HttpResponse> {
    let turn = bare.next.get();
    bare.next.set(turn.wrapping_add(1));
    let (client, key, draft) = bare.connections.get(turn % CONNECTIONS).context("no connection")?;
    let token = request.headers().get(header::AUTHORIZATION).context("no key")?.to_str()?;
    let prefix = token.split('_').nth(2).context("no prefix")?;
    let key = client.query_one(key, &[&prefix]).await?;
    let draft = client.query_one(draft, &[&key.get::<_, i64>(0), &domain]).await?;
    let revision: i64 = draft.get(0);
    Ok(HttpResponse::Ok()
        .insert_header((header::ETAG, format!("\"{revision}\"")))
        .content_type("application/json")
        .body(serde_json::to_vec(&bare.answer)?))
}
