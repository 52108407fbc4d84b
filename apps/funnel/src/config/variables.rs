/// One variable of the configuration.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Variable {
    /// Its name in the environment.
    pub name: &'static str,
    /// Its value where nothing else is said; empty for none.
    pub default: &'static str,
    /// Whether its value is masked when shown.
    pub secret: bool,
    /// One line of help.
    pub help: &'static str,
}

impl Variable {
    /// Its name in the file: `FUNNEL_API_ADDR` is `api_addr`.
    pub fn file_key(&self) -> String {
        self.name.trim_start_matches("FUNNEL_").to_ascii_lowercase()
    }

    /// Its name as a flag: `FUNNEL_API_ADDR` is `api-addr`.
    pub fn flag(&self) -> String {
        self.file_key().replace('_', "-")
    }
}

const fn open(name: &'static str, default: &'static str, help: &'static str) -> Variable {
    Variable { name, default, secret: false, help }
}

const fn secret(name: &'static str, help: &'static str) -> Variable {
    Variable { name, default: "", secret: true, help }
}

/// Every variable, in the order that they are shown.
pub const VARIABLES: &[Variable] = &[
    secret("FUNNEL_DATABASE_URL", "PostgreSQL; without it a private server runs in the data folder"),
    secret("FUNNEL_DATABASE_DIRECT_URL", "the same database past a pooler; default FUNNEL_DATABASE_URL"),
    secret(
        "FUNNEL_DATABASE_READ_URL",
        "a streaming standby of it, for statistics and lists that may be behind",
    ),
    open("FUNNEL_DATA_DIR", ".local", "private PostgreSQL, generated keys, uploaded files"),
    open("FUNNEL_S3_ENDPOINT", "", "S3-compatible server for files, in place of the data folder"),
    open("FUNNEL_S3_BUCKET", "", "the bucket, which must be there"),
    open("FUNNEL_S3_REGION", "us-east-1", "the region; servers that have none take any"),
    open("FUNNEL_S3_ACCESS_KEY", "", "the key's id"),
    secret("FUNNEL_S3_SECRET_KEY", "the key's secret"),
    open("FUNNEL_ROLES", "api,edge,worker,dashboard", "which parts this process plays"),
    open("FUNNEL_API_ADDR", "127.0.0.1:8080", "where the API listens"),
    open("FUNNEL_EDGE_ADDR", "127.0.0.1:8081", "where landing pages and redirects are served"),
    open("FUNNEL_DASHBOARD_ADDR", "127.0.0.1:8085", "where the web dashboard is served"),
    open("FUNNEL_MANAGEMENT_ADDR", "127.0.0.1:8082", "where health and metrics are served"),
    open("FUNNEL_STOP_DELAY_SECONDS", "0", "how long a stopping process goes on answering"),
    open(
        "FUNNEL_PUBLIC_EDGE_URL",
        "",
        "public address of the edge, where engines push events; the edge address by default",
    ),
    secret("FUNNEL_SECRET_KEY", "32 bytes in base64; generated with the private PostgreSQL"),
    secret(
        "FUNNEL_SECRET_KEY_PREVIOUS",
        "the secret key before this one, good beside it while it is changed",
    ),
    secret("FUNNEL_SECRET_KEY_NEXT", "the secret key after this one, good beside it while it is changed"),
    open("FUNNEL_META_URL", "", "replaces the address of the ad platform"),
    open("FUNNEL_TIKTOK_URL", "", "replaces the address of the ad platform"),
    open("FUNNEL_PROVISIONER", "none", "none or dns"),
    open("FUNNEL_META_VERSION", "v25.0", "version of the ad platform's interface"),
    open("FUNNEL_ENGINE_PULL_SECONDS", "30", "how often events are pulled"),
    open(
        "FUNNEL_ENGINE_PRIVATE_ADDRESSES",
        "loopback",
        "allow takes engines anywhere, refuse on the internet only",
    ),
    open(
        "FUNNEL_WEBHOOK_PRIVATE_ADDRESSES",
        "refuse",
        "loopback takes webhooks on this machine too, allow anywhere",
    ),
    open("FUNNEL_BROADCAST_GATE", "closed", "open lets owners' own switches count"),
    open("FUNNEL_BROADCAST_COOLDOWN_HOURS", "24", "hours between two messages to one fan; 0 is none"),
    open("FUNNEL_BROADCAST_QUIET_HOURS", "23-8", "hours in which nothing is sent, or off"),
    open("FUNNEL_BROADCAST_MAX_PER_MINUTE", "6000", "messages a minute of one account"),
    open("FUNNEL_COUNTRY_HEADER", "", "header with a visitor's country"),
    open("FUNNEL_TRUSTED_PROXIES", "", "networks whose headers are trusted"),
    open("FUNNEL_GEOIP_DB", "", "country database in MaxMind's format"),
    open("FUNNEL_EDGE_CACHE_MB", "256", "megabytes that the edge keeps of pages, links and codes"),
    open("FUNNEL_EDGE_SNAPSHOT_MB", "64", "megabytes of them that the edge keeps on the disk; 0 keeps none"),
    open("FUNNEL_VISITOR_COOKIE", "off", "on distinguishes visitors by a first-party cookie"),
    open("FUNNEL_TOUCH_RETENTION_DAYS", "90", "days that scans, visits and clicks are kept one by one"),
    open("FUNNEL_TOUCHES_PER_SECOND", "5000", "how many of them a process stores a second at most"),
    open("FUNNEL_PLAN_CAPS", "free=3,pro=25,agency=500", "domains per plan"),
    open("FUNNEL_FILE_QUOTA_FILES", "10000", "files that an owner may upload; 0 is any number"),
    open("FUNNEL_FILE_QUOTA_MB", "2048", "MiB that they may have together; 0 is any number"),
    open("FUNNEL_RATE_LIMIT_PER_MINUTE", "600", "requests a minute per key; 0 switches it off"),
    open("FUNNEL_RATE_LIMIT_BURST", "100", "requests at once per key"),
    open(
        "FUNNEL_OWNER_RATE_LIMIT_PER_MINUTE",
        "",
        "the same for all keys of an owner; 10 times that of a key by default",
    ),
    open("FUNNEL_OWNER_RATE_LIMIT_BURST", "", "the same for all keys of an owner"),
    open("FUNNEL_DASHBOARD_ORIGIN", "", "browser origin that may call the API"),
    open("FUNNEL_DNS_TARGET", "", "names or addresses that a landing domain may resolve to"),
    open("FUNNEL_LOG", "info", "filter of the log"),
    open("FUNNEL_LOG_FORMAT", "text", "text or json"),
    open("OTEL_EXPORTER_OTLP_ENDPOINT", "", "collector of OpenTelemetry that traces are sent to"),
];
