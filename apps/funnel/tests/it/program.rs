//! The program as it is installed: a process of its own, which can be killed.

use std::fs::File;
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use engine_sim::{RunningSim, sign};
use reqwest::{Client, Method, RequestBuilder};
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::conversions::{EVENT_SECRET, now};
use crate::engines::run;
use crate::journey::ACCOUNT;
use crate::real::{Reply, eventually};

const SECRET: &str = "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=";
pub(crate) const ENGINE_TOKEN: &str = "token-of-the-tests";

/// A running process, its log, and an owner whose engine is connected.
pub(crate) struct Program {
    child: Child,
    database: String,
    settings: Vec<(&'static str, String)>,
    folder: TempDir,
    starts: usize,
    addresses: Value,
    pub(crate) owner: i64,
    token: String,
    client: Client,
}

impl Program {
    /// On this database, which it migrates, talking to the stand-ins of the simulation.
    pub(crate) async fn start(database: &str, sim: &RunningSim, settings: &[(&'static str, String)]) -> Self {
        let url = sim.url();
        let always = [
            ("FUNNEL_META_URL", format!("{url}/meta")),
            ("FUNNEL_TIKTOK_URL", format!("{url}/tiktok")),
            // Events come by what a test pushes.
            ("FUNNEL_ENGINE_PULL_SECONDS", "3600".to_owned()),
        ];
        let settings: Vec<_> = always.iter().chain(settings).cloned().collect();
        let folder = TempDir::new().unwrap();
        done(database, &["migrate"]).await;
        let owner =
            json_of(database, &["owner", "create", "--name", "Ana", "--plan", "agency", "--json"]).await;
        let owner = owner["owner_id"].as_i64().unwrap();
        let number = owner.to_string();
        let key = ["key", "mint", "--owner", &number, "--name", "first", "--json"];
        let token = json_of(database, &key).await["token"].as_str().unwrap().to_owned();
        let connect = ["engine", "connect", "--owner", &number, "--base-url", url, "--account", ACCOUNT];
        let secrets = ["--token", ENGINE_TOKEN, "--event-secret", EVENT_SECRET];
        done(database, &[connect.as_slice(), secrets.as_slice()].concat()).await;
        let child = spawn(database, &settings, folder.path(), 0);
        let mut program = Self {
            child,
            database: database.to_owned(),
            settings,
            folder,
            starts: 1,
            addresses: Value::Null,
            owner,
            token,
            client: Client::builder().redirect(reqwest::redirect::Policy::none()).build().unwrap(),
        };
        program.listens().await;
        program
    }

    /// Ends the process as a power cut would.
    pub(crate) fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// Starts the next one.
    pub(crate) async fn restart(&mut self) {
        self.child = spawn(&self.database, &self.settings, self.folder.path(), self.starts);
        self.starts += 1;
        self.listens().await;
    }

    /// Waits for the line in which it says where it listens.
    async fn listens(&mut self) {
        let log = log_file(self.folder.path(), self.starts - 1);
        self.addresses = eventually("the program listens", async || {
            let told = read(&log);
            let line = told.lines().find(|line| line.contains("\"event\":\"listening\""))?;
            serde_json::from_str::<Value>(line).ok()
        })
        .await;
    }

    /// All that its processes have written.
    pub(crate) fn log(&self) -> String {
        (0..self.starts).map(|start| read(&log_file(self.folder.path(), start))).collect()
    }

    /// Where it listens: `api`, `edge` or `management`.
    pub(crate) fn url(&self, listener: &str) -> String {
        format!("http://{}", self.addresses[listener].as_str().unwrap())
    }

    /// A request to the API, by a path below `/api/admin`.
    pub(crate) fn api(&self, method: Method, path: &str) -> RequestBuilder {
        let url = format!("{}/api/admin{path}", self.url("api"));
        self.client.request(method, url).bearer_auth(&self.token)
    }

    pub(crate) async fn put(&self, path: &str, body: &Value) -> Reply {
        Reply::of(self.api(Method::PUT, path).json(body)).await
    }

    pub(crate) async fn post(&self, path: &str, body: &Value) -> Reply {
        Reply::of(self.api(Method::POST, path).json(body)).await
    }

    pub(crate) fn client(&self) -> &Client {
        &self.client
    }

    pub(crate) async fn sql(&self) -> tokio_postgres::Client {
        let (client, connection) =
            tokio_postgres::connect(&self.database, tokio_postgres::NoTls).await.unwrap();
        tokio::spawn(connection);
        client
    }

    /// A domain with a funnel link that upstream calls `provider_id`, and a pixel of it on each platform.
    pub(crate) async fn funnel(&self, host: &str, provider_id: &str) {
        self.post("/domains", &json!({ "hostname": host, "display_name": "A page" })).await.expect(201);
        let owner = self.owner;
        let link = format!(
            "INSERT INTO funnel_links (owner_id, provider_id, offer, name, url, permanent, active, created_at)
             VALUES ({owner}, '{provider_id}', 'paid', 'known', 'https://platform.example/known', true, true, now());
             INSERT INTO domain_slots SELECT owner_id, '{host}', 'paid', link_id FROM funnel_links"
        );
        self.sql().await.batch_execute(&link).await.unwrap();
        for platform in ["meta", "tiktok"] {
            let pixel = json!({ "platform": platform, "pixel_id": "77", "access_token": "token-1" });
            self.put(&format!("/smart-links/{provider_id}/pixels"), &pixel).await.expect(200);
        }
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        // It may be dead already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A batch, signed as the connected engine does, to where the edge is. An error where nobody answers.
pub(crate) async fn push_to(client: &Client, edge: &str, events: &[Value]) -> reqwest::Result<Reply> {
    let body = json!({ "events": events }).to_string();
    let at = now();
    let request = client
        .post(format!("{edge}/engine/v1/events"))
        .header("x-engine-account", ACCOUNT)
        .header("x-engine-timestamp", at.to_string())
        .header("x-engine-signature", format!("v1={}", sign(EVENT_SECRET, at, &body)))
        .body(body);
    let answer = request.send().await?;
    let (status, headers) = (answer.status().as_u16(), answer.headers().clone());
    Ok(Reply { status, headers, text: answer.text().await? })
}

async fn done(database: &str, words: &[&str]) -> String {
    let ended = run(database, "", words).await;
    assert!(ended.success, "{words:?}: {}", ended.error);
    ended.out
}

async fn json_of(database: &str, words: &[&str]) -> Value {
    serde_json::from_str(&done(database, words).await).unwrap()
}

fn spawn(database: &str, settings: &[(&'static str, String)], folder: &Path, start: usize) -> Child {
    let log = File::create(log_file(folder, start)).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_funnel"));
    command.arg("serve").env_clear().env("FUNNEL_DATABASE_URL", database).env("FUNNEL_SECRET_KEY", SECRET);
    for listener in ["FUNNEL_API_ADDR", "FUNNEL_EDGE_ADDR", "FUNNEL_MANAGEMENT_ADDR"] {
        command.env(listener, "127.0.0.1:0");
    }
    command.env("FUNNEL_DATA_DIR", folder.join("data")).env("FUNNEL_RATE_LIMIT_PER_MINUTE", "0");
    command.envs(settings.iter().map(|(name, value)| (*name, value.as_str())));
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(log).spawn().unwrap()
}

fn log_file(folder: &Path, start: usize) -> PathBuf {
    folder.join(format!("log-{start}"))
}

fn read(path: &Path) -> String {
    let mut bytes = Vec::new();
    File::open(path).unwrap().read_to_end(&mut bytes).unwrap();
    String::from_utf8_lossy(&bytes).into_owned()
}
