#![doc = include_str!("../README.md")]

mod assets;
mod attempts;
mod body;
mod browser;
mod context;
mod csv;
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

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use actix_web::HttpRequest;
use funnel_sdk::Client;
use funnel_sdk::types::{EffectiveRights, SessionCreate, SessionOut, SessionShown};
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

/// How long a screen waits for the API. A person looks at an error sooner than that.
const API_WAIT: Duration = Duration::from_secs(20);

/// How long for a file of many rows, such as an import: people know that it takes a while.
const LONG_WAIT: Duration = Duration::from_secs(5 * 60);

/// Tries of one call: people try again themselves.
const API_ATTEMPTS: u32 = 2;

/// The API's code for a session that is none, or none any more.
const SESSION_ENDED: &str = "session_not_found";

/// Clients that are kept.
const CLIENTS: usize = 256;

/// How the dashboard is run.
#[derive(Clone)]
pub struct Settings {
    /// The address of the API, such as `http://127.0.0.1:8080`.
    pub api: String,
    /// The key that sessions are sealed with; `None` takes a random one, which ends all sessions with the process.
    pub session_key: Option<[u8; 32]>,
    /// Whose `X-Forwarded-For` is trusted.
    pub trusted_proxies: Vec<IpNet>,
}

/// What all requests share.
pub(crate) struct App {
    api: String,
    http: reqwest::Client,
    clients: Mutex<HashMap<[u8; 32], Client>>,
    trusted_proxies: Vec<IpNet>,
    pub(crate) sealer: Sealer,
    pub(crate) attempts: Attempts,
    pub(crate) links: Links,
    /// Whether an operator was warned of a proxy that is not trusted.
    is_proxy_reported: AtomicBool,
}

/// The API as the holder of one key.
pub(crate) struct Api(pub(crate) Client);

impl Api {
    pub(crate) async fn rights(&self) -> Result<EffectiveRights, Failure> {
        Ok(self.0.api_keys().self_show().send().await?.into_inner())
    }

    /// Begins a session, which also shows that the key is good.
    pub(crate) async fn begin(&self, browser: Option<String>) -> Result<SessionOut, Failure> {
        Ok(self.0.sessions().create(&SessionCreate { browser: browser.into() }).send().await?.into_inner())
    }

    /// The session and the rights of its key; [`Failure::SignedOut`] where it has ended.
    pub(crate) async fn session(&self, id: &str) -> Result<SessionShown, Failure> {
        match self.0.sessions().show(id).send().await {
            Err(error) if error.code() == Some(SESSION_ENDED) => Err(Failure::SignedOut),
            answer => Ok(answer?.into_inner()),
        }
    }

    /// Ends a session. One that has ended already is as good.
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

    /// The client of a key. It is kept, so that its connections are used again.
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

    /// The API for calls that take long, each tried once.
    pub(crate) fn patient_api(&self, key: &SecretString) -> Result<Client, Failure> {
        let builder = Client::builder().base_url(&self.api).key(key.expose_secret());
        Ok(builder.timeout(LONG_WAIT).attempts(1).build()?)
    }

    /// The address that a request came from, past proxies that are trusted.
    pub(crate) fn client_address(&self, request: &HttpRequest) -> IpAddr {
        let peer = request.peer_addr().map_or(IpAddr::from([0, 0, 0, 0]), |peer| peer.ip());
        let forwarded = request.headers().get_all("x-forwarded-for").filter_map(|value| value.to_str().ok());
        let hops: Vec<&str> = forwarded.flat_map(|line| line.split(',')).collect();
        if !hops.is_empty() && !self.is_trusted(peer) && !self.is_proxy_reported.swap(true, Ordering::Relaxed)
        {
            tracing::warn!(
                proxy = %peer,
                "requests come through a proxy that FUNNEL_TRUSTED_PROXIES does not name: everybody behind it shares one budget of \
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

    /// Whether a trusted proxy says that this request came to it by https.
    pub(crate) fn knows_of_tls(&self, request: &HttpRequest) -> bool {
        request.peer_addr().is_some_and(|peer| self.is_trusted(peer.ip())) && is_https(request)
    }

    fn is_trusted(&self, address: IpAddr) -> bool {
        let address = address.to_canonical();
        self.trusted_proxies.iter().any(|network| network.contains(&address))
    }
}
