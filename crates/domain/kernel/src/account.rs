use std::borrow::Cow;
use std::fmt;

use serde::{Deserialize, Serialize};

/// Separator between an engine's id and the account number in a key. A control character, because engine ids never
/// contain one in practice.
const SEPARATOR: char = '\u{1f}';

/// Number of one of an owner's accounts on the content platform. The first account ever connected has number 0.
///
/// Engines assign ids per account, so the same id in two accounts names two different things. Stores therefore use
/// [`AccountNumber::key`] in place of the engine's id. For the first account, the key equals the id, for compatibility
/// with data from before accounts had numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct AccountNumber(i64);

impl AccountNumber {
    /// The first account that the owner ever connected.
    pub const FIRST: Self = Self(0);

    /// Creates the account number from its stored value.
    pub const fn new(number: i64) -> Self {
        Self(number)
    }

    /// Returns the number as it is stored.
    pub const fn get(self) -> i64 {
        self.0
    }

    /// Returns the storage key for an engine's id in this account. Keys are unique across all accounts of an owner.
    pub fn key(self, id: &str) -> Cow<'_, str> {
        if self == Self::FIRST && !id.contains(SEPARATOR) {
            Cow::Borrowed(id)
        } else {
            Cow::Owned(format!("{id}{SEPARATOR}{}", self.0))
        }
    }

    /// Splits a key into the engine's id and the account number.
    pub fn split(key: &str) -> (&str, Self) {
        let parts = key.rsplit_once(SEPARATOR);
        let parts = parts.and_then(|(id, number)| Some((id, Self(number.parse().ok()?))));
        parts.unwrap_or((key, Self::FIRST))
    }
}

crate::line_of_text! {
    /// Account id on the content platform, 1-255 characters.
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
