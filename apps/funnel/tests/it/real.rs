use std::io::{Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use auth_scopes::{Owners, Plan, Scopes};
use engine_link::{AddressPolicy, ConnectionRegistry as _, NewConnection, NewConnectionText};
use funnel::overrides::Overrides;
use funnel::server::Addresses;
use funnel::wiring::Engines;
use funnel::wiring::service_keys::Keys;
use kernel::{Acting, Clock as _, OwnerId};
use reqwest::header::HeaderMap;
use reqwest::redirect::Policy;
use reqwest::{Client, Method, RequestBuilder};
use runtime::SystemClock;
use serde_json::{Value, json};

use crate::kept::Kept;
use crate::shape::{self, Shape};

/// Secret key of every service in the tests.
pub(crate) const SECRET: &str = "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=";
/// Time limit for background work.
const PATIENCE: Duration = Duration::from_secs(60);

/// The service with its own keys and jobs.
pub(crate) struct Real {
    pub(crate) server: Shape,
    /// The API with the first owner's unrestricted key.
    pub(crate) api: Api,
    pub(crate) database: Arc<Kept>,
    /// The first owner.
    pub(crate) owner: OwnerId,
    owners: Owners,
    visitors: Client,
}

/// The API for one key. Requests rotate among its processes.
#[derive(Clone)]
pub(crate) struct Api {
    client: Client,
    addresses: Arc<[SocketAddr]>,
    turn: Arc<AtomicUsize>,
    pub(crate) token: String,
}

/// A response, read to its end.
#[derive(Debug, Clone)]
pub(crate) struct Reply {
    pub(crate) status: u16,
    pub(crate) headers: HeaderMap,
    pub(crate) text: String,
}

impl Real {
    /// Starts the service with an owner on the largest plan and without rate limits.
    pub(crate) async fn start() -> Self {
        Self::with("agency", &[]).await
    }

    pub(crate) async fn with(plan: &str, settings: &[(&str, &str)]) -> Self {
        Self::with_overrides(plan, settings, &Overrides::default()).await
    }

    pub(crate) async fn with_overrides(plan: &str, settings: &[(&str, &str)], overrides: &Overrides) -> Self {
        let database = Arc::new(Kept::create().await);
        let server = Shape::start(database.reach(), database.folder(), settings, overrides).await;
        let pool = adapter_postgres::pool(database.url(), 1);
        let owners = funnel::wiring::owners(&pool, &Keys::derive(&SECRET.into()).unwrap());
        let api = Api::new(&server, String::new());
        let owner = OwnerId::new(0);
        let mut real = Self { server, api, database, owner, owners, visitors: visitors() };
        (real.owner, real.api) = real.owner(plan).await;
        real
    }

    /// Starts one more process on the same database, for the same owner.
    pub(crate) async fn beside(&self, settings: &[(&str, &str)]) -> Self {
        let server = Shape::one(self.database.reach(), self.database.folder(), settings).await;
        let api = Api::new(&server, self.api.token.clone());
        let (database, owners) = (Arc::clone(&self.database), self.owners.clone());
        Self { server, api, database, owner: self.owner, owners, visitors: visitors() }
    }

    /// Creates an owner with an unrestricted key.
    pub(crate) async fn owner(&self, plan: &str) -> (OwnerId, Api) {
        let plan = [("free", Plan::Free), ("pro", Plan::Pro), ("agency", Plan::Agency)]
            .into_iter()
            .find_map(|(word, known)| (word == plan).then_some(known));
        let owner = self.owners.create("somebody", plan.unwrap()).await.unwrap().id;
        let minted =
            self.owners.mint_first_key(&Acting::service(owner), "first", Scopes::ALL, None).await.unwrap();
        (owner, self.api.with(minted.token.expose()))
    }

    /// Connects the owner to an account of a simulated engine.
    pub(crate) async fn connect(&self, owner: OwnerId, url: &str, account: &str, token: &str) {
        self.connect_with(owner, url, account, token, "event-secret-of-the-tests").await;
    }

    /// Connects the owner, with another signing secret of events.
    pub(crate) async fn connect_with(
        &self,
        owner: OwnerId,
        url: &str,
        account: &str,
        token: &str,
        secret: &str,
    ) {
        let text = NewConnectionText {
            base_url: url.to_owned(),
            account: account.to_owned(),
            token: token.into(),
            event_secret: secret.into(),
        };
        let pool = adapter_postgres::pool(self.database.url(), 1);
        let engines =
            Engines::open(AddressPolicy::AllowPrivate, &Keys::derive(&SECRET.into()).unwrap()).unwrap();
        let new = NewConnection::parse(text).unwrap();
        engines.connections(&pool).connect(&Acting::service(owner), &new, SystemClock.now()).await.unwrap();
    }

    /// Records an upstream link of the first owner, as the pulling worker would.
    pub(crate) async fn knows_link(&self, provider_id: &str) {
        let sql = "INSERT INTO funnel_links (owner_id, provider_id, offer, name, url, permanent, active, created_at)
            VALUES ($1, $2, 'paid', 'known', 'https://platform.example/known', true, true, now())";
        self.sql().await.execute(sql, &[&self.owner.get(), &provider_id]).await.unwrap();
    }

    /// Puts a link into the paid slot of an owner's domain, as provisioning would; returns its local id.
    pub(crate) async fn fills_slot(&self, owner: OwnerId, host: &str) -> i64 {
        let link = "INSERT INTO funnel_links (owner_id, provider_id, offer, name, url, permanent, active, created_at)
            VALUES ($1, 'pl_slot', 'paid', 'slot', 'https://platform.example/slot', true, true, now())
            RETURNING link_id";
        let sql = self.sql().await;
        let id: i64 = sql.query_one(link, &[&owner.get()]).await.unwrap().get(0);
        let slot = "INSERT INTO domain_slots (owner_id, hostname, slot, link_id) VALUES ($1, $2, 'paid', $3)";
        sql.execute(slot, &[&owner.get(), &host, &id]).await.unwrap();
        id
    }

    /// Records a fan's content request to the first owner, as the event intake would; returns its
    /// local id.
    pub(crate) async fn knows_request(&self, upstream_id: i64) -> i64 {
        let sql = "INSERT INTO content_requests (owner_id, upstream_id, fan_id, fan_username, wanted, offered_cents,
                status, media_ids, created_at, updated_at)
            VALUES ($1, $2, 'fan_1', 'Fan', 'a song', 900, 'new', '{}', '2026-11-20T12:00:00Z', '2026-11-20T12:00:00Z')
            RETURNING request_id";
        self.sql().await.query_one(sql, &[&self.owner.get(), &upstream_id]).await.unwrap().get(0)
    }

    /// Opens a session on the database.
    pub(crate) async fn sql(&self) -> tokio_postgres::Client {
        let (client, connection) =
            tokio_postgres::connect(self.database.url(), tokio_postgres::NoTls).await.unwrap();
        tokio::spawn(connection);
        client
    }

    /// Moves the release of all hostnames back by this many days.
    pub(crate) async fn age_releases(&self, days: u32) {
        let age = format!("UPDATE released_hostnames SET released_at = now() - interval '{days} days'");
        self.sql().await.execute(&age, &[]).await.unwrap();
    }

    /// Builds a request of a visitor to the edge, for `path` on `host`.
    pub(crate) fn visit(&self, method: Method, host: &str, path: &str) -> RequestBuilder {
        let address = self.server.addresses().edge.unwrap();
        self.visitors.request(method, format!("http://{address}{path}")).header("host", host)
    }

    /// Returns the response to a visitor for `path` on `host`.
    pub(crate) async fn page(&self, host: &str, path: &str) -> Reply {
        Reply::of(self.visit(Method::GET, host, path)).await
    }

    /// Returns the response of the management listener for `path`.
    pub(crate) async fn management(&self, path: &str) -> Reply {
        let address = self.server.addresses().management;
        Reply::of(self.visitors.get(format!("http://{address}{path}"))).await
    }

    /// Sends raw request lines, without the final empty line, and returns the response.
    pub(crate) async fn raw(&self, listener: fn(Addresses) -> SocketAddr, lines: impl AsRef<[u8]>) -> String {
        let address = listener(self.server.addresses());
        let bytes = [lines.as_ref(), b"Connection: close\r\n\r\n"].concat();
        let talk = move || {
            let mut stream = TcpStream::connect(address).unwrap();
            stream.set_read_timeout(Some(PATIENCE)).unwrap();
            stream.write_all(&bytes).unwrap();
            let mut answer = Vec::new();
            stream.read_to_end(&mut answer).unwrap();
            String::from_utf8_lossy(&answer).into_owned()
        };
        tokio::task::spawn_blocking(talk).await.unwrap()
    }

    /// Registers a domain with a default segment; returns the segment's id.
    pub(crate) async fn landing(&self, host: &str) -> String {
        self.api.register(host).await.expect(201);
        let made = self.api.post(&format!("/segments/{host}"), &json!({ "name": "Everyone" })).await;
        made.expect(201).text_at("segment_id")
    }
}

