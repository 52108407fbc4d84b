//! Compares the creation of domains, buttons and smart links over HTTP with a bare handler. The
//! bare handler inserts the same rows with one prepared statement of tokio-postgres.
//!
//! Run with `cargo xtask bench create` on a server that syncs its writes to disk. 1,000 owners
//! create in rotation. The bare handler checks neither keys nor rules, and sends no notifications.

use std::cell::Cell;
use std::io::Write as _;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, AtomicUsize, Ordering};

use actix_web::{App, HttpResponse, HttpServer, web};
use anyhow::Context as _;
use dev_kit::report::Report;
use tokio_postgres::{Client, NoTls, Statement};

use crate::load::{Requests, both};
use crate::service::{Owner, Service, numbers};

const HOST: &str = "bench.example";
const OWNERS: usize = 1_000;
/// Number of drafts that buttons go to, so that no draft grows far beyond its 20 buttons. Draft n
/// belongs to owner n modulo [`OWNERS`].
const DRAFTS: usize = 4_000;
/// Write connections of one API worker.
const CONNECTIONS: usize = 8;
const GOAL: f64 = 0.3;

/// Kind, query for the document that the bare handler writes, and its statement. In the statement,
/// $1 is the owner, $2 a unique number and $3 the document.
const KINDS: [(&str, &str, &str); 3] = [
    (
        "domain",
        "SELECT '{\"segments\": []}'",
        "WITH host AS (INSERT INTO hostnames (hostname, owner_id) VALUES ('bare-' || $2::bigint || '.example', $1)),
            domain AS (INSERT INTO domains (owner_id, hostname, display_name, created_at, infra_state, next_attempt_at)
                VALUES ($1, 'bare-' || $2 || '.example', 'Bench', now(), 'pending', now() + interval '1 day')),
            draft AS (INSERT INTO drafts (owner_id, hostname, revision, button_count, document, updated_at)
                VALUES ($1, 'bare-' || $2 || '.example', 1, 0, $3::text::jsonb, now()))
         INSERT INTO audit_entries (owner_id, at, cli, action, subject_type, subject_id, after)
             VALUES ($1, now(), false, 'domain.register', 'domain', 'bare-' || $2, '{\"display_name\": \"Bench\"}')",
    ),
    (
        "button",
        "SELECT document::text FROM drafts WHERE hostname = 'bench.example'",
        "WITH draft AS (UPDATE drafts SET revision = revision + 1, button_count = 20, document = $3::text::jsonb, updated_at = now()
            WHERE drafts.owner_id = $1 AND drafts.hostname = 'host-' || $2::bigint % 4000 + 1 || '.example')
         INSERT INTO audit_entries (owner_id, at, cli, action, subject_type, subject_id, after)
             VALUES ($1, now(), false, 'landing.edit', 'domain', 'bare-' || $2, '[{\"path\": \"/segments/0/buttons/20\"}]')",
    ),
    (
        "smart link",
        "SELECT policy::text FROM smart_links",
        "WITH made AS (INSERT INTO smart_links (owner_id, hostname, slug, name, policy, active, created_at, updated_at)
                VALUES ($1, 'host-' || $2::bigint % 4000 + 1 || '.example', 'bare-' || $2::bigint, 'bare', $3::text::jsonb, true, now(), now()))
         INSERT INTO audit_entries (owner_id, at, cli, action, subject_type, subject_id, after)
             VALUES ($1, now(), false, 'smart_link.create', 'smart_link', $2, $3::text::jsonb)",
    ),
];

pub(crate) async fn run() -> anyhow::Result<()> {
    let service =
        Service::start_with("api", &[("FUNNEL_PLAN_CAPS", "free=3,pro=25,agency=10000000")], |_| {
            String::new()
        })
        .await?;
    let segment = service.page(HOST).await?;
    let link = format!("{{\"domain\":\"{HOST}\",\"slug\":\"first\"}}");
    service.call("POST", "/smartlinks", &serde_json::from_str(&link)?).await?;
    let mut owners = service.owners(2 * OWNERS).await?;
    let others: Arc<[i64]> = owners.split_off(OWNERS).iter().map(|owner| owner.number).collect();
    service.sql.batch_execute(&models(&owners)).await.context("seeding the drafts")?;
    let numbers: Arc<[i64]> = owners.iter().map(|owner| owner.number).collect();
    let creations = Arc::new(Creations { owners, segment, turn: AtomicUsize::new(0) });
    for (kind, document, statement) in KINDS {
        // A registration counts the owner's domains, so each side needs owners of its own.
        let numbers = if kind == "domain" { &others } else { &numbers };
        let document = service.sql.query_one(document, &[]).await?.try_get(0)?;
        let limit = bare(service.database(), Arc::clone(numbers), statement, document)?;
        let (creations, ours) =
            (Arc::clone(&creations), ("over HTTP, with rules and notifications", service.api()?));
        let requests: Requests = Arc::new(move |_, buffer| creations.write(kind, buffer));
        let (limit, ours) = both(("the same rows by a bare handler", limit), ours, &requests).await?;
        Report { bench: "create", case: kind, limit, ours, goal: Some(GOAL) }.print();
    }
    service.stop().await
}

