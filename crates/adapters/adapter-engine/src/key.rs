//! Idempotency keys.

/// Caller's key of an operation that must happen only once: 1 to 255 visible ASCII characters.
///
/// The key MUST be unique among all calls to an engine, whatever their operation: for a known key, an engine repeats
/// its first response.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct IdempotencyKey(String);

impl IdempotencyKey {
    /// Parses a key; `None` if the text is invalid.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let fits = (1..=255).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_graphic());
        fits.then(|| Self(text.to_owned()))
    }

    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }
}
