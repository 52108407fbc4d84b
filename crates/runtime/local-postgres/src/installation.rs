use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::account::Account;
use crate::{Error, package};

/// Oldest supported major version.
const OLDEST: u32 = 14;

const PROGRAMS: [&str; 3] = ["initdb", "pg_ctl", "postgres"];

/// Usual folders of the server programs; `*` is a version.
const USUAL_PLACES: [&str; 9] = [
    "/usr/lib/postgresql/*/bin",
    "/usr/pgsql-*/bin",
    "/usr/libexec/postgresql*",
    "/opt/homebrew/opt/postgresql@*/bin",
    "/usr/local/opt/postgresql@*/bin",
    "/home/linuxbrew/.linuxbrew/opt/postgresql@*/bin",
    "/Applications/Postgres.app/Contents/Versions/*/bin",
    "/usr/local/pgsql*/bin",
    "/usr/bin*",
];

/// Server programs of one PostgreSQL version.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Installation {
    pub(crate) bin: PathBuf,
    pub(crate) major: u32,
}

impl Installation {
    /// Finds the installation for the cluster in `home`; `wanted` is the version that made the cluster.
    pub(crate) fn find(account: &Account, home: &Path, wanted: Option<u32>) -> Result<Self, Error> {
        if let Some(bin) = std::env::var_os("PG_BIN") {
            return named(Path::new(&bin), account).and_then(|found| fitting(vec![found], home, wanted));
        }
        fitting(usable(account), home, wanted)
    }

    pub(crate) fn program(&self, name: &str) -> PathBuf {
        self.bin.join(name)
    }
}

fn named(bin: &Path, account: &Account) -> Result<Installation, Error> {
    let wrong = |problem: String| Error::WrongPgBin { bin: bin.to_path_buf(), problem };
    if let Some(missing) = PROGRAMS.iter().find(|name| !bin.join(name).is_file()) {
        return Err(wrong(format!("{missing} is missing there")));
    }
    let major = version(bin, account);
    let major = major.ok_or_else(|| wrong(format!("user {} can't run its `postgres`", account.name)))?;
    if major < OLDEST {
        return Err(wrong(format!("that is version {major}, older than {OLDEST}")));
    }
    Ok(Installation { bin: bin.to_path_buf(), major })
}

fn fitting(found: Vec<Installation>, home: &Path, wanted: Option<u32>) -> Result<Installation, Error> {
    let majors: Vec<String> = found.iter().map(|one| one.major.to_string()).collect();
    let fits = |one: &Installation| wanted.is_none_or(|major| major == one.major);
    match (found.into_iter().find(fits), wanted) {
        (Some(installation), _) => Ok(installation),
        (None, Some(cluster)) if !majors.is_empty() => {
            Err(Error::OtherVersion { home: home.to_path_buf(), cluster, found: majors.join(", ") })
        }
        (None, _) => Err(Error::NotInstalled { command: package::command_to_type() }),
    }
}

/// Returns whether any usable installation exists.
#[cfg(feature = "install")]
pub(crate) fn is_any(account: &Account) -> bool {
    std::env::var_os("PG_BIN").is_some() || !usable(account).is_empty()
}

/// Returns every installation that the account can run, in order of preference.
fn usable(account: &Account) -> Vec<Installation> {
    let mut bins = on_path(std::env::var_os("PATH"));
    bins.extend(pg_config());
    bins.extend(USUAL_PLACES.iter().flat_map(|pattern| expand(pattern)));
    let mut seen = Vec::new();
    bins.retain(|bin| PROGRAMS.iter().all(|name| bin.join(name).is_file()));
    bins.retain(|bin| {
        !seen.contains(bin) && {
            seen.push(bin.clone());
            true
        }
    });
    let with_version = |bin: PathBuf| version(&bin, account).map(|major| Installation { bin, major });
    bins.into_iter().filter_map(with_version).filter(|one| one.major >= OLDEST).collect()
}

