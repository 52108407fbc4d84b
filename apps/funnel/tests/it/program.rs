//! The installed program: separate processes, which can be killed.

use std::cell::Cell;
use std::path::PathBuf;
use std::sync::Arc;

use engine_sim::{RunningSim, sign};
use reqwest::{Client, Method, RequestBuilder};
use serde_json::{Value, json};
use tempfile::TempDir;
use test_support::is_distributed;

use crate::conversions::{EVENT_SECRET, now};
use crate::engines::run;
use crate::journey::ACCOUNT;
use crate::kept::Reach;
use crate::process::Process;
use crate::real::Reply;
use crate::shape;

pub(crate) const ENGINE_TOKEN: &str = "token-of-the-tests";
/// Pixel id of [`Program::funnel`] on both platforms.
pub(crate) const PIXEL: &str = "77";

/// Name of an engine's account, its token, and its signing secret.
pub(crate) type Account = [&'static str; 3];

/// Account of the first owner.
pub(crate) const FIRST: Account = [ACCOUNT, ENGINE_TOKEN, EVENT_SECRET];

/// An owner and an unrestricted key.
pub(crate) struct Tenant {
    pub(crate) owner: i64,
    pub(crate) token: String,
}

/// Running processes, their logs, and an owner with a connected engine.
pub(crate) struct Program {
    processes: Vec<Process>,
    /// Logs of killed processes.
    logs: String,
    reach: Reach,
    settings: Vec<(&'static str, String)>,
    /// Data folder and logs, shared by concurrent processes.
    folder: Arc<TempDir>,
    /// Prefix of the log files.
    name: &'static str,
    /// Whether the settings name the roles; otherwise one or more processes play all roles.
    has_roles: bool,
    turn: Cell<usize>,
    pub(crate) owner: i64,
    token: String,
    client: Client,
}

impl Program {
    /// Starts the program on this database after migrating it, connected to the simulation.
    pub(crate) async fn start(
        database: &Reach,
        sim: &RunningSim,
        settings: &[(&'static str, String)],
    ) -> Self {
        let url = sim.url();
        let always = [
            ("FUNNEL_META_URL", format!("{url}/meta")),
            ("FUNNEL_TIKTOK_URL", format!("{url}/tiktok")),
            // Events arrive only by a test's pushes.
            ("FUNNEL_ENGINE_PULL_SECONDS", "3600".to_owned()),
        ];
        let settings: Vec<_> = always.iter().chain(settings).cloned().collect();
        let migrate: &[&str] = if is_distributed() { &["migrate", "--distribute"] } else { &["migrate"] };
        done(database, migrate).await;
        let Tenant { owner, token } = tenant(database, url, &FIRST).await;
        let mut program = Self {
            processes: Vec::new(),
            logs: String::new(),
            reach: database.clone(),
            has_roles: has_roles(&settings),
            settings,
            folder: Arc::new(TempDir::new().unwrap()),
            name: "first",
            turn: Cell::new(0),
            owner,
            token,
            client: Client::builder().redirect(reqwest::redirect::Policy::none()).build().unwrap(),
        };
        program.restart().await;
        program
    }

    /// Starts more processes on the same database, data folder and owner. `settings` override those
    /// of the first.
    pub(crate) async fn beside(&self, name: &'static str, settings: &[(&'static str, String)]) -> Self {
        let settings: Vec<_> = self.settings.iter().chain(settings).cloned().collect();
        let mut beside = Self {
            processes: Vec::new(),
            logs: String::new(),
            reach: self.reach.clone(),
            has_roles: has_roles(&settings),
            settings,
            folder: Arc::clone(&self.folder),
            name,
            turn: Cell::new(0),
            owner: self.owner,
            token: self.token.clone(),
            client: self.client.clone(),
        };
        beside.restart().await;
        beside
    }

    /// Kills everything, like a power failure.
    pub(crate) fn kill(&mut self) {
        self.processes.iter_mut().for_each(Process::kill);
        self.logs = self.log();
        self.processes.clear();
    }

    /// Restarts the processes.
    pub(crate) async fn restart(&mut self) {
        let shape = if self.has_roles { vec![None] } else { every_role() };
        for (number, roles) in shape.into_iter().enumerate() {
            let roles = roles.map(|roles| ("FUNNEL_ROLES", roles));
            let settings: Vec<_> = self.settings.iter().cloned().chain(roles).collect();
            let log = self.folder.path().join(format!("log-{}-{number}", self.name));
            self.processes.push(Process::spawn(&self.reach, &settings, &self.data(), log));
        }
        for process in &mut self.processes {
            process.listens().await;
        }
    }

    /// Returns the data folder.
    pub(crate) fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }

    /// Returns the URLs of the database.
    pub(crate) fn reach(&self) -> &Reach {
        &self.reach
    }

    /// Returns the id of the first process.
    pub(crate) fn id(&self) -> u32 {
        self.processes.first().unwrap().id()
    }

    /// Returns the logs of all processes, including killed ones.
    pub(crate) fn log(&self) -> String {
        let now: String = self.processes.iter().map(Process::log).collect();
        format!("{}{now}", self.logs)
    }

    /// Returns the URL of `api`, `edge` or `management`, rotating among several processes.
    pub(crate) fn url(&self, listener: &str) -> String {
        let all: Vec<_> = self.processes.iter().filter_map(|process| process.address(listener)).collect();
        self.turn.set(self.turn.get() + 1);
        format!("http://{}", all[self.turn.get() % all.len()])
    }

    /// Builds a request to the API, for a path below `/api/admin`.
    pub(crate) fn api(&self, method: Method, path: &str) -> RequestBuilder {
        let url = format!("{}/api/admin{path}", self.url("api"));
        self.client.request(method, url).bearer_auth(&self.token)
    }

    /// Sends a POST with another token.
    pub(crate) async fn post_as(&self, token: &str, path: &str, body: &Value) -> Reply {
        let url = format!("{}/api/admin{path}", self.url("api"));
        Reply::of(self.client.post(url).bearer_auth(token).json(body)).await
    }

    pub(crate) async fn post(&self, path: &str, body: &Value) -> Reply {
        Reply::of(self.api(Method::POST, path).json(body)).await
    }

    pub(crate) async fn get(&self, path: &str) -> Reply {
        Reply::of(self.api(Method::GET, path)).await
    }

    /// Returns the key of the first owner.
    pub(crate) fn token(&self) -> &str {
        &self.token
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

    /// Creates one more owner, connected to this account of the engine.
    pub(crate) async fn tenant(&self, sim: &RunningSim, account: &Account) -> Tenant {
        tenant(&self.reach, sim.url(), account).await
    }

    /// Creates a domain of the first owner, with a funnel link `provider_id` and a pixel for it on
    /// each platform.
    pub(crate) async fn funnel(&self, host: &str, provider_id: &str) {
        let first = Tenant { owner: self.owner, token: self.token.clone() };
        self.funnel_of(&first, host, provider_id, PIXEL).await;
    }

    /// Creates a domain like [`Self::funnel`], for any owner and pixel.
    pub(crate) async fn funnel_of(&self, tenant: &Tenant, host: &str, provider_id: &str, pixel: &str) {
        let Tenant { owner, token } = tenant;
        let ask = async |method, path: &str, body: &Value| {
            let url = format!("{}/api/admin{path}", self.url("api"));
            Reply::of(self.client.request(method, url).bearer_auth(token).json(body)).await
        };
        let domain = json!({ "hostname": host, "display_name": "A page" });
        ask(Method::POST, "/domains", &domain).await.expect(201);
        let link = format!(
            "INSERT INTO funnel_links (owner_id, provider_id, offer, name, url, permanent, active, created_at)
             VALUES ({owner}, '{provider_id}', 'paid', 'known', 'https://platform.example/known', true, true, now());
             INSERT INTO domain_slots
             SELECT owner_id, '{host}', 'paid', link_id FROM funnel_links
             WHERE owner_id = {owner} AND provider_id = '{provider_id}'"
        );
        self.sql().await.batch_execute(&link).await.unwrap();
        for platform in ["meta", "tiktok"] {
            let body = json!({ "platform": platform, "pixel_id": pixel, "access_token": "token-1" });
            ask(Method::PUT, &format!("/smart-links/{provider_id}/pixels"), &body).await.expect(200);
        }
    }
}

/// Pushes a signed batch to the edge, as the connected engine does. Fails if nothing listens.
pub(crate) async fn push_to(client: &Client, edge: &str, events: &[Value]) -> reqwest::Result<Reply> {
    push_as(&FIRST, client, edge, events).await
}

/// Pushes a batch for any account.
pub(crate) async fn push_as(
    account: &Account,
    client: &Client,
    edge: &str,
    events: &[Value],
) -> reqwest::Result<Reply> {
    push_body(account, client, edge, json!({ "events": events }).to_string()).await
}

/// Pushes a prepared body.
pub(crate) async fn push_body(
    account: &Account,
    client: &Client,
    edge: &str,
    body: String,
) -> reqwest::Result<Reply> {
    let at = now();
    let signature = sign(account[2], at, &body);
    push_signed(account, client, edge, (at, &signature), body.into()).await
}

/// Pushes a body with an existing signature of the given time.
pub(crate) async fn push_signed(
    [account, _, _]: &Account,
    client: &Client,
    edge: &str,
    (at, signature): (i64, &str),
    body: reqwest::Body,
) -> reqwest::Result<Reply> {
    let request = client
        .post(format!("{edge}/engine/v1/events"))
        .header("x-engine-account", *account)
        .header("x-engine-timestamp", at.to_string())
        .header("x-engine-signature", format!("v1={signature}"))
        .body(body);
    let answer = request.send().await?;
    let (status, headers) = (answer.status().as_u16(), answer.headers().clone());
    Ok(Reply { status, headers, text: answer.text().await? })
}

fn has_roles(settings: &[(&'static str, String)]) -> bool {
    settings.iter().any(|(name, _)| *name == "FUNNEL_ROLES")
}

/// Returns the roles of each process, which together are all roles.
fn every_role() -> Vec<Option<String>> {
    shape::processes(shape::ALL).into_iter().map(|roles| Some(roles.to_owned())).collect()
}

async fn tenant(database: &Reach, engine: &str, [account, token, secret]: &Account) -> Tenant {
    let create = ["owner", "create", "--name", "Ana", "--plan", "agency", "--json"];
    let owner = json_of(database, &create).await["owner_id"].as_i64().unwrap();
    let number = owner.to_string();
    let key = ["key", "mint", "--owner", &number, "--name", "first", "--json"];
    let key = json_of(database, &key).await["token"].as_str().unwrap().to_owned();
    let connect = ["engine", "connect", "--owner", &number, "--base-url", engine, "--account", account];
    let secrets = ["--token", token, "--event-secret", secret];
    done(database, &[connect.as_slice(), secrets.as_slice()].concat()).await;
    Tenant { owner, token: key }
}

/// Runs a command that must succeed; returns its output.
pub(crate) async fn done(database: &Reach, words: &[&str]) -> String {
    // A migration needs a session of its own.
    let url = if words.first() == Some(&"migrate") { &database.direct } else { &database.pooled };
    let ended = run(url, "", words).await;
    assert!(ended.success, "{words:?}: {}", ended.error);
    ended.out
}

async fn json_of(database: &Reach, words: &[&str]) -> Value {
    serde_json::from_str(&done(database, words).await).unwrap()
}
