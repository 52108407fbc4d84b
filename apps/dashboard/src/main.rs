//! The dashboard as a separate program, for any API.

use std::net::SocketAddr;

use actix_web::dev::ServerHandle;
use anyhow::Context as _;
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use clap::Parser;
use dashboard::Settings;
use ipnet::IpNet;
use tokio::signal::unix::{SignalKind, signal};
use tracing_subscriber::EnvFilter;

/// The web dashboard of the landing-funnel administration service.
#[derive(Debug, Parser)]
#[command(name = "funnel-dashboard", version, about)]
struct Options {
    /// Address of the administration API.
    #[arg(long, env = "FUNNEL_API_URL", default_value = "http://127.0.0.1:8080")]
    api: String,
    /// Listening address.
    #[arg(long, env = "FUNNEL_DASHBOARD_ADDR", default_value = "127.0.0.1:8085")]
    addr: SocketAddr,
    /// 32 bytes in base64 from which the session key is derived; without it, sessions end with the
    /// process.
    #[arg(long, env = "FUNNEL_SECRET_KEY", hide_env_values = true)]
    secret_key: Option<String>,
    /// Networks of proxies whose `X-Forwarded-For` is trusted.
    #[arg(long, env = "FUNNEL_TRUSTED_PROXIES", value_delimiter = ',')]
    trusted_proxies: Vec<IpNet>,
}

fn main() -> anyhow::Result<()> {
    let options = Options::parse();
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new("info"));
    tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr).init();
    // TLS needs a process-wide provider; one that is already installed works too.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let secret = options.secret_key.map(|key| BASE64_STANDARD.decode(key.trim())).transpose();
    let secret = secret.context("FUNNEL_SECRET_KEY: must be base64")?;
    let session_key = secret.map(|secret| dashboard::session_key(&secret));
    let settings = Settings { api: options.api, session_key, trusted_proxies: options.trusted_proxies };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(run(settings, options.addr))
}

async fn run(settings: Settings, address: SocketAddr) -> anyhow::Result<()> {
    let mut terminate = signal(SignalKind::terminate())?;
    let mut interrupt = signal(SignalKind::interrupt())?;
    let bound = dashboard::bind(settings, address)?;
    // Scripts wait for this line.
    eprintln!("{}", serde_json::json!({ "event": "listening", "dashboard": bound.address }));
    let handle: ServerHandle = bound.server.handle();
    let served = tokio::spawn(bound.server);
    tokio::select! {
        _ = terminate.recv() => {}
        _ = interrupt.recv() => {}
    }
    handle.stop(true).await;
    Ok(served.await??)
}
