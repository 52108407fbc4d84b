//! Backups, and the data restored from them.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;

use adapter_postgres::PgEngineConnections;
use engine_link::{AddressPolicy, EngineConnections};
use engine_sim::{AccountConfig, Act, Fault, FaultKind, Platform, RunningSim, Sim, SimConfig, Visit};
use funnel::wiring::Engines;
use funnel::wiring::service_keys::Keys;
use reqwest::Method;
use secrecy::ExposeSecret as _;
use serde_json::{Value, json};
use sha2::Digest as _;

use crate::conversions::{EVENT_SECRET, event, push};
use crate::deliveries::{becomes, launch, open_gate};
use crate::forwarding::funnel as forwarding_funnel;
use crate::journey::{ACCOUNT, PHONE};
use crate::kept::Kept;
use crate::media::png;
use crate::real::{Real, Reply, SECRET, eventually};

const HOST: &str = "kept.example.com";
const TOKEN: &str = "token-of-the-engine";
/// An age identity made of zeros, and its recipient.
const IDENTITY: &str = "AGE-SECRET-KEY-1QQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQ8H00W3";
const RECIPIENT: &str = "age19ljhmg68e43yx9fgm2k9lwefquc0la5y4lzvlshdjzv47kxt8d6qr9vf4p";

/// Returns the path of a PostgreSQL program of the test server, or its name if the server is
/// elsewhere.
async fn program(real: &Real, name: &str) -> PathBuf {
    let query = "SELECT setting FROM pg_config WHERE name = 'BINDIR'";
    let folder: String = real.sql().await.query_one(query, &[]).await.unwrap().get(0);
    let there = Path::new(&folder).join(name);
    if there.is_file() { there } else { PathBuf::from(name) }
}

/// Runs the command line with the PostgreSQL programs of the test server.
async fn funnel(real: &Real, url: &str, data_dir: &Path, words: &[&str]) -> Result<String, String> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_funnel"));
    let dump = program(real, "pg_dump").await;
    if let Some(folder) = dump.parent().filter(|folder| folder.is_absolute()) {
        command.env("PG_BIN", folder);
    }
    command.args(words).env("FUNNEL_DATABASE_URL", url).env("FUNNEL_SECRET_KEY", SECRET);
    command.env("FUNNEL_DATA_DIR", data_dir).env_remove("FUNNEL_DATABASE_DIRECT_URL");
    let output = tokio::task::spawn_blocking(move || command.output()).await.unwrap().unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    if output.status.success() { Ok(text(&output.stdout)) } else { Err(text(&output.stderr)) }
}

/// Creates one of each thing that [`answers`] reads; returns the name of the page's picture.
async fn filled(real: &Real) -> String {
    let api = &real.api;
    let tier = real.landing(HOST).await;
    api.button(HOST, &tier, "Come in").await;
    let avatar = api.upload(&format!("/notification/{HOST}/avatar"), png()).await.expect(200);
    api.publish(HOST).await;
    api.post("/smartlinks", &json!({ "domain": HOST, "slug": "vip" })).await.expect(201);
    api.post(&format!("/qr/{HOST}"), &json!({ "slug": "flyer" })).await.expect(201);
    api.post("/library/notifications", &json!({ "name": "mine" })).await.expect(201);
    let webhook = json!({ "url": "https://a.example/", "events": ["webhook.disabled"] });
    api.post("/webhooks", &webhook).await.expect(201);
    let campaign = json!({ "title": "a", "mode": "drip", "audience": {}, "message": { "text": "hi" } });
    api.post("/broadcasts", &campaign).await.expect(201);
    Reply::of(real.visit(Method::GET, HOST, "/").header("user-agent", PHONE)).await.expect(200);
    eventually("the visit is counted", async || {
        let overview = api.get("/stats/overview").await.expect(200).json();
        (overview["totals"]["visits"] == 1).then_some(())
    })
    .await;
    // Waits until the worker has finished its background work.
    api.active(HOST).await;
    avatar.text_at("avatar_filename")
}

