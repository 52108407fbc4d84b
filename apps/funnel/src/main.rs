//! The program: reads the command line, and runs what it asks for.

use std::process::ExitCode;

use clap::Parser as _;
use funnel::cli::{Cli, Command, KeyCommand, OwnerCommand};
use funnel::commands::{self, FirstKey};
use funnel::config::{Config, ConfigError};
use funnel::traces::Traces;
use funnel::{logging, memory, server};
use mimalloc::MiMalloc;

/// Answers are built of many small pieces. In a profile of a preview, glibc's allocator took a fifth of the time.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

/// The exit code of a wrong configuration.
const MISCONFIGURED: u8 = 2;

fn main() -> ExitCode {
    let outcome = run(Cli::parse().command);
    let Err(error) = outcome else { return ExitCode::SUCCESS };
    eprintln!("{}", format!("{error:#}").replace('\n', " "));
    if error.is::<ConfigError>() { MISCONFIGURED.into() } else { ExitCode::FAILURE }
}

fn run(command: Command) -> anyhow::Result<()> {
    match command {
        Command::Serve { settings, print_config: true } | Command::Config { settings, print: _ } => {
            let sources = settings.sources()?;
            funnel::config::read(&sources)?;
            print!("{}", sources.print());
            Ok(())
        }
        Command::Serve { settings, print_config: false } => {
            memory::disable_core_dumps()?;
            memory::disable_huge_pages()?;
            serve(settings.config()?)
        }
        Command::Migrate { settings } => {
            let config = start(settings.config()?);
            runtime()?.block_on(commands::migrate(&config))
        }
        Command::Health { settings } => commands::health(&settings.config()?),
        Command::Owner(OwnerCommand::Create { name, plan, json, settings }) => {
            let config = start(settings.config()?);
            runtime()?.block_on(commands::create_owner(&config, &name, plan, json))
        }
        Command::Key(KeyCommand::Mint { owner, name, scopes, member, json, settings }) => {
            let config = start(settings.config()?);
            let asked = FirstKey { owner, name, scopes, member };
            runtime()?.block_on(commands::mint_key(&config, &asked, json))
        }
        Command::Engine(command) => {
            let config = start(command.settings().config()?);
            runtime()?.block_on(commands::engine(&config, command))
        }
        Command::Events(command) => {
            let config = start(command.settings().config()?);
            runtime()?.block_on(commands::events(&config, command))
        }
        Command::Gate(command) => {
            let config = start(command.settings().config()?);
            runtime()?.block_on(commands::gate(&config, command))
        }
        Command::Fan(command) => {
            let config = start(command.settings().config()?);
            runtime()?.block_on(commands::fan(&config, command))
        }
        Command::Touches(command) => {
            let config = start(command.settings().config()?);
            runtime()?.block_on(commands::touches(&config, command))
        }
        Command::Secrets(command) => {
            let config = start(command.settings().config()?);
            runtime()?.block_on(commands::secrets(&config, command))
        }
        Command::Openapi => {
            println!("{}", admin_api::openapi::document().to_pretty_json()?);
            Ok(())
        }
    }
}

fn serve(config: Config) -> anyhow::Result<()> {
    let traces = config.otlp_endpoint.as_deref().map(Traces::open).transpose()?;
    logging::start(&config.log, config.log_format, traces.as_ref());
    let outcome = runtime()?.block_on(server::serve(config));
    if let Some(traces) = traces {
        traces.close();
    }
    outcome
}

fn start(config: Config) -> Config {
    logging::start(&config.log, config.log_format, None);
    config
}

fn runtime() -> std::io::Result<tokio::runtime::Runtime> {
    tokio::runtime::Builder::new_multi_thread().enable_all().build()
}
