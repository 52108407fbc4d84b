//! Links that sign in once.

use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};

use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use secrecy::SecretString;

use crate::system;

/// Lifetime of a one-use link, in seconds.
pub(crate) const LINK_SECONDS: i64 = 60;

/// Maximum number of unused links per owner; a further one replaces the oldest. Owners do not
/// replace each other's links.
const LINKS_OF_OWNER: usize = 8;

/// Key that a link signs in with.
pub(crate) struct LinkedKey {
    /// Opaque name of the owner.
    pub(crate) owner: String,
    /// Name in the switcher.
    pub(crate) name: String,
    pub(crate) key: SecretString,
}

struct Link {
    token: String,
    linked: LinkedKey,
    until: i64,
}

/// Unused links, oldest first. Each link lives a minute, so there are at most eight per recently
/// active owner.
#[derive(Default)]
pub(crate) struct Links(Mutex<VecDeque<Link>>);

impl Links {
    pub(crate) fn make(&self, linked: LinkedKey, now: i64) -> String {
        let token = BASE64_URL_SAFE_NO_PAD.encode(system::random::<24>());
        let mut links = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        links.retain(|link| link.until > now);
        let of_owner = |link: &Link| link.linked.owner == linked.owner;
        if links.iter().filter(|link| of_owner(link)).count() >= LINKS_OF_OWNER
            && let Some(oldest) = links.iter().position(of_owner)
        {
            links.remove(oldest);
        }
        links.push_back(Link { token: token.clone(), linked, until: now.saturating_add(LINK_SECONDS) });
        token
    }

    pub(crate) fn take(&self, token: &str, now: i64) -> Option<LinkedKey> {
        let mut links = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let place = links.iter().position(|link| link.token == token)?;
        let link = links.remove(place)?;
        (link.until > now).then_some(link.linked)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn linked(owner: &str) -> LinkedKey {
        LinkedKey { owner: owner.to_owned(), name: "w".to_owned(), key: SecretString::from("k".to_owned()) }
    }

    #[test]
    fn a_link_works_once_and_for_a_minute() {
        let links = Links::default();
        let token = links.make(linked("a"), 100);
        assert!(links.take("other", 100).is_none());
        assert_eq!(links.take(&token, 159).unwrap().name, "w");
        assert!(links.take(&token, 159).is_none());
        let late = links.make(linked("a"), 100);
        assert!(links.take(&late, 160).is_none());
    }

    #[test]
    fn the_links_of_one_owner_take_no_room_from_another() {
        let links = Links::default();
        let other = links.make(linked("b"), 100);
        let many: Vec<_> = (0..1_000).map(|_| links.make(linked("a"), 100)).collect();
        assert!(links.take(&other, 101).is_some());
        let (spent, kept) = many.split_at(many.len() - LINKS_OF_OWNER);
        assert!(spent.iter().all(|token| links.take(token, 101).is_none()));
        assert!(kept.iter().all(|token| links.take(token, 101).is_some()));
        assert!(links.0.lock().unwrap().is_empty());
    }
}