/// Computes a checksum over responses of the API and the edge.
async fn answers(real: &Real, file: &str) -> String {
    let mut reported = String::new();
    for path in [
        "/domains",
        "/api-keys",
        "/members",
        "/library/notifications",
        "/webhooks",
        "/broadcasts",
        "/audit",
        // Uses fixed days, so that midnight changes nothing.
        "/stats/overview?from_ts=1750000000&to_ts=1844000000",
        "/conversions",
        &format!("/smartlinks?domain={HOST}"),
        &format!("/qr/{HOST}"),
        &format!("/notification/{HOST}"),
        &format!("/domains/{HOST}/versions"),
        &format!("/segments/{HOST}"),
    ] {
        let mut answer = real.api.get(path).await.expect(200).json();
        // The last use of a key is written with a delay, whoever uses it.
        for item in answer.get_mut("items").and_then(Value::as_array_mut).into_iter().flatten() {
            if let Some(fields) = item.as_object_mut() {
                fields.remove("last_used_at");
            }
        }
        reported += &format!("{path} {answer}\n");
    }
    reported += &real.api.draft(HOST).await.to_string();
    reported += &real.page(HOST, "/").await.expect(200).text;
    reported += real.page(HOST, &format!("/f/{file}")).await.expect(200).headers["etag"].to_str().unwrap();
    format!("{:x?}", sha2::Sha256::digest(reported))
}

/// Starts the service on the restored data.
async fn serving(real: &Real, restored: &Kept) -> Real {
    serving_with(real, restored, &[]).await
}

/// Starts the service on the restored data, with more settings.
async fn serving_with(real: &Real, restored: &Kept, more: &[(&str, &str)]) -> Real {
    let folder = restored.folder().to_str().unwrap();
    let settings = [&restored.reach().settings()[..], &[("FUNNEL_DATA_DIR", folder)], more].concat();
    real.beside(&settings).await
}

#[actix_web::test]
async fn the_command_line_backs_up_verifies_and_restores() {
    let real = Real::start().await;
    let avatar = filled(&real).await;
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("funnel.backup");
    let file = file.to_str().unwrap();
    let before = answers(&real, &avatar).await;
    let (url, data) = (real.database.url(), real.database.folder());
    let made = funnel(&real, url, data, &["backup", "create", "--out", file, "--json"]).await.unwrap();
    let verified = funnel(&real, url, data, &["backup", "verify", file, "--json"]).await.unwrap();
    assert_eq!(made, verified);
    let mode = std::os::unix::fs::PermissionsExt::mode(&std::fs::metadata(file).unwrap().permissions());
    assert_eq!(mode & 0o777, 0o600);
    let twice = funnel(&real, url, data, &["backup", "create", "--out", file]).await.unwrap_err();
    assert!(twice.contains("already exists"), "{twice}");
    // Changes after the backup are not in it.
    real.api.register("later.example.com").await.expect(201);

    let restored = Kept::empty().await;
    funnel(&real, restored.url(), restored.folder(), &["backup", "restore", file]).await.unwrap();
    let again = serving(&real, &restored).await;
    assert_eq!(again.management("/readyz").await.status, 200);
    assert_eq!(answers(&again, &avatar).await, before);
    assert_ne!(answers(&real, &avatar).await, before, "the checksum notices a change");
    // A database that is not empty stays unchanged.
    let refused =
        funnel(&real, restored.url(), restored.folder(), &["backup", "restore", file]).await.unwrap_err();
    assert!(refused.contains("pg_restore"), "{refused}");
    assert_eq!(answers(&again, &avatar).await, before);
    again.server.stop().await.unwrap();
    // The file is cut off near its end.
    let bytes = std::fs::read(file).unwrap();
    std::fs::write(folder.path().join("cut"), &bytes[..bytes.len() - 1025]).unwrap();
    let cut = folder.path().join("cut");
    let refused = funnel(&real, url, data, &["backup", "verify", cut.to_str().unwrap()]).await.unwrap_err();
    assert!(refused.contains("not a complete backup"), "{refused}");
}

