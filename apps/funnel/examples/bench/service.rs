//! The service under benchmark, on a database of its own, with an owner, a key and a database
//! client.

use funnel::wiring::service_keys::Keys;
use std::collections::HashMap;
use std::net::SocketAddr;

use anyhow::Context as _;
use auth_scopes::{Plan, Scopes};
use engine_link::{AddressPolicy, ConnectionRegistry as _, NewConnection, NewConnectionText};
use engine_sim::AccountConfig;
use funnel::Server;
use funnel::config::{Config, Sources, read};
use funnel::wiring::Engines;
use kernel::{Acting, Clock as _, OwnerId};
use runtime::SystemClock;
use serde_json::{Value, json};
use test_support::TestDatabase;
use tokio_postgres::{Client, NoTls};

const SECRET: &str = "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=";

/// Derives the keys from the secret that all benchmarks use.
pub(crate) fn keys() -> anyhow::Result<Keys> {
    Ok(Keys::derive(&SECRET.into())?)
}

/// A running service with one owner of the largest plan.
pub(crate) struct Service {
    pub(crate) owner: i64,
    pub(crate) key: String,
    pub(crate) sql: Client,
    server: Server,
    http: reqwest::Client,
    database: TestDatabase,
    _folder: tempfile::TempDir,
}

pub(crate) struct Owner {
    pub(crate) number: i64,
    pub(crate) key: String,
}

/// Returns the owners' numbers as an SQL array.
pub(crate) fn numbers(owners: &[Owner]) -> String {
    let numbers: Vec<_> = owners.iter().map(|owner| owner.number.to_string()).collect();
    format!("'{{{}}}'::bigint[]", numbers.join(","))
}

impl Service {
    /// Starts the service with `roles`, after running the SQL of `seed` for the owner.
    pub(crate) async fn start(roles: &str, seed: impl FnOnce(i64) -> String) -> anyhow::Result<Self> {
        Self::start_with(roles, &[], seed).await
    }

    /// Starts the service like [`Self::start`], with further settings.
    pub(crate) async fn start_with(
        roles: &str,
        settings: &[(&str, &str)],
        seed: impl FnOnce(i64) -> String,
    ) -> anyhow::Result<Self> {
        let database = TestDatabase::create().await?;
        let folder = tempfile::tempdir()?;
        let owners = funnel::wiring::owners(&adapter_postgres::pool(database.url(), 1), &keys()?);
        let owner = owners.create("bench", Plan::Agency).await?.id;
        let key = owners.mint_first_key(&Acting::service(owner), "bench", Scopes::ALL, None).await?;
        let (sql, connection) = tokio_postgres::connect(database.url(), NoTls).await?;
        tokio::spawn(connection);
        sql.batch_execute(&seed(owner.get())).await.context("seeding")?;
        let server = Server::start(config(
            roles,
            database.url(),
            folder.path().to_str().context("the folder's name is not UTF-8")?,
            settings,
        )?)
        .await?;
        Ok(Self {
            owner: owner.get(),
            key: key.token.expose().to_owned(),
            sql,
            server,
            http: reqwest::Client::builder().no_gzip().build()?,
            database,
            _folder: folder,
        })
    }

    pub(crate) async fn connect(&self, url: &str, account: &AccountConfig) -> anyhow::Result<()> {
        let text = NewConnectionText {
            base_url: url.to_owned(),
            account: account.account_id.clone(),
            token: account.token.as_str().into(),
            event_secret: account.event_secret.as_str().into(),
        };
        let new = NewConnection::parse(text).map_err(|errors| anyhow::anyhow!("{errors}"))?;
        let engines = Engines::open(AddressPolicy::AllowPrivate, &keys()?)?;
        let pool = adapter_postgres::pool(self.database.url(), 1);
        engines
            .connections(&pool)
            .connect(&Acting::service(OwnerId::new(self.owner)), &new, SystemClock.now())
            .await?;
        Ok(())
    }

    /// Returns the API's address.
    pub(crate) fn api(&self) -> anyhow::Result<SocketAddr> {
        self.server.addresses().api.context("the API does not listen")
    }

