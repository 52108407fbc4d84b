//! Serde for `Arc` values, which serialize like the inner value; for `#[serde(with =
//! "kernel::shared")]`.
//!
//! ```
//! # use std::sync::Arc;
//! #[derive(serde::Serialize, serde::Deserialize)]
//! struct Shelf {
//!     #[serde(with = "kernel::shared")]
//!     book: Arc<String>,
//! }
//!
//! let shelf = Shelf { book: Arc::new("one".to_owned()) };
//! assert_eq!(serde_json::to_string(&shelf).unwrap(), r#"{"book":"one"}"#);
//! ```

use std::sync::Arc;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Serializes the inner value.
pub fn serialize<T: Serialize + ?Sized, S: Serializer>(
    shared: &Arc<T>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    T::serialize(shared, serializer)
}

/// Deserializes the value into a new `Arc`.
pub fn deserialize<'de, T, D>(deserializer: D) -> Result<Arc<T>, D::Error>
where
    T: ?Sized,
    Box<T>: Deserialize<'de>,
    D: Deserializer<'de>,
{
    Box::deserialize(deserializer).map(Arc::from)
}
