//! What of the API is to be removed.

use http_kit::deprecation::Deprecation;

/// All of it. The document marks what is listed here, and the answers of what uses it carry `Deprecation` and `Sunset`; an entry
/// stays until the part is removed, in a new major version and six months later at the earliest.
pub const DEPRECATED: &[Deprecation] = &[];
