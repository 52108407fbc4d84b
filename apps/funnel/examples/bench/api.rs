//! Compares an authenticated GET of 20 buttons with a bare handler on tokio-postgres. The bare
//! handler runs the same two indexed queries and writes the same JSON.
//!
//! Run with `cargo xtask bench api`. Both sides have the same number of workers and of database
//! connections. The drafts belong to 100 owners. The first case reads one draft of each owner
//! repeatedly. The second case draws from 10,000 drafts by Zipf's law, as visitors do. The third
//! case reads 100,000 drafts in order, so that hardly any read hits the cache.

use std::cell::Cell;
use std::io::Write as _;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use actix_web::http::header;
use actix_web::{App, HttpRequest, HttpResponse, HttpServer, web};
use anyhow::Context as _;
use dev_kit::report::Report;
use serde_json::Value;
use tokio_postgres::{Client, NoTls, Statement};

use crate::load::{Requests, both};
use crate::service::{Owner, Service, numbers};

const HOST: &str = "bench.example";
const OWNERS: usize = 100;
/// Number of drafts, label, distribution of requests, and goal of each case.
const CASES: [(i64, &str, Drawn, Option<f64>); 3] = [
    (1_000, "one draft of each owner", Drawn::OneEach, None),
    (10_000, "drawn from 10,000 drafts by Zipf's law", Drawn::ByZipf, Some(0.8)),
    (100_000, "each of 100,000 drafts in turn", Drawn::InTurn, Some(0.6)),
];
const DRAWS: usize = 1 << 18;
/// A prime maps every rank to a different draft.
const SPREAD: usize = 7_919;
/// Read connections of one API worker.
const CONNECTIONS: usize = 4;
const KEY: &str = "SELECT owner_id, key_id, token_hash, scopes, restriction, member_id, expires_at
    FROM key_prefixes JOIN api_keys USING (owner_id, key_id) WHERE key_prefixes.prefix = $1 AND revoked_at IS NULL";
const DRAFT: &str = "SELECT revision, document::text FROM drafts WHERE owner_id = $1 AND hostname = $2";

pub(crate) async fn run() -> anyhow::Result<()> {
    let service = Service::start("api", |_| String::new()).await?;
    let segment = service.page(HOST).await?;
    let path = format!("/buttons/{HOST}/{segment}");
    let answer: Value = serde_json::from_str(&service.call("GET", &path, &Value::Null).await?)?;
    anyhow::ensure!(
        answer.pointer("/items").and_then(Value::as_array).is_some_and(|items| items.len() == 20),
        "{answer}"
    );
    let limit = ("actix-web and tokio-postgres, bare", bare(service.database(), answer)?);
    let ours = ("GET /buttons/<domain>/<tier>", service.api()?);
    let request = Arc::new(Request { owners: service.owners(OWNERS).await?, segment });
    for (drafts, case, drawn, goal) in CASES {
        grow(&service, &request.owners, drafts).await?;
        let drafts = usize::try_from(drafts)?;
        let requests = match drawn {
            Drawn::OneEach => in_turn(&request, OWNERS),
            Drawn::ByZipf => by_zipf(&request, drafts),
            Drawn::InTurn => in_turn(&request, drafts),
        };
        let (limit, ours) = both(limit, ours, &requests).await?;
        Report { bench: "api", case: &format!("GET of 20 buttons, {case}"), limit, ours, goal }.print();
    }
    service.stop().await
}

/// Distribution of the requests over the drafts.
enum Drawn {
    OneEach,
    ByZipf,
    InTurn,
}

struct Request {
    owners: Vec<Owner>,
    segment: String,
}

impl Request {
    fn write(&self, draft: usize, buffer: &mut Vec<u8>) {
        let key = self.owners.get(draft % OWNERS).map_or("", |owner| owner.key.as_str());
        // Writing to a `Vec` can't fail.
        let _ = write!(
            buffer,
            "GET /api/admin/buttons/host-{draft}.example/{} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {key}\r\n\r\n",
            self.segment
        );
    }
}

/// Draws drafts by Zipf's law: rank 2 gets half as many requests as rank 1, rank 3 a third.
fn by_zipf(request: &Arc<Request>, drafts: usize) -> Requests {
    let mut sum = 0.0;
    let shares: Vec<f64> = (1..=drafts)
        .map(|rank| {
            sum += 1.0 / rank as f64;
            sum
        })
        .collect();
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let drawn: Vec<usize> = (0..DRAWS)
        .map(|_| {
            // xorshift64 draws the same sequence in each run.
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            let share = (state >> 11) as f64 / (1_u64 << 53) as f64 * sum;
            // Spreads popular drafts over the table.
            shares.partition_point(|upto| *upto < share) * SPREAD % drafts + 1
        })
        .collect();
    let request = Arc::clone(request);
    Arc::new(move |turn, buffer| request.write(drawn.get(turn % DRAWS).copied().unwrap_or(1), buffer))
}

/// Requests the drafts in order, across all connections.
fn in_turn(request: &Arc<Request>, drafts: usize) -> Requests {
    let (request, turn) = (Arc::clone(request), AtomicUsize::new(0));
    Arc::new(move |_, buffer| request.write(turn.fetch_add(1, Ordering::Relaxed) % drafts + 1, buffer))
}

/// Adds other keys, and drafts of the owners in rotation, until the table has `rows` drafts.
async fn grow(service: &Service, owners: &[Owner], rows: i64) -> anyhow::Result<()> {
    let (owner, hosts) =
        (service.owner, format!("(SELECT {} AS owners) o, generate_series(1, {rows}) n", numbers(owners)));
    let sql = format!(
        "INSERT INTO api_keys (owner_id, prefix, token_hash, name, scopes, created_at)
            SELECT {owner}, lpad(n::text, 10, '0'), sha256(n::text::bytea), 'other', 3, now()
            FROM generate_series(1, {rows}) n ON CONFLICT DO NOTHING;
         INSERT INTO key_prefixes SELECT prefix, owner_id, key_id FROM api_keys ON CONFLICT DO NOTHING;
         INSERT INTO hostnames SELECT 'host-' || n || '.example', owners[n % {OWNERS} + 1] FROM {hosts}
            ON CONFLICT DO NOTHING;
         INSERT INTO domains (owner_id, hostname, display_name, created_at, infra_state)
            SELECT owners[n % {OWNERS} + 1], 'host-' || n || '.example', 'Other', now(), 'active' FROM {hosts}
            ON CONFLICT DO NOTHING;
         INSERT INTO drafts (owner_id, hostname, revision, button_count, document, updated_at)
            SELECT owners[n % {OWNERS} + 1], 'host-' || n || '.example', 1, button_count, document, now()
            FROM drafts, {hosts} WHERE owner_id = {owner} AND hostname = '{HOST}'
            ON CONFLICT DO NOTHING;
         ANALYZE api_keys, key_prefixes, hostnames, domains, drafts;"
    );
    service.sql.batch_execute(&sql).await.context("growing the tables")
}

/// Connections of one worker of the bare server, used in rotation.
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
    .tcp_nodelay(true)
    .disable_signals()
    .bind("127.0.0.1:0")?;
    let address = server.addrs().first().copied().context("the server has no address")?;
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
