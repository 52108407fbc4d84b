//! Editing a draft: load, change by a pure method, save; again when somebody else was faster.

use std::sync::Arc;

use kernel::{Hostname, OwnerId, StoreError};

use crate::context::Context;
use crate::copying::CopyParts;
use crate::domain::Revision;
use crate::labels::Labels;
use crate::landing::{Landing, LandingError};
use crate::ports::{Draft, DraftStore, SaveError};

mod bulk;

pub use bulk::CopyOutcome;
use serde::{Deserialize, Serialize};

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
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct AtRevision<T> {
    /// The revision after the call.
    pub revision: Revision,
    /// Labels whose picture has another name now.
    pub relabeled: usize,
    /// What the change has returned.
    pub value: T,
    /// The draft after the call, labels and all.
    #[serde(with = "kernel::shared")]
    pub landing: Arc<Landing>,
}

/// Reads and edits drafts.
#[derive(Clone)]
pub struct EditDraft {
    drafts: Arc<dyn DraftStore>,
    labels: Labels,
    context: Context,
}

impl EditDraft {
    /// Edits the drafts of this store.
    pub fn new(drafts: Arc<dyn DraftStore>, labels: Labels, context: Context) -> Self {
        Self { drafts, labels, context }
    }

    /// The draft of a domain.
    pub async fn read(&self, owner: OwnerId, domain: &Hostname) -> Result<Draft, EditError> {
        self.drafts.load(owner, domain).await?.ok_or(EditError::DomainNotFound)
    }

    /// Applies `change` to the draft and saves it; a change that changes nothing keeps the revision.
    ///
    /// `change` runs again on the newer draft when another writer was faster, so it must depend on nothing else. With
    /// `expected`, an edit is refused unless the draft is at exactly that revision.
    pub async fn run<T: Send + 'static>(
        &self,
        owner: OwnerId,
        domain: &Hostname,
        expected: Option<Revision>,
        change: impl Fn(&mut Landing) -> Result<T, LandingError> + Send + Sync + 'static,
    ) -> Result<AtRevision<T>, EditError> {
        self.run_weighing(0, owner, domain, expected, change).await
    }

    /// The same for a change that brings `more` bytes along.
    async fn run_weighing<T: Send + 'static>(
        &self,
        more: usize,
        owner: OwnerId,
        domain: &Hostname,
        expected: Option<Revision>,
        change: impl Fn(&mut Landing) -> Result<T, LandingError> + Send + Sync + 'static,
    ) -> Result<AtRevision<T>, EditError> {
        let change = Arc::new(change);
        for _ in 0..MAX_ATTEMPTS {
            let Draft { revision, landing } = self.read(owner, domain).await?;
            if expected.is_some_and(|expected| expected != revision) {
                return Err(EditError::PreconditionFailed);
            }
            let (changed, value, relabeled) = self.changed(&landing, more, Arc::clone(&change)).await?;
            let Some(changed) = changed else {
                return Ok(AtRevision { revision, relabeled, value, landing });
            };
            match self.drafts.save(owner, domain, revision, &changed, self.context.clock.now()).await {
                Ok(revision) => return Ok(AtRevision { revision, relabeled, value, landing: changed }),
                Err(SaveError::Stale) => {}
                Err(SaveError::Store(error)) => return Err(error.into()),
            }
        }
        Err(EditError::Busy)
    }

    /// The landing after a change, `None` where it is the same; what the change returned, and how many labels are others now.
    async fn changed<T: Send + 'static>(
        &self,
        landing: &Arc<Landing>,
        more: usize,
        change: Arc<impl Fn(&mut Landing) -> Result<T, LandingError> + Send + Sync + 'static>,
    ) -> Result<(Option<Arc<Landing>>, T, usize), EditError> {
        let cpu = &self.context.cpu;
        let (weight, before) = (landing.weight().saturating_add(more), Arc::clone(landing));
        let apply = move || {
            let mut changed = Landing::clone(&before);
            change(&mut changed).map(|value| (changed, value))
        };
        let (mut changed, value) = cpu.work(weight, apply).await??;
        let relabeled = self.labels.set(&mut changed).await?;
        let before = Arc::clone(landing);
        let compare = move || (changed != *before).then(|| Arc::new(changed));
        Ok((cpu.work(weight, compare).await?, value, relabeled))
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
        source: &Arc<Landing>,
        target: &Hostname,
        parts: &CopyParts,
        expected: Option<Revision>,
    ) -> Result<Revision, EditError> {
        let weight = source.weight();
        let (source, parts, ids) = (Arc::clone(source), parts.clone(), self.context.ids.clone());
        let take_over = move |landing: &mut Landing| {
            landing.take_over(&source, &parts, &ids);
            Ok(())
        };
        self.run_weighing(weight, owner, target, expected, take_over).await.map(|saved| saved.revision)
    }
}

#[cfg(test)]
mod tests;
