//! Walking through a list whose length nobody knows, without remembering it.

use crate::audience::Fan;
use crate::text::FanId;

/// Most pages of a list.
const MOST_PAGES: u64 = 10_000;

/// The list comes back to where it was, or is longer than any list of fans.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the list of fans does not end")]
pub(crate) struct Endless;

/// Notices a list that goes in circles, whatever their length, and remembers one page only: the one whose number was the
/// last power of two (Brent). A page comes again when its cursor does, or when its fans do under another cursor.
#[derive(Debug, Default)]
pub(crate) struct Walk {
    cursor: Option<String>,
    ends: Option<Ends>,
    pages: u64,
}

/// What distinguishes a page from others: how many fans are on it, the first, and the last.
type Ends = (usize, FanId, FanId);

impl Walk {
    /// Notes a page, and the cursor of the one after it.
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

/// A page of one fan is too short to be distinguished from another: a fan may come twice.
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

    /// How many pages are read of a list that comes back from page `to` to page `from`.
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
