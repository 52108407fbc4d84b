use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

use anyhow::Context as _;
use clap::Args;

use crate::build::{Build, program};
use crate::dev::{self, Up};
use crate::process::{exit_code, run as run_command, say, wait};
use crate::tools;
use crate::workspace::{root, target_folder};

/// Ports apart from those of `cargo xtask dev`.
const PORTS: u16 = 28_490;

/// Folder of the tests.
const TESTS: &str = "apps/dashboard/tests/browser";

#[derive(Debug, Args)]
pub(crate) struct Options {
    /// Writes pictures of a dozen screens into this folder.
    #[arg(long, value_name = "FOLDER")]
    screenshots: Option<PathBuf>,
    /// Port of the API of the tested service; the other parts use the next five.
    #[arg(long, value_name = "N", default_value_t = PORTS, value_parser = clap::value_parser!(u16).range(1..=65530))]
    port_base: u16,
    /// Runs only tests whose names contain these words.
    #[arg(long, value_name = "WORDS")]
    only: Option<String>,
    /// Measures the delay of the editor's preview, and runs no tests.
    #[arg(long)]
    measure: bool,
}

impl Options {
    /// Returns the options for every change.
    pub(crate) fn of_every_change() -> Self {
        Self { screenshots: None, port_base: PORTS, only: None, measure: false }
    }
}

/// Runs the tests of the dashboard in Chromium against a service of its own.
pub(crate) fn run(options: &Options, build: Build) -> anyhow::Result<ExitCode> {
    tools::debian("chromium", "chromium")?;
    let tool = tools::wheels("browser-tests", &format!("{TESTS}/requirements.txt"))?.join("pytest");
    let data_dir = target_folder()?.join("dashboard-test");
    let settings = [
        ("FUNNEL_RATE_LIMIT_PER_MINUTE", "0"),
        ("FUNNEL_BROADCAST_GATE", "open"),
        ("FUNNEL_DNS_TARGET", "edge.example.net,203.0.113.7"),
    ];
    let folder = data_dir.clone();
    let up =
        dev::Options { fresh: true, no_demo: false, port_base: options.port_base, data_dir: Some(data_dir) };
    dev::run_with(&up, build, &settings, |_, up, stop| {
        open_gate(&folder)?;
        let mut command = pytest(&tool, options, up, &folder)?;
        let status = wait(&mut command.spawn().context("pytest can't be started")?, stop)?;
        Ok(exit_code(status))
    })
}

/// Opens the broadcast gate of the demo owner, the first owner of a new database.
fn open_gate(data_dir: &Path) -> anyhow::Result<()> {
    let mut command = Command::new(program("funnel")?);
    command.args(["gate", "open", "--owner", "1", "--json"]).env("FUNNEL_DATA_DIR", data_dir);
    run_command(command.env_remove("FUNNEL_DATABASE_URL").stdout(Stdio::null()))
}

/// Returns the command of the tests, on all cores.
fn pytest(tool: &Path, options: &Options, up: &Up, data_dir: &Path) -> anyhow::Result<Command> {
    let key = up.key.as_deref().context("the demo owner has no key")?;
    say("testing the dashboard in Chromium");
    let mut command = Command::new(tool);
    command.current_dir(root().join(TESTS)).stdin(Stdio::null());
    command.args(["-p", "no:cacheprovider", "--quiet", "--tb=short"]);
    if options.measure {
        command.args(["--capture=no", "measure.py"]);
    } else {
        command.args(["--numprocesses", "auto"]);
    }
    if let Some(words) = &options.only {
        command.args(["-k", words]);
    }
    if let Some(folder) = &options.screenshots {
        command.env("FUNNEL_SCREENSHOTS", std::path::absolute(folder)?);
    }
    command.env("FUNNEL_DASHBOARD_URL", &up.dashboard).env("FUNNEL_API_URL", &up.api);
    command.env("FUNNEL_EDGE_URL", &up.edge).env("PYTHONDONTWRITEBYTECODE", "1");
    // Tests start parts of the service with this program.
    command.env("FUNNEL_PROGRAM", program("funnel")?).env("FUNNEL_DATA_DIR", data_dir);
    command.env("FUNNEL_DATABASE_URL", &up.database);
    // The environment hides the key from lists of processes.
    command.env("FUNNEL_API_KEY", key);
    Ok(command)
}
