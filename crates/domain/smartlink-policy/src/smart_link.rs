//! A smart link as its owner keeps it.

use kernel::{Fingerprint, Hostname, UnixTime};
use serde::{Deserialize, Serialize};

use crate::expiry::{Expiry, ExpiryChange};
use crate::link::SmartLinkId;
use crate::policy::Policy;
use crate::slug::{LinkName, Slug};

/// A smart link.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SmartLink {
    /// Its number.
    pub id: SmartLinkId,
    /// The domain that it is on.
    pub domain: Hostname,
    /// The last part of its address, unique on the domain.
    pub slug: Slug,
    /// What it is called.
    pub name: LinkName,
    /// How it splits its visitors.
    pub policy: Policy,
    /// Whether it is switched on.
    pub active: bool,
    /// When it ends.
    #[serde(default, skip_serializing_if = "Expiry::is_never")]
    pub expiry: Expiry,
    /// When it was made.
    pub created_at: UnixTime,
    /// When it was last changed.
    pub updated_at: UnixTime,
}

impl SmartLink {
    /// The link that a store made of `new`, under the number that it gave.
    pub fn made(id: SmartLinkId, new: &NewSmartLink) -> Self {
        Self {
            id,
            domain: new.domain.clone(),
            slug: new.slug.clone(),
            name: new.name.clone(),
            policy: new.policy.clone(),
            active: true,
            expiry: new.expiry.clone(),
            created_at: new.created_at,
            updated_at: new.created_at,
        }
    }

    /// Its public address, `https://<domain>/r/<slug>`.
    pub fn url(&self) -> String {
        format!("https://{}/r/{}", self.domain, self.slug.as_str())
    }

    /// State of the link for `ETag` and `If-Match`.
    pub fn fingerprint(&self) -> Fingerprint {
        Fingerprint::of(self)
    }

    /// The bytes that the link has in JSON, about.
    pub fn weight(&self) -> usize {
        let arms = |rules: usize| rules * 256;
        let rules = self.policy.geo().iter().map(|rule| arms(1) + rule.countries().len() * 5);
        512 + arms(1) + rules.sum::<usize>()
    }

    /// This link with a change applied at `now`. A change that changes nothing keeps `updated_at`.
    #[must_use]
    pub fn changed(&self, change: &SmartLinkChange, now: UnixTime) -> Self {
        let change = change.clone();
        let changed = Self {
            name: change.name.unwrap_or_else(|| self.name.clone()),
            policy: change.policy.unwrap_or_else(|| self.policy.clone()),
            active: change.active.unwrap_or(self.active),
            expiry: self.expiry.changed(change.expiry),
            ..self.clone()
        };
        if changed == *self { changed } else { Self { updated_at: now, ..changed } }
    }
}

/// A smart link to be made. It begins switched on.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct NewSmartLink {
    /// The domain that it is on.
    pub domain: Hostname,
    /// The last part of its address.
    pub slug: Slug,
    /// What it is called; the slug where the owner did not say.
    pub name: LinkName,
    /// How it splits its visitors; the default where the owner did not say.
    pub policy: Policy,
    /// When it ends.
    #[serde(default, skip_serializing_if = "Expiry::is_never")]
    pub expiry: Expiry,
    /// When it is made.
    pub created_at: UnixTime,
}

impl NewSmartLink {
    /// A link with the defaults in place of what is left out, which never ends.
    pub fn new(
        domain: Hostname,
        slug: Slug,
        name: Option<LinkName>,
        policy: Option<Policy>,
        now: UnixTime,
    ) -> Self {
        let name = name.unwrap_or_else(|| LinkName::from(&slug));
        let (policy, expiry) = (policy.unwrap_or_default(), Expiry::default());
        Self { domain, slug, name, policy, expiry, created_at: now }
    }
}

/// A change of a smart link; what is left out stays.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct SmartLinkChange {
    /// Another name.
    pub name: Option<LinkName>,
    /// Another policy.
    pub policy: Option<Policy>,
    /// On or off.
    pub active: Option<bool>,
    /// Another end, or none.
    #[serde(default, flatten)]
    pub expiry: ExpiryChange,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{NOW, domain};

    fn link() -> SmartLink {
        let new = NewSmartLink::new(domain(), Slug::parse("vip").unwrap(), None, None, NOW);
        SmartLink::made(SmartLinkId::new(1), &new)
    }

    #[test]
    fn what_is_left_out_is_the_slug_and_the_default_policy() {
        assert_eq!((link().name.as_str(), link().policy), ("vip", Policy::default()));
        assert_eq!(link().url(), "https://links.example.com/r/vip");
    }

    #[test]
    fn a_change_that_changes_nothing_keeps_the_time() {
        let later = NOW.plus_seconds(60);
        let same = SmartLinkChange {
            active: Some(true),
            policy: Some(Policy::default()),
            ..SmartLinkChange::default()
        };
        assert_eq!(link().changed(&same, later), link());
        let off =
            link().changed(&SmartLinkChange { active: Some(false), ..SmartLinkChange::default() }, later);
        assert_eq!((off.active, off.created_at, off.updated_at), (false, NOW, later));
    }
}
