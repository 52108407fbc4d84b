use std::path::PathBuf;
use std::process::Command;

use crate::workspace::{cargo, target_folder};

/// Selection of all crates, programs and tests. Examples are benchmarks, which take minutes to build; lints check
/// them.
pub(crate) const EVERYTHING: [&str; 4] = ["--workspace", "--lib", "--bins", "--tests"];

/// Selection of packages for a build. The features of dependencies differ between the selections, so mixing them
/// compiles most dependencies twice.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Build {
    /// Only the package, for the fastest build.
    Alone,
    /// The whole workspace, for runs that also need the tests.
    WithTests,
}

impl Build {
    /// Returns the cargo command that builds these packages.
    pub(crate) fn of(self, packages: &[&str]) -> Command {
        let mut command = cargo();
        command.arg("build");
        match self {
            Self::Alone => command.args(packages.iter().flat_map(|package| ["--package", package])),
            Self::WithTests => command.args(EVERYTHING),
        };
        command
    }
}

/// Returns the path of a built program.
pub(crate) fn program(name: &str) -> anyhow::Result<PathBuf> {
    Ok(target_folder()?.join("debug").join(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_build_names_its_packages_or_takes_all() {
        let arguments = |build: Build| {
            let command = build.of(&["funnel", "engine-sim"]);
            command.get_args().map(|argument| argument.to_string_lossy().into_owned()).collect::<Vec<_>>()
        };
        assert_eq!(arguments(Build::Alone), ["build", "--package", "funnel", "--package", "engine-sim"]);
        assert_eq!(arguments(Build::WithTests), ["build", "--workspace", "--lib", "--bins", "--tests"]);
    }
}