#[actix_web::test]
async fn a_sealed_backup_is_restored_with_its_identity_alone() {
    let real = Real::start().await;
    let avatar = filled(&real).await;
    let session = real.api.post("/sessions", &json!({})).await.expect(201).text_at("id");
    let before = answers(&real, &avatar).await;
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (file, identity) = (path("sealed.backup"), path("identity.txt"));
    std::fs::write(&identity, IDENTITY).unwrap();
    let (url, data) = (real.database.url(), real.database.folder());
    let create = ["backup", "create", "--recipient", RECIPIENT, "--out", &file];
    funnel(&real, url, data, &create).await.unwrap();
    let restored = Kept::empty().await;
    let restore = async |words: &[&str]| funnel(&real, restored.url(), restored.folder(), words).await;
    let refused = restore(&["backup", "restore", &file]).await.unwrap_err();
    assert!(refused.contains("it is encrypted"), "{refused}");
    restore(&["backup", "restore", "--identity", &identity, &file]).await.unwrap();
    let again = serving(&real, &restored).await;
    assert_eq!(answers(&again, &avatar).await, before);
    // Otherwise a session that ended after the backup would be valid again.
    assert_eq!(again.api.get(&format!("/sessions/{session}")).await.summary(), "404 session_not_found");
    again.server.stop().await.unwrap();
}

async fn run(program: PathBuf, arguments: Vec<String>) {
    let what = format!("{} {arguments:?}", program.display());
    let run = move || Command::new(program).args(arguments).output();
    let output = tokio::task::spawn_blocking(run).await.unwrap().expect(&what);
    assert!(output.status.success(), "{what}: {}", String::from_utf8_lossy(&output.stderr));
}

fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).unwrap();
    for entry in std::fs::read_dir(from).unwrap() {
        let (entry, to) = (entry.as_ref().unwrap(), to.join(entry.as_ref().unwrap().file_name()));
        if entry.path().is_dir() {
            copy(&entry.path(), &to);
        } else {
            std::fs::copy(entry.path(), to).unwrap();
        }
    }
}

/// Backs up as docs/operations/backup.md describes: first the dump, then the files.
async fn back_up(real: &Real, into: &Path) {
    let dump = into.join("funnel.dump");
    let arguments = ["--format=custom", "--file", dump.to_str().unwrap(), real.database.url()];
    run(program(real, "pg_dump").await, arguments.map(str::to_owned).to_vec()).await;
    copy(&real.database.folder().join("assets"), &into.join("assets"));
}

async fn restore(real: &Real, from: &Path) -> Kept {
    let restored = Kept::empty().await;
    let dump = from.join("funnel.dump");
    let arguments = ["--exit-on-error", "--no-owner", "--dbname", restored.url(), dump.to_str().unwrap()];
    run(program(real, "pg_restore").await, arguments.map(str::to_owned).to_vec()).await;
    copy(&from.join("assets"), &restored.folder().join("assets"));
    restored
}

/// Returns the engine connections, opened with the service's secret key.
fn connections(url: &str) -> PgEngineConnections {
    let keys = Keys::derive(&SECRET.into()).unwrap();
    let pool = adapter_postgres::pool(url, 1);
    Engines::open(AddressPolicy::AllowPrivate, &keys).unwrap().connections(&pool)
}

