//! The configuration: defaults, precedence, and one-line errors.

use broadcast_gate::quiet::QuietHours;
use funnel::config::{Roles, Sources};
use funnel::wiring::read_config as read;
use http_kit::rate_limit::RateLimits;

fn sources(pairs: &[(&str, &str)]) -> Sources {
    let environment = pairs.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    Sources { environment, ..Sources::default() }
}

#[test]
fn the_defaults_are_those_of_the_contract() {
    let config = read(&Sources::default()).unwrap();
    assert_eq!(config.roles, Roles { api: true, edge: true, worker: true, dashboard: true });
    assert_eq!(config.api_addr.to_string(), "127.0.0.1:8080");
    assert_eq!(config.rate_limit, RateLimits { per_minute: 600, burst: 100 });
    assert_eq!(config.owner_rate_limit, RateLimits { per_minute: 6_000, burst: 1_000 });
    assert_eq!(config.broadcast.quiet_hours, QuietHours::default());
    assert!(!config.broadcast.gate_open);
    assert_eq!(config.plan_caps["agency"], 500);
    assert!(config.database_url.is_none() && config.s3.is_none());
}

#[test]
fn flags_beat_the_environment_and_that_beats_the_file() {
    let mut sources = sources(&[("FUNNEL_RATE_LIMIT_BURST", "2"), ("FUNNEL_ENGINE_PULL_SECONDS", "2")]);
    sources.flags.insert("FUNNEL_RATE_LIMIT_BURST".to_owned(), "1".to_owned());
    let file =
        "rate_limit_burst = 3\nengine_pull_seconds = 3\nrate_limit_per_minute = \"3\"\nroles = [\"api\"]";
    let config = read(&sources.with_file("funnel.toml", file).unwrap()).unwrap();
    assert_eq!(config.rate_limit, RateLimits { per_minute: 3, burst: 1 });
    assert_eq!(config.engine_pull_seconds, 2);
    assert_eq!(config.roles, Roles { api: true, edge: false, worker: false, dashboard: false });
}

#[test]
fn a_wrong_value_is_reported_in_one_line_that_names_the_variable() {
    for (name, value) in [
        ("FUNNEL_DATABASE_URL", "mysql://secret-word"),
        ("FUNNEL_DATABASE_URL", "postgres://u:secret-word@db/x?sslmode=sure"),
        ("FUNNEL_DATABASE_URL", "postgres://u:secret-word@db/x?sslmode=verify-full"),
        ("FUNNEL_DATABASE_URL", "postgres://u:secret-word@db/x?sslmode=verify-ca&sslrootcert=/no/such.pem"),
        ("FUNNEL_DATABASE_DIRECT_URL", "postgres://u:secret-word@db:port/x"),
        ("FUNNEL_S3_ENDPOINT", "s3.example.net"),
        ("FUNNEL_ROLES", "api,cook"),
        ("FUNNEL_IN_APP_OFF", "instagram"),
        ("FUNNEL_ROLES", ","),
        ("FUNNEL_API_ADDR", "localhost"),
        ("FUNNEL_EDGE_ADDR", "127.0.0.1:99999"),
        ("FUNNEL_STOP_DELAY_SECONDS", "601"),
        ("FUNNEL_PUBLIC_EDGE_URL", "example.com"),
        ("FUNNEL_SECRET_KEY", "secret-word"),
        ("FUNNEL_SECRET_KEY_PREVIOUS", "secret-word"),
        ("FUNNEL_SECRET_KEY_NEXT", "secret-word"),
        ("FUNNEL_PROVISIONER", "magic"),
        ("FUNNEL_ENGINE_PULL_SECONDS", "0"),
        ("FUNNEL_ENGINE_PRIVATE_ADDRESSES", "perhaps"),
        ("FUNNEL_BROADCAST_GATE", "ajar"),
        ("FUNNEL_BROADCAST_COOLDOWN_HOURS", "-1"),
        ("FUNNEL_BROADCAST_QUIET_HOURS", "23-24"),
        ("FUNNEL_BROADCAST_MAX_PER_MINUTE", "many"),
        ("FUNNEL_COUNTRY_HEADER", "a b"),
        ("FUNNEL_TRUSTED_PROXIES", "10.0.0.0/33"),
        ("FUNNEL_PLAN_CAPS", "free=3"),
        ("FUNNEL_FILE_QUOTA_MB", "2 GB"),
        ("FUNNEL_RATE_LIMIT_PER_MINUTE", "1.5"),
        ("FUNNEL_OWNER_RATE_LIMIT_BURST", "-1"),
        ("FUNNEL_DASHBOARD_ORIGIN", "*"),
        ("FUNNEL_LOG", "=,="),
        ("FUNNEL_LOG_FORMAT", "xml"),
        ("OTEL_EXPORTER_OTLP_ENDPOINT", "collector:4318"),
    ] {
        let error = read(&sources(&[(name, value)])).unwrap_err();
        assert_eq!(error.variable, name, "{value}");
        let line = error.to_string();
        assert!(!line.contains('\n') && !line.contains("secret-word"), "{line}");
    }
}

