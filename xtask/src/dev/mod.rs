//! `cargo xtask dev`: from a fresh clone to a running, filled service.

pub(crate) mod api;
mod demo;
mod ports;
mod programs;
mod report;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context as _, bail};
use clap::Args;
use local_postgres::{Server, Settings};

use self::api::{Api as _, HttpApi};
use self::ports::Ports;
use self::programs::{Program, Running};
use self::report::Report;
use crate::build::Build;
use crate::process::{exit_code, print_line, say};
use crate::stop::Stop;
use crate::workspace::root;

#[derive(Debug, Args)]
pub(crate) struct Options {
    /// Wipes the data first.
    #[arg(long)]
    pub(crate) fresh: bool,
    /// Loads no demo owner.
    #[arg(long)]
    pub(crate) no_demo: bool,
    /// The API listens on this port, the other parts on the next five.
    #[arg(long, value_name = "N", default_value_t = 8080, value_parser = clap::value_parser!(u16).range(1..=65530))]
    pub(crate) port_base: u16,
    /// Where the database, keys and files are; by default `.local` in the root of the clone.
    #[arg(long, value_name = "FOLDER")]
    pub(crate) data_dir: Option<PathBuf>,
}

/// What is up once everything runs.
#[derive(Debug)]
pub(crate) struct Up {
    /// Where the API is.
    pub(crate) api: String,
    /// Where landing pages are.
    pub(crate) edge: String,
    /// Where the dashboard is.
    pub(crate) dashboard: String,
    /// The key of the demo owner, if there is one.
    pub(crate) key: Option<String>,
    /// The address of the database.
    pub(crate) database: String,
}

/// Brings everything up, and stays until a signal or until a program ends by itself.
pub(crate) fn run(options: &Options) -> anyhow::Result<ExitCode> {
    run_with(options, Build::Alone, &[], |running, _, stop| stay(running, stop))
}

