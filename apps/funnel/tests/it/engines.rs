//! The commands for engine connections and secrets, run while a service runs.

use std::io::Write as _;
use std::process::{Command, Output, Stdio};

use engine_sim::{AccountConfig, Fault, FaultKind, RunningSim, Sim, SimConfig};
use serde_json::{Value, json};

use crate::kept::Kept;
use crate::real::Real;

const SECRET: &str = "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=";

/// A database with one owner.
struct Desk {
    url: String,
    owner: String,
    _kept: Kept,
}

/// Outcome of a command.
pub(crate) struct Ended {
    pub(crate) success: bool,
    pub(crate) out: String,
    pub(crate) error: String,
}

impl Desk {
    async fn create() -> Self {
        let kept = Kept::create().await;
        let mut desk = Self { url: kept.reach().pooled.clone(), owner: String::new(), _kept: kept };
        let made = desk.json("", &["owner", "create", "--name", "Ana", "--plan", "pro", "--json"]).await;
        desk.owner = made["owner_id"].to_string();
        desk
    }

    async fn run(&self, input: &str, words: &[&str]) -> Ended {
        run(&self.url, input, words).await
    }

    async fn json(&self, input: &str, words: &[&str]) -> Value {
        let ended = self.run(input, words).await;
        assert!(ended.success, "{words:?}: {}", ended.error);
        serde_json::from_str(&ended.out).unwrap()
    }

    /// Runs `engine connect` with further arguments.
    async fn connect(&self, sim: &RunningSim, token: &str, more: &[&str]) -> Ended {
        let words = [
            "engine",
            "connect",
            "--owner",
            &self.owner,
            "--base-url",
            sim.url(),
            "--token",
            token,
            "--event-secret",
            "-",
            "--account",
            "acct_1",
        ];
        self.run("event-secret-1\n", &[&words, more].concat()).await
    }

    async fn status(&self) -> Value {
        self.json("", &["engine", "status", "--owner", &self.owner, "--json"]).await
    }
}

pub(crate) async fn run(url: &str, input: &str, words: &[&str]) -> Ended {
    let mut command = Command::new(env!("CARGO_BIN_EXE_funnel"));
    command.args(words).env_clear().env("FUNNEL_DATABASE_URL", url).env("FUNNEL_SECRET_KEY", SECRET);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let input = input.to_owned();
    let ended: Output = tokio::task::spawn_blocking(move || {
        let mut child = command.spawn().unwrap();
        // A command that reads no input may have ended already.
        let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
        child.wait_with_output().unwrap()
    })
    .await
    .unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    Ended { success: ended.status.success(), out: text(ended.stdout), error: text(ended.stderr) }
}

async fn simulation() -> RunningSim {
    let _ = rustls::crypto::ring::default_provider().install_default();
    let account = AccountConfig { fans: 10, ..AccountConfig::new("acct_1", "token-1", "event-secret-1") };
    Sim::start(SimConfig { accounts: vec![account], ..SimConfig::default() }).await.unwrap()
}

#[tokio::test]
async fn an_owner_is_connected_shown_and_disconnected() {
    let (sim, desk) = (simulation().await, Desk::create().await);
    let owner: i64 = desk.owner.parse().unwrap();
    assert_eq!(desk.status().await, json!({"owner_id": owner, "state": "not_connected"}));
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(file.path(), "token-1\n").unwrap();
    let token = format!("@{}", file.path().display());
    let connected = desk.connect(&sim, &token, &["--json"]).await;
    assert!(connected.success, "{}", connected.error);
    let shown: Value = serde_json::from_str(&connected.out).unwrap();
    assert_eq!((&shown["state"], &shown["platform_account_id"]), (&json!("connected"), &json!("acct_1")));
    assert_eq!((&shown["base_url"], &shown["refused_at"]), (&json!(sim.url()), &Value::Null));
    assert_eq!(desk.status().await, shown);
    assert!(!connected.out.contains("token-1") && !connected.out.contains("event-secret-1"));
    let plain = desk.run("", &["engine", "status", "--owner", &desk.owner]).await.out;
    assert_eq!(plain, {
        let push = "events are pushed to http://127.0.0.1:8081/engine/v1/events";
        format!("owner {owner}: connected to acct_1 at {}\n{push}\n", sim.url())
    });
    assert_eq!(shown["push_url"], "http://127.0.0.1:8081/engine/v1/events");
    let public =
        ["engine", "status", "--owner", &desk.owner, "--json", "--public-edge-url", "https://e.example/"];
    assert_eq!(desk.json("", &public).await["push_url"], "https://e.example/engine/v1/events");
    let rotated = desk.json("", &["secrets", "rotate", "--json"]).await;
    assert_eq!(rotated, json!({"key_id": 2, "resealed": 2, "retired": [1]}));
    assert_eq!(desk.status().await, shown);
    let gone = ["engine", "disconnect", "--owner", &desk.owner, "--json"];
    assert_eq!(desk.json("", &gone).await, json!({"owner_id": owner, "disconnected": true}));
    assert_eq!(desk.json("", &gone).await, json!({"owner_id": owner, "disconnected": false}));
    assert_eq!(desk.status().await["state"], "not_connected");
}

