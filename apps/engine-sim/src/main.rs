//! The program: one simulation with one connection, until it is stopped.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Parser;
use engine_sim::{AccountConfig, PushMode, PushTarget, Sim, SimConfig};
use tokio::signal::unix::{SignalKind, signal};

/// A simulation of the engine and of the two pixel platforms.
#[derive(Debug, Parser)]
#[command(name = "engine-sim", version)]
struct Cli {
    /// Listening address; port 0 picks a free port.
    #[arg(long, default_value = "127.0.0.1:0")]
    addr: SocketAddr,
    /// Seed of the population.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Initial number of fans.
    #[arg(long, default_value_t = 5_000)]
    fans: u64,
    /// Platform account.
    #[arg(long, default_value = "acct_demo")]
    account: String,
    /// Bearer token of the connection.
    #[arg(long)]
    token: String,
    /// Signing secret of events.
    #[arg(long)]
    event_secret: String,
    /// Extra seed for event ids, so that runs differ; default: the start time.
    #[arg(long)]
    run: Option<u64>,
    /// File that keeps created links between runs.
    #[arg(long)]
    links_file: Option<PathBuf>,
    /// Address of the service's edge, which events are pushed to.
    #[arg(long)]
    push_to: Option<String>,
}

fn main() -> ExitCode {
    let outcome = run(Cli::parse());
    let Err(error) = outcome else { return ExitCode::SUCCESS };
    eprintln!("{}", format!("{error:#}").replace('\n', " "));
    ExitCode::FAILURE
}

fn run(cli: Cli) -> anyhow::Result<()> {
    tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()?
        .block_on(simulate(cli))
}

async fn simulate(cli: Cli) -> anyhow::Result<()> {
    // Registered first, so that a signal during the start is not lost.
    let mut terminate = signal(SignalKind::terminate())?;
    let mut interrupt = signal(SignalKind::interrupt())?;
    let mut account = AccountConfig::new(&cli.account, &cli.token, &cli.event_secret);
    (account.seed, account.fans, account.links_file) = (cli.seed, cli.fans, cli.links_file);
    account.run = cli.run.unwrap_or_else(engine_sim::run_of_now);
    let config = SimConfig { address: cli.addr, seed: cli.seed, accounts: vec![account], workers: 2 };
    let sim = Sim::start(config).await?;
    if let Some(url) = cli.push_to {
        sim.push_to(&cli.account, &PushTarget { url, mode: PushMode::default(), replay: false }).await?;
    }
    eprintln!("{}", serde_json::json!({"event": "listening", "engine": sim.url()}));
    tokio::select! {
        _ = terminate.recv() => {}
        _ = interrupt.recv() => {}
    }
    sim.stop().await;
    Ok(())
}
