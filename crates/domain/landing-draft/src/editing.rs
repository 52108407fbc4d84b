//! Use-case: edits a draft. Loads, applies a pure method, saves, and retries if a concurrent writer was faster.

use std::sync::Arc;

use kernel::{Acting, Hostname, OwnerId, StoreError};

use crate::context::Context;
use crate::copying::CopyParts;
use crate::domain::Revision;
use crate::labels::Labels;
use crate::landing::{Landing, LandingError};
use crate::ports::{Draft, DraftStore, SaveError};

mod bulk;

pub use bulk::CopyOutcome;
use serde::{Deserialize, Serialize};

/// Maximum number of attempts. An attempt fails only if another writer succeeded, so this many concurrent writers all
/// succeed.
const MAX_ATTEMPTS: usize = 200;

/// Reason why an edit failed.
#[derive(Debug, thiserror::Error)]
pub enum EditError {
    /// The owner has no such domain.
    #[error("this domain is not registered")]
    DomainNotFound,
    /// The draft is not at the expected revision.
    #[error("the draft has changed since it was read")]
    PreconditionFailed,
    /// Source and target of a copy are the same domain.
    #[error("source and target are the same domain")]
    SameDomain,
    /// A rule of the landing forbids the edit.
    #[error(transparent)]
    Landing(#[from] LandingError),
    /// Too many concurrent writers edit the same draft.
    #[error("too many requests edit this draft at once; retry")]
    Busy,
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Result of an edit, with the revision of the draft.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct AtRevision<T> {
    /// Revision after the call.
    pub revision: Revision,
    /// Number of labels whose picture changed.
    pub relabeled: usize,
    /// Return value of the change.
    pub value: T,
    /// Draft after the call, including label pictures.
    #[serde(with = "kernel::shared")]
    pub landing: Arc<Landing>,
}

/// Use-case that reads and edits drafts.
#[derive(Clone)]
pub struct EditDraft {
    drafts: Arc<dyn DraftStore>,
    labels: Labels,
    context: Context,
}

impl EditDraft {
    /// Creates the use-case over a store of drafts.
    pub fn new(drafts: Arc<dyn DraftStore>, labels: Labels, context: Context) -> Self {
        Self { drafts, labels, context }
    }

    /// Returns the draft of a domain.
    pub async fn read(&self, owner: OwnerId, domain: &Hostname) -> Result<Draft, EditError> {
        self.drafts.load(owner, domain).await?.ok_or(EditError::DomainNotFound)
    }

    /// Applies `change` to the draft and saves the draft. If nothing changes, the revision stays.
    ///
    /// After a concurrent edit, `change` runs again on the newer draft, so it must depend on nothing else. With
    /// `expected`, the edit is rejected unless the draft is at exactly that revision.
    pub async fn run<T: Send + 'static>(
        &self,
        by: &Acting,
        domain: &Hostname,
        expected: Option<Revision>,
        change: impl Fn(&mut Landing) -> Result<T, LandingError> + Send + Sync + 'static,
    ) -> Result<AtRevision<T>, EditError> {
        self.run_weighing(0, by, domain, expected, change).await
    }

    /// Works like [`run`](Self::run), for a change that adds `more` bytes.
    pub async fn run_weighing<T: Send + 'static>(
        &self,
        more: usize,
        by: &Acting,
        domain: &Hostname,
        expected: Option<Revision>,
        change: impl Fn(&mut Landing) -> Result<T, LandingError> + Send + Sync + 'static,
    ) -> Result<AtRevision<T>, EditError> {
        let change = Arc::new(change);
        for _ in 0..MAX_ATTEMPTS {
            let Draft { revision, landing } = self.read(by.owner, domain).await?;
            if expected.is_some_and(|expected| expected != revision) {
                return Err(EditError::PreconditionFailed);
            }
            let (changed, value, relabeled) = self.changed(&landing, more, Arc::clone(&change)).await?;
            let Some(changed) = changed else {
                return Ok(AtRevision { revision, relabeled, value, landing });
            };
            match self.drafts.save(by, domain, revision, &changed, self.context.clock.now()).await {
                Ok(revision) => return Ok(AtRevision { revision, relabeled, value, landing: changed }),
                Err(SaveError::Stale) => {}
                Err(SaveError::Store(error)) => return Err(error.into()),
            }
        }
        Err(EditError::Busy)
    }

    /// Returns the changed landing (`None` if unchanged), the return value of the change, and the number of changed
    /// labels.
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

    /// Replaces parts of the target's draft by copies from the source's draft.
    pub async fn copy(
        &self,
        by: &Acting,
        source: &Hostname,
        target: &Hostname,
        parts: &CopyParts,
        expected: Option<Revision>,
    ) -> Result<Revision, EditError> {
        if source == target {
            return Err(EditError::SameDomain);
        }
        let source = self.read(by.owner, source).await?.landing;
        self.paste(by, &source, target, parts, expected).await
    }

    async fn paste(
        &self,
        by: &Acting,
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
        self.run_weighing(weight, by, target, expected, take_over).await.map(|saved| saved.revision)
    }
}

#[cfg(test)]
mod tests;
