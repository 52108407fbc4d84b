use std::borrow::Cow;
use std::fmt;

use serde::{Deserialize, Serialize};

/// Between an engine's id and the number of its account. It is a control character, which no id has in practice.
const SEPARATOR: char = '\u{1f}';

/// Which of an owner's accounts on the content platform something belongs to: 0 for the first one that was ever connected.
///
/// Engines number what they report by account, so the same id of two accounts means two things. What is kept under an
/// engine's id is kept under the [`AccountNumber::key`] of it. Of the first account that is the id itself, as it was before
/// accounts were distinguished.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct AccountNumber(i64);

impl AccountNumber {
    /// The first account that the owner ever connected.
    pub const FIRST: Self = Self(0);

    /// The one with this stored number.
    pub const fn new(number: i64) -> Self {
        Self(number)
    }

    /// The stored number.
    pub const fn get(self) -> i64 {
        self.0
    }

    /// What an id of this account is kept under: no two ids of an owner's accounts have the same.
    pub fn key(self, id: &str) -> Cow<'_, str> {
        if self == Self::FIRST && !id.contains(SEPARATOR) {
            Cow::Borrowed(id)
        } else {
            Cow::Owned(format!("{id}{SEPARATOR}{}", self.0))
        }
    }

    /// The id and the account of a key.
    pub fn split(key: &str) -> (&str, Self) {
        let parts = key.rsplit_once(SEPARATOR);
        let parts = parts.and_then(|(id, number)| Some((id, Self(number.parse().ok()?))));
        parts.unwrap_or((key, Self::FIRST))
    }
}

crate::line_of_text! {
    /// What the platform calls an account of an owner, 1-255 characters.
    AccountId, 1..=255
}

impl fmt::Display for AccountNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn ids_of_the_first_account_are_their_own_keys() {
        assert_eq!(AccountNumber::FIRST.key("pl_1"), "pl_1");
        assert_eq!(AccountNumber::split("pl_1"), ("pl_1", AccountNumber::FIRST));
    }

    #[test]
    fn no_two_ids_share_a_key_and_each_is_read_back() {
        let ids = ["pl_1", "pl_1\u{1f}1", "pl_1\u{1f}", "\u{1f}1", "pl 1"];
        let mut keys = HashSet::new();
        for number in [0, 1, 2, 11] {
            for id in ids {
                let key = AccountNumber::new(number).key(id).into_owned();
                assert_eq!(AccountNumber::split(&key), (id, AccountNumber::new(number)), "{key:?}");
                assert!(keys.insert(key), "{id:?} of {number}");
            }
        }
    }
}
