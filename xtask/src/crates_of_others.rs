//! Number of foreign crates that a crate brings.

use std::collections::BTreeSet;
use std::process::{Command, Stdio};

use anyhow::{Context as _, ensure};

/// Counts the foreign crates that a program of this package is built from, with a cargo that runs in its workspace.
pub(crate) fn count(mut cargo: Command, package: &str) -> anyhow::Result<usize> {
    cargo.args(["tree", "--locked", "--package", package, "--edges", "normal", "--prefix", "none"]);
    let reported = cargo.stderr(Stdio::inherit()).output().context("can't run cargo")?;
    ensure!(reported.status.success(), "`cargo tree` failed");
    Ok(third_party(&String::from_utf8_lossy(&reported.stdout)))
}

/// Counts the different crates of a tree by name and version, without crates at a local path.
fn third_party(tree: &str) -> usize {
    let lines = tree.lines().map(|line| line.trim_end_matches(" (*)").trim());
    let others = lines.filter(|line| !line.is_empty() && !line.contains("(/"));
    others.filter_map(|line| line.split(" (").next()).collect::<BTreeSet<_>>().len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn crates_of_others_are_counted_once() {
        let tree = "funnel-sdk v0.1.0 (/clone/sdk/rust)\nbytes v1.1.0\nserde v1.0.1\nserde_derive v1.0.1 (proc-macro)\n\
                    serde_derive v1.0.1 (proc-macro) (*)\nbytes v1.1.0 (*)\nbytes v0.5.0\n";
        assert_eq!(third_party(tree), 4);
    }
}
