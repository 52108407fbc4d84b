//! Smart links of an owner.

use kernel::{Fingerprint, Hostname, UnixTime};
use serde::{Deserialize, Serialize};

use crate::expiry::{Expiry, ExpiryChange};
use crate::link::SmartLinkId;
use crate::policy::Policy;
use crate::slug::{LinkName, Slug};

/// Stored smart link.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SmartLink {
    /// Number of the smart link.
    pub id: SmartLinkId,
    /// Domain of the smart link.
    pub domain: Hostname,
    /// Last part of the link's URL, unique on the domain.
    pub slug: Slug,
    /// Name for the owner.
    pub name: LinkName,
    /// Policy that splits the visitors.
    pub policy: Policy,
    /// Whether the smart link is switched on.
    pub active: bool,
    /// Expiry of the smart link.
    #[serde(default, skip_serializing_if = "Expiry::is_never")]
    pub expiry: Expiry,
    /// Creation time.
    pub created_at: UnixTime,
    /// Time of the latest change.
    pub updated_at: UnixTime,
}

impl SmartLink {
    /// Returns the link that a store creates from `new` under the number `id`.
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

    /// Public URL, `https://<domain>/r/<slug>`.
    pub fn url(&self) -> String {
        format!("https://{}/r/{}", self.domain, self.slug.as_str())
    }

    /// Fingerprint of the link's state, for `ETag` and `If-Match`.
    pub fn fingerprint(&self) -> Fingerprint {
        Fingerprint::of(self)
    }

    /// Approximate size of the link in JSON, in bytes.
    pub fn weight(&self) -> usize {
        let arms = |rules: usize| rules * 256;
        let rules = self.policy.geo().iter().map(|rule| arms(1) + rule.countries().len() * 5);
        512 + arms(1) + rules.sum::<usize>()
    }

    /// Returns the link with a change applied at `now`. If nothing changes, `updated_at` stays.
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

/// Smart link to create, initially switched on.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct NewSmartLink {
    /// Domain of the smart link.
    pub domain: Hostname,
    /// Last part of the link's URL.
    pub slug: Slug,
    /// Name for the owner; by default the slug.
    pub name: LinkName,
    /// Policy that splits the visitors; the default policy if the owner gave none.
    pub policy: Policy,
    /// Expiry of the smart link.
    #[serde(default, skip_serializing_if = "Expiry::is_never")]
    pub expiry: Expiry,
    /// Creation time.
    pub created_at: UnixTime,
}

impl NewSmartLink {
    /// Creates a link that never expires, with defaults for an absent name or policy.
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

/// Change of a smart link; absent fields stay.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct SmartLinkChange {
    /// New name.
    pub name: Option<LinkName>,
    /// New policy.
    pub policy: Option<Policy>,
    /// Whether to switch the link on or off.
    pub active: Option<bool>,
    /// New expiry.
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
