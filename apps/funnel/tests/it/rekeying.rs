//! Changes the secret key of a running fleet step by step, as in docs/operations/secrets.md, while
//! clients keep working.

use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use engine_sim::{AccountConfig, Sim, SimConfig};
use reqwest::Client;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::conversions::{EVENT_SECRET, event};
use crate::engines::{Ended, run};
use crate::journey::{ACCOUNT, TOKEN};
use crate::kept::Kept;
use crate::process::Process;
use crate::program::push_to;
use crate::real::{SECRET as OLD, eventually};

const NEW: &str = "AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE=";

/// Integrators and engines that use all processes in rotation.
struct Crowd {
    client: Client,
    /// API and edge addresses of each process.
    processes: Mutex<Vec<[SocketAddr; 2]>>,
    tokens: Mutex<Vec<String>>,
    rounds: AtomicUsize,
    errors: Mutex<Vec<String>>,
    is_over: AtomicBool,
}

impl Crowd {
    async fn go_on(self: Arc<Self>) {
        while !self.is_over.load(Ordering::SeqCst) {
            self.round().await;
            self.rounds.fetch_add(1, Ordering::SeqCst);
            // Before the first process starts there is nothing to call.
            tokio::task::yield_now().await;
        }
    }

    /// Makes every client call every process once.
    async fn round(&self) {
        let (processes, tokens) =
            (self.processes.lock().unwrap().clone(), self.tokens.lock().unwrap().clone());
        for [api, edge] in processes {
            for (key, token) in tokens.iter().enumerate() {
                let status = self.status(api, token).await;
                self.check(&format!("key {key}"), status);
            }
            let events = [event("e1", "fan_online", 0, json!({}))];
            let pushed = push_to(&self.client, &format!("http://{edge}"), &events).await;
            self.check("an engine", pushed.map_or(0, |reply| reply.status));
        }
    }

    async fn status(&self, api: SocketAddr, token: &str) -> u16 {
        let asked = self.client.get(format!("http://{api}/api/admin/domains")).bearer_auth(token);
        asked.send().await.map_or(0, |answer| answer.status().as_u16())
    }

    fn check(&self, who: &str, status: u16) {
        if status != 200 {
            self.errors.lock().unwrap().push(format!("{who} got {status}"));
        }
    }

    /// Waits until every client has hit every process and none uses the drained one.
    async fn goes_round(&self) {
        let from = self.rounds.load(Ordering::SeqCst);
        eventually("the crowd goes round", async || {
            (self.rounds.load(Ordering::SeqCst) >= from + 2).then_some(())
        })
        .await;
        assert_eq!(*self.errors.lock().unwrap(), [] as [String; 0]);
    }
}

struct Fleet {
    database: Kept,
    folder: TempDir,
    running: Vec<Process>,
    started: usize,
    crowd: Arc<Crowd>,
}

impl Fleet {
    /// Starts one more process with these settings, and adds it to the crowd's processes.
    async fn start(&mut self, settings: &[(&str, &str)]) {
        self.started += 1;
        let path = |name: &str| self.folder.path().join(format!("{name}-{}", self.started));
        let settings: Vec<_> = settings.iter().map(|(name, value)| (*name, (*value).to_owned())).collect();
        let mut process = Process::spawn(self.database.reach(), &settings, &path("data"), path("log"));
        process.listens().await;
        let addresses = ["api", "edge"].map(|listener| process.address(listener).unwrap());
        self.crowd.processes.lock().unwrap().push(addresses);
        self.running.push(process);
        self.crowd.goes_round().await;
    }

    /// Replaces the oldest process.
    async fn replace(&mut self, settings: &[(&str, &str)]) {
        self.start(settings).await;
        self.crowd.processes.lock().unwrap().remove(0);
        self.crowd.goes_round().await;
        let mut oldest = self.running.remove(0);
        oldest.terminate();
        assert!(oldest.ended().await.success());
    }

    /// Runs a command with this secret key.
    async fn command(&self, secret: &str, words: &[&str]) -> Ended {
        run(self.database.url(), "", &[words, &["--secret-key", secret]].concat()).await
    }

    async fn json(&self, secret: &str, words: &[&str]) -> Value {
        let ended = self.command(secret, &[words, &["--json"]].concat()).await;
        assert!(ended.success, "{words:?}: {}", ended.error);
        serde_json::from_str(&ended.out).unwrap()
    }

    async fn key(&self, secret: &str, owner: &str) -> String {
        let minted = self.json(secret, &["key", "mint", "--owner", owner, "--name", "one more"]).await;
        minted["token"].as_str().unwrap().to_owned()
    }

    fn use_key(&self, token: String) {
        self.crowd.tokens.lock().unwrap().push(token);
    }
}

