//! A rolling upgrade under load: a migration, then process after process is replaced.

use std::cell::Cell;
use std::path::Path;
use std::time::Duration;

use engine_sim::{AccountConfig, Platform, RunningSim, Sim, SimConfig};
use futures_util::future::{join, join_all};
use reqwest::{Client, RequestBuilder};
use serde_json::json;

use crate::balancer::Balancer;
use crate::conversions::{EVENT_SECRET, event};
use crate::engines::run;
use crate::installation::Installation;
use crate::journey::ACCOUNT;
use crate::kept::Kept;
use crate::program::{ENGINE_TOKEN, push_to};
use crate::real::{Reply, eventually};

/// Migrations that are missing for the first processes, oldest first. The old processes run today's
/// program, so these are the only ones it works without: constraints and indexes. `expansion.rs` in
/// `adapter-postgres` checks each statement for compatibility with the previous release.
pub(crate) const MISSING: [&str; 3] = [
    "2026-11-22-100100_ease_batches",
    "2026-11-23-100010_index_sales_by_time",
    "2026-11-23-100020_drop_index_of_content",
];
const ROLES: [&str; 5] = ["api", "api", "edge", "edge", "worker"];
const HOST: &str = "a.example";
const LINK: &str = "known";
/// Pause between two requests of one client.
const PAUSE: Duration = Duration::from_millis(20);
/// Number of requests before, between and after the steps of the upgrade.
const ENOUGH: usize = 100;

/// Creates a database without these migrations.
pub(crate) async fn without(migrations: &[&str]) -> Kept {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../migrations");
    let database = Kept::create().await;
    let (sql, connection) = tokio_postgres::connect(database.url(), tokio_postgres::NoTls).await.unwrap();
    let connection = tokio::spawn(connection);
    for name in migrations.iter().rev() {
        let version = name.split('_').next().unwrap().replace('-', "");
        let down = std::fs::read_to_string(folder.join(name).join("down.sql")).unwrap();
        sql.batch_execute(&down).await.unwrap();
        let undo = "DELETE FROM __diesel_schema_migrations WHERE version = $1";
        assert_eq!(sql.execute(undo, &[&version]).await.unwrap(), 1, "{name}");
    }
    drop(sql);
    connection.await.unwrap().unwrap();
    database
}

/// Installation with a page, a code and a simulated engine, for the clients of the test.
struct Stage {
    installation: Installation,
    sim: RunningSim,
    button: String,
    code: String,
}

impl Stage {
    async fn start(database: Kept) -> Self {
        let _ = rustls::crypto::ring::default_provider().install_default();
        let account = AccountConfig::new(ACCOUNT, ENGINE_TOKEN, EVENT_SECRET);
        let account = AccountConfig { fans: 10, links: 0, ..account };
        let sim = Sim::start(SimConfig { accounts: vec![account], ..SimConfig::default() }).await.unwrap();
        let platforms = ["META", "TIKTOK"].map(|name| format!("{}/{}", sim.url(), name.to_lowercase()));
        let [meta, tiktok] = platforms;
        let more = [("FUNNEL_META_URL", meta), ("FUNNEL_TIKTOK_URL", tiktok)];
        let installation = Installation::start(database, &ROLES, &more).await;
        let api = installation.api(0);
        api.register(HOST).await.expect(201);
        let made = api.post(&format!("/segments/{HOST}"), &json!({ "name": "Everyone" })).await.expect(201);
        let tier = made.text_at("segment_id");
        let button = api.button(HOST, &tier, "first").await;
        let code = api.post(&format!("/qr/{HOST}"), &json!({ "slug": "s" })).await.expect(201).json();
        api.publish(HOST).await;
        let stage = Self { installation, sim, button, code: format!("/qr/{HOST}/{}", code["id"]) };
        stage.connect().await;
        stage
    }

