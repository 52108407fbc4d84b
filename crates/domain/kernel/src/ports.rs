use crate::UnixTime;

/// The current time. The one way by which time enters rules and use-cases.
pub trait Clock: Send + Sync {
    /// The moment of the call.
    fn now(&self) -> UnixTime;
}

/// Unpredictable bytes. The one way by which randomness enters rules and use-cases.
pub trait Entropy: Send + Sync {
    /// Fills the whole buffer from a cryptographically secure source.
    fn fill(&self, buffer: &mut [u8]);
}
