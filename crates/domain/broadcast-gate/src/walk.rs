//! Endless-loop protection for reading a list of unknown length in constant memory.

use crate::audience::Fan;
use crate::text::FanId;

/// Maximum number of pages of a list.
const MOST_PAGES: u64 = 10_000;

/// Error for a list that repeats pages, or is longer than any list of fans.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the engine's list of fans does not end")]
pub(crate) struct Endless;

/// Detector for lists that go in circles of any length (Brent's algorithm). Remembers only one page, whose number is
/// the latest power of two. A page counts as repeated if its cursor or its fans repeat.
#[derive(Debug, Default)]
pub(crate) struct Walk {
    cursor: Option<String>,
    ends: Option<Ends>,
    pages: u64,
}

/// Characteristics of a page: number of fans, first fan, and last fan.
type Ends = (usize, FanId, FanId);

impl Walk {
    /// Records a page and the cursor of the next page.
    pub(crate) fn turn(&mut self, cursor: &str, fans: &[Fan]) -> Result<(), Endless> {
        let ends = ends(fans);
        let again = self.cursor.as_deref() == Some(cursor) || (ends.is_some() && self.ends == ends);
        self.pages += 1;
        if again || self.pages >= MOST_PAGES {
            return Err(Endless);
        }
        if self.pages.is_power_of_two() {
            self.cursor = Some(cursor.to_owned());
            self.ends = ends;
        }
        Ok(())
    }
}

/// Returns the characteristics of a page. A page of one fan has none, because a fan may appear twice.
fn ends(fans: &[Fan]) -> Option<Ends> {
    match fans {
        [first, .., last] => Some((fans.len(), first.fan_id.clone(), last.fan_id.clone())),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::audience::FanTier;
    use crate::testing::fan;

    /// Returns the number of pages read from a list that returns from page `to` to page `from`.
    fn read(from: u64, to: u64, page: impl Fn(u64) -> (String, Vec<Fan>)) -> u64 {
        let (mut walk, mut at) = (Walk::default(), 0);
        for pages in 1..=MOST_PAGES {
            let (cursor, fans) = page(at);
            if walk.turn(&cursor, &fans) == Err(Endless) {
                return pages;
            }
            at = if at == to { from } else { at + 1 };
        }
        u64::MAX
    }

    #[test]
    fn circles_are_noticed_by_their_cursors() {
        for (from, to) in [(0, 0), (0, 1), (0, 6), (3, 3), (5, 11), (100, 140)] {
            let pages = read(from, to, |at| (at.to_string(), Vec::new()));
            assert!(pages <= 4 * (to + 1), "{from} {to}: {pages}");
        }
    }

    #[test]
    fn circles_are_noticed_by_their_fans() {
        let turns = std::cell::Cell::new(0);
        for (from, to) in [(0, 0), (0, 2), (4, 9)] {
            let pages = read(from, to, |at| {
                turns.set(turns.get() + 1);
                let fans = [at * 2, at * 2 + 1].map(|n| fan(&n.to_string(), FanTier::Free));
                (format!("fresh {}", turns.get()), fans.to_vec())
            });
            assert!(pages <= 4 * (to + 1), "{from} {to}: {pages}");
        }
    }

    #[test]
    fn a_list_without_an_end_is_ended() {
        assert_eq!(read(0, u64::MAX, |at| (at.to_string(), Vec::new())), MOST_PAGES);
    }
}