    /// Connects the engine, and creates a link with a pixel on each platform.
    async fn connect(&self) {
        let owner = self.installation.owner.to_string();
        let words =
            ["engine", "connect", "--owner", &owner, "--base-url", self.sim.url(), "--account", ACCOUNT];
        let secrets = ["--token", ENGINE_TOKEN, "--event-secret", EVENT_SECRET];
        let reach = self.installation.database.reach();
        let ended = run(&reach.pooled, "", &[words.as_slice(), &secrets].concat()).await;
        assert!(ended.success, "{}", ended.error);
        let link = format!(
            "INSERT INTO funnel_links (owner_id, provider_id, offer, name, url, permanent, active, created_at)
             VALUES ({owner}, '{LINK}', 'paid', 'known', 'https://platform.example/known', true, true, now());
             INSERT INTO domain_slots SELECT owner_id, '{HOST}', 'paid', link_id FROM funnel_links"
        );
        self.installation.sql().await.batch_execute(&link).await.unwrap();
        for platform in ["meta", "tiktok"] {
            let pixel = json!({ "platform": platform, "pixel_id": "77", "access_token": "token-1" });
            self.installation.api(0).put(&format!("/smart-links/{LINK}/pixels"), &pixel).await.expect(200);
        }
    }
}

/// Requests of clients until the upgrade is over.
struct Load {
    token: String,
    button: String,
    code: String,
}

impl Load {
    /// Runs all clients; returns the number of created codes and reported events.
    async fn run(&self, balancer: &Balancer, done: &Cell<bool>) -> (usize, usize) {
        let owner = |client: &Client, url: &str, path: &str| {
            client.get(format!("{url}/api/admin{path}")).bearer_auth(&self.token)
        };
        let read = self.repeat(balancer, done, "api", 200, |client, url, _| {
            owner(client, url, &format!("/domains/{HOST}"))
        });
        let made = self.repeat(balancer, done, "api", 201, |client, url, number| {
            let request = client.post(format!("{url}/api/admin/qr/{HOST}")).bearer_auth(&self.token);
            let body = json!({ "slug": format!("c{number}") });
            request.header("idempotency-key", number.to_string()).json(&body)
        });
        let changed = self.repeat(balancer, done, "api", 200, |client, url, number| {
            let request = client.patch(format!("{url}/api/admin{}", self.code)).bearer_auth(&self.token);
            request.json(&json!({ "title": format!("t{number}") }))
        });
        let visit =
            |client: &Client, url: &str, path: &str| client.get(format!("{url}{path}")).header("host", HOST);
        let page = self.repeat(balancer, done, "edge", 200, |client, url, _| visit(client, url, "/"));
        let clicked = format!("/go/{}", self.button);
        let click = self.repeat(balancer, done, "edge", 302, |client, url, _| visit(client, url, &clicked));
        let scan = self.repeat(balancer, done, "edge", 302, |client, url, _| visit(client, url, "/qr/s"));
        let others = join(join(read, changed), join(page, join(click, scan)));
        join(join(made, self.push_events(balancer, done)), others).await.0
    }

    /// Runs one client; returns the number of its requests.
    async fn repeat(
        &self,
        balancer: &Balancer,
        done: &Cell<bool>,
        role: &str,
        status: u16,
        request: impl Fn(&Client, &str, usize) -> RequestBuilder,
    ) -> usize {
        let mut sent = 0;
        while !done.get() {
            balancer.ask(role, status, |client, url| request(client, url, sent)).await;
            sent += 1;
            tokio::time::sleep(PAUSE).await;
        }
        sent
    }

    /// Runs the engine; returns the number of reported events.
    async fn push_events(&self, balancer: &Balancer, done: &Cell<bool>) -> usize {
        let mut reported = 0;
        while !done.get() {
            let id = format!("evt-{reported:05}");
            let more = json!({
                "fan": { "fan_id": format!("fan-{id}"), "email": format!("{id}@example.com") },
                "link": { "provider_id": LINK },
                "data": { "trial": false, "price_cents": 0 },
            });
            let events = [event(&id, "new_subscriber", 5, more)];
            match push_to(balancer.client(), &balancer.url("edge"), &events).await {
                Ok(Reply { status: 200, .. }) => reported += 1,
                // An engine retries refused connections.
                Err(error) if error.is_connect() => {}
                other => balancer.note(format!("the engine: {other:?}")),
            }
            tokio::time::sleep(PAUSE).await;
        }
        reported
    }
}

