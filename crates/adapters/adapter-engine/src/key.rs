//! Idempotency keys.

/// The caller's key of something that must happen once: 1 to 255 visible ASCII characters. It MUST be unique among all calls to
/// an engine, whatever they do: an engine answers a known key with its first answer.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct IdempotencyKey(String);

impl IdempotencyKey {
    /// The key of this text; `None` where it can't be one.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let fits = (1..=255).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_graphic());
        fits.then(|| Self(text.to_owned()))
    }

    /// The text.
    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }
}
