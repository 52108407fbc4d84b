//! Walks over lists of a vendor.

use std::collections::BTreeSet;

use percent_encoding::percent_decode_str;

/// Maximum number of empty pages in a row that claim to have a successor.
const MAX_EMPTY: u32 = 3;

/// Position of a page.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Position {
    /// Number of entries to skip.
    Offset(u64),
    /// Marker of the vendor; `None` for the first page.
    Marker(Option<String>),
}

/// Page, reduced to what decides about the next one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct PageFacts<'a> {
    /// Number of entries.
    pub entries: u64,
    /// `hasMore`, if the list says it.
    pub has_more: Option<bool>,
    /// `next_page`, if the list says it. Only `offset` and `marker` are taken out of it; its address is never called.
    pub next_page: Option<&'a str>,
    /// Marker of the next page, if the list says it.
    pub next_marker: Option<&'a str>,
}

/// Step after a page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Next {
    /// The next page.
    Page(Position),
    /// The list has ended.
    End,
    /// The list repeats itself or never ends. What was read is good, but may not be all.
    Stuck,
}

/// Walk over a list. Ends when the list says so, not at a short page: the vendor leaves entries out of full pages.
///
/// ```
/// use platform_sync::{Next, PageFacts, Position, Walk};
///
/// let mut walk = Walk::by_offset(20, 100);
/// let short = PageFacts { entries: 19, has_more: Some(true), ..PageFacts::default() };
/// assert_eq!(walk.after(&short), Next::Page(Position::Offset(20)));
/// assert_eq!(walk.after(&PageFacts::default()), Next::End);
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Walk {
    limit: u64,
    pages_left: u32,
    position: Position,
    seen: BTreeSet<Position>,
    empty: u32,
}

impl Walk {
    /// Begins a walk by offsets, with `limit` entries asked for and at most `max_pages` pages.
    pub fn by_offset(limit: u64, max_pages: u32) -> Self {
        Self::at(Position::Offset(0), limit, max_pages)
    }

    /// Begins a walk by markers.
    pub fn by_marker(limit: u64, max_pages: u32) -> Self {
        Self::at(Position::Marker(None), limit, max_pages)
    }

    /// Resumes a walk at a stored position.
    pub fn at(position: Position, limit: u64, max_pages: u32) -> Self {
        let seen = BTreeSet::from([position.clone()]);
        Self { limit: limit.max(1), pages_left: max_pages, position, seen, empty: 0 }
    }

    /// Position of the page to read now.
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// Takes the page at [`Walk::position`] into account.
    pub fn after(&mut self, page: &PageFacts<'_>) -> Next {
        self.pages_left = self.pages_left.saturating_sub(1);
        self.empty = if page.entries == 0 { self.empty + 1 } else { 0 };
        let Some(next) = self.successor(page) else { return Next::End };
        if self.pages_left == 0 || self.empty >= MAX_EMPTY || !self.seen.insert(next.clone()) {
            return Next::Stuck;
        }
        self.position = next.clone();
        Next::Page(next)
    }

    fn successor(&self, page: &PageFacts<'_>) -> Option<Position> {
        if page.has_more == Some(false) {
            return None;
        }
        let next_page = page.next_page.filter(|address| !address.is_empty());
        match &self.position {
            Position::Offset(offset) => {
                let stated = next_page.and_then(|address| parameter(address, "offset")?.parse().ok());
                let silent = next_page.is_none() && page.has_more.is_none();
                // A list that says nothing ends with its first page that is not full.
                let goes_on = if silent { page.entries >= self.limit } else { true };
                goes_on.then(|| Position::Offset(stated.unwrap_or(offset.saturating_add(self.limit))))
            }
            Position::Marker(_) => {
                let stated = page.next_marker.filter(|marker| !marker.is_empty()).map(str::to_owned);
                let marker = stated.or_else(|| parameter(next_page?, "marker"))?;
                Some(Position::Marker(Some(marker)))
            }
        }
    }
}

