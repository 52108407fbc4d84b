use crate::UnixTime;

/// Source of the current time. Rules and use-cases get the time from this port only.
pub trait Clock: Send + Sync {
    /// Current moment.
    fn now(&self) -> UnixTime;
}

/// Source of unpredictable bytes. Rules and use-cases get randomness from this port only.
///
/// Any function that fills a buffer implements this trait:
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