/// Waits for `count` more responses.
async fn more(balancer: &Balancer, count: usize) {
    let enough = balancer.answered() + count;
    eventually("requests are answered", async || {
        assert_eq!(balancer.failures(), [] as [String; 0]);
        (balancer.answered() >= enough).then_some(())
    })
    .await;
}

/// Simulates the largest migration of a later release: a new column in every table.
async fn expand(installation: &Installation) {
    let sql = installation.sql().await;
    let tables = "SELECT table_name::text FROM information_schema.tables WHERE table_schema = 'public'
        AND table_type = 'BASE TABLE' AND table_name <> '__diesel_schema_migrations' ORDER BY table_name";
    let tables = sql.query(tables, &[]).await.unwrap();
    assert!(tables.len() > 20);
    for row in tables {
        let table: String = row.get(0);
        sql.batch_execute(&format!("ALTER TABLE {table} ADD COLUMN of_a_later_release text")).await.unwrap();
    }
}

/// Waits until newly taken conversions are delivered too.
async fn deliveries_go_on(installation: &Installation) {
    let sql = installation.sql().await;
    let count = async |condition: &str| {
        let query = format!("SELECT count(*) FROM pixel_deliveries {condition}");
        sql.query_one(&query, &[]).await.unwrap().get::<_, i64>(0)
    };
    let known = count("").await;
    eventually("deliveries go on", async || (count("WHERE state = 'delivered'").await > known).then_some(()))
        .await;
}

/// Replaces a process as docs/operations/run.md describes: starts the new one, waits until it is
/// ready, then stops the old one.
async fn replace(installation: &mut Installation, balancer: &Balancer, number: usize) {
    let role = installation.processes[number].0;
    let new = installation.launch(role).await;
    let ready = format!("http://{}/readyz", new.address("management").unwrap());
    eventually("the new process is ready", async || {
        (Reply::at_once(Client::new().get(&ready)).await.status == 200).then_some(())
    })
    .await;
    balancer.add(role, &new);
    let (_, mut old) = std::mem::replace(&mut installation.processes[number], (role, new));
    old.terminate();
    assert!(old.ended().await.success(), "{}", old.log());
    balancer.remove(role, &old);
}

#[actix_web::test]
async fn an_upgrade_with_a_migration_in_between_loses_no_request() {
    let Stage { mut installation, sim, button, code } = Stage::start(without(&MISSING).await).await;
    let (balancer, done) = (Balancer::new(), Cell::new(false));
    for (role, process) in &installation.processes {
        balancer.add(role, process);
    }
    let load = Load { token: installation.token.clone(), button, code };
    let upgrade = async {
        more(&balancer, ENOUGH).await;
        let ended = run(&installation.database.reach().direct, "", &["migrate"]).await;
        assert!(ended.success, "{}", ended.error);
        assert_eq!(ended.out.lines().count(), MISSING.len(), "{}", ended.out);
        more(&balancer, ENOUGH).await;
        expand(&installation).await;
        deliveries_go_on(&installation).await;
        more(&balancer, ENOUGH).await;
        for number in 0..installation.processes.len() {
            replace(&mut installation, &balancer, number).await;
        }
        more(&balancer, ENOUGH).await;
        done.set(true);
    };
    let watch = balancer.watch(&done);
    let ((made, reported), _) = join(load.run(&balancer, &done), join(upgrade, watch)).await;
    assert_eq!(balancer.failures(), [] as [String; 0]);
    println!("{} requests and {reported} events, none lost", balancer.answered());
    let sql = installation.sql().await;
    let codes: i64 = sql.query_one("SELECT count(*) FROM qr_codes", &[]).await.unwrap().get(0);
    assert_eq!(usize::try_from(codes).unwrap(), made + 1, "each code is there once");
    eventually("everything is delivered", async || {
        let delivered = "SELECT count(*) FROM pixel_deliveries WHERE state = 'delivered'";
        let delivered: i64 = sql.query_one(delivered, &[]).await.unwrap().get(0);
        (usize::try_from(delivered).unwrap() == 2 * reported).then_some(())
    })
    .await;
    let received = join_all([Platform::Meta, Platform::Tiktok].map(|platform| sim.received(platform))).await;
    assert!(received.into_iter().all(|received| received.unwrap().len() >= reported));
}
