//! Reads lists page by page up to a limit.

use std::collections::HashSet;

use crate::Failure;

/// Maximum length of a cursor in bytes.
pub(crate) const LONGEST_CURSOR: usize = 4096;

/// Position in a list.
#[derive(Debug)]
pub(crate) struct Walk {
    seen: HashSet<String>,
    pages: usize,
    most_pages: usize,
    next: Next,
}

#[derive(Debug)]
enum Next {
    First,
    At(String),
    End,
}

impl Walk {
    pub(crate) fn new(most_pages: usize) -> Self {
        Self { seen: HashSet::new(), pages: 0, most_pages, next: Next::First }
    }

    /// Returns whether there is another page.
    pub(crate) fn goes_on(&self) -> bool {
        !matches!(self.next, Next::End)
    }

    /// Returns the cursor of the next page; `None` for the first.
    pub(crate) fn cursor(&self) -> Option<&str> {
        match &self.next {
            Next::At(cursor) => Some(cursor),
            Next::First | Next::End => None,
        }
    }

    /// Records the cursor of the next page. A repeated cursor or too many pages mean that the list
    /// has no end.
    pub(crate) fn turn(&mut self, next_cursor: Option<String>) -> Result<(), Failure> {
        self.pages += 1;
        let Some(cursor) = next_cursor else {
            self.next = Next::End;
            return Ok(());
        };
        let fresh = cursor.len() <= LONGEST_CURSOR && self.seen.insert(cursor.clone());
        if !fresh || self.pages >= self.most_pages {
            self.next = Next::End;
            return Err(Failure::EndlessPages);
        }
        self.next = Next::At(cursor);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reads pages with these cursors. Returns the number of pages and the outcome.
    fn walk(most: usize, cursors: impl IntoIterator<Item = Option<String>>) -> (usize, Result<(), Failure>) {
        let (mut walk, mut pages) = (Walk::new(most), 0);
        for next in cursors {
            assert!(walk.goes_on());
            pages += 1;
            if let Err(failure) = walk.turn(next) {
                assert!(!walk.goes_on());
                return (pages, Err(failure));
            }
        }
        assert!(!walk.goes_on());
        (pages, Ok(()))
    }

    #[test]
    fn a_list_ends_by_itself_or_is_ended() {
        let endless = || Err(Failure::EndlessPages);
        let texts =
            |cursors: &[&str]| cursors.iter().map(|text| Some((*text).to_owned())).collect::<Vec<_>>();
        assert_eq!(walk(9, [None]), (1, Ok(())));
        assert_eq!(walk(9, [texts(&["a", "b"]), vec![None]].concat()), (3, Ok(())));
        assert_eq!(walk(9, texts(&["a", "a"])), (2, endless()));
        assert_eq!(walk(9, texts(&["a", "b", "a"])), (3, endless()));
        assert_eq!(walk(9, (0..).map(|n| Some(n.to_string()))), (9, endless()));
        assert_eq!(walk(9, [Some("x".repeat(5000))]), (1, endless()));
    }
}
