//! Serde like [`by_tab`] for patches: a missing field changes nothing, null removes the restriction.

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

/// Reads a present field, which may be null.
pub(crate) fn deserialize<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<Option<CapWords>>, D::Error> {
    by_tab::deserialize(deserializer).map(Some)
}