fn visitors() -> Client {
    Client::builder().redirect(Policy::none()).no_gzip().build().unwrap()
}

impl Api {
    fn new(server: &Shape, token: String) -> Self {
        Self::at(server.apis(), token)
    }

    /// Creates the API of the processes at these addresses.
    pub(crate) fn at(addresses: Vec<SocketAddr>, token: String) -> Self {
        Self { client: Client::new(), addresses: addresses.into(), turn: Arc::default(), token }
    }

    /// Returns the API for another key.
    pub(crate) fn with(&self, token: &str) -> Self {
        Self { token: token.to_owned(), ..self.clone() }
    }

    /// Builds a request without a key, for a path from the root.
    pub(crate) fn anonymous(&self, method: Method, path: &str) -> RequestBuilder {
        let turn = self.turn.fetch_add(1, Ordering::Relaxed) % self.addresses.len();
        self.client.request(method, format!("http://{}{path}", self.addresses[turn]))
    }

    /// Builds a request for a path below `/api/admin`.
    pub(crate) fn request(&self, method: Method, path: &str) -> RequestBuilder {
        self.anonymous(method, &format!("/api/admin{path}")).bearer_auth(&self.token)
    }

    pub(crate) async fn get(&self, path: &str) -> Reply {
        Reply::of(self.request(Method::GET, path)).await
    }

