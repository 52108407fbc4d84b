use std::fs;
use std::path::Path;

use anyhow::Context as _;
use cargo_metadata::{DependencyKind, Metadata};

use super::Violation;

/// Layer of the workspace, named by the folder of a crate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Layer {
    /// Rules and ports.
    Domain,
    /// Use-cases that join domains.
    Application,
    /// Implementations of the ports.
    Adapter,
    /// Translation between the wire and the layers below.
    Http,
    /// Helpers of programs, tests and benchmarks.
    Tooling,
    /// Programs.
    App,
    /// Client libraries, which know only the HTTP API.
    Sdk,
    /// Development tasks.
    Xtask,
}

impl Layer {
    /// Returns the layer of a path that is relative to the root of the clone.
    pub(crate) fn of(path: &Path) -> Option<Self> {
        let mut parts = path.iter().filter_map(|part| part.to_str());
        match (parts.next()?, parts.next()) {
            ("crates", Some("domain")) => Some(Self::Domain),
            ("crates", Some("application")) => Some(Self::Application),
            ("crates", Some("adapters")) => Some(Self::Adapter),
            ("crates", Some("http")) => Some(Self::Http),
            ("crates", Some("runtime" | "dev")) => Some(Self::Tooling),
            ("apps", _) => Some(Self::App),
            ("sdk", _) => Some(Self::Sdk),
            ("xtask", _) => Some(Self::Xtask),
            _ => None,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::Domain => "a domain crate",
            Self::Application => "an application crate",
            Self::Adapter => "an adapter",
            Self::Http => "an HTTP crate",
            Self::Tooling => "a tool",
            Self::App => "a program",
            Self::Sdk => "an SDK",
            Self::Xtask => "xtask",
        }
    }

    /// Returns the layers that crates of this layer may depend on. Lists restrict domains and adapters further.
    fn may_use(self) -> &'static [Self] {
        match self {
            Self::Domain | Self::Sdk => &[],
            Self::Application => &[Self::Domain, Self::Application],
            Self::Adapter => &[Self::Domain, Self::Application, Self::Tooling],
            Self::Http => &[Self::Domain, Self::Application, Self::Http, Self::Tooling],
            Self::Tooling => &[Self::Domain, Self::Application, Self::Adapter, Self::Http, Self::Tooling],
            Self::App => &[
                Self::Domain,
                Self::Application,
                Self::Adapter,
                Self::Http,
                Self::Tooling,
                Self::App,
                Self::Sdk,
            ],
            Self::Xtask => &[Self::Tooling],
        }
    }

    fn is_pure(self) -> bool {
        matches!(self, Self::Domain | Self::Application)
    }
}

/// Pairs of domain crates with a permitted dependency. There are none.
const DOMAIN_USES: [(&str, &str); 0] = [];

/// Pairs of adapters with a permitted dependency: several adapters check addresses of owners.
pub(super) const ADAPTER_USES: [(&str, &str); 1] = [("adapter-engine", "outgoing")];

/// Programs that are clients of the public API and use it through the SDK.
const CLIENTS: [&str; 3] = ["dashboard", "funnel-api", "funnel-mcp"];

/// Tools that clients may share with the service, because the tools do not depend on it.
const CLIENTS_MAY: [&str; 1] = ["offload"];

/// Crates that know only ports, no adapters.
const PORTS_ALONE: [&str; 2] = ["workers", "funnel-operator"];

/// Dependencies that domain and application never have: input and output, the other clocks, and derives whose
/// traits would become public (`docs/adr/0024`).
const NOT_IN_PURE: [&str; 8] =
    ["diesel", "diesel-async", "tokio", "tokio-postgres", "actix-web", "reqwest", "chrono", "strum"];

const KERNEL_MAY: [&str; 4] = ["thiserror", "idna", "serde", "serde_json"];

/// Crates with the only packages that may depend on them. The last field says whether the rule holds for
/// dev-dependencies too.
const ONLY_FROM: [(&str, &[&str], bool); 8] = [
    ("diesel", &["adapter-postgres"], true),
    ("diesel-async", &["adapter-postgres"], true),
    ("diesel_migrations", &["adapter-postgres"], true),
    ("tokio-postgres", &["adapter-postgres", "test-support"], false),
    ("engine-sim", &[], false),
    ("test-support", &[], false),
    ("dev-kit", &[], false),
    ("xtask", &[], true),
];

/// Crates with the only layers that may depend on them, whether the rule holds for dev-dependencies too, and the
/// names of the layers.
const ONLY_IN: [(&str, &[Layer], bool, &str); 2] = [
    ("actix-web", &[Layer::Http, Layer::App, Layer::Sdk], true, "HTTP crates, programs and examples of SDKs"),
    ("reqwest", &[Layer::Adapter, Layer::App, Layer::Sdk], false, "adapters, programs and SDKs"),
];

/// Crate of the workspace with the properties that rules check.
#[derive(Debug, Clone)]
pub(crate) struct Crate {
    pub(crate) name: String,
    /// Folder of the manifest, relative to the root of the clone.
    pub(crate) folder: String,
    pub(crate) dependencies: Vec<Dependency>,
    pub(crate) inherits_lints: bool,
    pub(crate) has_readme: bool,
}

impl Crate {
    pub(crate) fn layer(&self) -> Option<Layer> {
        Layer::of(Path::new(&self.folder))
    }
}

/// Dependency in a manifest.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Dependency {
    pub(crate) name: String,
    /// Folder of the crate, if it belongs to the workspace.
    pub(crate) folder: Option<String>,
    pub(crate) dev: bool,
    pub(crate) optional: bool,
}

