//! Idempotency keys.

/// Idempotency key of a call: 1 to 255 visible ASCII characters. It MUST be unique among all calls
/// to an engine, because an engine repeats its first answer for a known key.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct IdempotencyKey(String);

impl IdempotencyKey {
    /// Parses a key; `None` if it is invalid.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let fits = (1..=255).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_graphic());
        fits.then(|| Self(text.to_owned()))
    }

    /// Returns the key as text.
    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }
}
