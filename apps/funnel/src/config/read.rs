use std::collections::{BTreeMap, HashMap};
use std::fmt::Display;
use std::net::SocketAddr;
use std::str::FromStr;

use actix_web::http::header::HeaderName;
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use broadcast_gate::quiet::QuietHours;
use engine_link::AddressPolicy;
use ipnet::IpNet;
use landing_draft::file::FileQuota;
use landing_draft::in_app::Escapes;
use secrecy::SecretString;

use super::{
    BroadcastLimits, Config, ConfigError, OWNER_TIMES, Provisioner, RateLimits, Roles, S3Server, VARIABLES,
    Variable,
};
use crate::telemetry::{self, LogFormat};

const PLANS: [&str; 3] = ["free", "pro", "agency"];

/// Values for whether connections to private addresses are allowed.
const PRIVATE_ADDRESSES: [(&str, AddressPolicy); 3] = [
    ("allow", AddressPolicy::AllowPrivate),
    ("loopback", AddressPolicy::AllowLoopback),
    ("refuse", AddressPolicy::PublicOnly),
];

/// Sources of values, each keyed by environment variable name. The first source with a value wins.
#[derive(Debug, Clone, Default)]
pub struct Sources {
    pub flags: HashMap<String, String>,
    pub environment: HashMap<String, String>,
    pub file: HashMap<String, String>,
}

impl Sources {
    /// Adds the settings of the file at `path`. Fails on an unknown setting.
    pub fn with_file(mut self, path: &str, text: &str) -> Result<Self, ConfigError> {
        let wrong = |reason: String| ConfigError::new(path, reason);
        let table: toml::Table =
            text.parse().map_err(|error: toml::de::Error| wrong(one_line(error.message())))?;
        for (key, value) in table {
            let variable = VARIABLES
                .iter()
                .find(|variable| variable.file_key() == key)
                .ok_or_else(|| wrong(format!("there is no setting {key:?}")))?;
            self.file.insert(variable.name.to_owned(), plain(variable, value)?);
        }
        Ok(self)
    }

    /// Returns the effective value, trimmed, and the name of its source. An empty value counts as
    /// unset.
    fn found(&self, variable: &Variable) -> Option<(&'static str, String)> {
        let sources = [("flag", &self.flags), ("environment", &self.environment), ("file", &self.file)];
        sources
            .into_iter()
            .filter_map(|(name, source)| Some((name, source.get(variable.name)?.trim().to_owned())))
            .chain([("default", variable.default.to_owned())])
            .find(|(_, text)| !text.is_empty())
    }

    /// Formats the effective configuration with secrets masked: one line per variable, under a
    /// comment that names the source.
    pub fn print(&self) -> String {
        let line = |variable: &Variable| match self.found(variable) {
            None => format!("# not set\n{}=\n", variable.name),
            Some((source, _)) if variable.secret => format!("# {source}\n{}=***\n", variable.name),
            Some((source, value)) => format!("# {source}\n{}={value}\n", variable.name),
        };
        VARIABLES.iter().map(line).collect()
    }

    /// Returns the effective value of the variable `name`.
    pub(crate) fn text(&self, name: &str) -> Option<String> {
        let variable = VARIABLES.iter().find(|variable| variable.name == name)?;
        Some(self.found(variable)?.1)
    }

    fn parsed<T: FromStr<Err: Display>>(&self, name: &str) -> Result<T, ConfigError> {
        self.text(name)
            .unwrap_or_default()
            .parse()
            .map_err(|error: T::Err| ConfigError::new(name, error.to_string()))
    }

    fn list(&self, name: &str) -> Vec<String> {
        let text = self.text(name).unwrap_or_default();
        text.split(',').map(str::trim).filter(|entry| !entry.is_empty()).map(str::to_owned).collect()
    }

    fn word<T: Copy>(&self, name: &str, words: &[(&str, T)]) -> Result<T, ConfigError> {
        let text = self.text(name).unwrap_or_default();
        let found = words.iter().find(|(word, _)| *word == text);
        let all = || words.iter().map(|(word, _)| *word).collect::<Vec<_>>().join(" or ");
        found.map(|(_, value)| *value).ok_or_else(|| ConfigError::new(name, format!("must be {}", all())))
    }

    fn number(&self, name: &str, low: u32, high: u32) -> Result<u32, ConfigError> {
        let number = self.text(name).unwrap_or_default().parse::<u32>().ok();
        number
            .filter(|number| (low..=high).contains(number))
            .ok_or_else(|| ConfigError::new(name, format!("must be a whole number from {low} to {high}")))
    }

