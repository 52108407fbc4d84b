//! Licences of tools from npm and PyPI. cargo-deny checks those of crates.

use std::path::Path;
use std::process::Command;

use anyhow::{Context as _, ensure};
use serde_json::Value;

/// Allowed licences by their names in SPDX or in Python's classifiers. No tool is part of a release.
const ALLOWED: [&str; 20] = [
    "Apache",
    "Apache Software License",
    "Apache-2.0",
    "BSD License",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "BlueOak-1.0.0",
    "CC-BY-3.0",
    "CC0-1.0",
    "ISC",
    "MIT",
    "MIT License",
    "MIT-0",
    "MIT-CMU",
    "MPL-2.0",
    "Mozilla Public License 2.0 (MPL 2.0)",
    "PSF-2.0",
    "Python-2.0",
    "Unlicense",
    "WTFPL",
];

/// Licences of npm packages with the older field `licenses`, which lock files leave out.
const OLDER: [(&str, &str); 3] =
    [("boundary", "BSD-2-Clause"), ("format", "MIT"), ("structured-source", "BSD-2-Clause")];

/// Script that prints each package of an environment: its name, a tab, its licence.
const LIST: &str = "
import importlib.metadata
for package in importlib.metadata.distributions():
    about = package.metadata
    classifiers = [each.split('::')[-1].strip() for each in about.get_all('Classifier', []) if each.startswith('License')]
    licence = about.get('License-Expression') or ';'.join(classifiers) or about.get('License') or 'none'
    print(about['Name'], licence.splitlines()[0], sep='\\t')
";

/// Fails if a package of this Python environment has no licence or one that is not allowed.
pub(crate) fn check_wheels(python: &Path) -> anyhow::Result<()> {
    let listed = Command::new(python).args(["-c", LIST]).output().context("can't run Python")?;
    ensure!(listed.status.success(), "the licences of Python's packages can't be listed");
    let listed = String::from_utf8_lossy(&listed.stdout);
    check(listed.lines().filter_map(|line| line.split_once('\t')))
}

/// Fails if a package of this npm lock file has no licence or one that is not allowed.
pub(crate) fn check_lock(lock: &[u8]) -> anyhow::Result<()> {
    let lock: Value = serde_json::from_slice(lock).context("package-lock.json")?;
    let packages = lock.get("packages").and_then(Value::as_object).into_iter().flatten();
    // The first package is the project itself.
    let others = packages.filter(|(path, _)| !path.is_empty());
    check(others.map(|(path, package)| (path.as_str(), licence(path, package).unwrap_or("none"))))
}

fn licence<'a>(path: &str, package: &'a Value) -> Option<&'a str> {
    let name = path.rsplit("node_modules/").next();
    let older = || OLDER.into_iter().find(|(older, _)| name == Some(*older));
    package.get("license").and_then(Value::as_str).or_else(|| older().map(|(_, licence)| licence))
}

fn check<'a>(packages: impl Iterator<Item = (&'a str, &'a str)>) -> anyhow::Result<()> {
    let refused: Vec<String> = packages
        .filter(|(_, licence)| !allows(licence))
        .map(|(name, licence)| format!("{name} ({licence})"))
        .collect();
    ensure!(refused.is_empty(), "the licence is not in xtask/src/licences.rs: {}", refused.join(", "));
    Ok(())
}

/// Whether all licences of an expression are allowed, including alternatives.
pub(crate) fn allows(expression: &str) -> bool {
    let known = |part: &str| ALLOWED.contains(&part);
    known(expression)
        || expression
            .split(" OR ")
            .flat_map(|part| part.split(" AND "))
            .flat_map(|part| part.split(';'))
            .all(|part| known(part.trim_matches(['(', ')', ' '])))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_licence_of_an_expression_has_to_be_known() {
        for good in [
            "MIT",
            "(MIT OR CC0-1.0)",
            "MIT AND PSF-2.0",
            "MIT License;Apache Software License",
            "Mozilla Public License 2.0 (MPL 2.0)",
        ] {
            assert!(allows(good), "{good}");
        }
        for bad in ["", "none", "AGPL-3.0", "MIT AND AGPL-3.0", "MIT;Proprietary"] {
            assert!(!allows(bad), "{bad}");
        }
    }

    #[test]
    fn a_package_without_an_allowed_licence_is_named() {
        let lock = |licence: &str| {
            format!(r#"{{"packages": {{"": {{}}, "node_modules/x": {{"license": {licence}}}}}}}"#)
        };
        assert!(check_lock(lock("\"ISC\"").as_bytes()).is_ok());
        for bad in ["\"SSPL-1.0\"", "null"] {
            let error = check_lock(lock(bad).as_bytes()).unwrap_err().to_string();
            assert!(error.contains("node_modules/x"), "{error}");
        }
    }
}