#[actix_web::test]
async fn what_was_backed_up_is_served_from_another_database_with_the_same_secret_key() {
    let real = Real::start().await;
    let tier = real.landing(HOST).await;
    let button = real.api.button(HOST, &tier, "Come in").await;
    let avatar = real.api.upload(&format!("/notification/{HOST}/avatar"), png()).await.expect(200);
    let avatar = avatar.text_at("avatar_filename");
    real.api.publish(HOST).await.expect(200);
    real.connect(real.owner, "http://127.0.0.1:9", "acct_1", TOKEN).await;
    let backup = tempfile::tempdir().unwrap();
    back_up(&real, backup.path()).await;
    let draft = real.api.draft(HOST).await;
    // Changes after the backup are not in it.
    real.api.register("later.example.com").await.expect(201);

    let restored = restore(&real, backup.path()).await;
    let again = serving(&real, &restored).await;
    assert_eq!(again.management("/readyz").await.status, 200, "no migration is pending");
    assert_eq!(again.api.draft(HOST).await, draft, "the old key opens the old draft");
    assert_eq!(again.api.get("/domains/later.example.com").await.status, 404);
    assert!(again.page(HOST, "/").await.expect(200).text.contains(&button));
    let served = again.page(HOST, &format!("/f/{avatar}")).await.expect(200);
    assert_eq!(served.header("content-type"), "image/png");
    let connection = connections(restored.url()).find(real.owner).await.unwrap().unwrap();
    assert_eq!(connection.token.expose_secret(), TOKEN, "stored secrets open");
    // Sequences continue: used ids are not assigned again.
    again.api.register("new.example.com").await.expect(201);
    again.api.post("/api-keys", &json!({ "name": "second" })).await.expect(201);
    again.server.stop().await.unwrap();
}

/// A backup, and the service restored from it.
struct Before(tempfile::TempDir);

impl Before {
    async fn of(real: &Real) -> Self {
        let before = Self(tempfile::tempdir().unwrap());
        let (url, data) = (real.database.url(), real.database.folder());
        funnel(real, url, data, &["backup", "create", "--out", &before.file()]).await.unwrap();
        before
    }

    fn file(&self) -> String {
        self.0.path().join("funnel.backup").to_str().unwrap().to_owned()
    }

    async fn restored(&self, real: &Real, settings: &[(&str, &str)]) -> (Real, Kept) {
        let restored = Kept::empty().await;
        let words = ["backup", "restore", &self.file()];
        funnel(real, restored.url(), restored.folder(), &words).await.unwrap();
        (serving_with(real, &restored, settings).await, restored)
    }
}

/// Settings that allow messages at any time to any fan.
const SENDS: [(&str, &str); 3] = [
    ("FUNNEL_BROADCAST_GATE", "open"),
    ("FUNNEL_BROADCAST_QUIET_HOURS", "off"),
    ("FUNNEL_BROADCAST_COOLDOWN_HOURS", "0"),
];

/// Starts a service connected to an engine whose events arrive only by a test's pushes.
async fn sender() -> (Real, RunningSim) {
    let _ = rustls::crypto::ring::default_provider().install_default();
    let account = AccountConfig { fans: 20, ..AccountConfig::new(ACCOUNT, TOKEN, EVENT_SECRET) };
    let sim = Sim::start(SimConfig { accounts: vec![account], ..SimConfig::default() }).await.unwrap();
    let silent = FaultKind::Status { status: 503, retry_after: None, body: None };
    sim.add_fault(&Fault::new(silent).on("/v1/events")).await.unwrap();
    let real = Real::with("agency", &SENDS).await;
    real.connect(real.owner, sim.url(), ACCOUNT, TOKEN).await;
    open_gate(&real, real.owner, true).await;
    (real, sim)
}

/// Sends a campaign to every fan; returns how many messages it counts as sent.
async fn send(real: &Real, text: &str) -> u64 {
    let id = launch(&real.api, text, 6_000).await;
    becomes(&real.api, id, "finished done").await["counters"]["sent"].as_u64().unwrap()
}

#[actix_web::test]
async fn a_campaign_that_is_created_after_a_restore_reaches_every_fan() {
    let (real, sim) = sender().await;
    let before = Before::of(&real).await;
    let sent = send(&real, "before").await;
    assert!(sent > 0);
    let (again, _restored) = before.restored(&real, &SENDS).await;
    assert_eq!(send(&again, "after").await, sent);
    let mut texts: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for message in sim.messages(ACCOUNT).await.unwrap() {
        texts.entry(message.fan_id).or_default().push(message.text);
    }
    assert_eq!(texts.len() as u64, sent);
    assert!(texts.values().all(|texts| texts == &["before", "after"]), "{texts:?}");
    again.server.stop().await.unwrap();
}