#[test]
fn the_limit_of_an_owner_follows_that_of_a_key() {
    let key = ("FUNNEL_RATE_LIMIT_PER_MINUTE", "60");
    for (settings, per_minute, burst) in [
        (&[key][..], 600, 1_000),
        (&[("FUNNEL_RATE_LIMIT_PER_MINUTE", "0")], 0, 1_000),
        (&[("FUNNEL_RATE_LIMIT_PER_MINUTE", "1000000000")], u32::MAX, 1_000),
        (&[key, ("FUNNEL_OWNER_RATE_LIMIT_PER_MINUTE", "0")], 0, 1_000),
        (&[key, ("FUNNEL_OWNER_RATE_LIMIT_PER_MINUTE", "70"), ("FUNNEL_OWNER_RATE_LIMIT_BURST", "5")], 70, 5),
    ] {
        let config = read(&sources(settings)).unwrap();
        assert_eq!(config.owner_rate_limit, RateLimits { per_minute, burst }, "{settings:?}");
    }
}

#[test]
fn a_database_of_ones_own_needs_a_secret_key() {
    let url = ("FUNNEL_DATABASE_URL", "postgres://db/funnel");
    assert_eq!(read(&sources(&[url])).unwrap_err().variable, "FUNNEL_SECRET_KEY");
    let key = ("FUNNEL_SECRET_KEY", "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=");
    assert!(read(&sources(&[url, key])).is_ok());
}

const S3: [(&str, &str); 4] = [
    ("FUNNEL_S3_ENDPOINT", "https://s3.example.net/"),
    ("FUNNEL_S3_BUCKET", "files"),
    ("FUNNEL_S3_ACCESS_KEY", "the-key"),
    ("FUNNEL_S3_SECRET_KEY", "hunter2"),
];

#[test]
fn a_bucket_is_configured_wholly_or_not_at_all() {
    let s3 = read(&sources(&S3)).unwrap().s3.unwrap();
    assert_eq!((s3.endpoint.as_str(), s3.region.as_str()), ("https://s3.example.net", "us-east-1"));
    for missing in S3 {
        let rest: Vec<_> = S3.into_iter().filter(|pair| *pair != missing).collect();
        let error = read(&sources(&rest)).unwrap_err();
        assert_eq!(error.variable, missing.0);
        assert!(error.reason.starts_with("is required with FUNNEL_S3_"), "{error}");
    }
    assert!(read(&sources(&[("FUNNEL_S3_REGION", "eu-1")])).unwrap().s3.is_none());
}

#[test]
fn secrets_are_masked_when_shown() {
    let shown = sources(&[("FUNNEL_DATABASE_URL", "postgres://u:hunter2@db/x")]).print();
    assert!(shown.contains("FUNNEL_DATABASE_URL=***\n"));
    assert!(shown.contains("FUNNEL_SECRET_KEY=\n"));
    assert!(!shown.contains("hunter2"));
    let shown = sources(&S3);
    assert!(shown.print().contains("FUNNEL_S3_SECRET_KEY=***\n"));
    assert!(!format!("{:?}", read(&shown).unwrap()).contains("hunter2"));
}

#[test]
fn each_value_is_shown_with_its_source() {
    let mut sources = sources(&[("FUNNEL_LOG", "debug"), ("FUNNEL_ROLES", "api"), ("FUNNEL_GEOIP_DB", " ")]);
    sources.flags.insert("FUNNEL_ROLES".to_owned(), "edge".to_owned());
    let shown = sources.with_file("funnel.toml", "edge_cache_mb = 64\nlog = \"warn\"").unwrap().print();
    for lines in [
        "# flag\nFUNNEL_ROLES=edge\n",
        "# environment\nFUNNEL_LOG=debug\n",
        "# file\nFUNNEL_EDGE_CACHE_MB=64\n",
        "# default\nFUNNEL_API_ADDR=127.0.0.1:8080\n",
        "# not set\nFUNNEL_GEOIP_DB=\n",
    ] {
        assert!(shown.contains(lines), "{lines} in {shown}");
    }
}

#[test]
fn unknown_settings_of_the_file_are_refused() {
    for text in ["colour = 1", "api_addr = 1.5", "api_addr = ", "[section]\nx = 1"] {
        assert!(Sources::default().with_file("funnel.toml", text).is_err(), "{text}");
    }
}

#[test]
fn events_are_pushed_to_the_public_address_of_the_edge() {
    for (settings, expected) in [
        (&[] as &[(&str, &str)], Some("http://127.0.0.1:8081/engine/v1/events")),
        (
            &[("FUNNEL_PUBLIC_EDGE_URL", "https://edge.example/")],
            Some("https://edge.example/engine/v1/events"),
        ),
        (&[("FUNNEL_EDGE_ADDR", "[::1]:81")], Some("http://[::1]:81/engine/v1/events")),
        (&[("FUNNEL_EDGE_ADDR", "0.0.0.0:8081")], None),
        (&[("FUNNEL_EDGE_ADDR", ":0")], None),
    ] {
        assert_eq!(read(&sources(settings)).unwrap().push_url().as_deref(), expected, "{settings:?}");
    }
}