/// Returns the first value of a parameter of an address, decoded.
fn parameter(address: &str, name: &str) -> Option<String> {
    let (_, query) = address.split_once('?')?;
    let query = query.split('#').next().unwrap_or_default();
    let value = query.split('&').find_map(|pair| {
        let (key, value) = pair.split_once('=')?;
        (key == name).then(|| value.replace('+', " "))
    })?;
    let decoded = percent_decode_str(&value).decode_utf8().ok()?;
    (!decoded.is_empty()).then(|| decoded.into_owned())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn page(entries: u64) -> PageFacts<'static> {
        PageFacts { entries, ..PageFacts::default() }
    }

    #[test]
    fn offsets_go_on_while_the_list_says_so() {
        let more = |entries| PageFacts { has_more: Some(true), ..page(entries) };
        let last = |entries| PageFacts { has_more: Some(false), ..page(entries) };
        let to = |next_page| PageFacts { next_page: Some(next_page), ..page(19) };
        let offset = |offset| Next::Page(Position::Offset(offset));
        for (facts, expected) in [
            (more(20), offset(20)),
            (more(19), offset(20)),
            (more(0), offset(20)),
            (last(20), Next::End),
            (page(20), offset(20)),
            (page(19), Next::End),
            (page(0), Next::End),
            (to("https://elsewhere.example/x?limit=20&offset=40"), offset(40)),
            (to("https://elsewhere.example/x?limit=20"), offset(20)),
            (to("/x?offset=abc#offset=7"), offset(20)),
            (to(""), Next::End),
            (PageFacts { has_more: Some(false), ..to("/x?offset=40") }, Next::End),
            (to("/x?offset=0"), Next::Stuck),
        ] {
            assert_eq!(Walk::by_offset(20, 10).after(&facts), expected, "{facts:?}");
        }
    }

    #[test]
    fn markers_are_taken_from_their_field_or_the_address() {
        let marker = |text: &str| Next::Page(Position::Marker(Some(text.to_owned())));
        let field = |next_marker| PageFacts { next_marker: Some(next_marker), ..page(1) };
        let address = |next_page| PageFacts { next_page: Some(next_page), ..page(1) };
        for (facts, expected) in [
            (field("m2"), marker("m2")),
            (field(""), Next::End),
            (page(100), Next::End),
            (address("/x?marker=a%2Fb+c&limit=1"), marker("a/b c")),
            (address("/x?marker=&limit=1"), Next::End),
            (address("/x?marker=%FF"), Next::End),
            (PageFacts { has_more: Some(false), ..field("m2") }, Next::End),
        ] {
            assert_eq!(Walk::by_marker(100, 10).after(&facts), expected, "{facts:?}");
        }
    }

    #[test]
    fn a_marker_that_comes_again_ends_the_walk() {
        let mut walk = Walk::by_marker(100, 10);
        let mut next = |marker| walk.after(&PageFacts { next_marker: Some(marker), ..page(1) });
        assert!(matches!((next("a"), next("b")), (Next::Page(_), Next::Page(_))));
        assert_eq!(next("a"), Next::Stuck);
    }

    #[test]
    fn empty_pages_and_long_lists_end_the_walk() {
        let more = PageFacts { has_more: Some(true), ..page(0) };
        let mut walk = Walk::by_offset(20, 100);
        assert!(matches!((walk.after(&more), walk.after(&more)), (Next::Page(_), Next::Page(_))));
        assert_eq!(walk.after(&more), Next::Stuck);
        let mut walk = Walk::by_offset(20, 2);
        let more = PageFacts { has_more: Some(true), ..page(20) };
        assert_eq!((walk.after(&more), walk.after(&more)), (Next::Page(Position::Offset(20)), Next::Stuck));
    }

    proptest! {
        #[test]
        fn every_walk_ends_and_asks_for_no_page_twice(
            pages in prop::collection::vec((0_u64..3, any::<Option<bool>>(), "[ab]{0,2}", 0_u64..4), 0..60),
            by_marker: bool,
        ) {
            let mut walk = if by_marker { Walk::by_marker(2, 30) } else { Walk::by_offset(2, 30) };
            let mut asked = BTreeSet::from([walk.position().clone()]);
            for (entries, has_more, marker, offset) in &pages {
                let address = format!("/x?offset={offset}&marker={marker}");
                let facts = PageFacts { entries: *entries, has_more: *has_more, next_page: Some(&address), next_marker: None };
                let Next::Page(position) = walk.after(&facts) else { break };
                prop_assert!(asked.insert(position));
            }
            prop_assert!(asked.len() <= 30);
        }
    }
}
