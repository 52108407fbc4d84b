use std::fmt;

use serde::{Deserialize, Serialize};

use crate::{Right, Tab};

/// Set of rights. serde writes the list of names, `tab.function`.
#[derive(Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(from = "Vec<Right>", into = "Vec<Right>")]
pub struct Rights(u64);

const fn bit(right: Right) -> u64 {
    1 << right as u32
}

impl Rights {
    /// Empty set.
    pub const NONE: Self = Self(0);

    /// Set of all rights in the dictionary.
    pub fn all() -> Self {
        Right::ALL.iter().copied().collect()
    }

    /// All functions of a tab.
    pub fn of_tab(tab: Tab) -> Self {
        Right::ALL.iter().copied().filter(|right| right.tab() == tab).collect()
    }

    /// Whether the right is in the set.
    pub const fn contains(self, right: Right) -> bool {
        self.0 & bit(right) != 0
    }

    /// Rights that are in both sets.
    #[must_use]
    pub const fn intersection(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// Rights that are in either set.
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Whether `other` has every right of this set.
    pub const fn is_within(self, other: Self) -> bool {
        self.0 & !other.0 == 0
    }

    /// Rights in dictionary order.
    pub fn iter(self) -> impl Iterator<Item = Right> {
        Right::ALL.iter().copied().filter(move |&right| self.contains(right))
    }

    /// Tabs with at least one right, each with its rights, in dictionary order.
    pub fn by_tab(self) -> impl Iterator<Item = (Tab, Vec<Right>)> {
        let of_tab = move |tab| self.iter().filter(|right| right.tab() == tab).collect::<Vec<_>>();
        Tab::ALL.iter().map(move |&tab| (tab, of_tab(tab))).filter(|(_, rights)| !rights.is_empty())
    }
}

impl From<Vec<Right>> for Rights {
    fn from(rights: Vec<Right>) -> Self {
        rights.into_iter().collect()
    }
}

impl From<Rights> for Vec<Right> {
    fn from(rights: Rights) -> Self {
        rights.iter().collect()
    }
}

impl FromIterator<Right> for Rights {
    fn from_iter<I: IntoIterator<Item = Right>>(rights: I) -> Self {
        Self(rights.into_iter().fold(0, |bits, right| bits | bit(right)))
    }
}

impl fmt::Debug for Rights {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::testing::any_rights;

    #[test]
    fn grouped_by_tab_in_the_order_of_the_dictionary() {
        let rights: Rights =
            [Right::QrEdit, Right::LandingsPublish, Right::LandingsView].into_iter().collect();
        assert_eq!(
            rights.by_tab().collect::<Vec<_>>(),
            [
                (Tab::Landings, vec![Right::LandingsView, Right::LandingsPublish]),
                (Tab::Qr, vec![Right::QrEdit]),
            ]
        );
        assert_eq!(Rights::all().iter().count(), Right::ALL.len());
    }

    proptest! {
        #[test]
        fn an_intersection_never_grows(a in any_rights(), b in any_rights()) {
            let both = a.intersection(b);
            prop_assert!(both.is_within(a) && both.is_within(b));
            prop_assert!(a.is_within(a.union(b)));
            for &right in Right::ALL {
                prop_assert_eq!(both.contains(right), a.contains(right) && b.contains(right));
            }
        }
    }
}
