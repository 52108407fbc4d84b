use std::collections::BTreeSet;

use anyhow::{Context as _, ensure};

use super::Violation;
use super::layers::{Crate, Layer};
use crate::workspace::cargo;

/// Maximum number of foreign crates that a domain crate may bring into a program.
const MOST: usize = 30;

/// Checks that each domain crate without default features has few dependencies, because its users take all of them.
pub(crate) fn check(crates: &[Crate]) -> anyhow::Result<Vec<Violation>> {
    let mut violations = Vec::new();
    for one in crates.iter().filter(|one| one.layer() == Some(Layer::Domain)) {
        violations.extend(violation(&one.name, &foreign(&tree(&one.name)?, crates)));
    }
    Ok(violations)
}

fn tree(name: &str) -> anyhow::Result<String> {
    let mut command = cargo();
    command.args(["tree", "--quiet", "--package", name, "--no-default-features"]);
    command.args(["--edges", "normal", "--prefix", "none", "--format", "{p}"]);
    let output = command.output().context("`cargo tree` can't be started")?;
    ensure!(output.status.success(), "`cargo tree` failed: {}", String::from_utf8_lossy(&output.stderr));
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Returns the foreign crates of a tree by name and version.
fn foreign<'a>(tree: &'a str, ours: &[Crate]) -> BTreeSet<(&'a str, &'a str)> {
    let named = tree.lines().filter_map(|line| {
        let mut words = line.split(' ');
        Some((words.next()?, words.next()?))
    });
    named.filter(|(name, _)| !ours.iter().any(|one| one.name == *name)).collect()
}

fn violation(name: &str, foreign: &BTreeSet<(&str, &str)>) -> Option<Violation> {
    (foreign.len() > MOST).then(|| {
        let names: Vec<_> = foreign.iter().map(|(name, _)| *name).collect();
        let rule = format!(
            "without its default features it depends on {} crates of others, more than {MOST}: {}",
            foreign.len(),
            names.join(", ")
        );
        Violation::new(name, rule, "leave one out, put it behind a feature, or take a smaller one")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ours(name: &str) -> Crate {
        Crate {
            name: name.to_string(),
            folder: format!("crates/domain/{name}"),
            dependencies: Vec::new(),
            inherits_lints: true,
            has_readme: true,
        }
    }

    #[test]
    fn only_crates_of_others_count_and_each_version_once() {
        let tree = "some v0.2.0 (/clone/crates/domain/some)\nkernel v0.2.0 (/clone/crates/domain/kernel)\n\
            serde v1.0.0\nserde_derive v1.0.0 (proc-macro)\nsyn v2.0.0\nsyn v3.0.0\n\nserde v1.0.0 (*)\n";
        let crates = [ours("some"), ours("kernel")];
        let expected =
            [("serde", "v1.0.0"), ("serde_derive", "v1.0.0"), ("syn", "v2.0.0"), ("syn", "v3.0.0")];
        assert_eq!(foreign(tree, &crates), BTreeSet::from(expected));
    }

    #[test]
    fn one_more_than_the_most_is_too_many_and_all_are_named() {
        let versions: Vec<_> = (0..=MOST).map(|number| format!("v{number}")).collect();
        let all: BTreeSet<_> = versions.iter().map(|version| ("other", version.as_str())).collect();
        let few: BTreeSet<_> = all.iter().copied().skip(1).collect();
        assert_eq!(violation("some", &few), None);
        let found = violation("some", &all).unwrap();
        assert_eq!(found.place, "some");
        assert!(found.rule.contains("31 crates of others, more than 30: other, "), "{}", found.rule);
    }
}
