//! How much comes with the Rust SDK.

use std::collections::BTreeSet;
use std::process::Stdio;

use anyhow::{Context as _, ensure};

use crate::process::say;
use crate::workspace::cargo;

/// How many crates of others may come with it.
const MOST: usize = 120;

/// Fails where a program that uses the SDK, and nothing else, is built from too many crates of others on this platform.
pub(crate) fn check() -> anyhow::Result<()> {
    let mut tree = cargo();
    tree.args(["tree", "--locked", "--package", "funnel-sdk", "--edges", "normal", "--prefix", "none"]);
    let told = tree.stderr(Stdio::inherit()).output().context("can't run cargo")?;
    ensure!(told.status.success(), "`cargo tree` failed");
    let count = third_party(&String::from_utf8_lossy(&told.stdout));
    say(&format!("the Rust SDK comes with {count} crates of others (at most {MOST})"));
    ensure!(count <= MOST, "the Rust SDK comes with {count} crates of others, and {MOST} are the most");
    Ok(())
}

/// Different crates of a tree: name and version, where it says no path.
pub(crate) fn third_party(tree: &str) -> usize {
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
