use std::path::Path;

use super::Violation;
use super::layers::{Crate, Layer};
use crate::reuse;
use crate::reuse::examples::MOST_LINES;
use crate::workspace::root;

/// Checks that the files that show the use of the domain crates are short.
pub(crate) fn check(crates: &[Crate]) -> anyhow::Result<Vec<Violation>> {
    let mut violations = Vec::new();
    for one in crates.iter().filter(|one| one.layer() == Some(Layer::Domain)) {
        violations.extend(reuse::long_examples(&one.name, &one.folder)?.iter().map(|file| violation(file)));
    }
    Ok(violations)
}

fn violation(file: &Path) -> Violation {
    let place = file.strip_prefix(root()).unwrap_or(file);
    let rule = format!("an example has more than {MOST_LINES} lines");
    Violation::new(place.display().to_string(), rule, "shorten it, or make the use of the crate shorter")
}