impl Dependency {
    fn layer(&self) -> Option<Layer> {
        Layer::of(Path::new(self.folder.as_ref()?))
    }
}

pub(crate) fn crates_of(metadata: &Metadata) -> anyhow::Result<Vec<Crate>> {
    let root = &metadata.workspace_root;
    let relative = |path: &cargo_metadata::camino::Utf8Path| path.strip_prefix(root).map(ToString::to_string);
    let mut crates = Vec::new();
    for package in metadata.workspace_packages() {
        let folder = package.manifest_path.parent().context("a manifest is in a folder")?;
        let text = fs::read_to_string(&package.manifest_path)?;
        let manifest: toml::Table =
            text.parse().with_context(|| format!("reading {}", package.manifest_path))?;
        let lints = manifest.get("lints").and_then(|lints| lints.get("workspace"));
        let dependencies = package.dependencies.iter().map(|dependency| Dependency {
            name: dependency.name.clone(),
            folder: dependency.path.as_deref().and_then(|path| relative(path).ok()),
            dev: dependency.kind == DependencyKind::Development,
            optional: dependency.optional,
        });
        crates.push(Crate {
            name: package.name.to_string(),
            folder: relative(folder)?,
            dependencies: dependencies.collect(),
            inherits_lints: lints.and_then(toml::Value::as_bool) == Some(true),
            has_readme: folder.join("README.md").is_file(),
        });
    }
    crates.sort_by(|one, other| one.name.cmp(&other.name));
    Ok(crates)
}

/// Checks that arrows point inwards: from programs to HTTP crates and adapters, then to application, domain and
/// kernel.
pub(crate) fn check(crates: &[Crate]) -> Vec<Violation> {
    let mut violations = Vec::new();
    for one in crates {
        let Some(layer) = one.layer() else {
            let fix = "move it to crates/{domain,application,adapters,http,runtime,dev}";
            violations.push(Violation::new(&one.name, format!("{} is no layer's folder", one.folder), fix));
            continue;
        };
        for dependency in &one.dependencies {
            let broken = inwards(one, layer, dependency)
                .or_else(|| pure(one, layer, dependency))
                .or_else(|| client(one, dependency))
                .or_else(|| only_from(one, dependency))
                .or_else(|| only_in(layer, dependency))
                .or_else(|| mocks(dependency));
            violations.extend(broken.map(|(rule, fix)| Violation::new(&one.name, rule, fix)));
        }
    }
    violations
}

type Broken = Option<(String, String)>;

fn inwards(one: &Crate, layer: Layer, dependency: &Dependency) -> Broken {
    let (from, to) = (one.name.as_str(), dependency.name.as_str());
    let below = dependency.layer()?;
    let listed = match (layer, below) {
        (Layer::Domain, Layer::Domain) => to == "kernel" || DOMAIN_USES.contains(&(from, to)),
        (Layer::Adapter, Layer::Adapter) => ADAPTER_USES.contains(&(from, to)),
        _ => false,
    };
    let knows_ports_alone = PORTS_ALONE.contains(&from) && below == Layer::Adapter;
    (!dependency.dev && !listed && (knows_ports_alone || !layer.may_use().contains(&below))).then(|| {
        let rule = format!("{} depends on {}: {to}", layer.name(), below.name());
        (rule, "use a port of the domain, or join the two in the application or in the wiring".to_string())
    })
}

fn pure(one: &Crate, layer: Layer, dependency: &Dependency) -> Broken {
    let (from, to) = (one.name.as_str(), dependency.name.as_str());
    if dependency.dev || !layer.is_pure() {
        return None;
    }
    if from == "kernel" && !KERNEL_MAY.contains(&to) {
        let rule = format!("kernel depends on {to}; it may depend on {} only", KERNEL_MAY.join(", "));
        return Some((rule, "move the code into the crate that needs it".to_string()));
    }
    NOT_IN_PURE.contains(&to).then(|| {
        let rule = format!("{} depends on {to}", layer.name());
        (rule, "put a port into the domain and the use of it into an adapter".to_string())
    })
}

fn client(one: &Crate, dependency: &Dependency) -> Broken {
    let below = dependency.layer().filter(|below| *below != Layer::Sdk)?;
    let to = &dependency.name;
    let is_shared = dependency.dev || CLIENTS_MAY.contains(&to.as_str());
    (CLIENTS.contains(&one.name.as_str()) && !is_shared).then(|| {
        let rule = format!("a client of the API depends on {}: {to}", below.name());
        (rule, "use the SDK; what the API lacks belongs into the API".to_string())
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

fn only_in(layer: Layer, dependency: &Dependency) -> Broken {
    let (name, allowed, dev_too, words) = ONLY_IN.iter().find(|(name, ..)| *name == dependency.name)?;
    (!allowed.contains(&layer) && (!dependency.dev || *dev_too)).then(|| {
        let rule = format!("it depends on {name}, which only {words} may");
        (rule, "use a port of the domain, or move the code there".to_string())
    })
}

fn mocks(dependency: &Dependency) -> Broken {
    (dependency.name == "mockall" && !dependency.dev && !dependency.optional).then(|| {
        let rule = "mockall is a normal dependency".to_string();
        (rule, "make it `optional = true` behind the feature `_mock`, or a dev-dependency".to_string())
    })
}

#[cfg(test)]
#[path = "layers_tests.rs"]
mod tests;
