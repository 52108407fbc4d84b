//! Kinds of platforms.

use std::collections::BTreeSet;

use kernel::ParseError;

kernel::words! {
    /// Kind of a connection.
    PlatformKind {
        /// Engine of the operator, which speaks our protocol.
        Engine = "engine",
        /// OnlyFans through its API vendor.
        Onlyfans = "onlyfans",
        /// Fanvue through its official API.
        Fanvue = "fanvue",
    }
}

impl PlatformKind {
    /// Parses the comma-separated kinds that an installation offers. Spaces and repeats are ignored.
    ///
    /// # Errors
    /// A word is no kind.
    ///
    /// ```
    /// use platform_sync::PlatformKind;
    ///
    /// let offered = PlatformKind::offered("engine, fanvue").unwrap();
    /// assert!(offered.contains(&PlatformKind::Fanvue) && !offered.contains(&PlatformKind::Onlyfans));
    /// ```
    pub fn offered(list: &str) -> Result<BTreeSet<Self>, ParseError> {
        list.split(',').map(str::trim).filter(|word| !word.is_empty()).map(str::parse).collect()
    }

    /// Returns the key of a platform's account, unique over all kinds: `of:700001`, `fv:<uuid>`. An engine's id is its
    /// own key.
    pub fn account_key(self, platform_account_id: &str) -> String {
        match self {
            Self::Engine => platform_account_id.to_owned(),
            Self::Onlyfans => format!("of:{platform_account_id}"),
            Self::Fanvue => format!("fv:{platform_account_id}"),
        }
    }

    /// Whether the owner must consent to a service that is independent of the platform.
    pub const fn needs_consent(self) -> bool {
        matches!(self, Self::Onlyfans)
    }

    /// Whether calls cost credits.
    pub const fn costs_credits(self) -> bool {
        matches!(self, Self::Onlyfans)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_installation_offers_the_kinds_that_it_names() {
        let all: BTreeSet<_> = PlatformKind::ALL.into_iter().collect();
        for (list, expected) in [
            ("engine,onlyfans,fanvue", Some(all)),
            (" fanvue , fanvue,", Some(BTreeSet::from([PlatformKind::Fanvue]))),
            ("", Some(BTreeSet::new())),
            ("engine,fansly", None),
        ] {
            assert_eq!(PlatformKind::offered(list).ok(), expected, "{list:?}");
        }
    }

    #[test]
    fn equal_ids_of_two_platforms_have_different_keys() {
        let keys: BTreeSet<_> = PlatformKind::ALL.into_iter().map(|kind| kind.account_key("7")).collect();
        assert_eq!(keys, BTreeSet::from(["7".to_owned(), "of:7".to_owned(), "fv:7".to_owned()]));
    }
}
