//! The slots of a domain: which upstream links it has a place for, and what they are called there.

use std::fmt::Write as _;

use hmac_sha256::Hash as Sha256;
use kernel::{CountryCode, Hostname, OwnerId, SortableId};
use serde::{Deserialize, Serialize};

use crate::link::Offer;

/// A place for one upstream link: the paid one of a domain, or the free trial of one country.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Slot {
    /// The paid link.
    Paid,
    /// The permanent free-trial link of a country.
    Trial(CountryCode),
}

impl Slot {
    /// The slot for this offer and country; `None` for a trial without a country, and for a paid link with one.
    pub fn of(offer: Offer, country: Option<CountryCode>) -> Option<Self> {
        match (offer, country) {
            (Offer::Paid, None) => Some(Self::Paid),
            (Offer::Ftl, Some(country)) => Some(Self::Trial(country)),
            _ => None,
        }
    }

    /// What its link offers.
    pub fn offer(self) -> Offer {
        match self {
            Self::Paid => Offer::Paid,
            Self::Trial(_) => Offer::Ftl,
        }
    }

    /// The country of a trial.
    pub fn country(self) -> Option<CountryCode> {
        match self {
            Self::Paid => None,
            Self::Trial(country) => Some(country),
        }
    }

    /// What its link is called upstream: `links.example.com/paid`, `links.example.com/ftl/DE`. It is made of the hostname and
    /// the slot alone, so that a link that was created and not recorded is found again, whatever is asked for by then.
    pub fn upstream_name(self, domain: &Hostname) -> String {
        let word = self.offer().as_str();
        match self.country() {
            None => format!("{domain}/{word}"),
            Some(country) => format!("{domain}/{word}/{country}"),
        }
    }

    /// The key under which its link is created for an owner's account, the same for every attempt: `slot-` and 64 hexadecimal
    /// digits. Owners may share an engine service, which answers a known key with its first answer, so the owner and the
    /// account belong to it. So does the `nonce` of the registration: a domain that is registered again, or in another
    /// installation, is never answered about a link of before.
    pub fn idempotency_key(
        self,
        domain: &Hostname,
        owner: OwnerId,
        account: &str,
        nonce: SortableId,
    ) -> String {
        // No account's name has a line in it, and neither has what a slot is called.
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
