use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

use anyhow::Context as _;
use cargo_metadata::{DependencyKind, Metadata};

use super::Violation;

/// Crates with rules and ports only.
const DOMAIN: [&str; 11] = [
    "kernel",
    "auth-scopes",
    "engine-link",
    "landing-draft",
    "smartlink-policy",
    "qr-catalog",
    "attribution",
    "conversion-pixel",
    "content-vault",
    "broadcast-gate",
    "touches",
];

/// The crate of rules that join domains. Of the workspace it depends on domain crates alone.
const APPLICATION: &str = "application";

/// What a domain crate never depends on: input and output, the wire, and clocks of other kinds.
const NOT_IN_DOMAIN: [&str; 9] = [
    "diesel",
    "diesel-async",
    "tokio",
    "tokio-postgres",
    "actix-web",
    "reqwest",
    "serde_json",
    "serde",
    "chrono",
];

const KERNEL_MAY: [&str; 3] = ["thiserror", "idna", "idna_adapter"];

/// Who alone may depend on a crate, and whether that holds for dev-dependencies too.
const ONLY_FROM: [(&str, &[&str], bool); 8] = [
    ("diesel", &["adapter-postgres"], true),
    ("diesel-async", &["adapter-postgres"], true),
    ("diesel_migrations", &["adapter-postgres"], true),
    ("tokio-postgres", &["adapter-postgres", "test-support"], false),
    ("actix-web", &["funnel", "engine-sim"], true),
    ("test-support", &[], false),
    ("property-tests", &[], false),
    ("xtask", &[], true),
];

/// A crate of the workspace, as far as the rules look at it.
#[derive(Debug, Clone, Default)]
pub(crate) struct Crate {
    pub(crate) name: String,
    /// Whether it is under `crates/`, where every crate explains itself.
    pub(crate) is_library: bool,
    pub(crate) dependencies: Vec<Dependency>,
    pub(crate) inherits_lints: bool,
    pub(crate) has_readme: bool,
}

/// One line of a manifest's dependencies.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Dependency {
    pub(crate) name: String,
    pub(crate) dev: bool,
    pub(crate) optional: bool,
}

pub(crate) fn crates_of(metadata: &Metadata) -> anyhow::Result<Vec<Crate>> {
    let mut crates = Vec::new();
    for package in metadata.workspace_packages() {
        let folder: PathBuf = package.manifest_path.as_std_path().with_file_name("");
        let text = fs::read_to_string(&package.manifest_path)?;
        let manifest: toml::Table =
            text.parse().with_context(|| format!("reading {}", package.manifest_path))?;
        let lints = manifest.get("lints").and_then(|lints| lints.get("workspace"));
        let dependencies = package.dependencies.iter().map(|dependency| Dependency {
            name: dependency.name.clone(),
            dev: dependency.kind == DependencyKind::Development,
            optional: dependency.optional,
        });
        crates.push(Crate {
            name: package.name.to_string(),
            is_library: folder.ancestors().any(|above| above.ends_with("crates")),
            dependencies: dependencies.collect(),
            inherits_lints: lints.and_then(toml::Value::as_bool) == Some(true),
            has_readme: folder.join("README.md").is_file(),
        });
    }
    crates.sort_by(|one, other| one.name.cmp(&other.name));
    Ok(crates)
}

/// Arrows point inwards: apps to adapters to application to domain to kernel.
pub(crate) fn check(crates: &[Crate]) -> Vec<Violation> {
    let ours: BTreeSet<_> = crates.iter().map(|one| one.name.as_str()).collect();
    let mut violations = Vec::new();
    for one in crates {
        for dependency in &one.dependencies {
            let broken = domain(one, dependency)
                .or_else(|| application(one, dependency, &ours))
                .or_else(|| wire(one, dependency))
                .or_else(|| only_from(one, dependency))
                .or_else(|| mocks(dependency));
            violations.extend(broken.map(|(rule, fix)| Violation::new(&one.name, rule, fix)));
        }
    }
    violations
}

type Broken = Option<(String, String)>;

fn domain(one: &Crate, dependency: &Dependency) -> Broken {
    let (from, to) = (one.name.as_str(), dependency.name.as_str());
    if dependency.dev || !DOMAIN.contains(&from) {
        return None;
    }
    if from == "kernel" && !KERNEL_MAY.contains(&to) {
        let rule = format!("kernel depends on {to}; it may depend on {} only", KERNEL_MAY.join(", "));
        return Some((rule, "move the code into the crate that needs it".to_string()));
    }
    if NOT_IN_DOMAIN.contains(&to) {
        let rule = format!("a domain crate depends on {to}");
        return Some((rule, "put a port into the domain and the use of it into an adapter".to_string()));
    }
    if to == APPLICATION {
        let rule = "a domain crate depends on application".to_string();
        return Some((rule, "a rule of one domain stays in its crate".to_string()));
    }
    if to != "kernel" && DOMAIN.contains(&to) {
        let rule = format!("a domain crate depends on the domain crate {to}");
        return Some((rule, "move what both need into kernel, or join them in application".to_string()));
    }
    None
}

