//! A backup is worth what can be read back from it.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

use adapter_postgres::PgEngineConnections;
use engine_link::{AddressPolicy, EngineConnections};
use funnel::wiring::Engines;
use secrecy::ExposeSecret as _;
use serde_json::json;
use service_keys::Keys;
use sha2::Digest as _;

use crate::kept::Kept;
use crate::media::png;
use crate::real::{Real, SECRET};

const HOST: &str = "kept.example.com";
const TOKEN: &str = "token-of-the-engine";

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

/// A checksum over what the API and the edge answer.
async fn answers(real: &Real, file: &str) -> String {
    let mut told = String::new();
    for path in [
        "/domains",
        "/api-keys",
        "/members",
        &format!("/domains/{HOST}/versions"),
        &format!("/segments/{HOST}"),
    ] {
        let answer = real.api.get(path).await.expect(200).text;
        told += &format!("{path} {answer}\n");
    }
    told += &real.api.draft(HOST).await.to_string();
    told += &real.page(HOST, "/").await.expect(200).text;
    told += real.page(HOST, &format!("/f/{file}")).await.expect(200).headers["etag"].to_str().unwrap();
    format!("{:x?}", sha2::Sha256::digest(told))
}

#[actix_web::test]
async fn the_command_line_backs_up_verifies_and_restores() {
    let real = Real::start().await;
    let tier = real.landing(HOST).await;
    real.api.button(HOST, &tier, "Come in").await;
    let avatar = real.api.upload(&format!("/notification/{HOST}/avatar"), png()).await.expect(200);
    let avatar = avatar.text_at("avatar_filename");
    real.api.publish(HOST).await.expect(200);
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

    let restored = Arc::new(Kept::empty().await);
    let into = restored.folder().to_str().unwrap().to_owned();
    funnel(&real, restored.url(), restored.folder(), &["backup", "restore", file]).await.unwrap();
    let settings = [&restored.reach().settings()[..], &[("FUNNEL_DATA_DIR", &into)]].concat();
    let again = real.beside(&settings).await;
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

    let restored = Arc::new(restore(&real, backup.path()).await);
    let folder = restored.folder().to_str().unwrap().to_owned();
    let settings = [&restored.reach().settings()[..], &[("FUNNEL_DATA_DIR", &folder)]].concat();
    let again = real.beside(&settings).await;
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
