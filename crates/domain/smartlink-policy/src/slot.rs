//! Slots of a domain for upstream links, with the names and keys of the links.

use std::fmt::Write as _;

use hmac_sha256::Hash as Sha256;
use kernel::{CountryCode, Hostname, OwnerId, SortableId};
use serde::{Deserialize, Serialize};

use crate::link::Offer;

/// Slot for one upstream link: the paid link of a domain, or the free trial of one country.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Slot {
    /// Slot for the paid link.
    Paid,
    /// Slot for the permanent free-trial link of a country.
    Trial(CountryCode),
}

impl Slot {
    /// Returns the slot for an offer and a country; `None` for a trial without a country, and for a paid link with one.
    pub fn of(offer: Offer, country: Option<CountryCode>) -> Option<Self> {
        match (offer, country) {
            (Offer::Paid, None) => Some(Self::Paid),
            (Offer::Ftl, Some(country)) => Some(Self::Trial(country)),
            _ => None,
        }
    }

    /// Offer of the slot's link.
    pub fn offer(self) -> Offer {
        match self {
            Self::Paid => Offer::Paid,
            Self::Trial(_) => Offer::Ftl,
        }
    }

    /// Country of a trial.
    pub fn country(self) -> Option<CountryCode> {
        match self {
            Self::Paid => None,
            Self::Trial(country) => Some(country),
        }
    }

    /// Name of the slot's link upstream: `links.example.com/paid`, `links.example.com/ftl/DE`. Depends only on the
    /// hostname and the slot, so that a created but unrecorded link can be found later under any configuration.
    pub fn upstream_name(self, domain: &Hostname) -> String {
        let word = self.offer().as_str();
        match self.country() {
            None => format!("{domain}/{word}"),
            Some(country) => format!("{domain}/{word}/{country}"),
        }
    }

    /// Idempotency key for creating the slot's link in an owner's account, the same for every attempt: `slot-` and 64
    /// hexadecimal digits.
    ///
    /// The key depends on the owner and the account, because owners may share an engine that repeats its first response
    /// to a known key. The key also depends on the registration's `nonce`. So a domain that is registered again, or in
    /// another installation, never gets a response about an old link.
    pub fn idempotency_key(
        self,
        domain: &Hostname,
        owner: OwnerId,
        account: &str,
        nonce: SortableId,
    ) -> String {
        // Account ids and slot names contain no line breaks, so the parts stay distinct.
        let named = format!("{owner}\n{account}\n{nonce}\n{}", self.upstream_name(domain));
        let digest = Sha256::hash(named.as_bytes());
        digest.iter().fold(String::from("slot-"), |mut key, byte| {
            // Writing to a string never fails.
            let _ = write!(key, "{byte:02x}");
            key
        })
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::testing::{country, domain};

    #[test]
    fn names_differ_by_hostname_and_slot_and_keys_by_owner_account_and_registration_too() {
        let (one, other) = (domain(), Hostname::parse("other.example.com").unwrap());
        let slots = [Slot::Paid, Slot::Trial(country("DE")), Slot::Trial(country("US"))];
        let all = || [&one, &other].into_iter().flat_map(|host| slots.map(|slot| (host, slot)));
        let names: HashSet<_> = all().map(|(host, slot)| slot.upstream_name(host)).collect();
        let keys = |owner, account, nonce| {
            let (owner, nonce) = (OwnerId::new(owner), SortableId::from_u128(nonce));
            all().map(move |(host, slot)| slot.idempotency_key(host, owner, account, nonce))
        };
        let sets = [(1, "a", 7), (2, "a", 7), (1, "b", 7), (1, "a", 8)];
        let keys: HashSet<_> =
            sets.into_iter().flat_map(|(owner, account, nonce)| keys(owner, account, nonce)).collect();
        assert_eq!((names.len(), keys.len()), (6, 24));
        assert_eq!(Slot::Trial(country("de")).upstream_name(&one), "links.example.com/ftl/DE");
        assert!(keys.iter().all(|key| key.len() == 69 && key.bytes().all(|b| b.is_ascii_graphic())));
    }

    #[test]
    fn a_slot_is_an_offer_and_a_country() {
        let de = Some(country("DE"));
        for (offer, country, is_one) in [
            (Offer::Paid, None, true),
            (Offer::Ftl, de, true),
            (Offer::Paid, de, false),
            (Offer::Ftl, None, false),
        ] {
            let slot = Slot::of(offer, country);
            assert_eq!(slot.is_some(), is_one);
            assert!(slot.is_none_or(|slot| (slot.offer(), slot.country()) == (offer, country)));
        }
    }
}
