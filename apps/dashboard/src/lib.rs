#![doc = include_str!("../README.md")]

mod access;
mod assets;
mod attempts;
mod body;
mod browser;
mod context;
mod failure;
mod failure_page;
mod faults;
mod form;
mod key_names;
mod routes;
mod screens;
mod security;
mod serve;
mod session;
mod sign_in_links;
mod signin;
mod system;
mod text;
mod view;
mod words;

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use actix_web::HttpRequest;
use funnel_sdk::Client;
use funnel_sdk::types::{EffectiveRights, Session, SessionCreate, SessionShown};
use ipnet::IpNet;
use secrecy::{ExposeSecret as _, SecretString};
use sha2::{Digest as _, Sha256};

use crate::attempts::Attempts;
use crate::context::is_https;
use crate::failure::Failure;
use crate::session::Sealer;
use crate::sign_in_links::Links;

pub use serve::{Bound, bind, listen};
pub use session::session_key;

/// API timeout of a screen. People rather see an error than wait longer.
const API_WAIT: Duration = Duration::from_secs(20);

/// API timeout of files with many rows, such as imports, where people expect to wait.
const LONG_WAIT: Duration = Duration::from_secs(5 * 60);

/// Attempts per call. The number is low, because people retry themselves.
const API_ATTEMPTS: u32 = 2;

/// The API's error code for a missing or ended session.
const SESSION_ENDED: &str = "session_not_found";

/// Maximum number of cached clients.
const CLIENTS: usize = 256;

/// Settings of the dashboard.
#[derive(Clone)]
pub struct Settings {
    /// Address of the API, such as `http://127.0.0.1:8080`.
    pub api: String,
    /// Key that seals sessions; `None` generates one, so sessions end with the process.
    pub session_key: Option<[u8; 32]>,
    /// Proxies whose `X-Forwarded-For` is trusted.
    pub trusted_proxies: Vec<IpNet>,
}

/// State that all requests share.
pub(crate) struct App {
    api: String,
    http: reqwest::Client,
    clients: Mutex<HashMap<[u8; 32], Client>>,
    trusted_proxies: Vec<IpNet>,
    pub(crate) sealer: Sealer,
    pub(crate) attempts: Attempts,
    pub(crate) links: Links,
    /// Whether an untrusted proxy was reported to the operator.
    is_proxy_reported: AtomicBool,
}

/// The API with one key.
pub(crate) struct Api(pub(crate) Client);

impl Api {
    pub(crate) async fn rights(&self) -> Result<EffectiveRights, Failure> {
        Ok(self.0.api_keys().self_show().send().await?.into_inner())
    }

    /// Begins a session, which also checks the key.
    pub(crate) async fn begin(&self, browser: Option<String>) -> Result<Session, Failure> {
        Ok(self.0.sessions().create(&SessionCreate { browser: browser.into() }).send().await?.into_inner())
    }

    /// Returns the session and the rights of its key. Fails with [`Failure::SignedOut`] if the
    /// session has ended.
    pub(crate) async fn session(&self, id: &str) -> Result<SessionShown, Failure> {
        match self.0.sessions().show(id).send().await {
            Err(error) if error.code() == Some(SESSION_ENDED) => Err(Failure::SignedOut),
            answer => Ok(answer?.into_inner()),
        }
    }

    /// Ends a session. Succeeds too if the session has already ended.
    pub(crate) async fn end(&self, id: &str) -> Result<(), Failure> {
        match self.0.sessions().end(id).send().await {
            Err(error) if error.code() != Some(SESSION_ENDED) => Err(error.into()),
            _ => Ok(()),
        }
    }
}

impl App {
    fn new(settings: Settings) -> anyhow::Result<Self> {
        let session_key = settings.session_key.unwrap_or_else(system::random);
        Ok(Self {
            api: settings.api.trim_end_matches('/').to_owned(),
            http: reqwest::Client::builder().timeout(API_WAIT).build()?,
            clients: Mutex::default(),
            trusted_proxies: settings.trusted_proxies,
            sealer: Sealer::new(session_key),
            attempts: Attempts::new(),
            links: Links::default(),
            is_proxy_reported: AtomicBool::new(false),
        })
    }

    /// Returns the client of a key. Clients are cached to reuse their connections.
    pub(crate) fn api(&self, key: &SecretString) -> Result<Api, Failure> {
        let digest = Sha256::digest(key.expose_secret()).into();
        let mut clients = self.clients.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(client) = clients.get(&digest) {
            return Ok(Api(client.clone()));
        }
        let builder = Client::builder().base_url(&self.api).key(key.expose_secret());
        let client = builder.timeout(API_WAIT).attempts(API_ATTEMPTS).build()?;
        if clients.len() >= CLIENTS {
            clients.clear();
        }
        clients.insert(digest, client.clone());
        Ok(Api(client))
    }

    /// Returns a client for long calls, each attempted once.
    pub(crate) fn patient_api(&self, key: &SecretString) -> Result<Client, Failure> {
        let builder = Client::builder().base_url(&self.api).key(key.expose_secret());
        Ok(builder.timeout(LONG_WAIT).attempts(1).build()?)
    }

    /// Returns the address of a request's client, skipping trusted proxies.
    pub(crate) fn client_address(&self, request: &HttpRequest) -> IpAddr {
        let peer = request.peer_addr().map_or(IpAddr::from([0, 0, 0, 0]), |peer| peer.ip());
        let forwarded = request.headers().get_all("x-forwarded-for").filter_map(|value| value.to_str().ok());
        let hops: Vec<&str> = forwarded.flat_map(|line| line.split(',')).collect();
        if !hops.is_empty() && !self.is_trusted(peer) && !self.is_proxy_reported.swap(true, Ordering::Relaxed)
        {
            tracing::warn!(
                proxy = %peer,
                "requests come through a proxy that FUNNEL_TRUSTED_PROXIES does not list: everybody behind it shares one limit of \
                 failed sign-ins"
            );
        }
        let mut address = peer;
        for hop in hops.iter().rev() {
            if !self.is_trusted(address) {
                break;
            }
            let Ok(next) = hop.trim().parse() else { break };
            address = next;
        }
        address
    }

    /// Returns whether a trusted proxy received this request by https.
    pub(crate) fn knows_of_tls(&self, request: &HttpRequest) -> bool {
        request.peer_addr().is_some_and(|peer| self.is_trusted(peer.ip())) && is_https(request)
    }

    fn is_trusted(&self, address: IpAddr) -> bool {
        let address = address.to_canonical();
        self.trusted_proxies.iter().any(|network| network.contains(&address))
    }
}
