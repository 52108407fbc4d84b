//! Use-case: creates, lists, changes and simulates smart links, without any call to the engine.

use std::sync::Arc;

use kernel::{Acting, Clock, CountryCode, Hostname, OwnerId, Precondition, Search, StoreError, UnixTime};
use serde::{Deserialize, Serialize};

use crate::decision::CompiledPolicy;
use crate::expiry::Expiry;
use crate::link::SmartLinkId;
use crate::policy::Policy;
use crate::ports::{FunnelLinkStore, InsertError, SmartLinkStore};
use crate::simulation::{Samples, Simulation, simulate};
use crate::slots::Slots;
use crate::slug::{LinkName, Slug};
use crate::smart_link::{NewSmartLink, SmartLink, SmartLinkChange};

/// Reason why a call about smart links failed.
#[derive(Debug, thiserror::Error)]
pub enum SmartLinkError {
    /// The owner has no such domain.
    #[error("this domain is not registered")]
    DomainNotFound,
    /// Another smart link of the domain has the slug.
    #[error("this slug is taken on the domain")]
    SlugTaken,
    /// The owner has no such smart link.
    #[error("there is no such smart link")]
    NotFound,
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<InsertError> for SmartLinkError {
    fn from(error: InsertError) -> Self {
        match error {
            InsertError::DomainNotFound => Self::DomainNotFound,
            InsertError::SlugTaken => Self::SlugTaken,
            InsertError::Store(error) => Self::Store(error),
        }
    }
}

/// Page of smart links.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SmartLinkPage {
    /// Links in ascending order of their numbers.
    pub items: Vec<SmartLink>,
    /// Number of the last item, after which the next page starts; `None` on the last page.
    pub next: Option<SmartLinkId>,
}

/// Use-case for an owner's smart links.
#[derive(Clone)]
pub struct SmartLinks {
    store: Arc<dyn SmartLinkStore>,
    funnel_links: Arc<dyn FunnelLinkStore>,
    clock: Arc<dyn Clock>,
}

impl SmartLinks {
    /// Creates the use-case. Simulations use the recorded funnel links.
    pub fn new(
        store: Arc<dyn SmartLinkStore>,
        funnel_links: Arc<dyn FunnelLinkStore>,
        clock: Arc<dyn Clock>,
    ) -> Self {
        Self { store, funnel_links, clock }
    }

    /// Creates a smart link, switched on. By default, the name is the slug, and the policy is the default policy.
    pub async fn create(
        &self,
        by: &Acting,
        domain: Hostname,
        slug: Slug,
        name: Option<LinkName>,
        policy: Option<Policy>,
        expiry: Expiry,
    ) -> Result<SmartLink, SmartLinkError> {
        let link = NewSmartLink { expiry, ..NewSmartLink::new(domain, slug, name, policy, self.clock.now()) };
        Ok(self.store.insert(by, &link).await?)
    }

    /// Returns up to `limit` links of a domain after `after`. With `search`, only links whose name or slug contains the
    /// text.
    pub async fn list(
        &self,
        owner: OwnerId,
        domain: &Hostname,
        search: Option<&Search>,
        after: Option<SmartLinkId>,
        limit: u32,
    ) -> Result<SmartLinkPage, SmartLinkError> {
        // One extra item shows whether there is a next page.
        let one_more = limit.saturating_add(1);
        let found = match search {
            None => self.store.list(owner, domain, after, one_more).await?,
            Some(search) => self.store.search(owner, domain, search, after, one_more).await?,
        };
        let mut items = found.ok_or(SmartLinkError::DomainNotFound)?;
        let wanted = usize::try_from(limit).unwrap_or(usize::MAX);
        let more = items.len() > wanted;
        items.truncate(wanted);
        let next = items.last().map(|link| link.id).filter(|_| more);
        Ok(SmartLinkPage { items, next })
    }

    /// Returns one link.
    pub async fn get(&self, owner: OwnerId, id: SmartLinkId) -> Result<SmartLink, SmartLinkError> {
        self.store.find(owner, id).await?.ok_or(SmartLinkError::NotFound)
    }

    /// Applies a change to a link, if the link matches `expected`.
    pub async fn update(
        &self,
        by: &Acting,
        id: SmartLinkId,
        change: &SmartLinkChange,
        expected: Precondition,
    ) -> Result<SmartLink, SmartLinkError> {
        let changed = self.store.update(by, id, change, expected, self.clock.now()).await?;
        changed.ok_or(SmartLinkError::NotFound)
    }

    /// Deletes a link, if the link matches `expected`.
    pub async fn delete(
        &self,
        by: &Acting,
        id: SmartLinkId,
        expected: Precondition,
    ) -> Result<(), SmartLinkError> {
        let deleted = self.store.delete(by, id, expected).await?;
        deleted.then_some(()).ok_or(SmartLinkError::NotFound)
    }

    /// Simulates a stored link, active or not, for the visitors of a country at a moment; now by default.
    pub async fn simulate(
        &self,
        owner: OwnerId,
        id: SmartLinkId,
        country: Option<CountryCode>,
        samples: Samples,
        at: Option<UnixTime>,
    ) -> Result<Simulation, SmartLinkError> {
        let link = self.get(owner, id).await?;
        let links = self.funnel_links.load(owner, &link.domain).await?;
        // The domain was deleted in the meantime, together with its links.
        let links = links.ok_or(SmartLinkError::NotFound)?;
        let slots = Slots::of(&links.links);
        let simulation = simulate(&CompiledPolicy::from(&link.policy), id, country, &slots, samples);
        Ok(match link.expiry.after_end(at.unwrap_or_else(|| self.clock.now())) {
            Some(end) => simulation.ended(end),
            None => simulation,
        })
    }
}

#[cfg(test)]
mod tests;