    pub(crate) async fn post(&self, path: &str, body: &Value) -> Reply {
        Reply::of(self.request(Method::POST, path).json(body)).await
    }

    pub(crate) async fn patch(&self, path: &str, body: &Value) -> Reply {
        Reply::of(self.request(Method::PATCH, path).json(body)).await
    }

    pub(crate) async fn put(&self, path: &str, body: &Value) -> Reply {
        Reply::of(self.request(Method::PUT, path).json(body)).await
    }

    /// Uploads a file as raw bytes.
    pub(crate) async fn upload(&self, path: &str, file: Vec<u8>) -> Reply {
        Reply::of(self.request(Method::PUT, path).body(file)).await
    }

    pub(crate) async fn delete(&self, path: &str) -> Reply {
        Reply::of(self.request(Method::DELETE, path)).await
    }

    /// Waits until a worker has provisioned the domain; returns the domain.
    pub(crate) async fn active(&self, host: &str) -> Value {
        eventually("the domain active", async || {
            let found = self.get(&format!("/domains/{host}")).await.expect(200).json();
            (found["infra_state"] == "active").then_some(found)
        })
        .await
    }

    pub(crate) async fn register(&self, host: &str) -> Reply {
        self.post("/domains", &json!({ "hostname": host, "display_name": "A page" })).await
    }

    pub(crate) async fn publish(&self, host: &str) -> Reply {
        self.post(&format!("/domains/{host}/publish"), &json!({})).await.expect(200)
    }

    /// Creates a button in `tier`; returns its id.
    pub(crate) async fn button(&self, host: &str, tier: &str, label: &str) -> String {
        let body = json!({ "label": label, "url": "https://example.com/" });
        self.post(&format!("/buttons/{host}/{tier}"), &body).await.expect(201).text_at("button_id")
    }

    /// Returns the whole draft: every segment with its buttons.
    pub(crate) async fn draft(&self, host: &str) -> Value {
        let mut segments = self.get(&format!("/segments/{host}")).await.expect(200).json();
        for segment in segments["items"].as_array_mut().unwrap() {
            let id = segment["segment_id"].as_str().unwrap();
            segment["buttons"] =
                self.get(&format!("/buttons/{host}/{id}")).await.expect(200).json()["items"].take();
        }
        segments["items"].take()
    }
}

impl Reply {
    /// Sends a request. After a change, waits until every process knows of it.
    pub(crate) async fn of(request: RequestBuilder) -> Self {
        let (client, request) = request.build_split();
        let request = request.unwrap();
        let changes = request.method() != Method::GET && request.url().path().starts_with("/api/admin");
        let reply = Self::at_once(RequestBuilder::from_parts(client, request)).await;
        if changes {
            shape::wait_for_changes().await;
        }
        reply
    }

