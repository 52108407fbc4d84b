use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, bail};

/// Variable that names the program, here and in the tests.
pub(crate) const VARIABLE: &str = "FUNNEL_TEST_PGBOUNCER";

/// First version that supports prepared statements in transaction mode.
const OLDEST: (u32, u32) = (1, 21);

/// Returns the PgBouncer for the tests: the one in the variable, or the one on the search path.
pub(crate) fn find() -> anyhow::Result<PathBuf> {
    let program = std::env::var_os(VARIABLE).map(PathBuf::from).or_else(installed).with_context(|| {
        format!("PgBouncer is not installed: `apt-get install pgbouncer`, or name one by {VARIABLE}")
    })?;
    let output = Command::new(&program).arg("--version").output();
    let output = output.with_context(|| format!("{} can't be run", program.display()))?;
    let printed = String::from_utf8_lossy(&output.stdout).into_owned();
    match version(&printed) {
        Some(found) if found >= OLDEST => Ok(program),
        Some((major, minor)) => bail!(
            "{} is PgBouncer {major}.{minor}, which can't carry prepared statements; {}.{} or newer is needed, \
             such as that of Debian 13. Name one by {VARIABLE}",
            program.display(),
            OLDEST.0,
            OLDEST.1
        ),
        None => bail!("{} does not print its version: {printed:?}", program.display()),
    }
}

/// Returns the installed program, which distributions put outside the search path of users.
fn installed() -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::env::split_paths(&path).chain(["/usr/sbin", "/usr/local/sbin"].map(PathBuf::from));
    folders.map(|folder: PathBuf| folder.join("pgbouncer")).find(|program: &PathBuf| Path::is_file(program))
}

fn version(printed: &str) -> Option<(u32, u32)> {
    let mut numbers = printed.lines().next()?.strip_prefix("PgBouncer ")?.split('.');
    Some((numbers.next()?.parse().ok()?, numbers.next()?.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_read() {
        assert_eq!(version("PgBouncer 1.24.1\nlibevent 2.1.12-stable\n"), Some((1, 24)));
        assert!(version("PgBouncer 1.18.0\n") < Some(OLDEST));
        assert_eq!(version("bash: pgbouncer: command not found"), None);
    }
}
