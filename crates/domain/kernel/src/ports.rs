use crate::UnixTime;

/// The current time. The one way by which time enters rules and use-cases.
pub trait Clock: Send + Sync {
    /// The moment of the call.
    fn now(&self) -> UnixTime;
}

/// Unpredictable bytes. The one way by which randomness enters rules and use-cases.
///
/// A function that fills a buffer is one:
///
/// ```
/// use kernel::{Entropy, SortableId, UnixTime};
///
/// // A real program takes the operating system's random numbers.
/// let entropy = |buffer: &mut [u8]| buffer.fill(1);
/// let id = SortableId::generate(UnixTime::from_seconds(0), &entropy);
/// assert_eq!(id.to_string().len(), 26);
/// ```
pub trait Entropy: Send + Sync {
    /// Fills the whole buffer from a cryptographically secure source.
    fn fill(&self, buffer: &mut [u8]);
}

impl<F: Fn(&mut [u8]) + Send + Sync> Entropy for F {
    fn fill(&self, buffer: &mut [u8]) {
        self(buffer);
    }
}
