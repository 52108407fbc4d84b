//! The command line.

mod backup;

use std::collections::HashMap;
use std::ffi::OsString;
use std::path::PathBuf;

use auth_scopes::Plan;
use clap::parser::ValueSource;
use clap::{Arg, ArgMatches, Args, CommandFactory as _, FromArgMatches, Parser, Subcommand};
use clap_complete::Shell;
use funnel_mcp::Toolsets;
use funnel_operator::console::{Terminal, secret_text};
use funnel_operator::engine::EngineCommand;
use funnel_operator::events::EventsCommand;
use funnel_operator::fan::FanCommand;
use funnel_operator::gate::GateCommand;
use funnel_operator::secrets::SecretsCommand;
use funnel_operator::touches::TouchesCommand;

use crate::config::{Config, ConfigError, Sources, VARIABLES};
use crate::version::version;
use crate::wiring::read_config;

pub use backup::BackupCommand;
/// The landing-funnel administration service.
#[derive(Debug, Parser)]
#[command(name = "funnel", version = version(), about, disable_help_subcommand = true)]
pub struct Cli {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Runs the service.
    Serve {
        #[command(flatten)]
        settings: Settings,
        /// Prints the effective configuration with secrets masked, and exits.
        #[arg(long)]
        print_config: bool,
    },
    /// Prints the configuration.
    Config {
        #[command(flatten)]
        settings: Settings,
        /// Prints the effective configuration with the source of each value; secrets are masked.
        #[arg(long, required = true)]
        print: bool,
    },
    /// Migrates the schema of the database to this version.
    Migrate {
        /// Distributes the remaining tables over the Citus nodes by owner, in one transaction.
        #[arg(long)]
        distribute: bool,
        #[command(flatten)]
        settings: Settings,
    },
    /// Checks whether the process on this machine is alive. The exit status is the result.
    Health {
        #[command(flatten)]
        settings: Settings,
    },
    /// Checks everything that the service needs, and suggests fixes. The exit status is the result.
    Doctor {
        /// Prints JSON.
        #[arg(long)]
        json: bool,
        #[command(flatten)]
        settings: Settings,
    },
    /// Manages owners.
    #[command(subcommand)]
    Owner(OwnerCommand),
    /// Creates and revokes API keys without an existing key.
    #[command(subcommand)]
    Key(KeyCommand),
    /// Manages connections to the engines of owners.
    Engine(Operated<EngineCommand>),
    /// Manages events that the database rejected.
    Events(Operated<EventsCommand>),
    /// Shows or switches whether an owner's broadcasts are delivered.
    Gate(Operated<GateCommand>),
    /// Manages the data of fans.
    Fan(Operated<FanCommand>),
    /// Manages scans, visits and clicks that wait for the database.
    Touches(Operated<TouchesCommand>),
    /// Backs up everything into one file.
    #[command(subcommand)]
    Backup(BackupCommand),
    /// Manages stored secrets.
    Secrets(Operated<SecretsCommand>),
    /// Prints the OpenAPI document.
    Openapi,
    /// Serves the API to an AI assistant over standard input and output (Model Context Protocol).
    /// Reads the key from FUNNEL_API_KEY.
    Mcp {
        /// Address of the API.
        #[arg(long, env = "FUNNEL_API_URL", default_value = "http://127.0.0.1:8080", value_name = "URL")]
        api: String,
        /// Also offers tools that change data.
        #[arg(long)]
        write: bool,
        /// Toolsets to offer: `all`, or some of pages, links, qr, stats, team, broadcasts, vault,
        /// integrations, accounts.
        #[arg(long, default_value = "pages,links,stats", value_parser = Toolsets::parse, value_name = "NAMES")]
        toolsets: Toolsets,
    },
    /// Calls the administration API: `funnel api --help`.
    #[command(disable_help_flag = true)]
    Api {
        /// Noun and verb of an operation.
        #[arg(trailing_var_arg = true, allow_hyphen_values = true, value_name = "WORDS")]
        words: Vec<OsString>,
    },
    /// Prints a completion script for a shell: `source <(funnel completions bash)`.
    Completions {
        /// The shell.
        #[arg(value_enum)]
        shell: Shell,
    },
    /// Writes the manual pages of all commands into a folder, for packagers.
    #[command(hide = true)]
    Man {
        /// An existing folder.
        folder: PathBuf,
    },
}

