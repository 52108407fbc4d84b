//! Entry point: parses the command line and runs the command.

use std::io::Write as _;
use std::process::ExitCode;

use clap::Parser as _;
use clap_complete::Shell;
use funnel::cli::{self, Cli, Command, KeyCommand, Operated, OwnerCommand};
use funnel::commands::{self, FirstKey};
use funnel::config::{Config, ConfigError};
use funnel::telemetry::{self, Traces};
use funnel::{fish, memory, server};
use funnel_operator::console::print;
use mimalloc::MiMalloc;

/// Responses are built of many small pieces. With glibc's allocator, a fifth of a preview's time
/// was allocation.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

/// Exit code for an invalid command line or configuration.
const MISCONFIGURED: u8 = 2;

fn main() -> ExitCode {
    let as_json = std::env::args_os().take_while(|word| word != "--").any(|word| word == "--json");
    let command = match Cli::try_parse() {
        Ok(cli) => cli.command,
        Err(error) if as_json && error.use_stderr() => {
            report(&json_error("usage", error.to_string().trim_end()));
            return MISCONFIGURED.into();
        }
        Err(error) => error.exit(),
    };
    let outcome = match command {
        Command::Api { words } => return funnel_api::run(words),
        command => run(command),
    };
    let Err(error) = outcome else { return ExitCode::SUCCESS };
    let (kind, status) = if error.is::<ConfigError>() {
        ("configuration", MISCONFIGURED.into())
    } else {
        ("failed", ExitCode::FAILURE)
    };
    let message = format!("{error:#}").replace('\n', " ");
    report(&if as_json { json_error(kind, &message) } else { message });
    status
}

/// Formats an error as JSON, in the same form as `funnel api --json`.
fn json_error(kind: &str, message: &str) -> String {
    serde_json::json!({ "error": { "kind": kind, "message": message } }).to_string()
}

fn report(line: &str) {
    // A closed standard error is not a failure.
    let _ = writeln!(std::io::stderr(), "{line}");
}

fn run(command: Command) -> anyhow::Result<()> {
    match command {
        Command::Serve { settings, print_config: true } | Command::Config { settings, print: _ } => {
            let sources = settings.sources()?;
            funnel::wiring::read_config(&sources)?;
            Ok(print(&sources.print())?)
        }
        Command::Serve { settings, print_config: false } => {
            memory::disable_core_dumps()?;
            memory::disable_huge_pages()?;
            serve(settings.config()?)
        }
        Command::Migrate { distribute, settings } => {
            let config = start(settings.config()?);
            runtime()?.block_on(commands::migrate(&config, distribute))
        }
        Command::Health { settings } => commands::health(&settings.config()?),
        Command::Doctor { json, settings } => {
            let config = start(settings.config()?);
            runtime()?.block_on(commands::doctor(&config, json))
        }
        Command::Owner(OwnerCommand::Create { name, plan, json, settings }) => {
            let config = start(settings.config()?);
            runtime()?.block_on(commands::create_owner(&config, &name, plan, json))
        }
        Command::Key(KeyCommand::Revoke { owner, key, settings }) => {
            let config = start(settings.config()?);
            runtime()?.block_on(commands::revoke_key(&config, owner, &key))
        }
        Command::Key(KeyCommand::Mint { owner, name, scopes, member, json, settings }) => {
            let config = start(settings.config()?);
            let asked = FirstKey { owner, name, scopes, member };
            runtime()?.block_on(commands::mint_key(&config, &asked, json))
        }
        Command::Engine(Operated { verb, settings }) => {
            let config = start(settings.config()?);
            runtime()?.block_on(commands::engine(&config, verb))
        }
        Command::Events(Operated { verb, settings }) => {
            let config = start(settings.config()?);
            runtime()?.block_on(commands::events(&config, verb))
        }
        Command::Gate(Operated { verb, settings }) => {
            let config = start(settings.config()?);
            runtime()?.block_on(commands::gate(&config, verb))
        }
        Command::Fan(Operated { verb, settings }) => {
            let config = start(settings.config()?);
            runtime()?.block_on(commands::fan(&config, verb))
        }
        Command::Touches(Operated { verb, settings }) => {
            let config = start(settings.config()?);
            runtime()?.block_on(commands::touches(&config, verb))
        }
        Command::Backup(command) => commands::backup(command, &runtime()?),
        Command::Secrets(Operated { verb, settings }) => {
            let config = start(settings.config()?);
            runtime()?.block_on(commands::secrets(config, verb))
        }
        // `funnel api` has exit codes of its own.
        Command::Api { .. } => Ok(()),
        Command::Completions { shell } => {
            let mut words = Vec::new();
            match shell {
                Shell::Fish => words.extend(fish::completions(cli::whole()).into_bytes()),
                _ => clap_complete::generate(shell, &mut cli::whole(), "funnel", &mut words),
            }
            Ok(print(&String::from_utf8_lossy(&words))?)
        }
        Command::Man { folder } => Ok(clap_mangen::generate_to(cli::own(), folder)?),
        Command::Openapi => Ok(print(&format!("{}\n", admin_api::openapi::document().to_pretty_json()?))?),
        Command::Mcp { api, write, toolsets } => runtime()?.block_on(commands::mcp(api, write, toolsets)),
    }
}

fn serve(config: Config) -> anyhow::Result<()> {
    let traces = config.otlp_endpoint.as_deref().map(traces).transpose()?;
    telemetry::start(&config.log, config.log_format, traces.as_ref());
    let outcome = runtime()?.block_on(server::serve(config));
    if let Some(traces) = traces {
        traces.close();
    }
    outcome
}

fn traces(endpoint: &str) -> Result<Traces, ConfigError> {
    Traces::open(endpoint).map_err(|error| ConfigError::new("OTEL_EXPORTER_OTLP_ENDPOINT", error.to_string()))
}

fn start(config: Config) -> Config {
    telemetry::start(&config.log, config.log_format, None);
    config
}

fn runtime() -> std::io::Result<tokio::runtime::Runtime> {
    tokio::runtime::Builder::new_multi_thread().enable_all().build()
}
