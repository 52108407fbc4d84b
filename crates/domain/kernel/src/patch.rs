//! Serde support for patches: an absent field keeps its value, and null clears it.

use serde::{Deserialize, Deserializer};

/// Deserializes a field that is present, even if null, for `deserialize_with`. Without this function, null and an
/// absent field would mean the same.
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
/// Returns the errors of the inner value's deserializer.
pub fn named<'de, D: Deserializer<'de>, T: Deserialize<'de>>(
    deserializer: D,
) -> Result<Option<Option<T>>, D::Error> {
    Option::deserialize(deserializer).map(Some)
}