/// An operator command on the configured database.
#[derive(Debug, Args)]
pub struct Operated<Verb: Subcommand> {
    #[command(subcommand)]
    pub verb: Verb,
    #[command(flatten)]
    pub settings: Settings,
}

/// Returns the command line without the API operations, which `funnel api --help` lists.
pub fn own() -> clap::Command {
    Cli::command().mut_subcommand("api", |_| clap::Command::new("api").about("Calls the administration API"))
}

/// Returns the whole command line, including the API operations.
pub fn whole() -> clap::Command {
    Cli::command().mut_subcommand("api", |_| funnel_api::command())
}

#[derive(Debug, Subcommand)]
pub enum OwnerCommand {
    /// Creates an owner.
    Create {
        /// The owner's name.
        #[arg(long)]
        name: String,
        /// The plan: free, pro or agency.
        #[arg(long, value_parser = plan)]
        plan: Plan,
        /// Prints JSON.
        #[arg(long)]
        json: bool,
        #[command(flatten)]
        settings: Settings,
    },
}

#[derive(Debug, Subcommand)]
pub enum KeyCommand {
    /// Creates an unrestricted key. The token is shown only once.
    Mint {
        /// The owner's number.
        #[arg(long)]
        owner: i64,
        /// The key's name.
        #[arg(long)]
        name: String,
        /// Scopes: read, write or both.
        #[arg(long, value_delimiter = ',', default_value = "read,write")]
        scopes: Vec<String>,
        /// Number of the member that the key acts for.
        #[arg(long)]
        member: Option<i64>,
        /// Prints JSON.
        #[arg(long)]
        json: bool,
        #[command(flatten)]
        settings: Settings,
    },
    /// Revokes a key immediately and permanently, including the first key, which the API can't
    /// revoke.
    Revoke {
        /// The owner's number.
        #[arg(long)]
        owner: i64,
        /// The key's number or prefix.
        #[arg(long)]
        key: String,
        #[command(flatten)]
        settings: Settings,
    },
}

fn plan(word: &str) -> Result<Plan, String> {
    Plan::parse(word).ok_or_else(|| "must be free, pro or agency".to_owned())
}

/// Default locations of the configuration file; the first existing file is used.
const FILES: [&str; 2] = ["funnel.toml", "/etc/funnel/funnel.toml"];

/// Settings from flags, one for every variable, from the environment, and from the file.
#[derive(Debug, Clone, Default)]
pub struct Settings {
    file: Option<PathBuf>,
    flags: HashMap<String, String>,
    environment: HashMap<String, String>,
}

impl Settings {
    /// Reads all sources of the configuration.
    pub fn sources(&self) -> Result<Sources, ConfigError> {
        let (flags, environment) = (self.flags.clone(), self.environment.clone());
        let mut sources = Sources { flags, environment, file: HashMap::new() };
        if let Some((path, text)) = self.read_file()? {
            sources = sources.with_file(&path.display().to_string(), &text)?;
        }
        for variable in VARIABLES.iter().filter(|variable| variable.secret) {
            let all = [&mut sources.flags, &mut sources.environment, &mut sources.file];
            let said = all.into_iter().filter_map(|source| source.get_mut(variable.name));
            // Values of lower precedence are unused, and this process may lack permission to read the
            // files that they name.
            if let Some(value) = said.into_iter().find(|value| !value.trim().is_empty()) {
                let read = secret_text(&Terminal, value);
                *value = read.map_err(|error| ConfigError::new(variable.name, error.to_string()))?;
            }
        }
        Ok(sources)
    }

    /// Reads the named file, which must exist, or the first existing default file.
    fn read_file(&self) -> Result<Option<(PathBuf, String)>, ConfigError> {
        let candidates = match &self.file {
            Some(named) => vec![named.clone()],
            None => FILES.map(PathBuf::from).to_vec(),
        };
        for path in candidates {
            match std::fs::read_to_string(&path) {
                Ok(text) => return Ok(Some((path, text))),
                Err(error) if self.file.is_none() && error.kind() == std::io::ErrorKind::NotFound => {}
                Err(error) => return Err(ConfigError::new(path.display().to_string(), error.to_string())),
            }
        }
        Ok(None)
    }

    /// Reads the effective configuration.
    pub fn config(&self) -> Result<Config, ConfigError> {
        read_config(&self.sources()?)
    }
}

