//! Pauses between the tries of a join.

use std::fmt;

/// Refusal of a list of pauses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, thiserror::Error)]
#[error("must be 1 to {max} ascending numbers of seconds from 1 to {longest}, such as 120,600,1800,7200", max = Pauses::MAX, longest = Pauses::LONGEST)]
pub struct PausesError;

/// Times after a subscription at which its link is looked for, in seconds.
///
/// ```
/// use platform_sync::Pauses;
///
/// let pauses = Pauses::parse("120,600,1800,7200").unwrap();
/// assert_eq!((pauses, pauses.after(0), pauses.after(4)), (Pauses::default(), Some(120), None));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pauses {
    seconds: [u32; Self::MAX],
    count: usize,
}

impl Pauses {
    /// Maximum number of tries.
    pub const MAX: usize = 8;
    /// Longest pause, in seconds: events wait at most an hour longer.
    pub const LONGEST: u32 = 7_200;

    /// Parses comma-separated seconds.
    ///
    /// # Errors
    /// The list is empty, too long, not ascending, or beyond [`Pauses::LONGEST`].
    pub fn parse(text: &str) -> Result<Self, PausesError> {
        let mut pauses = Self { seconds: [0; Self::MAX], count: 0 };
        let mut last = 0;
        for part in text.split(',') {
            let seconds: u32 = part.trim().parse().map_err(|_| PausesError)?;
            let slot = pauses.seconds.get_mut(pauses.count).ok_or(PausesError)?;
            if seconds <= last || seconds > Self::LONGEST {
                return Err(PausesError);
            }
            (*slot, last) = (seconds, seconds);
            pauses.count += 1;
        }
        Ok(pauses)
    }

    /// Returns the time of a try after the subscription, in seconds; `None` after the last try.
    pub fn after(&self, tries: usize) -> Option<u32> {
        self.seconds.get(..self.count)?.get(tries).copied()
    }

    /// Number of tries.
    pub const fn count(&self) -> usize {
        self.count
    }

    /// First pause, in seconds.
    pub fn first(&self) -> u32 {
        self.after(0).unwrap_or_default()
    }
}

impl Default for Pauses {
    fn default() -> Self {
        Self { seconds: [120, 600, 1_800, 7_200, 0, 0, 0, 0], count: 4 }
    }
}

impl fmt::Display for Pauses {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words: Vec<_> = self.seconds.iter().take(self.count).map(u32::to_string).collect();
        f.write_str(&words.join(","))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_ascend() {
        for (text, expected) in [
            ("120,600,1800,7200", Some("120,600,1800,7200")),
            (" 1 , 2 ", Some("1,2")),
            ("7200", Some("7200")),
            ("1,2,3,4,5,6,7,8", Some("1,2,3,4,5,6,7,8")),
            ("1,2,3,4,5,6,7,8,9", None),
            ("7201", None),
            ("0", None),
            ("600,120", None),
            ("120,120", None),
            ("-1", None),
            ("", None),
            ("120,", None),
        ] {
            assert_eq!(
                Pauses::parse(text).ok().map(|pauses| pauses.to_string()).as_deref(),
                expected,
                "{text:?}"
            );
        }
    }
}