    fn http_url(&self, name: &str) -> Result<Option<String>, ConfigError> {
        let Some(text) = self.text(name) else { return Ok(None) };
        let read = text.parse::<actix_web::http::Uri>().ok();
        let fits = read.is_some_and(|uri| {
            uri.host().is_some()
                && uri.query().is_none()
                && matches!(uri.scheme_str(), Some("http" | "https"))
        });
        if !fits {
            return Err(ConfigError::new(name, "must be an http or https address"));
        }
        Ok(Some(text.trim_end_matches('/').to_owned()))
    }
}

/// Reads the configuration from `sources`. Fails with the first problem.
pub fn read(sources: &Sources) -> Result<Config, ConfigError> {
    let formats = [("text", LogFormat::Text), ("json", LogFormat::Json)];
    Ok(Config {
        database_url: database_url(sources, "FUNNEL_DATABASE_URL")?,
        database_direct_url: database_url(sources, "FUNNEL_DATABASE_DIRECT_URL")?,
        database_read_url: read_url(sources)?,
        data_dir: sources.parsed("FUNNEL_DATA_DIR")?,
        s3: s3(sources)?,
        roles: roles(sources)?,
        api_addr: address(sources, "FUNNEL_API_ADDR")?,
        edge_addr: address(sources, "FUNNEL_EDGE_ADDR")?,
        dashboard_addr: address(sources, "FUNNEL_DASHBOARD_ADDR")?,
        management_addr: address(sources, "FUNNEL_MANAGEMENT_ADDR")?,
        stop_delay_seconds: sources.number("FUNNEL_STOP_DELAY_SECONDS", 0, 600)?,
        public_edge_url: sources.http_url("FUNNEL_PUBLIC_EDGE_URL")?,
        secret_key: secret_key(sources)?,
        secret_key_previous: key(sources, "FUNNEL_SECRET_KEY_PREVIOUS")?,
        secret_key_next: key(sources, "FUNNEL_SECRET_KEY_NEXT")?,
        meta_url: sources.http_url("FUNNEL_META_URL")?,
        tiktok_url: sources.http_url("FUNNEL_TIKTOK_URL")?,
        provisioner: sources
            .word("FUNNEL_PROVISIONER", &[("none", Provisioner::None), ("dns", Provisioner::Dns)])?,
        meta_version: sources.parsed("FUNNEL_META_VERSION")?,
        engine_pull_seconds: sources.number("FUNNEL_ENGINE_PULL_SECONDS", 1, 86_400)?,
        engine_addresses: sources.word("FUNNEL_ENGINE_PRIVATE_ADDRESSES", &PRIVATE_ADDRESSES)?,
        webhook_addresses: sources.word("FUNNEL_WEBHOOK_PRIVATE_ADDRESSES", &PRIVATE_ADDRESSES)?,
        broadcast: broadcast(sources)?,
        country_header: country_header(sources)?,
        trusted_proxies: trusted_proxies(sources)?,
        geoip_db: sources.text("FUNNEL_GEOIP_DB").map(Into::into),
        edge_cache_mb: sources.number("FUNNEL_EDGE_CACHE_MB", 16, 1_048_576)?,
        edge_snapshot_mb: sources.number("FUNNEL_EDGE_SNAPSHOT_MB", 0, 1_048_576)?,
        escapes: escapes(sources)?,
        visitor_cookie: sources.word("FUNNEL_VISITOR_COOKIE", &[("off", false), ("on", true)])?,
        touch_retention_days: sources.number("FUNNEL_TOUCH_RETENTION_DAYS", 1, 36_500)?,
        touches_per_second: sources.number("FUNNEL_TOUCHES_PER_SECOND", 1, 1_000_000)?,
        plan_caps: plan_caps(sources)?,
        rate_limit: rate_limit(sources)?,
        owner_rate_limit: owner_rate_limit(sources)?,
        file_quota: file_quota(sources)?,
        dashboard_origin: dashboard_origin(sources)?,
        dns_target: sources.list("FUNNEL_DNS_TARGET"),
        log: log_filter(sources)?,
        log_format: sources.word("FUNNEL_LOG_FORMAT", &formats)?,
        otlp_endpoint: sources.http_url("OTEL_EXPORTER_OTLP_ENDPOINT")?,
    })
}

fn database_url(sources: &Sources, name: &'static str) -> Result<Option<SecretString>, ConfigError> {
    match sources.text(name) {
        None => Ok(None),
        Some(text) if is_postgres(&text) => Ok(Some(text.into())),
        Some(_) => Err(ConfigError::new(name, "must be a postgres:// address")),
    }
}

/// Returns whether `text` looks like a PostgreSQL URL.
pub(crate) fn is_postgres(text: &str) -> bool {
    ["postgres://", "postgresql://"].iter().any(|scheme| text.starts_with(scheme))
}