fn application(one: &Crate, dependency: &Dependency, ours: &BTreeSet<&str>) -> Broken {
    let to = dependency.name.as_str();
    let is_of_another_layer = NOT_IN_DOMAIN.contains(&to) || (ours.contains(to) && !DOMAIN.contains(&to));
    (one.name == APPLICATION && !dependency.dev && is_of_another_layer).then(|| {
        let rule = format!("application depends on {to}; it may depend on domain crates and kernel");
        (rule, "put a port into the domain, and keep the rule free of input and output".to_string())
    })
}

fn wire(one: &Crate, dependency: &Dependency) -> Broken {
    let to = dependency.name.as_str();
    let forbidden = DOMAIN.contains(&to) || to == APPLICATION || to.starts_with("actix");
    (one.name == "api-contract" && !dependency.dev && forbidden).then(|| {
        let rule = format!("api-contract depends on {to}; it knows the wire and nothing else");
        (rule, "convert between the two in the app".to_string())
    })
}

fn only_from(one: &Crate, dependency: &Dependency) -> Broken {
    let (_, allowed, dev_too) = ONLY_FROM.iter().find(|(name, ..)| *name == dependency.name)?;
    if allowed.contains(&one.name.as_str()) || (dependency.dev && !dev_too) {
        return None;
    }
    let rule = match allowed {
        [] => format!("it depends on {}, which nothing may outside of tests", dependency.name),
        _ => format!("it depends on {}, which only {} may", dependency.name, allowed.join(" and ")),
    };
    Some((rule, "use a port of the domain, or move the code there".to_string()))
}

fn mocks(dependency: &Dependency) -> Broken {
    (dependency.name == "mockall" && !dependency.dev && !dependency.optional).then(|| {
        let rule = "mockall is a normal dependency".to_string();
        (rule, "make it `optional = true` behind the feature `mock`, or a dev-dependency".to_string())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The rule that `from` breaks by depending on `to`, if it breaks one.
    fn rule(from: &str, to: &str, dev: bool, optional: bool) -> Option<String> {
        let dependency = Dependency { name: to.to_string(), dev, optional };
        let one = Crate { name: from.to_string(), dependencies: vec![dependency], ..Crate::default() };
        let adapter = Crate { name: "adapter-postgres".to_string(), ..Crate::default() };
        check(&[one, adapter]).pop().map(|violation| violation.to_string())
    }

    #[test]
    fn what_breaks_a_rule_is_named_with_its_crate() {
        for (from, to, words) in [
            ("landing-draft", "diesel", "domain crate depends on diesel"),
            ("landing-draft", "serde", "domain crate depends on serde"),
            ("landing-draft", "auth-scopes", "domain crate auth-scopes"),
            ("qr-catalog", "chrono", "domain crate depends on chrono"),
            ("attribution", "application", "domain crate depends on application"),
            ("application", "diesel", "application depends on diesel"),
            ("application", "tokio", "application depends on tokio"),
            ("application", "actix-web", "application depends on actix-web"),
            ("application", "adapter-postgres", "application depends on adapter-postgres"),
            ("kernel", "sha2", "kernel depends on sha2"),
            ("api-contract", "kernel", "api-contract depends on kernel"),
            ("api-contract", "actix-web", "actix-web"),
            ("funnel", "diesel", "only adapter-postgres may"),
            ("funnel", "tokio-postgres", "only adapter-postgres and test-support may"),
            ("adapter-engine", "actix-web", "only funnel and engine-sim may"),
            ("funnel", "test-support", "nothing may outside of tests"),
            ("funnel", "mockall", "mockall is a normal dependency"),
        ] {
            let found = rule(from, to, false, false).unwrap_or_default();
            assert!(found.starts_with(from) && found.contains(words), "{from} -> {to}: {found}");
        }
    }

    #[test]
    fn what_is_allowed_stays_quiet() {
        for (from, to, dev, optional) in [
            ("landing-draft", "kernel", false, false),
            ("landing-draft", "tokio", true, false),
            ("landing-draft", "mockall", false, true),
            ("application", "attribution", false, false),
            ("application", "kernel", false, false),
            ("application", "tokio", true, false),
            ("adapter-postgres", "application", false, false),
            ("kernel", "idna", false, false),
            ("kernel", "proptest", true, false),
            ("funnel", "tokio-postgres", true, false),
            ("funnel", "actix-web", false, false),
            ("adapter-postgres", "diesel", false, false),
            ("adapter-postgres", "test-support", true, false),
            ("api-contract", "serde", false, false),
        ] {
            assert_eq!(rule(from, to, dev, optional), None, "{from} -> {to}");
        }
    }

    #[test]
    fn diesel_is_not_for_tests_of_others_either() {
        assert!(rule("funnel", "diesel", true, false).is_some());
    }
}