/// Builds SQL for the drafts that both sides put buttons into.
fn models(owners: &[Owner]) -> String {
    let hosts = format!("(SELECT {} AS owners) o, generate_series(1, {DRAFTS}) n", numbers(owners));
    let owner = format!("owners[n % {OWNERS} + 1]");
    format!(
        "INSERT INTO hostnames SELECT 'host-' || n || '.example', {owner} FROM {hosts};
         INSERT INTO domains (owner_id, hostname, display_name, created_at, infra_state)
            SELECT {owner}, 'host-' || n || '.example', 'Other', now(), 'active' FROM {hosts};
         INSERT INTO drafts (owner_id, hostname, revision, button_count, document, updated_at)
            SELECT {owner}, 'host-' || n || '.example', 1, button_count, document, now()
            FROM drafts, {hosts} WHERE hostname = '{HOST}';
         ANALYZE hostnames, domains, drafts;"
    )
}

/// Requests that are all different.
struct Creations {
    owners: Vec<Owner>,
    segment: String,
    turn: AtomicUsize,
}

impl Creations {
    fn write(&self, kind: &str, buffer: &mut Vec<u8>) {
        let turn = self.turn.fetch_add(1, Ordering::Relaxed);
        let draft = turn % DRAFTS + 1;
        let key = self.owners.get(draft % OWNERS).map_or("", |owner| owner.key.as_str());
        let (path, body) = match kind {
            "domain" => (
                "/domains".to_owned(),
                format!("{{\"hostname\":\"new-{turn}.example\",\"display_name\":\"Bench\"}}"),
            ),
            "button" => (
                format!("/buttons/host-{draft}.example/{}", self.segment),
                format!("{{\"label\":\"Button {turn}\",\"url\":\"https://shop.example/{turn}\"}}"),
            ),
            _ => (
                "/smartlinks".to_owned(),
                format!("{{\"domain\":\"host-{draft}.example\",\"slug\":\"link-{turn}\"}}"),
            ),
        };
        // Writing to a `Vec` can't fail.
        let _ = write!(
            buffer,
            "POST /api/admin{path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {key}\r\nContent-Type: application/json\r\n\
             Content-Length: {}\r\n\r\n{body}",
            body.len()
        );
    }
}

/// Connections of one worker of the bare server, used in rotation.
struct Bare {
    connections: Vec<(Client, Statement)>,
    next: Cell<usize>,
    shared: Arc<Shared>,
}

/// State that all workers of the bare server share.
struct Shared {
    database: String,
    owners: Arc<[i64]>,
    statement: &'static str,
    document: String,
    number: AtomicI64,
}

fn bare(
    database: &str,
    owners: Arc<[i64]>,
    statement: &'static str,
    document: String,
) -> anyhow::Result<SocketAddr> {
    let (database, number) = (database.to_owned(), AtomicI64::new(0));
    let shared = Arc::new(Shared { database, owners, statement, document, number });
    let server = HttpServer::new(move || {
        let shared = Arc::clone(&shared);
        App::new().data_factory(move || connect(Arc::clone(&shared))).default_service(web::to(insert))
    })
    .tcp_nodelay(true)
    .disable_signals()
    .bind("127.0.0.1:0")?;
    let address = server.addrs().first().copied().context("the server has no address")?;
    tokio::spawn(server.run());
    Ok(address)
}

async fn connect(shared: Arc<Shared>) -> Result<Bare, tokio_postgres::Error> {
    let mut connections = Vec::new();
    for _ in 0..CONNECTIONS {
        let (client, connection) = tokio_postgres::connect(&shared.database, NoTls).await?;
        tokio::spawn(connection);
        let statement = client.prepare(shared.statement).await?;
        connections.push((client, statement));
    }
    Ok(Bare { connections, next: Cell::new(0), shared })
}

async fn insert(body: web::Bytes, bare: web::Data<Bare>) -> actix_web::Result<HttpResponse> {
    // Reads the body and returns it, so that the response has the usual size.
    inserted(&bare).await.map_err(actix_web::error::ErrorInternalServerError)?;
    Ok(HttpResponse::Created().content_type("application/json").body(body))
}

async fn inserted(bare: &Bare) -> anyhow::Result<()> {
    let turn = bare.next.get();
    bare.next.set(turn.wrapping_add(1));
    let (client, statement) = bare.connections.get(turn % CONNECTIONS).context("no connection")?;
    let Shared { owners, document, number, .. } = &*bare.shared;
    let number = number.fetch_add(1, Ordering::Relaxed);
    // Picks the same draft as the service does for this number.
    let draft = usize::try_from(number)? % DRAFTS + 1;
    let owner = owners.get(draft % OWNERS).context("no owner")?;
    client.execute(statement, &[owner, &number, document]).await?;
    Ok(())
}
