//! Tests that `docs/threat-model.md` names as proofs.

use std::collections::BTreeSet;
use std::fs;

use anyhow::Context as _;

use crate::workspace::root;

const PAGE: &str = "docs/threat-model.md";

/// Test or group of tests, as the page writes it: `file::test`, or `crate file::test`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Proof {
    package: Option<String>,
    /// Empty for all tests of the package.
    path: String,
}

impl Proof {
    /// Reads a code span of the column of proofs. `None` for commands and for tests in a browser.
    fn of(span: &str) -> Option<Self> {
        let is_word = |word: &str| {
            !word.is_empty()
                && word.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | ':'))
        };
        let span = span.strip_prefix("…::").unwrap_or(span);
        if span.starts_with("cargo ") || span.starts_with("::") {
            return None;
        }
        let (package, path) = match span.split_once(' ') {
            Some((package, path)) => (Some(package.to_owned()), path),
            None if span.contains('-') => (Some(span.to_owned()), ""),
            None => (None, span),
        };
        let is_proof = is_word(package.as_deref().unwrap_or("any")) && (path.is_empty() || is_word(path));
        is_proof.then(|| Self { package, path: path.to_owned() })
    }

    /// Returns the name of the test's function; `None` for a group of tests.
    pub(crate) fn function(&self) -> Option<&str> {
        self.path.rsplit("::").next().filter(|name| name.contains('_'))
    }

    /// Returns the expression by which cargo-nextest selects the tests.
    fn filter(&self) -> String {
        // A word is a file; a path, or the name of a function after `…::`, is a part of a test's name.
        let test = match self.path.contains("::") || self.path.contains('_') {
            true => format!("test({})", self.path),
            false => format!("test(/^{}::/)", self.path),
        };
        match (&self.package, self.path.is_empty()) {
            (Some(package), true) => format!("package(={package})"),
            (Some(package), false) => format!("(package(={package}) & {test})"),
            (None, _) => test,
        }
    }
}

/// Reads the proofs of the page.
pub(crate) fn proofs() -> anyhow::Result<BTreeSet<Proof>> {
    let page = fs::read_to_string(root().join(PAGE)).with_context(|| format!("{PAGE} can't be read"))?;
    Ok(proofs_of(&page))
}

fn proofs_of(page: &str) -> BTreeSet<Proof> {
    // Columns: threat, guard, proof, remaining risk.
    let cells = page.lines().filter_map(|line| line.strip_prefix('|')?.split('|').nth(2));
    cells.flat_map(|cell| cell.split('`').skip(1).step_by(2)).filter_map(Proof::of).collect()
}

/// Returns the expression that selects the tests of all proofs.
pub(crate) fn filter() -> anyhow::Result<String> {
    Ok(proofs()?.iter().map(Proof::filter).collect::<Vec<_>>().join(" | "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn proofs_are_read_from_the_third_column() {
        let page = "| threat | guard | proof | left |\n|---|---|---|---|\n\
                    | `not::this` | nor `this::one` | `edge::a_page`, `webhooks secret::tests`, `…::a_second`, `errors`, `dev-kit`, \
                    `cargo xtask hostile`, `browser/test_x::test_y`, `reference_client.py` | `x::y` |\n";
        let filters: Vec<_> = proofs_of(page).iter().map(Proof::filter).collect();
        let expected = [
            "test(a_second)",
            "test(edge::a_page)",
            "test(/^errors::/)",
            "package(=dev-kit)",
            "(package(=webhooks) & test(secret::tests))",
        ];
        assert_eq!(filters, expected);
        let functions: Vec<_> =
            proofs_of(page).iter().filter_map(|proof| proof.function().map(str::to_owned)).collect();
        assert_eq!(functions, ["a_second", "a_page"]);
    }
}