/// Returns the real folders of each `pg_ctl` on the search path, which is often a link.
fn on_path(path: Option<OsString>) -> Vec<PathBuf> {
    let path = path.unwrap_or_default();
    let real = |dir: PathBuf| Some(fs::canonicalize(dir.join("pg_ctl")).ok()?.parent()?.to_path_buf());
    std::env::split_paths(&path).filter_map(real).collect()
}

fn pg_config() -> Option<PathBuf> {
    let output = Command::new("pg_config").arg("--bindir").output().ok()?;
    let dir = PathBuf::from(String::from_utf8(output.stdout).ok()?.trim());
    dir.is_absolute().then_some(dir)
}

/// Returns the folders that match a pattern with one `*`, newest version first.
fn expand(pattern: &str) -> Vec<PathBuf> {
    let (before, after) = pattern.split_once('*').unwrap_or((pattern, ""));
    let (parent, prefix) = before.rsplit_once('/').unwrap_or(("", before));
    let Ok(entries) = fs::read_dir(format!("{parent}/")) else { return Vec::new() };
    let mut found: Vec<(u32, PathBuf)> = entries
        .flatten()
        .filter_map(|entry| {
            let name = entry.file_name();
            let version = name.to_str()?.strip_prefix(prefix)?;
            let dir = PathBuf::from(format!("{parent}/{}{after}", name.to_str()?));
            dir.is_dir().then(|| (leading_number(version).unwrap_or(0), dir))
        })
        .collect();
    found.sort_by(|one, other| other.0.cmp(&one.0).then_with(|| one.1.cmp(&other.1)));
    found.into_iter().map(|(_, dir)| dir).collect()
}

/// Returns the major version as seen by the account: a folder that it can't enter is no installation.
fn version(bin: &Path, account: &Account) -> Option<u32> {
    let output = account.command(bin.join("postgres")).arg(OsStr::new("--version")).output().ok()?;
    major(&String::from_utf8_lossy(&output.stdout))
}

fn major(text: &str) -> Option<u32> {
    leading_number(text.split_once("(PostgreSQL) ")?.1)
}

fn leading_number(text: &str) -> Option<u32> {
    let end = text.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(text.len());
    text.get(..end)?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_the_versions_that_distributions_print() {
        assert_eq!(major("postgres (PostgreSQL) 15.18 (Debian 15.18-0+deb12u1)"), Some(15));
        assert_eq!(major("postgres (PostgreSQL) 19devel"), Some(19));
        assert_eq!(major("postgres: command not found"), None);
    }

    #[test]
    fn expands_versions_newest_first() {
        let root = tempfile::tempdir().unwrap();
        for version in ["9.6", "15", "17", "other"] {
            fs::create_dir_all(root.path().join(version).join("bin")).unwrap();
        }
        let pattern = format!("{}/*/bin", root.path().display());
        let names: Vec<PathBuf> =
            expand(&pattern).iter().map(|dir| dir.strip_prefix(root.path()).unwrap().to_path_buf()).collect();
        assert_eq!(names, ["17/bin", "15/bin", "9.6/bin", "other/bin"].map(PathBuf::from));
    }

    #[test]
    fn a_cluster_of_another_version_names_both() {
        let found = vec![Installation { bin: "/pg/17".into(), major: 17 }];
        let error = fitting(found.clone(), Path::new("/data"), Some(15)).unwrap_err();
        assert!(matches!(error, Error::OtherVersion { cluster: 15, ref found, .. } if found == "17"));
        assert_eq!(fitting(found.clone(), Path::new("/data"), None).unwrap(), found[0]);
    }

    #[test]
    fn where_there_is_none_one_line_says_what_to_install() {
        for wanted in [None, Some(15)] {
            let error = fitting(Vec::new(), Path::new("/data"), wanted).unwrap_err();
            assert!(matches!(error, Error::NotInstalled { .. }), "{error}");
            let line = error.to_string();
            assert!(line.contains("install one with `") && !line.contains('\n'), "{line}");
        }
    }
}
