use cargo_metadata::Metadata;
use spdx::{Expression, LicenseItem, ParseMode};

use super::Violation;

/// Licences that ask for no more than a notice. The list in `deny.toml` is the same.
const ALLOWED: [&str; 13] = [
    "0BSD",
    "Apache-2.0",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "BSL-1.0",
    "CC0-1.0",
    "CDLA-Permissive-2.0",
    "ISC",
    "MIT",
    "MIT-0",
    "Unicode-3.0",
    "Unlicense",
    "Zlib",
];

/// Packages under a weaker copyleft, each with the reason why that is fine. None so far.
const WITH_REASON: [(&str, &str, &str); 0] = [];

/// A package and what it says about its licence.
#[derive(Debug, Clone)]
pub(crate) struct Package {
    name: String,
    licence: Option<String>,
}

pub(crate) fn packages_of(metadata: &Metadata) -> Vec<Package> {
    let packages = metadata.packages.iter();
    packages
        .map(|package| Package { name: package.name.to_string(), licence: package.license.clone() })
        .collect()
}

/// Every package must be usable under licences of the list alone.
pub(crate) fn check(packages: &[Package]) -> Vec<Violation> {
    packages.iter().filter_map(|package| problem(package, &WITH_REASON)).collect()
}

fn problem(package: &Package, exceptions: &[(&str, &str, &str)]) -> Option<Violation> {
    let fix = "replace the package, or discuss the licence and add it to xtask/src/boundaries/licences.rs and deny.toml";
    let Some(text) = &package.licence else {
        return Some(Violation::new(&package.name, "the package names no licence", fix));
    };
    let Ok(expression) = Expression::parse_mode(text, ParseMode::LAX) else {
        return Some(Violation::new(
            &package.name,
            format!("its licence `{text}` is no SPDX expression"),
            fix,
        ));
    };
    let excepted = |name: &str| exceptions.iter().any(|(who, what, _)| *who == package.name && *what == name);
    let fine = expression.evaluate(|requirement| match &requirement.license {
        // Exceptions like LLVM's only take conditions away.
        LicenseItem::Spdx { id, .. } => ALLOWED.contains(&id.name) || excepted(id.name),
        LicenseItem::Other { .. } => false,
    });
    (!fine).then(|| Violation::new(&package.name, format!("its licence `{text}` is not on the list"), fix))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_fine(licence: &str, exceptions: &[(&str, &str, &str)]) -> bool {
        let package = Package { name: "some".to_string(), licence: Some(licence.to_string()) };
        problem(&package, exceptions).is_none()
    }

    #[test]
    fn one_allowed_alternative_is_enough_and_every_part_counts() {
        for licence in [
            "MIT OR Apache-2.0",
            "MIT/Apache-2.0",
            "MIT OR Apache-2.0 OR LGPL-2.1-or-later",
            "(MIT OR Apache-2.0) AND Unicode-3.0",
            "Apache-2.0 WITH LLVM-exception",
        ] {
            assert!(is_fine(licence, &[]), "{licence}");
        }
        for licence in ["GPL-3.0-only", "GPL-3.0", "MIT AND MPL-2.0", "LicenseRef-own", "nonsense !"] {
            assert!(!is_fine(licence, &[]), "{licence}");
        }
        assert!(!check(&[Package { name: "some".to_string(), licence: None }]).is_empty());
    }

    #[test]
    fn an_exception_holds_for_its_package_only() {
        assert!(is_fine("MPL-2.0", &[("some", "MPL-2.0", "used unchanged")]));
        assert!(!is_fine("MPL-2.0", &[("other", "MPL-2.0", "used unchanged")]));
    }
}