async fn fleet() -> Fleet {
    let _ = rustls::crypto::ring::default_provider().install_default();
    let crowd = Crowd {
        client: Client::new(),
        processes: Mutex::default(),
        tokens: Mutex::default(),
        rounds: AtomicUsize::new(0),
        errors: Mutex::default(),
        is_over: AtomicBool::new(false),
    };
    let (database, folder) = (Kept::create().await, TempDir::new().unwrap());
    Fleet { database, folder, running: Vec::new(), started: 0, crowd: Arc::new(crowd) }
}

#[actix_web::test]
async fn the_secret_key_of_a_running_fleet_is_changed_and_nobody_notices() {
    let mut fleet = fleet().await;
    let account = AccountConfig { fans: 1, links: 0, ..AccountConfig::new(ACCOUNT, TOKEN, EVENT_SECRET) };
    let sim = Sim::start(SimConfig { accounts: vec![account], ..SimConfig::default() }).await.unwrap();
    let made = fleet.json(OLD, &["owner", "create", "--name", "Ana", "--plan", "pro"]).await;
    let owner = made["owner_id"].to_string();
    let connect = ["engine", "connect", "--owner", &owner, "--base-url", sim.url(), "--account", ACCOUNT];
    let secrets = ["--token", TOKEN, "--event-secret", EVENT_SECRET];
    fleet.json(OLD, &[&connect[..], &secrets].concat()).await;
    fleet.use_key(fleet.key(OLD, &owner).await);
    let unused = fleet.key(OLD, &owner).await;
    let crowd = tokio::spawn(Arc::clone(&fleet.crowd).go_on());
    fleet.start(&[]).await;
    fleet.start(&[]).await;

    // First, every process learns the new key but keeps using the old one.
    for _ in 0..2 {
        fleet.replace(&[("FUNNEL_SECRET_KEY_NEXT", NEW)]).await;
    }
    // Then every process uses the new key. Half-way, a key is created under it, and the old
    // processes accept it.
    let with_both = [("FUNNEL_SECRET_KEY", NEW), ("FUNNEL_SECRET_KEY_PREVIOUS", OLD)];
    fleet.replace(&with_both).await;
    fleet.use_key(fleet.key(NEW, &owner).await);
    fleet.crowd.goes_round().await;
    fleet.replace(&with_both).await;
    let status = ["secrets", "status"];
    let left = json!({ "data_keys": 1, "data_keys_left": 1, "api_keys": 3, "api_keys_left": 1 });
    assert_eq!(fleet.json(NEW, &status).await, left, "keys in use have been renewed");

    // Stored secrets are rewrapped.
    let file = fleet.folder.path().join("old-secret-key");
    std::fs::write(&file, format!("{OLD}\n")).unwrap();
    let rekey = ["secrets", "rekey", "--old", &format!("@{}", file.display())];
    let done = json!({
        "rewrapped": 1, "data_keys": 1, "data_keys_left": 0, "api_keys": 3, "api_keys_left": 1,
    });
    assert_eq!(fleet.json(NEW, &rekey).await, done);
    fleet.crowd.goes_round().await;
    assert_eq!(fleet.json(NEW, &rekey).await["rewrapped"], 0, "it may be repeated");
    fleet.json(NEW, &["secrets", "rotate"]).await;
    fleet.crowd.goes_round().await;

    // The old key is removed.
    for _ in 0..2 {
        fleet.replace(&[("FUNNEL_SECRET_KEY", NEW)]).await;
    }
    let api = fleet.crowd.processes.lock().unwrap()[0][0];
    assert_eq!(fleet.crowd.status(api, &unused).await, 401, "it was not used while both were good");
    let status = ["engine", "status", "--owner", &owner];
    assert!(fleet.command(NEW, &status).await.out.contains("connected to"));
    let refused = fleet.command(OLD, &status).await;
    assert!(!refused.success && refused.error.contains("another secret key"), "{}", refused.error);

    fleet.crowd.is_over.store(true, Ordering::SeqCst);
    crowd.await.unwrap();
    assert_eq!(*fleet.crowd.errors.lock().unwrap(), [] as [String; 0]);
}

#[actix_web::test]
async fn a_change_without_the_old_key_is_refused() {
    let fleet = fleet().await;
    let ended = fleet.command(NEW, &["secrets", "rekey"]).await;
    assert!(!ended.success && ended.error.contains("FUNNEL_SECRET_KEY_PREVIOUS"), "{}", ended.error);
    let ended = fleet.command(NEW, &["secrets", "rekey", "--old", "short"]).await;
    assert!(!ended.success && ended.error.contains("32 bytes in base64"), "{}", ended.error);
}