/// Brings everything up with these settings of the service, does `work`, and ends all that it started.
pub(crate) fn run_with(
    options: &Options,
    build: Build,
    settings: &[(&'static str, &str)],
    work: impl FnOnce(&mut [Running], &Up, &Stop) -> anyhow::Result<ExitCode>,
) -> anyhow::Result<ExitCode> {
    let stop = Stop::on_signals()?;
    let ports = Ports::from_base(options.port_base);
    let data_dir = data_dir(options)?;
    if options.fresh {
        wipe(&data_dir)?;
    }
    let mut programs = Program::all(&data_dir, ports);
    programs.iter_mut().filter(|program| program.name == "funnel").for_each(|funnel| funnel.set(settings));
    say("building");
    programs::build(&programs, build, &stop)?;
    if stop.is_asked() {
        return Ok(ExitCode::SUCCESS);
    }
    say("starting PostgreSQL");
    local_postgres::install_if_absent()?;
    let server = Server::start_or_join(&Settings { port: Some(ports.postgres), ..Settings::new(&data_dir) })?;
    let done = serve(options, &data_dir, &programs, &server, &stop, work);
    say("stopping PostgreSQL");
    server.stop_if_last()?;
    done
}

/// Runs the programs while the database is there; all of them have ended when it returns.
fn serve(
    options: &Options,
    data_dir: &Path,
    programs: &[Program],
    server: &Server,
    stop: &Stop,
    work: impl FnOnce(&mut [Running], &Up, &Stop) -> anyhow::Result<ExitCode>,
) -> anyhow::Result<ExitCode> {
    let mut running = Vec::new();
    let outcome = bring_up(options, data_dir, programs, server, stop, &mut running)
        .and_then(|up| work(&mut running, &up, stop));
    for mut program in running.into_iter().rev() {
        say(&format!("stopping {}", program.name));
        program.end()?;
    }
    // What was asked for is no failure, whatever it interrupted.
    if stop.is_asked() { Ok(ExitCode::SUCCESS) } else { outcome }
}

fn bring_up(
    options: &Options,
    data_dir: &Path,
    programs: &[Program],
    server: &Server,
    stop: &Stop,
    running: &mut Vec<Running>,
) -> anyhow::Result<Up> {
    for program in programs {
        say(&format!("starting {}", program.name));
        running.push(program.start()?);
        if let Some(last) = running.last_mut() {
            last.wait_until_listening(stop)?;
        }
    }
    let engine = format!("http://127.0.0.1:{}", Ports::from_base(options.port_base).engine_sim);
    let Some(funnel) = running.last_mut() else { bail!("there is no program to run") };
    let addresses = funnel.addresses()?;
    funnel.wait_until_ready(&addresses, stop)?;
    let api = format!("http://{}", addresses.api);
    if !options.no_demo && demo::is_missing(data_dir) {
        say("loading the demo owner through the API");
        let key = demo::key(data_dir, programs)?;
        demo::connect(data_dir, programs, &engine)?;
        demo::open_gate(data_dir, programs)?;
        demo::load(&HttpApi::new(&api, &key), stop)?;
        let import = |touches: &str| demo::import(data_dir, programs, touches);
        demo::play(&HttpApi::new(&api, &key), &HttpApi::new(&engine, ""), &import, stop)?;
        demo::finished(data_dir)?;
    }
    let key = demo::stored_key(data_dir)?;
    let sign_in = key.as_deref().and_then(|key| sign_in_link(&addresses.dashboard, key));
    let segment = key.as_deref().and_then(|key| demo::first_segment(&HttpApi::new(&api, key)).ok());
    let database = server.url(local_postgres::DATABASE);
    let report = Report {
        addresses: &addresses,
        engine: &engine,
        database: &database,
        key: key.as_deref(),
        segment,
        sign_in,
    };
    print_line(&report.text())?;
    let (edge, dashboard) = (format!("http://{}", addresses.edge), format!("http://{}", addresses.dashboard));
    Ok(Up { api, edge, dashboard, key, database })
}

/// An address that signs in to the dashboard once, within a minute.
fn sign_in_link(dashboard: &str, key: &str) -> Option<String> {
    let made = HttpApi::new(&format!("http://{dashboard}"), key).call("POST", "/sign-in/links", None).ok()?;
    Some(format!("http://{dashboard}{}", made.body.get("path")?.as_str()?))
}

/// Until a signal, which is success, or until one of the programs ends, whose status becomes ours.
fn stay(running: &mut [Running], stop: &Stop) -> anyhow::Result<ExitCode> {
    while !stop.is_asked() {
        for program in running.iter_mut() {
            if let Some(status) = program.ended()? {
                eprintln!("error: {} ended by itself with {status}", program.name);
                let code = if status.success() { ExitCode::FAILURE } else { exit_code(status) };
                return Ok(code);
            }
        }
        std::thread::sleep(Duration::from_millis(100));
    }
    Ok(ExitCode::SUCCESS)
}

fn data_dir(options: &Options) -> anyhow::Result<PathBuf> {
    match &options.data_dir {
        Some(folder) => std::path::absolute(folder).context("resolving --data-dir"),
        None => Ok(root().join(".local")),
    }
}

/// Deletes all data, also a cluster that lives outside of the folder; refuses while a process uses the database.
fn wipe(data_dir: &Path) -> anyhow::Result<()> {
    say(&format!("wiping {}", data_dir.display()));
    let is_ours = |name: &str| data_dir.join(name).exists();
    let has_content = data_dir.read_dir().is_ok_and(|mut entries| entries.next().is_some());
    if has_content && !["postgres.json", "postgres.lock", "postgres", "demo-key"].into_iter().any(is_ours) {
        bail!(
            "{} holds no data of this service, so it is not wiped; name another folder with --data-dir",
            data_dir.display()
        );
    }
    local_postgres::wipe(data_dir)?;
    if data_dir.exists() {
        fs::remove_dir_all(data_dir).with_context(|| format!("deleting {}", data_dir.display()))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_of_something_else_is_not_wiped() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("thesis.txt"), "").unwrap();
        assert!(wipe(folder.path()).is_err());
        assert!(folder.path().join("thesis.txt").exists());
        fs::write(folder.path().join("demo-key"), "").unwrap();
        wipe(folder.path()).unwrap();
        assert!(!folder.path().exists());
        wipe(folder.path()).unwrap();
    }
}
