use super::*;

/// Returns a crate, or a package of the registry, by the end of its path: `domain/kernel` is `crates/domain/kernel`.
fn folder_of(path: &str) -> Option<String> {
    match path.split_once('/') {
        Some(("apps" | "sdk", _)) => Some(path.to_string()),
        Some(_) => Some(format!("crates/{path}")),
        None => None,
    }
}

fn name_of(path: &str) -> String {
    path.rsplit('/').next().unwrap_or(path).to_string()
}

/// Returns the rule that `from` breaks by depending on `to`, if any.
fn rule(from: &str, to: &str, dev: bool, optional: bool) -> Option<String> {
    let dependency = Dependency { name: name_of(to), folder: folder_of(to), dev, optional };
    let one = Crate {
        name: name_of(from),
        folder: folder_of(from).unwrap_or_else(|| from.to_string()),
        dependencies: vec![dependency],
        inherits_lints: true,
        has_readme: true,
    };
    check(&[one]).pop().map(|violation| violation.to_string())
}

#[test]
fn what_breaks_a_rule_is_named_with_its_crate() {
    for (from, to, words) in [
        ("domain/landing-draft", "diesel", "domain crate depends on diesel"),
        ("domain/landing-draft", "domain/auth-scopes", "domain crate depends on a domain crate: auth-scopes"),
        ("domain/landing-draft", "application/intake", "on an application crate"),
        ("domain/landing-draft", "runtime/offload", "on a tool"),
        ("domain/landing-draft", "adapters/adapter-engine", "on an adapter"),
        ("domain/qr-catalog", "chrono", "domain crate depends on chrono"),
        ("domain/kernel", "sha2", "kernel depends on sha2"),
        ("application/application", "tokio", "application crate depends on tokio"),
        ("application", "adapters/adapter-postgres", "application crate depends on an adapter"),
        ("application/application", "http/admin-api", "on an HTTP crate"),
        ("adapters/outgoing", "adapters/adapter-postgres", "an adapter depends on an adapter"),
        ("adapters/outgoing", "http/admin-api", "an adapter depends on an HTTP crate"),
        ("adapters/adapter-engine", "actix-web", "only HTTP crates, programs and examples"),
        ("http/edge", "adapters/adapter-assets", "an HTTP crate depends on an adapter: adapter-assets"),
        ("runtime/workers", "adapters/adapter-postgres", "a tool depends on an adapter: adapter-postgres"),
        (
            "apps/funnel-operator",
            "adapters/adapter-postgres",
            "a program depends on an adapter: adapter-postgres",
        ),
        ("http/edge", "adapters/edge-files", "an HTTP crate depends on an adapter: edge-files"),
        ("http/edge", "reqwest", "only adapters, programs and SDKs may"),
        ("apps/funnel", "apps/engine-sim", "nothing may outside of tests"),
        ("apps/dashboard", "http/admin-api", "a client of the API depends on an HTTP crate"),
        ("sdk/funnel-sdk", "domain/kernel", "an SDK depends on a domain crate"),
        ("apps/funnel", "diesel", "only adapter-postgres may"),
        ("apps/funnel", "tokio-postgres", "only adapter-postgres and test-support may"),
        ("apps/funnel", "dev/test-support", "nothing may outside of tests"),
        ("apps/funnel", "mockall", "mockall is a normal dependency"),
        ("xtask", "adapters/adapter-postgres", "xtask depends on an adapter"),
        ("elsewhere/some", "serde", "crates/elsewhere/some is no layer's folder"),
    ] {
        // The application layer may be one crate in the folder itself.
        let from = if from == "application" { "application/" } else { from };
        let found = rule(from, to, false, false).unwrap_or_default();
        assert!(found.starts_with(&name_of(from)) && found.contains(words), "{from} -> {to}: {found}");
    }
}

#[test]
fn what_is_allowed_stays_quiet() {
    for (from, to, dev, optional) in [
        ("domain/landing-draft", "domain/kernel", false, false),
        ("domain/landing-draft", "serde", false, false),
        ("domain/landing-draft", "serde_json", false, false),
        ("domain/landing-draft", "tokio", true, false),
        ("domain/landing-draft", "mockall", false, true),
        ("domain/kernel", "idna", false, false),
        ("domain/kernel", "serde", false, false),
        ("domain/kernel", "proptest", true, false),
        ("application/application", "domain/landing-draft", false, false),
        ("adapters/adapter-postgres", "application/application", false, false),
        ("adapters/adapter-engine", "adapters/outgoing", false, false),
        ("adapters/adapter-postgres", "diesel", false, false),
        ("adapters/adapter-postgres", "dev/test-support", true, false),
        ("http/edge", "http/http-kit", false, false),
        ("http/edge", "actix-web", false, false),
        ("http/edge", "adapters/adapter-assets", true, false),
        ("http/admin-api", "domain/kernel", false, false),
        ("apps/funnel", "adapters/adapter-postgres", false, false),
        ("apps/funnel", "apps/engine-sim", true, false),
        ("apps/funnel", "apps/dashboard", false, false),
        ("apps/dashboard", "sdk/funnel-sdk", false, false),
        ("apps/funnel", "tokio-postgres", true, false),
        ("xtask", "runtime/local-postgres", false, false),
    ] {
        assert_eq!(rule(from, to, dev, optional), None, "{from} -> {to}");
    }
}

#[test]
fn diesel_is_not_for_tests_of_others_either() {
    assert!(rule("apps/funnel", "diesel", true, false).is_some());
}