fn read_url(sources: &Sources) -> Result<Option<SecretString>, ConfigError> {
    const NAME: &str = "FUNNEL_DATABASE_READ_URL";
    let url = database_url(sources, NAME)?;
    if url.is_some() && sources.text("FUNNEL_DATABASE_URL").is_none() {
        return Err(ConfigError::new(
            NAME,
            "needs FUNNEL_DATABASE_URL: the private PostgreSQL has no standby",
        ));
    }
    Ok(url)
}

/// Requires all S3 variables or none. With only some of them, files would silently be stored where
/// other processes do not look.
fn s3(sources: &Sources) -> Result<Option<S3Server>, ConfigError> {
    const NEEDED: [&str; 4] =
        ["FUNNEL_S3_ENDPOINT", "FUNNEL_S3_BUCKET", "FUNNEL_S3_ACCESS_KEY", "FUNNEL_S3_SECRET_KEY"];
    let Some(given) = NEEDED.into_iter().find(|name| sources.text(name).is_some()) else { return Ok(None) };
    let needed = |name: &str, value: Option<String>| {
        value.ok_or_else(|| ConfigError::new(name, format!("is required with {given}")))
    };
    let [endpoint, bucket, key, secret] = NEEDED;
    Ok(Some(S3Server {
        endpoint: needed(endpoint, sources.http_url(endpoint)?)?,
        bucket: needed(bucket, sources.text(bucket))?,
        region: sources.text("FUNNEL_S3_REGION").unwrap_or_default(),
        key: needed(key, sources.text(key))?,
        secret: needed(secret, sources.text(secret))?.into(),
    }))
}

fn roles(sources: &Sources) -> Result<Roles, ConfigError> {
    const NAME: &str = "FUNNEL_ROLES";
    let mut roles = Roles { api: false, edge: false, worker: false, dashboard: false };
    for role in sources.list(NAME) {
        match role.as_str() {
            "api" => roles.api = true,
            "edge" => roles.edge = true,
            "worker" => roles.worker = true,
            "dashboard" => roles.dashboard = true,
            _ => return Err(ConfigError::new(NAME, "must be a list of api, edge, worker and dashboard")),
        }
    }
    if roles.api || roles.edge || roles.worker || roles.dashboard {
        Ok(roles)
    } else {
        Err(ConfigError::new(NAME, "names no role"))
    }
}

fn address(sources: &Sources, name: &str) -> Result<SocketAddr, ConfigError> {
    let text = sources.text(name).unwrap_or_default();
    let full = if text.starts_with(':') { format!("127.0.0.1{text}") } else { text };
    full.parse().map_err(|_| ConfigError::new(name, "must be an address with a port, such as 127.0.0.1:8080"))
}

fn secret_key(sources: &Sources) -> Result<Option<SecretString>, ConfigError> {
    const NAME: &str = "FUNNEL_SECRET_KEY";
    match (key(sources, NAME)?, sources.text("FUNNEL_DATABASE_URL")) {
        (None, Some(_)) => Err(ConfigError::new(NAME, "is required with FUNNEL_DATABASE_URL")),
        (key, _) => Ok(key),
    }
}

fn key(sources: &Sources, name: &'static str) -> Result<Option<SecretString>, ConfigError> {
    let Some(text) = sources.text(name) else { return Ok(None) };
    match BASE64_STANDARD.decode(&text) {
        Ok(bytes) if bytes.len() == 32 => Ok(Some(text.into())),
        _ => Err(ConfigError::new(name, "must be 32 bytes in base64")),
    }
}

fn broadcast(sources: &Sources) -> Result<BroadcastLimits, ConfigError> {
    const QUIET: &str = "FUNNEL_BROADCAST_QUIET_HOURS";
    let quiet_hours = QuietHours::parse(&sources.text(QUIET).unwrap_or_default())
        .ok_or_else(|| ConfigError::new(QUIET, "must be two different hours such as 23-8, or off"))?;
    Ok(BroadcastLimits {
        gate_open: sources.word("FUNNEL_BROADCAST_GATE", &[("closed", false), ("open", true)])?,
        cooldown_hours: sources.number("FUNNEL_BROADCAST_COOLDOWN_HOURS", 0, 8_760)?,
        quiet_hours,
        max_per_minute: sources.number("FUNNEL_BROADCAST_MAX_PER_MINUTE", 1, 1_000_000)?,
    })
}

fn country_header(sources: &Sources) -> Result<Option<HeaderName>, ConfigError> {
    const NAME: &str = "FUNNEL_COUNTRY_HEADER";
    let text = sources.text(NAME);
    let name = text.map(|text| HeaderName::from_bytes(text.as_bytes())).transpose();
    name.map_err(|_| ConfigError::new(NAME, "must be a header's name"))
}