#[tokio::test]
async fn what_is_wrong_is_reported_in_one_line_and_nothing_is_kept() {
    let (sim, desk) = (simulation().await, Desk::create().await);
    let owner = desk.owner.as_str();
    let connect = async |words: &[&str]| desk.run("", &[&["engine", "connect"], words].concat()).await;
    let with = |base_url, token, account| {
        [
            "--owner",
            owner,
            "--base-url",
            base_url,
            "--token",
            token,
            "--event-secret",
            "s",
            "--account",
            account,
        ]
    };
    let url = sim.url();
    let strict = ["--engine-private-addresses", "refuse"];
    for (words, reported) in [
        (with(url, "wrong", "acct_1").to_vec(), "token: the engine rejects it"),
        (with(url, "token-1", "acct_9").to_vec(), "account: the engine holds the account acct_1, not acct_9"),
        (with("ftp://x", "a b", "").to_vec(), "base_url: must be an http or https address"),
        (with("ftp://x", "a b", "").to_vec(), "token: must be visible ASCII"),
        (with("http://127.0.0.1:1", "t", "a").to_vec(), "the engine can't be reached"),
        (
            [with(url, "token-1", "acct_1").as_slice(), &strict].concat(),
            "FUNNEL_ENGINE_PRIVATE_ADDRESSES forbids",
        ),
        (
            with("http://localhost:1", "t", "a").into_iter().chain(strict).collect(),
            "FUNNEL_ENGINE_PRIVATE_ADDRESSES",
        ),
        (with("http://10.0.0.1", "t", "a").to_vec(), "FUNNEL_ENGINE_PRIVATE_ADDRESSES"),
        (with(url, "@/no/such/file", "acct_1").to_vec(), "--token"),
    ] {
        let ended = connect(&words).await;
        assert!(!ended.success && ended.error.contains(reported), "{reported}: {}", ended.error);
        assert_eq!(ended.error.lines().count(), 1, "{}", ended.error);
    }
    assert_eq!(desk.status().await["state"], "not_connected");
    let unknown = [with(url, "token-1", "acct_1").as_slice(), &["--owner", "99"]].concat();
    let unknown: Vec<_> = unknown[2..].to_vec();
    assert!(connect(&unknown).await.error.contains("there is no such owner"));
    // An unchecked connection counts as new.
    let unchecked = [with("http://127.0.0.1:1", "t", "a").as_slice(), &["--unchecked"]].concat();
    assert!(connect(&unchecked).await.success);
    assert_eq!(desk.status().await["state"], "connected");
}

#[tokio::test]
async fn it_all_works_beside_a_running_service() {
    let sim = simulation().await;
    let real = Real::start().await;
    let owner = real.sql().await.query_one("SELECT min(owner_id) FROM owners", &[]).await.unwrap();
    let owner = owner.get::<_, i64>(0).to_string();
    sim.set_faults(&[Fault::new(FaultKind::Status { status: 500, retry_after: None, body: None }).times(2)])
        .await
        .unwrap();
    let url = &real.database.reach().pooled;
    let words = [
        "engine",
        "connect",
        "--owner",
        &owner,
        "--base-url",
        sim.url(),
        "--token",
        "token-1",
        "--event-secret",
        "s",
        "--account",
        "acct_1",
    ];
    let connected = run(url, "", &words).await;
    assert!(connected.success, "{}", connected.error);
    let rotated = run(url, "", &["secrets", "rotate"]).await;
    assert_eq!(rotated.out, "key 2: 2 secrets sealed again, retired keys: [1]\n");
    real.management("/readyz").await.expect(200);
}