    /// Sends a request without waiting for other processes.
    pub(crate) async fn at_once(request: RequestBuilder) -> Self {
        let answer = request.send().await.unwrap();
        let (status, headers) = (answer.status().as_u16(), answer.headers().clone());
        Self { status, headers, text: answer.text().await.unwrap() }
    }

    #[track_caller]
    pub(crate) fn expect(self, status: u16) -> Self {
        assert_eq!(self.status, status, "{}", self.text);
        self
    }

    #[track_caller]
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap_or_else(|error| panic!("{error}: {}", self.text))
    }

    #[track_caller]
    pub(crate) fn text_at(&self, field: &str) -> String {
        self.json()[field].as_str().unwrap().to_owned()
    }

    /// Returns the status, followed by the code, the places and kinds of a validation list, or the
    /// sentence.
    #[track_caller]
    pub(crate) fn summary(&self) -> String {
        let detail = self.json()["detail"].take();
        let reported = match &detail {
            Value::Array(errors) => errors.iter().map(error).collect::<Vec<_>>().join(", "),
            Value::Object(coded) => coded["code"].as_str().unwrap().to_owned(),
            other => other.as_str().unwrap().to_owned(),
        };
        format!("{} {reported}", self.status)
    }

    #[track_caller]
    pub(crate) fn header(&self, name: &str) -> &str {
        self.headers.get(name).unwrap_or_else(|| panic!("no header {name}")).to_str().unwrap()
    }
}

fn error(error: &Value) -> String {
    let step = |step: &Value| step.as_str().map_or_else(|| step.to_string(), str::to_owned);
    let steps: Vec<_> = error["loc"].as_array().unwrap().iter().map(step).collect();
    format!("{} {}", steps.join("."), error["type"].as_str().unwrap())
}

/// Polls until `ask` returns a value.
pub(crate) async fn eventually<T>(what: &str, ask: impl AsyncFnMut() -> Option<T>) -> T {
    within(PATIENCE, what, ask).await
}

/// Polls for as long as `patience`.
pub(crate) async fn within<T>(patience: Duration, what: &str, mut ask: impl AsyncFnMut() -> Option<T>) -> T {
    let start = Instant::now();
    while start.elapsed() < patience {
        if let Some(found) = ask().await {
            return found;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    panic!("{what}: not within {patience:?}");
}

/// Replaces what differs from run to run: ids become numbers in order of appearance, moments become
/// `now`.
pub(crate) fn steady(value: &Value) -> Value {
    replaced(value, "", &mut Vec::new())
}

/// Formats one line per field, and one per entry of a list field.
pub(crate) fn lines(value: &Value) -> String {
    let line = |(name, value): (&String, &Value)| match value.as_array() {
        Some(entries) => entries.iter().map(|entry| format!("{name}[]: {entry}\n")).collect(),
        None => format!("{name}: {value}\n"),
    };
    value.as_object().unwrap().iter().map(line).collect::<String>()
}

fn replaced(value: &Value, field: &str, seen: &mut Vec<String>) -> Value {
    match value {
        Value::Array(entries) => entries.iter().map(|entry| replaced(entry, "", seen)).collect(),
        Value::Object(fields) => {
            fields.iter().map(|(name, value)| (name.clone(), replaced(value, name, seen))).collect()
        }
        Value::String(text) if text.starts_with("seg_") || text.starts_with("btn_") => {
            assert!(text.len() == 30 && text[4..].bytes().all(|b| b.is_ascii_alphanumeric()), "{text}");
            let at = seen.iter().position(|known| known == text).unwrap_or_else(|| {
                seen.push(text.clone());
                seen.len() - 1
            });
            format!("{}{at}", &text[..4]).into()
        }
        Value::String(text) if matches!(field, "published_at") => {
            let moment: jiff::Timestamp = text.parse().unwrap();
            assert!(text.ends_with('Z') && recent(moment.as_second()), "{text}");
            "now".into()
        }
        Value::Number(number) if matches!(field, "created_at" | "infra_attempted_at") => {
            assert!(recent(number.as_i64().unwrap()), "{number}");
            "now".into()
        }
        other => other.clone(),
    }
}

fn recent(seconds: i64) -> bool {
    let since = std::time::UNIX_EPOCH.elapsed().unwrap().as_secs();
    i64::try_from(since).unwrap().abs_diff(seconds) < 300
}
