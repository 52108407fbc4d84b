#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Variable {
    /// Name of the environment variable.
    pub name: &'static str,
    /// Default value; empty for none.
    pub default: &'static str,
    /// Whether output masks the value.
    pub secret: bool,
    /// One line of help.
    pub help: &'static str,
}

impl Variable {
    /// Returns the key in the file: `FUNNEL_API_ADDR` is `api_addr`.
    pub fn file_key(&self) -> String {
        self.name.trim_start_matches("FUNNEL_").to_ascii_lowercase()
    }

    /// Returns the flag name: `FUNNEL_API_ADDR` is `api-addr`.
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

/// Every variable, in display order.
pub const VARIABLES: &[Variable] = &[
    secret("FUNNEL_DATABASE_URL", "PostgreSQL URL; without it, a private server runs in the data folder"),
    secret("FUNNEL_DATABASE_DIRECT_URL", "the same database without the pooler; default FUNNEL_DATABASE_URL"),
    secret("FUNNEL_DATABASE_READ_URL", "a streaming standby, for statistics and lists that may lag behind"),
    open("FUNNEL_DATA_DIR", ".local", "folder of the private PostgreSQL, generated keys and uploaded files"),
    open("FUNNEL_S3_ENDPOINT", "", "S3-compatible server for files, instead of the data folder"),
    open("FUNNEL_S3_BUCKET", "", "name of an existing bucket"),
    open("FUNNEL_S3_REGION", "us-east-1", "region; servers without regions accept any value"),
    open("FUNNEL_S3_ACCESS_KEY", "", "id of the access key"),
    secret("FUNNEL_S3_SECRET_KEY", "secret of the access key"),
    open("FUNNEL_ROLES", "api,edge,worker,dashboard", "roles of this process"),
    open("FUNNEL_API_ADDR", "127.0.0.1:8080", "address of the API"),
    open("FUNNEL_EDGE_ADDR", "127.0.0.1:8081", "address of landing pages and redirects"),
    open("FUNNEL_DASHBOARD_ADDR", "127.0.0.1:8085", "address of the web dashboard"),
    open("FUNNEL_MANAGEMENT_ADDR", "127.0.0.1:8082", "address of health and metrics"),
    open("FUNNEL_STOP_DELAY_SECONDS", "0", "how long a stopping process keeps serving"),
    open(
        "FUNNEL_PUBLIC_EDGE_URL",
        "",
        "public address of the edge, where engines push events; the edge address by default",
    ),
    secret("FUNNEL_SECRET_KEY", "32 bytes in base64; generated with the private PostgreSQL"),
    secret("FUNNEL_SECRET_KEY_PREVIOUS", "the previous secret key, also accepted during a rotation"),
    secret("FUNNEL_SECRET_KEY_NEXT", "the next secret key, also accepted during a rotation"),
    open("FUNNEL_META_URL", "", "replacement for the address of Meta's API"),
    open("FUNNEL_TIKTOK_URL", "", "replacement for the address of TikTok's API"),
    open("FUNNEL_PROVISIONER", "none", "check of new domains: none or dns"),
    open("FUNNEL_META_VERSION", "v25.0", "version of Meta's API"),
    open("FUNNEL_ENGINE_PULL_SECONDS", "30", "seconds between two pulls of events"),
    open(
        "FUNNEL_ENGINE_PRIVATE_ADDRESSES",
        "loopback",
        "engine addresses: allow permits any, loopback also this machine, refuse only public ones",
    ),
    open(
        "FUNNEL_WEBHOOK_PRIVATE_ADDRESSES",
        "refuse",
        "webhook addresses: allow permits any, loopback also this machine, refuse only public ones",
    ),
    open(
        "FUNNEL_BROADCAST_GATE",
        "closed",
        "open lets owners open their own gates; closed stops all broadcasts",
    ),
    open(
        "FUNNEL_BROADCAST_COOLDOWN_HOURS",
        "24",
        "hours between two messages to one fan; 0 disables the limit",
    ),
    open("FUNNEL_BROADCAST_QUIET_HOURS", "23-8", "hours in which nothing is sent, or off"),
    open("FUNNEL_BROADCAST_MAX_PER_MINUTE", "6000", "messages per minute of one account"),
    open("FUNNEL_COUNTRY_HEADER", "", "header with a visitor's country"),
    open("FUNNEL_TRUSTED_PROXIES", "", "networks whose headers are trusted"),
    open("FUNNEL_GEOIP_DB", "", "country database in MaxMind's format"),
    open("FUNNEL_EDGE_CACHE_MB", "256", "megabytes of pages, links and codes that the edge caches"),
    open(
        "FUNNEL_EDGE_SNAPSHOT_MB",
        "64",
        "megabytes of snapshots that the edge keeps on disk; 0 disables them",
    ),
    open("FUNNEL_IN_APP_OFF", "", "ways out of apps that pages don't offer, such as instagram-ios"),
    open("FUNNEL_VISITOR_COOKIE", "off", "on distinguishes visitors by a first-party cookie; on or off"),
    open("FUNNEL_TOUCH_RETENTION_DAYS", "90", "days that individual scans, visits and clicks are kept"),
    open(
        "FUNNEL_TOUCHES_PER_SECOND",
        "5000",
        "scans, visits and clicks that a process stores per second at most",
    ),
    open("FUNNEL_PLAN_CAPS", "free=3,pro=25,agency=500", "domains per plan"),
    open("FUNNEL_FILE_QUOTA_FILES", "10000", "files that an owner may upload; 0 is unlimited"),
    open("FUNNEL_FILE_QUOTA_MB", "2048", "MiB of files that an owner may upload; 0 is unlimited"),
    open("FUNNEL_RATE_LIMIT_PER_MINUTE", "600", "requests per minute per key; 0 disables the limit"),
    open("FUNNEL_RATE_LIMIT_BURST", "100", "requests at once per key"),
    open(
        "FUNNEL_OWNER_RATE_LIMIT_PER_MINUTE",
        "",
        "requests per minute of all keys of an owner; default 10 times that of a key",
    ),
    open(
        "FUNNEL_OWNER_RATE_LIMIT_BURST",
        "",
        "requests at once of all keys of an owner; default 10 times that of a key",
    ),
    open("FUNNEL_DASHBOARD_ORIGIN", "", "browser origin that may call the API"),
    open("FUNNEL_DNS_TARGET", "", "names or addresses that a landing domain may resolve to"),
    open("FUNNEL_LOG", "info", "log filter"),
    open("FUNNEL_LOG_FORMAT", "text", "log format: text or json"),
    open("OTEL_EXPORTER_OTLP_ENDPOINT", "", "OpenTelemetry collector for traces"),
];
