#![doc = include_str!("../README.md")]

mod assets;
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
mod signin;
mod system;
mod text;
mod view;

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use actix_web::HttpRequest;
use funnel_sdk::Client;
use funnel_sdk::types::EffectiveRights;
use ipnet::IpNet;
use secrecy::{ExposeSecret as _, SecretString};
use sha2::{Digest as _, Sha256};
use tokio::sync::Semaphore;

use crate::failure::Failure;
use crate::session::Sealer;
use crate::signin::{Failures, Links};

pub use serve::{Bound, bind, listen};
pub use session::session_key;

/// How long a screen waits for the API. A person looks at an error sooner than that.
const API_WAIT: Duration = Duration::from_secs(20);

/// How long for a file of many rows, such as an import: people know that it takes a while.
const LONG_WAIT: Duration = Duration::from_secs(5 * 60);

/// Tries of one call: people try again themselves.
const API_ATTEMPTS: u32 = 2;

/// Keys that are checked at once at the sign-in, so that a rush of people leaves the API to those who work: a hundred people are
/// signed in within a second all the same.
const CHECKED_AT_ONCE: usize = 1;

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
    pub(crate) failures: Failures,
    pub(crate) links: Links,
    /// The turns of those who sign in.
    pub(crate) checks: Semaphore,
}

/// The API as the holder of one key.
pub(crate) struct Api(pub(crate) Client);

impl Api {
    pub(crate) async fn rights(&self) -> Result<EffectiveRights, Failure> {
        Ok(self.0.api_keys().self_show().send().await?.into_inner())
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
            failures: Failures::new(),
            links: Links::default(),
            checks: Semaphore::new(CHECKED_AT_ONCE),
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
        let is_trusted = |address: IpAddr| self.trusted_proxies.iter().any(|net| net.contains(&address));
        let mut address = request.peer_addr().map_or(IpAddr::from([0, 0, 0, 0]), |peer| peer.ip());
        let forwarded = request.headers().get("x-forwarded-for").and_then(|value| value.to_str().ok());
        for hop in forwarded.unwrap_or_default().rsplit(',') {
            if !is_trusted(address) {
                break;
            }
            let Ok(next) = hop.trim().parse() else { break };
            address = next;
        }
        address
    }
}
