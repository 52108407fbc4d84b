//! The program: one simulation with one connection, until it is stopped.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Parser;
use engine_sim::{AccountConfig, PushMode, PushTarget, Sim, SimConfig};
use tokio::signal::unix::{SignalKind, signal};

/// A stand-in of the engine and of the two pixel platforms.
#[derive(Debug, Parser)]
#[command(name = "engine-sim", version)]
struct Cli {
    /// Where to listen; port 0 picks a free one.
    #[arg(long, default_value = "127.0.0.1:0")]
    addr: SocketAddr,
    /// What the population is drawn from.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many fans there are at first.
    #[arg(long, default_value_t = 5_000)]
    fans: u64,
    /// The platform account.
    #[arg(long, default_value = "acct_demo")]
    account: String,
    /// The bearer token of the connection.
    #[arg(long)]
    token: String,
    /// What events are signed with.
    #[arg(long)]
    event_secret: String,
    /// Makes the ids of what happens differ from those of other runs; the time of the start if absent.
    #[arg(long)]
    run: Option<u64>,
    /// A file in which links that are made outlive the program.
    #[arg(long)]
    links_file: Option<PathBuf>,
    /// The service's edge, to which events are pushed.
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
    // Listened for from the beginning, so that a signal during the start is not lost.
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
