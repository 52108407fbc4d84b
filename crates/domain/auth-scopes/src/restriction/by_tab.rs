//! Serde of functions by tab as a JSON object, for `#[serde(with = "...")]`.

use std::collections::BTreeMap;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::CapWords;

/// Writes `{tab: [function]}`, or null.
pub(crate) fn serialize<S: Serializer>(caps: &Option<CapWords>, serializer: S) -> Result<S::Ok, S::Error> {
    let object = |caps: &CapWords| -> BTreeMap<String, Vec<String>> { caps.iter().cloned().collect() };
    caps.as_ref().map(object).serialize(serializer)
}

/// Reads `{tab: [function]}`, or null.
pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<CapWords>, D::Error> {
    let caps: Option<BTreeMap<String, Vec<String>>> = Option::deserialize(deserializer)?;
    Ok(caps.map(|caps| caps.into_iter().collect()))
}
