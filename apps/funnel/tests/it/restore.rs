//! A backup is worth what can be read back from it.

use std::path::{Path, PathBuf};
use std::process::Command;

use adapter_postgres::PgEngineConnections;
use engine_link::{AddressPolicy, EngineConnections};
use funnel::wiring::Engines;
use reqwest::Method;
use secrecy::ExposeSecret as _;
use serde_json::{Value, json};
use service_keys::Keys;
use sha2::Digest as _;

use crate::journey::PHONE;
use crate::kept::Kept;
use crate::media::png;
use crate::real::{Real, Reply, SECRET, eventually};

const HOST: &str = "kept.example.com";
const TOKEN: &str = "token-of-the-engine";
/// An identity of age, made of noughts, and who can seal for it.
const IDENTITY: &str = "AGE-SECRET-KEY-1QQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQ8H00W3";
const RECIPIENT: &str = "age19ljhmg68e43yx9fgm2k9lwefquc0la5y4lzvlshdjzv47kxt8d6qr9vf4p";

/// A program of the PostgreSQL that runs the tests' server; on the search path when the server is elsewhere.
async fn program(real: &Real, name: &str) -> PathBuf {
    let query = "SELECT setting FROM pg_config WHERE name = 'BINDIR'";
    let folder: String = real.sql().await.query_one(query, &[]).await.unwrap().get(0);
    let there = Path::new(&folder).join(name);
    if there.is_file() { there } else { PathBuf::from(name) }
}

/// What the command line answers; it finds the programs of PostgreSQL in this folder.
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

/// One of each thing that [`answers`] looks at; the name of the page's picture.
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
    // What a worker does by and by is done before anybody looks.
    api.active(HOST).await;
    avatar.text_at("avatar_filename")
}

/// A checksum over what the API and the edge answer.
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
        // Of fixed days, so that a midnight in between changes nothing.
        "/stats/overview?from_ts=1750000000&to_ts=1844000000",
        "/conversions",
        &format!("/smartlinks?domain={HOST}"),
        &format!("/qr/{HOST}"),
        &format!("/notification/{HOST}"),
        &format!("/domains/{HOST}/versions"),
        &format!("/segments/{HOST}"),
    ] {
        let mut answer = real.api.get(path).await.expect(200).json();
        // When a key was last used is written behind, whoever asks.
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

/// The service on what was restored.
async fn serving(real: &Real, restored: &Kept) -> Real {
    let folder = restored.folder().to_str().unwrap();
    let settings = [&restored.reach().settings()[..], &[("FUNNEL_DATA_DIR", folder)]].concat();
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
    assert!(twice.contains("is there already"), "{twice}");
    // What comes after the backup is not in it.
    real.api.register("later.example.com").await.expect(201);

    let restored = Kept::empty().await;
    funnel(&real, restored.url(), restored.folder(), &["backup", "restore", file]).await.unwrap();
    let again = serving(&real, &restored).await;
    assert_eq!(again.management("/readyz").await.status, 200);
    assert_eq!(answers(&again, &avatar).await, before);
    assert_ne!(answers(&real, &avatar).await, before, "the checksum notices a change");
    // A database that holds something is left as it is.
    let refused =
        funnel(&real, restored.url(), restored.folder(), &["backup", "restore", file]).await.unwrap_err();
    assert!(refused.contains("pg_restore"), "{refused}");
    assert_eq!(answers(&again, &avatar).await, before);
    again.server.stop().await.unwrap();
    // One byte of the end is missing.
    let bytes = std::fs::read(file).unwrap();
    std::fs::write(folder.path().join("cut"), &bytes[..bytes.len() - 1025]).unwrap();
    let cut = folder.path().join("cut");
    let refused = funnel(&real, url, data, &["backup", "verify", cut.to_str().unwrap()]).await.unwrap_err();
    assert!(refused.contains("no whole backup"), "{refused}");
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
    assert!(refused.contains("it is sealed"), "{refused}");
    restore(&["backup", "restore", "--identity", &identity, &file]).await.unwrap();
    let again = serving(&real, &restored).await;
    assert_eq!(answers(&again, &avatar).await, before);
    // Else a session that was ended after the backup would be good again.
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

/// As docs/operations.md says: the dump first, then the files.
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

/// The connections to engines, as the secret key of the service opens them.
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
    // What comes after the backup is not in it.
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
    // It goes on: numbers that were given away are not given again.
    again.api.register("new.example.com").await.expect(201);
    again.api.post("/api-keys", &json!({ "name": "second" })).await.expect(201);
    again.server.stop().await.unwrap();
}
