//! Making, showing and changing smart links. None of it ever contacts the engine.

use std::sync::Arc;

use kernel::{Clock, CountryCode, Hostname, OwnerId, Precondition, Search, StoreError, UnixTime};
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

/// Why a smart link could not be made, shown or changed.
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
    /// The store could not do it.
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

/// A page of smart links.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SmartLinkPage {
    /// The links, by rising number.
    pub items: Vec<SmartLink>,
    /// The number behind which the next page begins; none on the last one.
    pub next: Option<SmartLinkId>,
}

/// The smart links of an owner.
#[derive(Clone)]
pub struct SmartLinks {
    store: Arc<dyn SmartLinkStore>,
    funnel_links: Arc<dyn FunnelLinkStore>,
    clock: Arc<dyn Clock>,
}

impl SmartLinks {
    /// The smart links of this store; simulations look at the recorded funnel links.
    pub fn new(
        store: Arc<dyn SmartLinkStore>,
        funnel_links: Arc<dyn FunnelLinkStore>,
        clock: Arc<dyn Clock>,
    ) -> Self {
        Self { store, funnel_links, clock }
    }

    /// Makes a smart link, switched on. Without a name it is called by its slug, without a policy it has the default one.
    pub async fn create(
        &self,
        owner: OwnerId,
        domain: Hostname,
        slug: Slug,
        name: Option<LinkName>,
        policy: Option<Policy>,
        expiry: Expiry,
    ) -> Result<SmartLink, SmartLinkError> {
        let link = NewSmartLink { expiry, ..NewSmartLink::new(domain, slug, name, policy, self.clock.now()) };
        Ok(self.store.insert(owner, &link).await?)
    }

    /// Up to `limit` links of a domain behind `after`; with `search` those alone whose name or slug has it.
    pub async fn list(
        &self,
        owner: OwnerId,
        domain: &Hostname,
        search: Option<&Search>,
        after: Option<SmartLinkId>,
        limit: u32,
    ) -> Result<SmartLinkPage, SmartLinkError> {
        // One more than asked for shows whether there is a next page.
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

    /// One link.
    pub async fn get(&self, owner: OwnerId, id: SmartLinkId) -> Result<SmartLink, SmartLinkError> {
        self.store.find(owner, id).await?.ok_or(SmartLinkError::NotFound)
    }

    /// Changes what `change` names of a link that is `expected`.
    pub async fn update(
        &self,
        owner: OwnerId,
        id: SmartLinkId,
        change: &SmartLinkChange,
        expected: Precondition,
    ) -> Result<SmartLink, SmartLinkError> {
        let changed = self.store.update(owner, id, change, expected, self.clock.now()).await?;
        changed.ok_or(SmartLinkError::NotFound)
    }

    /// Deletes a link that is `expected`.
    pub async fn delete(
        &self,
        owner: OwnerId,
        id: SmartLinkId,
        expected: Precondition,
    ) -> Result<(), SmartLinkError> {
        let deleted = self.store.delete(owner, id, expected).await?;
        deleted.then_some(()).ok_or(SmartLinkError::NotFound)
    }

    /// What the visitors of a country would get at a moment, now by default, from a link as it is stored, be it on or off.
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
        // The domain was deleted since, and its links with it.
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
