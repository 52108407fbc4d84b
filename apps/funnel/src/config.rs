//! The configuration, read once at the start from flags, environment, file and defaults.

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
use landing_draft::in_app::Escapes;
use secrecy::SecretString;

use crate::telemetry::LogFormat;

pub(crate) use read::is_postgres;
pub use read::{Sources, read};
pub use variables::{VARIABLES, Variable};

/// Reason why the program does not start. Displays as one line that names the variable.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{variable}: {reason}")]
pub struct ConfigError {
    /// Name of the wrong variable.
    pub variable: String,
    /// Problem with the value. Never includes the value itself.
    pub reason: String,
}

impl ConfigError {
    pub fn new(variable: impl Into<String>, reason: impl Into<String>) -> Self {
        Self { variable: variable.into(), reason: reason.into() }
    }
}

/// Roles of a process.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Roles {
    pub api: bool,
    /// Landing pages and redirects.
    pub edge: bool,
    /// Background jobs.
    pub worker: bool,
    pub dashboard: bool,
}

/// Strategy that makes a landing domain reachable.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Provisioner {
    /// Marks the domain as reachable at once, without a check.
    None,
    /// Marks the domain as reachable when its name resolves to this service.
    Dns,
}

/// Default ratio of an owner's rate limit to that of one key.
const OWNER_TIMES: u32 = 10;

/// S3-compatible server that stores files.
#[derive(Debug, Clone)]
pub struct S3Server {
    pub endpoint: String,
    /// Name of an existing bucket.
    pub bucket: String,
    /// Region; servers without regions accept any value.
    pub region: String,
    /// Id of the access key.
    pub key: String,
    pub secret: SecretString,
}

/// Limits of broadcasts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BroadcastLimits {
    /// Whether owners may open their own gates.
    pub gate_open: bool,
    /// Hours between two campaign messages to one fan; 0 disables the limit.
    pub cooldown_hours: u32,
    /// Hours of a fan's local time in which nothing is sent.
    pub quiet_hours: QuietHours,
    /// Messages per minute of one account, regardless of the campaign's pace.
    pub max_per_minute: u32,
}

#[derive(Debug, Clone)]
pub struct Config {
    /// URL of the database; `None` starts the private PostgreSQL in the data folder.
    pub database_url: Option<SecretString>,
    /// URL of the same database without the pooler, for session features; `None` without a pooler.
    pub database_direct_url: Option<SecretString>,
    /// URL of a standby, for reads that may lag by seconds; `None` without a standby.
    pub database_read_url: Option<SecretString>,
    /// Folder of the private PostgreSQL, generated keys and uploaded files.
    pub data_dir: PathBuf,
    /// Server that stores files; `None` stores them in the data folder.
    pub s3: Option<S3Server>,
    pub roles: Roles,
    pub api_addr: SocketAddr,
    pub edge_addr: SocketAddr,
    pub dashboard_addr: SocketAddr,
    /// Address of health and metrics.
    pub management_addr: SocketAddr,
    /// Seconds that a stopping process keeps serving, so that load balancers notice.
    pub stop_delay_seconds: u32,
    /// Address that the engine pushes events to; `None` is the edge address.
    pub public_edge_url: Option<String>,
    /// 32 bytes in base64, from which all other keys are derived; `None` generates them.
    pub secret_key: Option<SecretString>,
    /// Previous secret key, also accepted.
    pub secret_key_previous: Option<SecretString>,
    /// Next secret key, already accepted.
    pub secret_key_next: Option<SecretString>,
    /// Replacement address of Meta's interface.
    pub meta_url: Option<String>,
    /// Replacement address of TikTok's interface.
    pub tiktok_url: Option<String>,
    pub provisioner: Provisioner,
    /// Version of Meta's interface.
    pub meta_version: String,
    /// Seconds between two pulls of events from an engine.
    pub engine_pull_seconds: u32,
    /// Addresses that an engine may have.
    pub engine_addresses: AddressPolicy,
    /// Addresses that webhooks may have.
    pub webhook_addresses: AddressPolicy,
    pub broadcast: BroadcastLimits,
    /// Header in which a trusted proxy sends a visitor's country.
    pub country_header: Option<HeaderName>,
    /// Networks whose headers are trusted.
    pub trusted_proxies: Vec<IpNet>,
    /// Country database in MaxMind's format.
    pub geoip_db: Option<PathBuf>,
    /// Megabytes of pages, links and codes that the edge caches.
    pub edge_cache_mb: u32,
    /// Megabytes of snapshots that the edge keeps on disk; 0 disables them.
    pub edge_snapshot_mb: u32,
    /// Ways out of apps that pages offer.
    pub escapes: Escapes,
    /// Whether a first-party cookie distinguishes visitors.
    pub visitor_cookie: bool,
    /// Days that individual scans, visits and clicks are kept.
    pub touch_retention_days: u32,
    /// Touches that a process stores per second at most.
    pub touches_per_second: u32,
    /// Domains per plan.
    pub plan_caps: BTreeMap<String, u32>,
    /// Rate limits of each key.
    pub rate_limit: RateLimits,
    /// Rate limits of all keys of an owner together.
    pub owner_rate_limit: RateLimits,
    /// Upload limits of each owner.
    pub file_quota: FileQuota,
    /// Browser origin that may call the API.
    pub dashboard_origin: Option<String>,
    /// Names or addresses that a landing domain may resolve to.
    pub dns_target: Vec<String>,
    /// Log filter.
    pub log: String,
    pub log_format: LogFormat,
    /// Collector of traces; `None` sends none.
    pub otlp_endpoint: Option<String>,
}

impl Config {
    /// Returns the address that an engine pushes events to. Uses the public address of the edge,
    /// else its listening address if that is specific.
    pub fn push_url(&self) -> Option<String> {
        let listens = Some(self.edge_addr).filter(|edge| edge.port() != 0 && !edge.ip().is_unspecified());
        let base = self.public_edge_url.clone().or_else(|| listens.map(|edge| format!("http://{edge}")))?;
        Some(format!("{base}/engine/v1/events"))
    }
}
