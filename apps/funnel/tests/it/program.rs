//! The program as it is installed: processes of their own, which can be killed.

use std::cell::Cell;

use engine_sim::{RunningSim, sign};
use reqwest::{Client, Method, RequestBuilder};
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::conversions::{EVENT_SECRET, now};
use crate::engines::run;
use crate::journey::ACCOUNT;
use crate::kept::Reach;
use crate::process::Process;
use crate::real::Reply;
use crate::shape;

pub(crate) const ENGINE_TOKEN: &str = "token-of-the-tests";

/// What runs, what it has written, and an owner whose engine is connected.
pub(crate) struct Program {
    processes: Vec<Process>,
    /// The logs of those that were killed.
    logs: String,
    reach: Reach,
    settings: Vec<(&'static str, String)>,
    folder: TempDir,
    turn: Cell<usize>,
    pub(crate) owner: i64,
    token: String,
    client: Client,
}

impl Program {
    /// On this database, which it migrates, talking to the stand-ins of the simulation.
    pub(crate) async fn start(
        database: &Reach,
        sim: &RunningSim,
        settings: &[(&'static str, String)],
    ) -> Self {
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
        let mut program = Self {
            processes: Vec::new(),
            logs: String::new(),
            reach: database.clone(),
            settings,
            folder,
            turn: Cell::new(0),
            owner,
            token,
            client: Client::builder().redirect(reqwest::redirect::Policy::none()).build().unwrap(),
        };
        program.restart().await;
        program
    }

    /// Ends everything as a power cut would.
    pub(crate) fn kill(&mut self) {
        self.processes.iter_mut().for_each(Process::kill);
        self.logs = self.log();
        self.processes.clear();
    }

    /// Starts it again.
    pub(crate) async fn restart(&mut self) {
        for (number, roles) in shape::processes(shape::ALL).into_iter().enumerate() {
            let settings = [&self.settings[..], &[("FUNNEL_ROLES", roles.to_owned())]].concat();
            let (data, log) =
                (self.folder.path().join("data"), self.folder.path().join(format!("log-{number}")));
            self.processes.push(Process::spawn(&self.reach, &settings, &data, log));
        }
        for process in &mut self.processes {
            process.listens().await;
        }
    }

    /// All that its processes have written.
    pub(crate) fn log(&self) -> String {
        let now: String = self.processes.iter().map(Process::log).collect();
        format!("{}{now}", self.logs)
    }

    /// Where it listens: `api`, `edge` or `management`; of several processes each in turn.
    pub(crate) fn url(&self, listener: &str) -> String {
        let all: Vec<_> = self.processes.iter().filter_map(|process| process.address(listener)).collect();
        self.turn.set(self.turn.get() + 1);
        format!("http://{}", all[self.turn.get() % all.len()])
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
            tokio_postgres::connect(&self.reach.direct, tokio_postgres::NoTls).await.unwrap();
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

async fn done(database: &Reach, words: &[&str]) -> String {
    // A migration is for a session of its own.
    let url = if words == ["migrate"] { &database.direct } else { &database.pooled };
    let ended = run(url, "", words).await;
    assert!(ended.success, "{words:?}: {}", ended.error);
    ended.out
}

async fn json_of(database: &Reach, words: &[&str]) -> Value {
    serde_json::from_str(&done(database, words).await).unwrap()
}