impl FromArgMatches for Settings {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let mut settings = Self::default();
        settings.update_from_arg_matches(matches)?;
        Ok(settings)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        self.file = matches.get_one::<PathBuf>("config").cloned();
        for variable in VARIABLES {
            let Some(value) = matches.get_one::<String>(variable.name) else { continue };
            let source = match matches.value_source(variable.name) {
                Some(ValueSource::EnvVariable) => &mut self.environment,
                _ => &mut self.flags,
            };
            source.insert(variable.name.to_owned(), value.clone());
        }
        Ok(())
    }
}

impl Args for Settings {
    fn augment_args(command: clap::Command) -> clap::Command {
        let file = Arg::new("config")
            .long("config")
            .env("FUNNEL_CONFIG")
            .value_name("FILE")
            .help("settings in a file")
            // Global flags may follow the subcommand of a noun.
            .global(true);
        let file = file
            .long_help("settings in a file; funnel.toml or /etc/funnel/funnel.toml by default")
            .value_parser(clap::value_parser!(PathBuf));
        VARIABLES.iter().fold(command.arg(file), |command, variable| {
            let flag = Arg::new(variable.name).long(variable.flag()).value_name("VALUE").help(variable.help);
            let flag = flag.env(variable.name).hide_env_values(true).global(true);
            command.arg(flag.help_heading("Settings, each also a variable of the environment"))
        })
    }

    fn augment_args_for_update(command: clap::Command) -> clap::Command {
        Self::augment_args(command)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        Cli::command().debug_assert();
        whole().debug_assert();
    }

    #[test]
    fn words_of_the_api_are_passed_on_as_they_are() {
        let cli =
            Cli::try_parse_from(["funnel", "api", "domains", "list", "--help", "--json", "-o", "x"]).unwrap();
        let Command::Api { words } = cli.command else { panic!("not api") };
        assert_eq!(words, ["domains", "list", "--help", "--json", "-o", "x"]);
    }

    #[test]
    fn shells_complete_the_operations_of_the_api() {
        for shell in [Shell::Bash, Shell::Zsh, Shell::Fish] {
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut whole(), "funnel", &mut script);
            let script = String::from_utf8(script).unwrap();
            // The generator for fish completes subcommands, but not their flags.
            let words = ["qr-codes", "png-download", "trial-days"];
            for word in words.into_iter().filter(|word| shell != Shell::Fish || *word != "trial-days") {
                assert!(script.contains(word), "{shell} {word}");
            }
        }
    }

    #[test]
    fn every_variable_is_a_flag() {
        let cli = Cli::try_parse_from(["funnel", "serve", "--rate-limit-burst", "7", "--log=debug"]).unwrap();
        let Command::Serve { settings, .. } = cli.command else { panic!("not serve") };
        assert_eq!(settings.flags["FUNNEL_RATE_LIMIT_BURST"], "7");
        assert_eq!(settings.flags["FUNNEL_LOG"], "debug");
    }

    #[test]
    fn a_file_that_is_named_must_be_there() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("some.toml");
        let settings = Settings { file: Some(path.clone()), ..Settings::default() };
        let error = settings.sources().unwrap_err();
        assert_eq!(error.variable, path.display().to_string());
        std::fs::write(&path, "log = \"warn\"").unwrap();
        assert!(settings.sources().unwrap().print().contains("# file\nFUNNEL_LOG=warn\n"));
    }

    #[test]
    fn of_the_files_that_secrets_are_in_the_one_that_counts_is_read() {
        let folder = tempfile::tempdir().unwrap();
        let (settings, secret) = (folder.path().join("some.toml"), folder.path().join("secret"));
        std::fs::write(&settings, "secret_key = \"@/nobody/may/read/this\"").unwrap();
        std::fs::write(&secret, "hidden").unwrap();
        let environment = [("FUNNEL_SECRET_KEY".to_owned(), format!("@{}", secret.display()))].into();
        let settings = Settings { file: Some(settings), environment, ..Settings::default() };
        assert_eq!(settings.sources().unwrap().environment["FUNNEL_SECRET_KEY"], "hidden");
        let settings = Settings { environment: HashMap::new(), ..settings };
        assert_eq!(settings.sources().unwrap_err().variable, "FUNNEL_SECRET_KEY");
    }
}
