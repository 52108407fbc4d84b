use std::fs;

use anyhow::Context as _;

use super::Violation;
use crate::workspace::root;

/// Where the exemptions are, relative to the root of the clone.
const FILE: &str = "xtask/boundaries.toml";

/// What breaks a rule that came later than the code. The lists only become shorter: an entry that is no longer needed is a
/// violation too.
#[derive(Debug, Default, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Exemptions {
    /// The day that the lists were made.
    pub(crate) since: String,
    /// Files that name an adapter.
    pub(crate) adapters: Vec<String>,
    /// Files that depend on each other in a circle, one list a circle.
    pub(crate) circles: Vec<Vec<String>>,
}

impl Exemptions {
    pub(crate) fn read() -> anyhow::Result<Self> {
        let text = fs::read_to_string(root().join(FILE)).with_context(|| format!("reading {FILE}"))?;
        toml::from_str(&text).with_context(|| format!("reading {FILE}"))
    }

    pub(crate) fn no_longer_needed(&self, list: &str, entry: &str) -> Violation {
        let rule = format!("the exemption of {entry} in `{list}` since {} is no longer needed", self.since);
        Violation::new(FILE, rule, "remove it")
    }
}
