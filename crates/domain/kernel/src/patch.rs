//! Serde of the fields of a patch, where a value that is left out stays and null clears it.

use serde::{Deserialize, Deserializer};

/// Reads a field that is there, be it null, for `deserialize_with`: without it null would mean the same as a field that is absent.
///
/// ```
/// #[derive(serde::Deserialize)]
/// struct Patch {
///     #[serde(default, deserialize_with = "kernel::named")]
///     note: Option<Option<String>>,
/// }
///
/// let note = |json: &str| serde_json::from_str::<Patch>(json).map(|patch| patch.note).unwrap();
/// assert_eq!(note("{}"), None);
/// assert_eq!(note(r#"{"note": null}"#), Some(None));
/// ```
///
/// # Errors
/// What the value itself does not take.
pub fn named<'de, D: Deserializer<'de>, T: Deserialize<'de>>(
    deserializer: D,
) -> Result<Option<Option<T>>, D::Error> {
    Option::deserialize(deserializer).map(Some)
}
