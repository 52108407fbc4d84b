//! A smart link as its owner keeps it (specification "Smart link").

use kernel::{Hostname, UnixTime};

use crate::link::SmartLinkId;
use crate::policy::Policy;
use crate::slug::{LinkName, Slug};

/// A smart link.
#[derive(Debug, Clone, PartialEq)]
pub struct SmartLink {
    /// Its number.
    pub id: SmartLinkId,
    /// The domain that it stands on.
    pub domain: Hostname,
    /// The last part of its address, unique on the domain.
    pub slug: Slug,
    /// What it is called.
    pub name: LinkName,
    /// How it splits its visitors.
    pub policy: Policy,
    /// Whether it is switched on.
    pub active: bool,
    /// When it was made.
    pub created_at: UnixTime,
    /// When it was last changed.
    pub updated_at: UnixTime,
}

impl SmartLink {
    /// Its public address, `https://<domain>/r/<slug>`.
    pub fn url(&self) -> String {
        format!("https://{}/r/{}", self.domain, self.slug.as_str())
    }

    /// This link with a change applied at `now`. A change that changes nothing keeps `updated_at`.
    #[must_use]
    pub fn changed(&self, change: &SmartLinkChange, now: UnixTime) -> Self {
        let change = change.clone();
        let changed = Self {
            name: change.name.unwrap_or_else(|| self.name.clone()),
            policy: change.policy.unwrap_or_else(|| self.policy.clone()),
            active: change.active.unwrap_or(self.active),
            ..self.clone()
        };
        if changed == *self { changed } else { Self { updated_at: now, ..changed } }
    }
}

/// A smart link to be made. It begins switched on.
#[derive(Debug, Clone, PartialEq)]
pub struct NewSmartLink {
    /// The domain that it stands on.
    pub domain: Hostname,
    /// The last part of its address.
    pub slug: Slug,
    /// What it is called; the slug where the owner did not say.
    pub name: LinkName,
    /// How it splits its visitors; the default where the owner did not say.
    pub policy: Policy,
    /// When it is made.
    pub created_at: UnixTime,
}

impl NewSmartLink {
    /// A link with the defaults in place of what is left out.
    pub fn new(
        domain: Hostname,
        slug: Slug,
        name: Option<LinkName>,
        policy: Option<Policy>,
        now: UnixTime,
    ) -> Self {
        let name = name.unwrap_or_else(|| LinkName::from(&slug));
        Self { domain, slug, name, policy: policy.unwrap_or_default(), created_at: now }
    }
}

/// A change of a smart link; what is left out stays.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct SmartLinkChange {
    /// Another name.
    pub name: Option<LinkName>,
    /// Another policy.
    pub policy: Option<Policy>,
    /// On or off.
    pub active: Option<bool>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{NOW, domain};

    fn link() -> SmartLink {
        let new = NewSmartLink::new(domain(), Slug::parse("vip").unwrap(), None, None, NOW);
        SmartLink {
            id: SmartLinkId::new(1),
            domain: new.domain,
            slug: new.slug,
            name: new.name,
            policy: new.policy,
            active: true,
            created_at: NOW,
            updated_at: NOW,
        }
    }

    #[test]
    fn what_is_left_out_is_the_slug_and_the_default_policy() {
        assert_eq!((link().name.as_str(), link().policy), ("vip", Policy::default()));
        assert_eq!(link().url(), "https://links.example.com/r/vip");
    }

    #[test]
    fn a_change_that_changes_nothing_keeps_the_time() {
        let later = NOW.plus_seconds(60);
        let same = SmartLinkChange { active: Some(true), policy: Some(Policy::default()), name: None };
        assert_eq!(link().changed(&same, later), link());
        let off =
            link().changed(&SmartLinkChange { active: Some(false), ..SmartLinkChange::default() }, later);
        assert_eq!((off.active, off.created_at, off.updated_at), (false, NOW, later));
    }
}
