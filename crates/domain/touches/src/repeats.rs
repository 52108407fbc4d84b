//! Which visits and clicks count: one visitor's repeat of the same within half an hour does not (decisions, section 8).

use kernel::UnixTime;

use crate::{Act, Touch, VisitorDigest};

/// How long after a counted touch the same one by the same visitor is a repeat, in seconds.
pub const WINDOW_SECONDS: i64 = 30 * 60;

/// What two touches share of which the second may be a repeat of the first. Within one owner.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RepeatKey {
    /// The domain's name.
    pub domain: String,
    /// What was visited or clicked.
    pub target: String,
    /// By whom.
    pub visitor: VisitorDigest,
}

impl RepeatKey {
    /// The key of a touch, or `None` where each one counts by itself: every scan does, and what a program did never
    /// counts.
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

/// Of touches of one key at these moments, in rising order, those that count, if the last counted one before them was at
/// `last`.
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
            // One that comes in late stands before the counted one; it is a repeat of it all the same.
            (Some(60), vec![50], vec![false]),
        ] {
            let last = last.map(|minute: i64| UnixTime::from_seconds(minute * 60));
            assert_eq!(first_of(last, &minutes(&moments)), expected, "{moments:?}");
        }
    }
}