    /// Returns the edge's address.
    pub(crate) fn edge(&self) -> anyhow::Result<SocketAddr> {
        self.server.addresses().edge.context("the edge does not listen")
    }

    /// Returns the URL of the database.
    pub(crate) fn database(&self) -> &str {
        self.database.url()
    }

    /// Returns `count` owners, including the first. Several owners spread the work as in
    /// production, where some work is sequential per owner.
    pub(crate) async fn owners(&self, count: usize) -> anyhow::Result<Vec<Owner>> {
        let pool = adapter_postgres::pool(self.database.url(), 1);
        let owners = funnel::wiring::owners(&pool, &keys()?);
        let mut all = vec![Owner { number: self.owner, key: self.key.clone() }];
        while all.len() < count {
            let owner = owners.create("bench", Plan::Agency).await?.id;
            let key = owners.mint_first_key(&Acting::service(owner), "bench", Scopes::ALL, None).await?;
            all.push(Owner { number: owner.get(), key: key.token.expose().to_owned() });
        }
        Ok(all)
    }

    /// Calls the API. Fails unless the response is a success.
    pub(crate) async fn call(&self, method: &str, path: &str, body: &Value) -> anyhow::Result<String> {
        self.call_as(&self.key, method, path, body).await
    }

    /// Calls the API with another key.
    pub(crate) async fn call_as(
        &self,
        key: &str,
        method: &str,
        path: &str,
        body: &Value,
    ) -> anyhow::Result<String> {
        let url = format!("http://{}/api/admin{path}", self.api()?);
        let request = self.http.request(method.parse()?, url).bearer_auth(key);
        let request = if body.is_null() { request } else { request.json(body) };
        let answer = request.send().await?;
        let (status, body) = (answer.status(), answer.text().await?);
        anyhow::ensure!(status.is_success(), "{method} {path}: {status} {body}");
        Ok(body)
    }

    /// Registers a domain with one segment of 20 buttons; returns the segment's id.
    pub(crate) async fn page(&self, domain: &str) -> anyhow::Result<String> {
        self.call("POST", "/domains", &json!({ "hostname": domain, "display_name": "Bench" })).await?;
        let segment = json!({ "name": "Everyone", "is_default": true });
        let segment = self.call("POST", &format!("/segments/{domain}"), &segment).await?;
        let segment: Value = serde_json::from_str(&segment)?;
        let segment =
            segment.pointer("/segment_id").and_then(Value::as_str).context("a segment has an id")?.to_owned();
        for number in 0..20 {
            let button = json!({ "label": format!("Button {number}"), "url": format!("https://shop.example/{number}") });
            self.call("POST", &format!("/buttons/{domain}/{segment}"), &button).await?;
        }
        Ok(segment)
    }

    pub(crate) async fn stop(self) -> anyhow::Result<()> {
        self.server.stop().await
    }
}

/// Builds the configuration of the service, extended by `settings`.
pub(crate) fn config(
    roles: &str,
    database: &str,
    folder: &str,
    settings: &[(&str, &str)],
) -> anyhow::Result<Config> {
    let set = [
        ("FUNNEL_DATABASE_URL", database),
        ("FUNNEL_SECRET_KEY", SECRET),
        ("FUNNEL_DATA_DIR", folder),
        ("FUNNEL_ROLES", roles),
        ("FUNNEL_API_ADDR", "127.0.0.1:0"),
        ("FUNNEL_EDGE_ADDR", "127.0.0.1:0"),
        ("FUNNEL_MANAGEMENT_ADDR", "127.0.0.1:0"),
        ("FUNNEL_RATE_LIMIT_PER_MINUTE", "0"),
        ("FUNNEL_LOG", "warn"),
        ("FUNNEL_WEBHOOK_PRIVATE_ADDRESSES", "loopback"),
    ];
    let environment: HashMap<_, _> =
        set.iter().chain(settings).map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    Ok(read(&Sources { environment, ..Sources::default() })?)
}
