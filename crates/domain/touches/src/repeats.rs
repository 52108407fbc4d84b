//! Counting rule for visits and clicks: a repetition by the same visitor within half an hour does not count.

use kernel::UnixTime;
use serde::{Deserialize, Serialize};

use crate::{Act, Touch, VisitorDigest};

/// Period after a counted touch in which the same touch by the same visitor is a repetition, in seconds.
pub const WINDOW_SECONDS: i64 = 30 * 60;

/// Key for detecting repetitions: two touches of one owner can be repetitions only if their keys are equal.
///
/// ```
/// # use touches::VisitorDigest;
/// # let (owner, domain) = (kernel::OwnerId::new(1), kernel::Hostname::parse("links.example.com").unwrap());
/// # let (at, visitor) = (kernel::UnixTime::from_seconds(1_800_000_000), VisitorDigest([7; 16]));
/// use touches::{Act, RepeatKey, Touch, TouchId};
///
/// let visit = Touch::new(TouchId::from_u128(1), owner, domain, at, visitor, Act::Visit);
/// assert!(RepeatKey::of(&visit).is_some());
/// assert_eq!(RepeatKey::of(&Touch { act: Act::Scan { code: 4 }, ..visit }), None, "every scan counts");
/// ```
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct RepeatKey {
    /// Domain of the touched page.
    pub domain: String,
    /// Visited or clicked target.
    pub target: String,
    /// Visitor who made the touch.
    pub visitor: VisitorDigest,
}

impl RepeatKey {
    /// Returns the key of visits to the touch's domain by the touch's visitor. A click finds its visit by this key.
    pub fn of_visit(touch: &Touch) -> Self {
        Self { domain: touch.domain.as_str().to_owned(), target: "visit".to_owned(), visitor: touch.visitor }
    }

    /// Returns the key of a touch, or `None` for touches without repetition detection: every scan counts, and touches
    /// of bots never count.
    pub fn of(touch: &Touch) -> Option<Self> {
        let target = match &touch.act {
            _ if touch.bot => return None,
            Act::Scan { .. } => return None,
            Act::Visit => "visit".to_owned(),
            Act::Click(click) => match (&click.button, click.smart_link) {
                (Some(button), _) => format!("click {button}"),
                (None, Some(smart_link)) => format!("click smart link {smart_link}"),
                (None, None) => "click".to_owned(),
            },
        };
        Some(Self { domain: touch.domain.as_str().to_owned(), target, visitor: touch.visitor })
    }
}

/// Decides which touches of one key count. `moments` are the moments of the touches in ascending order; `last` is the
/// moment of the latest touch already counted.
///
/// ```
/// use kernel::UnixTime;
/// use touches::first_of;
///
/// let moments = [0, 20, 40].map(|minute| UnixTime::from_seconds(minute * 60));
/// assert_eq!(first_of(None, &moments), [true, false, true]);
/// ```
pub fn first_of(last: Option<UnixTime>, moments: &[UnixTime]) -> Vec<bool> {
    let mut last = last;
    moments
        .iter()
        .map(|&at| {
            let counts = last.is_none_or(|last| at >= last.plus_seconds(WINDOW_SECONDS));
            if counts {
                last = Some(at);
            }
            counts
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn minutes(moments: &[i64]) -> Vec<UnixTime> {
        moments.iter().map(|minute| UnixTime::from_seconds(minute * 60)).collect()
    }

    #[test]
    fn within_half_an_hour_of_a_counted_one_is_a_repeat() {
        for (last, moments, expected) in [
            (None, vec![0], vec![true]),
            (None, vec![0, 29, 30], vec![true, false, true]),
            (None, vec![0, 20, 40], vec![true, false, true]),
            (Some(0), vec![10, 29], vec![false, false]),
            (Some(0), vec![30, 31], vec![true, false]),
            // A touch that arrives late is older than the counted touch, but still a repetition.
            (Some(60), vec![50], vec![false]),
        ] {
            let last = last.map(|minute: i64| UnixTime::from_seconds(minute * 60));
            assert_eq!(first_of(last, &minutes(&moments)), expected, "{moments:?}");
        }
    }
}
