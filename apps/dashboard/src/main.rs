//! The dashboard alone, against any API.

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
    /// The address of the administration API.
    #[arg(long, env = "FUNNEL_API_URL", default_value = "http://127.0.0.1:8080")]
    api: String,
    /// Where to listen.
    #[arg(long, env = "FUNNEL_DASHBOARD_ADDR", default_value = "127.0.0.1:8085")]
    addr: SocketAddr,
    /// 32 bytes in base64 that sessions are sealed with; without one, sessions end with the process.
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
    // TLS of outgoing requests asks for the process's provider. One that is there already is as good.
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
    // One line that scripts wait for.
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
