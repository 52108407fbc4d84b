//! Vocabulary of upstream links: offers, kinds and ids.

use std::borrow::Cow;
use std::fmt;

use kernel::{AccountNumber, ParseError};
use serde::{Deserialize, Serialize};

kernel::words! {
    /// Offer to a visitor; each arm of a policy and each slot of a domain has one. Ordered alphabetically.
    Offer {
        /// Free trial.
        Ftl = "ftl",
        /// Paid subscription.
        Paid = "paid",
    }
}

impl Offer {
    /// Returns the kind of upstream links with this offer.
    pub fn kind(self) -> LinkKind {
        match self {
            Self::Ftl => LinkKind::FreeTrial,
            Self::Paid => LinkKind::TrackingLink,
        }
    }
}

kernel::words! {
    /// Kind of an upstream link.
    LinkKind {
        /// Link for the paid offer, which counts visitors.
        TrackingLink = "tracking_link",
        /// Link that grants a free trial.
        FreeTrial = "free_trial",
    }
}

kernel::stored_id! {
    /// Number of a smart link.
    SmartLinkId
}

kernel::stored_id! {
    /// Number of an upstream link in this service.
    FunnelLinkId
}

/// Id of a link on the upstream platform, 1-200 visible ASCII characters, together with the account. Different accounts
/// may use the same id for different links.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct ProviderId {
    id: String,
    account: AccountNumber,
}

/// Parses a [`ProviderId::key`], which is the serialized form.
impl TryFrom<String> for ProviderId {
    type Error = ParseError;

    fn try_from(key: String) -> Result<Self, ParseError> {
        Self::parse_key(&key).ok_or(ParseError::needs("1 to 200 visible ASCII characters"))
    }
}

impl From<ProviderId> for String {
    fn from(id: ProviderId) -> Self {
        id.key().into_owned()
    }
}

impl ProviderId {
    /// Maximum length of an id, in characters.
    pub const MAX: usize = 200;

    /// Accepts the platform's id of a link in the owner's first account; `None` if the id is empty, too long, or not
    /// visible ASCII.
    pub fn parse(text: &str) -> Option<Self> {
        let fits = (1..=Self::MAX).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_graphic());
        fits.then(|| Self { id: text.to_owned(), account: AccountNumber::FIRST })
    }

    /// Returns the same id in another account.
    #[must_use]
    pub fn of_account(self, account: AccountNumber) -> Self {
        Self { account, ..self }
    }

    /// Parses a [`ProviderId::key`].
    pub fn parse_key(key: &str) -> Option<Self> {
        let (id, account) = AccountNumber::split(key);
        Some(Self::parse(id)?.of_account(account))
    }

    /// Id on the platform.
    pub fn as_str(&self) -> &str {
        &self.id
    }

    /// Account of the link.
    pub fn account(&self) -> AccountNumber {
        self.account
    }

    /// Storage key of the link, unique across the owner's accounts.
    pub fn key(&self) -> Cow<'_, str> {
        self.account.key(&self.id)
    }
}

impl fmt::Debug for ProviderId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.id)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_those_of_the_wire_and_sort_like_them() {
        for (offer, word, kind) in [(Offer::Paid, "paid", "tracking_link"), (Offer::Ftl, "ftl", "free_trial")]
        {
            assert_eq!((offer.as_str(), Offer::parse(word)), (word, Some(offer)));
            assert_eq!((offer.kind().as_str(), LinkKind::parse(kind)), (kind, Some(offer.kind())));
        }
        assert!(Offer::Ftl < Offer::Paid && Offer::Ftl.as_str() < Offer::Paid.as_str());
        assert_eq!((Offer::parse("free"), Offer::parse("Paid"), LinkKind::parse("")), (None, None, None));
    }

    #[test]
    fn provider_ids() {
        for (text, ok) in
            [("tl_1", true), ("a/b?c", true), ("", false), ("a b", false), ("a\n", false), ("ä", false)]
        {
            assert_eq!(ProviderId::parse(text).is_some(), ok, "{text:?}");
        }
        assert!(
            ProviderId::parse(&"a".repeat(200)).is_some() && ProviderId::parse(&"a".repeat(201)).is_none()
        );
        let (first, second) = (ProviderId::parse("tl_1").unwrap(), AccountNumber::new(1));
        let other = first.clone().of_account(second);
        assert!(first != other && first.as_str() == other.as_str() && first.key() != other.key());
        assert_eq!(ProviderId::parse_key(&other.key()), Some(other));
    }
}
