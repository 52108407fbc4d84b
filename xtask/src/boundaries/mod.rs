//! Rules of the workspace about crates, dependencies, files and words.

mod circles;
mod examples;
mod layers;
mod names;
mod proofs;
mod statements;
mod tidy;
mod weight;
pub(crate) mod words;

use std::fmt;

use anyhow::bail;

use self::tidy::tracked_files;
use crate::process::say;
use crate::{threats, workspace};

/// Broken rule: its place, the rule, and the fix.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Violation {
    place: String,
    rule: String,
    fix: String,
}

impl Violation {
    fn new(place: impl Into<String>, rule: impl Into<String>, fix: impl Into<String>) -> Self {
        Self { place: place.into(), rule: rule.into(), fix: fix.into() }
    }
}

impl fmt::Display for Violation {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}: {}; {}", self.place, self.rule, self.fix)
    }
}

/// Returns the domain crates with their folders.
pub(crate) fn domain_crates() -> anyhow::Result<Vec<layers::Crate>> {
    let mut crates = layers::crates_of(&workspace::metadata()?)?;
    crates.retain(|one| one.layer() == Some(layers::Layer::Domain));
    Ok(crates)
}

/// Checks all rules and prints every violation.
pub(crate) fn run() -> anyhow::Result<()> {
    let metadata = workspace::metadata()?;
    let crates = layers::crates_of(&metadata)?;
    let mut violations = layers::check(&crates);
    violations.extend(tidy::check_crates(&crates));
    let files = tracked_files(&["*.rs"])?;
    violations.extend(tidy::check_files(&files));
    violations.extend(names::check(&crates, &files));
    violations.extend(statements::check(&files));
    violations.extend(words::check()?);
    violations.extend(circles::check(&crates, &files)?);
    violations.extend(weight::check(&crates)?);
    violations.extend(examples::check(&crates)?);
    violations.extend(proofs::check(&threats::proofs()?, &files));
    if violations.is_empty() {
        say(&format!("{} crates keep the rules", crates.len()));
        return Ok(());
    }
    for violation in &violations {
        eprintln!("{violation}");
    }
    bail!("{} rules are broken (docs/ARCHITECTURE.md explains why they are there)", violations.len())
}
