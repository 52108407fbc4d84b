use std::path::PathBuf;
use std::process::Command;

use crate::workspace::{cargo, target_folder};

/// All crates, programs and tests. Not the examples, which are benchmarks: the lints look at them, and building them takes
/// minutes.
pub(crate) const EVERYTHING: [&str; 4] = ["--workspace", "--lib", "--bins", "--tests"];

/// What a program of the workspace is built with. The two differ in the features of what it depends on: who mixes them
/// compiles most of the dependencies twice.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Build {
    /// Its package alone: the least to compile for who only wants to run it.
    Alone,
    /// Everything, for who runs the tests anyway.
    WithTests,
}

impl Build {
    /// The call of cargo that builds these packages.
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

/// Where a program is once it is built.
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
