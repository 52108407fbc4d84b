//! The configuration: one value, read once at the start from flags, environment, file and defaults.

mod read;
mod variables;

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::path::PathBuf;

use actix_web::http::header::HeaderName;
use broadcast_gate::quiet::QuietHours;
use engine_link::AddressPolicy;
use http_kit::rate_limit::RateLimits;
use ipnet::IpNet;
use landing_draft::file::FileQuota;
use secrecy::SecretString;

pub(crate) use read::is_postgres;
pub use read::{Sources, read};
pub use variables::{VARIABLES, Variable};

/// Why the program does not start. Displays as one line that names the variable.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{variable}: {reason}")]
pub struct ConfigError {
    /// The variable that is wrong.
    pub variable: String,
    /// What is wrong with its value; the value itself is not repeated.
    pub reason: String,
}

impl ConfigError {
    /// A error of `variable`.
    pub fn new(variable: impl Into<String>, reason: impl Into<String>) -> Self {
        Self { variable: variable.into(), reason: reason.into() }
    }
}

/// Which parts a process plays.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Roles {
    /// The administration API.
    pub api: bool,
    /// Landing pages and redirects.
    pub edge: bool,
    /// Jobs in the background.
    pub worker: bool,
    /// The web dashboard.
    pub dashboard: bool,
}

/// How a landing domain is made reachable.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Provisioner {
    /// At once, without looking.
    None,
    /// When its name resolves to us.
    Dns,
}

/// How many times the share of a key that of its owner is, where nothing else is said.
const OWNER_TIMES: u32 = 10;

/// The server that keeps the files.
#[derive(Debug, Clone)]
pub struct S3Server {
    /// Its address.
    pub endpoint: String,
    /// The bucket, which must be there.
    pub bucket: String,
    /// The region; servers that have none take any.
    pub region: String,
    /// The key's id.
    pub key: String,
    /// The key's secret.
    pub secret: SecretString,
}

/// What mass sending must keep to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BroadcastLimits {
    /// Whether owners' own switches count at all.
    pub gate_open: bool,
    /// Hours between two campaign messages to one fan; 0 is none.
    pub cooldown_hours: u32,
    /// When nothing is sent, in a fan's local time.
    pub quiet_hours: QuietHours,
    /// Messages a minute of one account, whatever a campaign asks for.
    pub max_per_minute: u32,
}

/// The whole configuration.
#[derive(Debug, Clone)]
pub struct Config {
    /// The database; `None` is the private PostgreSQL in the data folder.
    pub database_url: Option<SecretString>,
    /// The same database past a pooler, for what needs a session of its own; `None` where there is no pooler.
    pub database_direct_url: Option<SecretString>,
    /// A standby of it, for what may be some seconds behind; `None` where there is none.
    pub database_read_url: Option<SecretString>,
    /// Private PostgreSQL, generated keys, uploaded files.
    pub data_dir: PathBuf,
    /// The server that keeps the files; `None` is the data folder.
    pub s3: Option<S3Server>,
    /// Which parts this process plays.
    pub roles: Roles,
    /// Where the API listens.
    pub api_addr: SocketAddr,
    /// Where the edge listens.
    pub edge_addr: SocketAddr,
    /// Where the dashboard listens.
    pub dashboard_addr: SocketAddr,
    /// Where operators ask.
    pub management_addr: SocketAddr,
    /// For how many seconds a process that was asked to stop goes on answering, so that load balancers notice.
    pub stop_delay_seconds: u32,
    /// Where the engine pushes events; `None` is the edge address.
    pub public_edge_url: Option<String>,
    /// 32 bytes in base64, from which all other keys are derived; `None` is a generated one.
    pub secret_key: Option<SecretString>,
    /// The one before it, which is good beside it.
    pub secret_key_previous: Option<SecretString>,
    /// The one that takes its place soon, which is good beside it already.
    pub secret_key_next: Option<SecretString>,
    /// The first ad platform, where it is replaced.
    pub meta_url: Option<String>,
    /// The second ad platform, where it is replaced.
    pub tiktok_url: Option<String>,
    /// How a landing domain is made reachable.
    pub provisioner: Provisioner,
    /// The version of the first ad platform's interface.
    pub meta_version: String,
    /// How often events are pulled from an engine.
    pub engine_pull_seconds: u32,
    /// Which addresses an engine may have.
    pub engine_addresses: AddressPolicy,
    /// Which addresses of webhooks are allowed.
    pub webhook_addresses: AddressPolicy,
    /// What mass sending must keep to.
    pub broadcast: BroadcastLimits,
    /// The header that a trusted proxy writes a visitor's country into.
    pub country_header: Option<HeaderName>,
    /// Whose headers are trusted.
    pub trusted_proxies: Vec<IpNet>,
    /// A country database in MaxMind's format.
    pub geoip_db: Option<PathBuf>,
    /// Megabytes that the edge keeps of pages, links and codes.
    pub edge_cache_mb: u32,
    /// Megabytes of them that the edge keeps on the disk; 0 keeps none.
    pub edge_snapshot_mb: u32,
    /// Whether visitors are distinguished by a first-party cookie.
    pub visitor_cookie: bool,
    /// How many days scans, visits and clicks are kept one by one.
    pub touch_retention_days: u32,
    /// How many of them a process stores a second at most.
    pub touches_per_second: u32,
    /// Domains per plan.
    pub plan_caps: BTreeMap<String, u32>,
    /// The share of each key.
    pub rate_limit: RateLimits,
    /// The share of all keys of an owner together.
    pub owner_rate_limit: RateLimits,
    /// How much each owner may upload.
    pub file_quota: FileQuota,
    /// The browser origin that may call the API.
    pub dashboard_origin: Option<String>,
    /// Names or addresses that a landing domain may resolve to.
    pub dns_target: Vec<String>,
    /// The filter of the log.
    pub log: String,
    /// How log lines are written.
    pub log_format: telemetry::LogFormat,
    /// The collector that traces are sent to; `None` sends none.
    pub otlp_endpoint: Option<String>,
}

impl Config {
    /// Where an engine pushes events: below the public address of the edge, else where the edge listens, if others can call it there.
    pub fn push_url(&self) -> Option<String> {
        let listens = Some(self.edge_addr).filter(|edge| edge.port() != 0 && !edge.ip().is_unspecified());
        let base = self.public_edge_url.clone().or_else(|| listens.map(|edge| format!("http://{edge}")))?;
        Some(format!("{base}/engine/v1/events"))
    }
}
