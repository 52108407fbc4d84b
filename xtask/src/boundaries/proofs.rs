use std::collections::BTreeSet;

use super::Violation;
use super::tidy::File;
use crate::threats::Proof;

/// Checks that each test exists that the threat model names as a proof.
pub(crate) fn check(proofs: &BTreeSet<Proof>, files: &[File]) -> Vec<Violation> {
    let exists = |name: &str| {
        let (function, module) = (format!("fn {name}("), format!("mod {name}"));
        files.iter().any(|file| file.text.contains(&function) || file.text.contains(&module))
    };
    let missing = proofs.iter().filter_map(Proof::function).filter(|name| !exists(name));
    let fix = "name the test that proves it, or write one";
    let violation = |name: &str| {
        Violation::new(
            "docs/threat-model.md",
            format!("there is no test `{name}`, which it names as a proof"),
            fix,
        )
    };
    missing.map(violation).collect()
}
