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
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// What the program can do.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Runs the service.
    Serve {
        /// Settings.
        #[command(flatten)]
        settings: Settings,
        /// Shows the configuration in force, secrets masked, and ends.
        #[arg(long)]
        print_config: bool,
    },
    /// The configuration.
    Config {
        /// Settings.
        #[command(flatten)]
        settings: Settings,
        /// Shows the configuration in force with the source of each value, secrets masked.
        #[arg(long, required = true)]
        print: bool,
    },
    /// Brings the schema of the database up to date.
    Migrate {
        /// Distributes what is not distributed yet by owner over the nodes of Citus, in one transaction.
        #[arg(long)]
        distribute: bool,
        /// Settings.
        #[command(flatten)]
        settings: Settings,
    },
    /// Asks whether the process on this machine is alive; the exit status says so.
    Health {
        /// Settings, of which the management address is read.
        #[command(flatten)]
        settings: Settings,
    },
    /// Looks at everything that the service needs, and says what to do about what is wrong; the exit status says so.
    Doctor {
        /// Answers in JSON.
        #[arg(long)]
        json: bool,
        /// Settings.
        #[command(flatten)]
        settings: Settings,
    },
    /// Tenants.
    #[command(subcommand)]
    Owner(OwnerCommand),
    /// Keys, before there is one that could mint others.
    #[command(subcommand)]
    Key(KeyCommand),
    /// Connections to the engines of tenants.
    Engine(Operated<EngineCommand>),
    /// Events that the database could not take.
    Events(Operated<EventsCommand>),
    /// Whether an owner's broadcasts are delivered.
    Gate(Operated<GateCommand>),
    /// What is kept of fans.
    Fan(Operated<FanCommand>),
    /// Scans, visits and clicks on their way to the database.
    Touches(Operated<TouchesCommand>),
    /// Copies of everything in one file.
    #[command(subcommand)]
    Backup(BackupCommand),
    /// Secrets that the service keeps.
    Secrets(Operated<SecretsCommand>),
    /// Prints the OpenAPI document.
    Openapi,
    /// Serves the API to an assistant over standard input and output (Model Context Protocol). The key is FUNNEL_API_KEY.
    Mcp {
        /// Where the API is.
        #[arg(long, env = "FUNNEL_API_URL", default_value = "http://127.0.0.1:8080", value_name = "URL")]
        api: String,
        /// Offers the tools that change something too.
        #[arg(long)]
        write: bool,
        /// Which toolsets are offered: `all`, or some of pages, links, qr, stats, team, broadcasts, vault, integrations, accounts.
        #[arg(long, default_value = "pages,links,stats", value_parser = Toolsets::parse, value_name = "NAMES")]
        toolsets: Toolsets,
    },
    /// Calls the administration API: `funnel api --help`.
    #[command(disable_help_flag = true)]
    Api {
        /// A noun and a verb of the API.
        #[arg(trailing_var_arg = true, allow_hyphen_values = true, value_name = "WORDS")]
        words: Vec<OsString>,
    },
    /// Prints what a shell completes commands with: `source <(funnel completions bash)`.
    Completions {
        /// Which shell.
        #[arg(value_enum)]
        shell: Shell,
    },
    /// Writes the manual pages of all commands into a folder; for who makes packages.
    #[command(hide = true)]
    Man {
        /// The folder, which must be there.
        folder: PathBuf,
    },
}

/// A command of operators, on the configured database.
#[derive(Debug, Args)]
pub struct Operated<Verb: Subcommand> {
    /// What to do.
    #[command(subcommand)]
    pub verb: Verb,
    /// Settings.
    #[command(flatten)]
    pub settings: Settings,
}

/// The command line without the operations of the API, which `funnel api --help` lists.
pub fn own() -> clap::Command {
    Cli::command().mut_subcommand("api", |_| clap::Command::new("api").about("Calls the administration API"))
}

/// The whole command line, the operations of the API among it.
pub fn whole() -> clap::Command {
    Cli::command().mut_subcommand("api", |_| funnel_api::command())
}

/// What can be done with tenants.
#[derive(Debug, Subcommand)]
pub enum OwnerCommand {
    /// Creates a tenant.
    Create {
        /// What it is called.
        #[arg(long)]
        name: String,
        /// free, pro or agency.
        #[arg(long, value_parser = plan)]
        plan: Plan,
        /// Answers in JSON.
        #[arg(long)]
        json: bool,
        /// Settings.
        #[command(flatten)]
        settings: Settings,
    },
}

/// What can be done with keys.
#[derive(Debug, Subcommand)]
pub enum KeyCommand {
    /// Makes an unrestricted key; its token is shown this once.
    Mint {
        /// The number of the tenant.
        #[arg(long)]
        owner: i64,
        /// What the key is called.
        #[arg(long)]
        name: String,
        /// read, write or both.
        #[arg(long, value_delimiter = ',', default_value = "read,write")]
        scopes: Vec<String>,
        /// The number of the member on whose behalf it acts.
        #[arg(long)]
        member: Option<i64>,
        /// Answers in JSON.
        #[arg(long)]
        json: bool,
        /// Settings.
        #[command(flatten)]
        settings: Settings,
    },
    /// Revokes a key at once and for good, also the first one, which no other key can revoke.
    Revoke {
        /// The number of the tenant.
        #[arg(long)]
        owner: i64,
        /// The number or the prefix of the key.
        #[arg(long)]
        key: String,
        /// Settings.
        #[command(flatten)]
        settings: Settings,
    },
}

fn plan(word: &str) -> Result<Plan, String> {
    Plan::parse(word).ok_or_else(|| "must be free, pro or agency".to_owned())
}

/// Where the file of settings is looked for if nothing names one; the first that is there counts.
const FILES: [&str; 2] = ["funnel.toml", "/etc/funnel/funnel.toml"];

/// One flag for every variable, the environment, and the file.
#[derive(Debug, Clone, Default)]
pub struct Settings {
    file: Option<PathBuf>,
    flags: HashMap<String, String>,
    environment: HashMap<String, String>,
}

impl Settings {
    /// Everything that is said about the configuration, in order of precedence.
    pub fn sources(&self) -> Result<Sources, ConfigError> {
        let (flags, environment) = (self.flags.clone(), self.environment.clone());
        let mut sources = Sources { flags, environment, file: HashMap::new() };
        if let Some((path, text)) = self.read_file()? {
            sources = sources.with_file(&path.display().to_string(), &text)?;
        }
        for variable in VARIABLES.iter().filter(|variable| variable.secret) {
            let all = [&mut sources.flags, &mut sources.environment, &mut sources.file];
            let said = all.into_iter().filter_map(|source| source.get_mut(variable.name));
            // The others do not count, and this process may not be allowed to read what they name.
            if let Some(value) = said.into_iter().find(|value| !value.trim().is_empty()) {
                let read = secret_text(&Terminal, value);
                *value = read.map_err(|error| ConfigError::new(variable.name, error.to_string()))?;
            }
        }
        Ok(sources)
    }

    /// The file that is named, which must be there, or the first of the usual ones.
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

    /// The configuration in force.
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
            // Below a noun they are beside its verb.
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
            // The generator for fish goes down to verbs, and not to their flags.
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