/// Makes a fan request content; returns the local and the engine's request id.
async fn asked(real: &Real, sim: &RunningSim) -> (i64, i64) {
    let act = Act::Request { text: "a song".to_owned(), offered_cents: 900 };
    let visited = sim.visit(ACCOUNT, &Visit { then: Some(vec![act]), ..Visit::default() }).await.unwrap();
    let asked = visited.events.iter().find(|event| event.kind == "content_request_created").unwrap();
    let data = json!({ "data": asked.data });
    push(real, &[event(&asked.event_id, "content_request_created", 0, data)]).await.expect(200);
    let listed = real.api.get("/requests").await.expect(200).json();
    (listed["items"][0]["id"].as_i64().unwrap(), asked.data["request_id"].as_i64().unwrap())
}

#[actix_web::test]
async fn an_answer_that_is_given_after_a_restore_reaches_the_engine() {
    let (real, sim) = sender().await;
    let before = Before::of(&real).await;
    let answered = async |real: &Real, what: &str| {
        let (id, upstream) = asked(real, &sim).await;
        let decline = json!({ "action": "decline", "reason": what });
        real.api.post(&format!("/requests/{id}/respond"), &decline).await.expect(200);
        eventually(what, async || {
            let requests = sim.requests(ACCOUNT).await.unwrap();
            requests.iter().any(|one| one.request_id == upstream && one.status == "declined").then_some(())
        })
        .await;
    };
    answered(&real, "before").await;
    let (again, _restored) = before.restored(&real, &[]).await;
    answered(&again, "after").await;
    again.server.stop().await.unwrap();
}

#[actix_web::test]
async fn platforms_know_a_purchase_again_after_a_restore_in_another_order() {
    let (shop, provider_id) = forwarding_funnel(true).await;
    let (real, sim) = (&shop.real, &shop.sim);
    let before = Before::of(real).await;
    let buy = |id: &str, cents: i64| {
        let transaction = format!("tx_{id}");
        let data = json!({
            "transaction_id": transaction, "kind": "tip", "gross_cents": cents, "net_cents": cents, "currency": "USD",
        });
        event(id, "new_transaction", 60, json!({ "link": { "provider_id": provider_id }, "data": data }))
    };
    // Event ids at the platform, by amount.
    let names = async |count: usize| {
        eventually("the platform has them all", async || {
            let received = sim.received(Platform::Meta).await.unwrap();
            let mut names: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
            for event in received.iter().map(|one| &one.body["data"][0]) {
                let name = event["event_id"].as_str().unwrap().to_owned();
                names.entry(event["custom_data"]["value"].to_string()).or_default().insert(name);
            }
            (received.len() == count).then_some(names)
        })
        .await
    };
    for purchase in [buy("a", 100), buy("b", 200)] {
        push(real, &[purchase]).await.expect(200);
    }
    names(2).await;
    let (meta, tiktok) = (format!("{}/meta", sim.url()), format!("{}/tiktok", sim.url()));
    let platforms = [("FUNNEL_META_URL", meta.as_str()), ("FUNNEL_TIKTOK_URL", tiktok.as_str())];
    let (again, _restored) = before.restored(real, &platforms).await;
    for purchase in [buy("c", 300), buy("b", 200), buy("a", 100)] {
        push(&again, &[purchase]).await.expect(200);
    }
    let names = names(5).await;
    assert_eq!(names.len(), 3, "{names:?}");
    assert!(names.values().all(|names| names.len() == 1), "the same purchase has one name: {names:?}");
    let distinct: BTreeSet<_> = names.values().flatten().collect();
    assert_eq!(distinct.len(), 3, "no two purchases have the same: {names:?}");
    again.server.stop().await.unwrap();
}