/// Rejects an origin with a path, because browsers send origins without one.
fn dashboard_origin(sources: &Sources) -> Result<Option<String>, ConfigError> {
    const NAME: &str = "FUNNEL_DASHBOARD_ORIGIN";
    let address = sources.http_url(NAME)?;
    let has_path = |text: &String| text.parse::<actix_web::http::Uri>().is_ok_and(|uri| uri.path() != "/");
    if address.as_ref().is_some_and(has_path) {
        return Err(ConfigError::new(NAME, "must be scheme, host and port alone"));
    }
    Ok(address)
}

fn trusted_proxies(sources: &Sources) -> Result<Vec<IpNet>, ConfigError> {
    const NAME: &str = "FUNNEL_TRUSTED_PROXIES";
    let network = |text: String| {
        text.parse::<IpNet>()
            .ok()
            .or_else(|| text.parse::<std::net::IpAddr>().ok().map(IpNet::from))
            .ok_or_else(|| {
                ConfigError::new(NAME, "must be a list of networks or addresses, such as 10.0.0.0/8,::1")
            })
    };
    sources.list(NAME).into_iter().map(network).collect()
}

const MOST_REQUESTS: u32 = 1_000_000_000;

fn escapes(sources: &Sources) -> Result<Escapes, ConfigError> {
    const NAME: &str = "FUNNEL_IN_APP_OFF";
    Escapes::without(sources.list(NAME).iter().map(String::as_str))
        .map_err(|error| ConfigError::new(NAME, error.to_string()))
}

fn rate_limit(sources: &Sources) -> Result<RateLimits, ConfigError> {
    Ok(RateLimits {
        per_minute: sources.number("FUNNEL_RATE_LIMIT_PER_MINUTE", 0, MOST_REQUESTS)?,
        burst: sources.number("FUNNEL_RATE_LIMIT_BURST", 0, MOST_REQUESTS)?,
    })
}

fn owner_rate_limit(sources: &Sources) -> Result<RateLimits, ConfigError> {
    let key = rate_limit(sources)?;
    let of = |name, of_key: u32| match sources.text(name) {
        Some(_) => sources.number(name, 0, MOST_REQUESTS),
        None => Ok(of_key.saturating_mul(OWNER_TIMES)),
    };
    Ok(RateLimits {
        per_minute: of("FUNNEL_OWNER_RATE_LIMIT_PER_MINUTE", key.per_minute)?,
        burst: of("FUNNEL_OWNER_RATE_LIMIT_BURST", key.burst)?,
    })
}

fn plan_caps(sources: &Sources) -> Result<BTreeMap<String, u32>, ConfigError> {
    const NAME: &str = "FUNNEL_PLAN_CAPS";
    let wrong = || ConfigError::new(NAME, "must name every plan, as in free=3,pro=25,agency=500");
    let mut caps = BTreeMap::new();
    for entry in sources.list(NAME) {
        let (plan, cap) = entry.split_once('=').ok_or_else(wrong)?;
        let cap = cap.trim().parse().map_err(|_| wrong())?;
        if !PLANS.contains(&plan.trim()) || caps.insert(plan.trim().to_owned(), cap).is_some() {
            return Err(wrong());
        }
    }
    if caps.len() == PLANS.len() { Ok(caps) } else { Err(wrong()) }
}

fn file_quota(sources: &Sources) -> Result<FileQuota, ConfigError> {
    const MIB: u64 = 1 << 20;
    let most = |name, high| Ok(Some(sources.number(name, 0, high)?).filter(|most| *most > 0).map(u64::from));
    Ok(FileQuota {
        files: most("FUNNEL_FILE_QUOTA_FILES", 1_000_000_000)?,
        bytes: most("FUNNEL_FILE_QUOTA_MB", 1_000_000_000)?.map(|mib| mib.saturating_mul(MIB)),
    })
}

fn log_filter(sources: &Sources) -> Result<String, ConfigError> {
    const NAME: &str = "FUNNEL_LOG";
    let text = sources.text(NAME).unwrap_or_default();
    if !telemetry::is_filter(&text) {
        return Err(ConfigError::new(NAME, "must be a filter such as info or funnel=debug"));
    }
    Ok(text)
}

/// Converts a value of the file to the format of the environment.
fn plain(variable: &Variable, value: toml::Value) -> Result<String, ConfigError> {
    match value {
        toml::Value::String(text) => Ok(text),
        toml::Value::Integer(number) => Ok(number.to_string()),
        toml::Value::Array(entries) => {
            let texts: Result<Vec<_>, _> = entries.into_iter().map(|entry| plain(variable, entry)).collect();
            Ok(texts?.join(","))
        }
        _ => Err(ConfigError::new(variable.name, "must be a text, a whole number or a list of these")),
    }
}

fn one_line(text: &str) -> String {
    text.lines().collect::<Vec<_>>().join(" ")
}
