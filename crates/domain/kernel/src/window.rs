use serde::{Deserialize, Serialize};

use crate::{ParseError, UnixTime};

/// Time span with an inclusive start and an exclusive end. An absent bound is open.
///
/// All statistics over a period use this type, so that they count the same events.
///
/// ```
/// use kernel::{UnixTime, Window};
///
/// let at = UnixTime::from_seconds;
/// let window = Window::between(Some(at(5)), Some(at(7))).unwrap();
/// assert!(window.contains(at(5)) && !window.contains(at(7)));
/// assert_eq!(Window::of_seconds(Some(5), Some(6)), Some(window));
/// assert_eq!(Window::between(Some(at(7)), Some(at(5))), None);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(try_from = "Stored")]
pub struct Window {
    from: Option<UnixTime>,
    until: Option<UnixTime>,
}

/// Stored form of a [`Window`], before the check of its bounds.
#[derive(Deserialize)]
struct Stored {
    from: Option<UnixTime>,
    until: Option<UnixTime>,
}

impl TryFrom<Stored> for Window {
    type Error = ParseError;

    fn try_from(stored: Stored) -> Result<Self, ParseError> {
        Self::between(stored.from, stored.until)
            .ok_or(ParseError::needs("an end that is not before its beginning"))
    }
}

impl Window {
    /// Creates a window from `from` to `until`; `None` if the window would end before it starts.
    pub fn between(from: Option<UnixTime>, until: Option<UnixTime>) -> Option<Self> {
        let backwards = from.zip(until).is_some_and(|(from, until)| from > until);
        (!backwards).then_some(Self { from, until })
    }

    /// Creates a window from Unix seconds as the API has them, where `to_ts` is the last second inside.
    pub fn of_seconds(from_ts: Option<i64>, to_ts: Option<i64>) -> Option<Self> {
        if from_ts.zip(to_ts).is_some_and(|(from, to)| from > to) {
            return None;
        }
        let until = to_ts.map(|to| UnixTime::from_seconds(to.saturating_add(1)));
        Self::between(from_ts.map(UnixTime::from_seconds), until)
    }

    /// First moment inside the window.
    pub const fn from(&self) -> Option<UnixTime> {
        self.from
    }

    /// First moment after the window.
    pub const fn until(&self) -> Option<UnixTime> {
        self.until
    }

    /// Whether a moment is inside the window.
    pub fn contains(&self, at: UnixTime) -> bool {
        self.from.is_none_or(|from| at >= from) && self.until.is_none_or(|until| at < until)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn its_end_is_outside_and_its_beginning_inside() {
        for (from, to, at_millis, inside) in [
            (Some(5), Some(6), 4_999, false),
            (Some(5), Some(6), 5_000, true),
            (Some(5), Some(6), 6_999, true),
            (Some(5), Some(6), 7_000, false),
            (Some(5), Some(5), 5_999, true),
            (None, Some(6), i64::MIN, true),
            (Some(5), None, i64::MAX, true),
            (None, Some(i64::MAX), i64::MAX - 1, true),
            (None, None, 0, true),
        ] {
            let window = Window::of_seconds(from, to).unwrap();
            assert_eq!(window.contains(UnixTime::from_millis(at_millis)), inside, "{window:?} {at_millis}");
        }
        assert_eq!(Window::of_seconds(Some(6), Some(5)), None);
    }

    #[test]
    fn one_that_ends_before_it_begins_is_not_read() {
        let read = |text: &str| serde_json::from_str::<Window>(text).ok();
        assert_eq!(
            read(r#"{"from":1,"until":2}"#).and_then(|window| window.from()),
            Some(UnixTime::from_millis(1))
        );
        assert_eq!(read(r#"{"from":3,"until":2}"#), None);
    }
}
