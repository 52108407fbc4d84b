//! Editing a draft: load, change by a pure method, save; again when somebody else was faster.

use std::sync::Arc;

use kernel::{Hostname, OwnerId, StoreError};

use crate::copying::CopyParts;
use crate::domain::{Revision, Surroundings};
use crate::labels::Labels;
use crate::landing::{Landing, LandingError};
use crate::ports::{Draft, DraftStore, SaveError};

mod bulk;

pub use bulk::CopyOutcome;

/// Every lost race means that another writer landed, so this many writers at once all get through.
const MAX_ATTEMPTS: usize = 200;

/// Why a draft was not edited.
#[derive(Debug, thiserror::Error)]
pub enum EditError {
    /// The owner has no such domain.
    #[error("this domain is not registered")]
    DomainNotFound,
    /// The draft is not at the revision that the caller saw.
    #[error("the draft has changed since it was read")]
    PreconditionFailed,
    /// Source and target of a copy are the same domain.
    #[error("source and target are the same domain")]
    SameDomain,
    /// A rule of the landing forbids it.
    #[error(transparent)]
    Landing(#[from] LandingError),
    /// Too many others edit the same draft just now.
    #[error("too many writers edit this draft at once")]
    Busy,
    /// The store could not do it.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// A value read from, or written with, a draft at a revision.
#[derive(Debug, Clone, PartialEq)]
pub struct AtRevision<T> {
    /// The revision after the call.
    pub revision: Revision,
    /// Labels whose picture has another name now.
    pub relabeled: usize,
    /// What the change has told.
    pub value: T,
    /// The draft after the call, labels and all.
    pub landing: Landing,
}

/// Reads and edits drafts.
#[derive(Clone)]
pub struct EditDraft {
    drafts: Arc<dyn DraftStore>,
    labels: Labels,
    surroundings: Surroundings,
}

impl EditDraft {
    /// Edits the drafts of this store.
    pub fn new(drafts: Arc<dyn DraftStore>, labels: Labels, surroundings: Surroundings) -> Self {
        Self { drafts, labels, surroundings }
    }

    /// The draft of a domain.
    pub async fn read(&self, owner: OwnerId, domain: &Hostname) -> Result<Draft, EditError> {
        self.drafts.load(owner, domain).await?.ok_or(EditError::DomainNotFound)
    }

    /// Applies `change` to the draft and saves it; a change that changes nothing keeps the revision.
    ///
    /// `change` runs again on the newer draft when another writer was faster, so it must depend on nothing else. With
    /// `expected`, an edit is refused unless the draft is at exactly that revision.
    pub async fn run<T>(
        &self,
        owner: OwnerId,
        domain: &Hostname,
        expected: Option<Revision>,
        change: impl Fn(&mut Landing) -> Result<T, LandingError>,
    ) -> Result<AtRevision<T>, EditError> {
        for _ in 0..MAX_ATTEMPTS {
            let Draft { revision, landing } = self.read(owner, domain).await?;
            if expected.is_some_and(|expected| expected != revision) {
                return Err(EditError::PreconditionFailed);
            }
            let mut changed = landing.clone();
            let value = change(&mut changed)?;
            let relabeled = self.labels.set(&mut changed).await?;
            if changed == landing {
                return Ok(AtRevision { revision, relabeled, value, landing });
            }
            match self.drafts.save(owner, domain, revision, &changed, self.surroundings.clock.now()).await {
                Ok(revision) => return Ok(AtRevision { revision, relabeled, value, landing: changed }),
                Err(SaveError::Stale) => {}
                Err(SaveError::Store(error)) => return Err(error.into()),
            }
        }
        Err(EditError::Busy)
    }

    /// Replaces parts of the target's draft by copies of the source's.
    pub async fn copy(
        &self,
        owner: OwnerId,
        source: &Hostname,
        target: &Hostname,
        parts: &CopyParts,
        expected: Option<Revision>,
    ) -> Result<Revision, EditError> {
        if source == target {
            return Err(EditError::SameDomain);
        }
        let source = self.read(owner, source).await?.landing;
        self.paste(owner, &source, target, parts, expected).await
    }

    async fn paste(
        &self,
        owner: OwnerId,
        source: &Landing,
        target: &Hostname,
        parts: &CopyParts,
        expected: Option<Revision>,
    ) -> Result<Revision, EditError> {
        let ids = &self.surroundings.ids;
        let take_over = |landing: &mut Landing| {
            landing.take_over(source, parts, ids);
            Ok(())
        };
        self.run(owner, target, expected, take_over).await.map(|saved| saved.revision)
    }
}

#[cfg(test)]
mod tests;
