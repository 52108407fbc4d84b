//! The same as [`by_tab`] in a patch, where a field that is left out changes nothing and null lifts the restriction.

use serde::{Deserializer, Serializer};

use super::{CapWords, by_tab};

/// Writes `{tab: [function]}`, or null.
pub(crate) fn serialize<S: Serializer>(
    caps: &Option<Option<CapWords>>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    match caps {
        Some(caps) => by_tab::serialize(caps, serializer),
        None => serializer.serialize_none(),
    }
}

/// Reads a field that is there, be it null.
pub(crate) fn deserialize<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<Option<CapWords>>, D::Error> {
    by_tab::deserialize(deserializer).map(Some)
}
