//! Copies of one page to many domains.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use futures_util::{StreamExt as _, stream};
use kernel::{Acting, Hostname};
use serde::{Deserialize, Serialize};

use super::{EditDraft, EditError};
use crate::copying::CopyParts;
use crate::landing::{Landing, LandingError};
use crate::ports::{ChangedDraft, Draft, SaveError};

/// Maximum number of targets to load and save together, so that drafts stay in memory only briefly.
const PAGE: usize = 50;

/// Maximum total size of the copies in one batch, in bytes. Large pages use smaller batches, so that they neither fill
/// the memory nor delay other drafts.
const PAGE_WEIGHT: usize = 4 << 20;

/// Maximum number of batches in flight. The store commits one batch while it receives the next, and most connections
/// remain free for other calls.
const PAGES_AT_ONCE: usize = 3;

/// Result for one target of a bulk copy.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CopyOutcome {
    /// The target's draft now has the parts of the source.
    Copied,
    /// The owner has no such domain.
    DomainNotFound,
    /// The target is the source itself.
    SameDomain,
    /// The store failed; the target may have been copied or not.
    Unknown,
}

/// Source, parts and actor of a bulk copy.
struct Copying<'a> {
    by: &'a Acting,
    source: &'a Hostname,
    landing: Arc<Landing>,
    parts: &'a CopyParts,
}

impl EditDraft {
    /// Copies parts of the source's draft to many targets, each independently: a failed target does not affect the
    /// others.
    ///
    /// Returns one entry per distinct target, in the order of first mention. `progress` receives finished batches of
    /// entries in the same order.
    pub async fn bulk_copy(
        &self,
        by: &Acting,
        source: &Hostname,
        targets: &[Hostname],
        parts: &CopyParts,
        progress: impl Fn(&[(Hostname, CopyOutcome)]),
    ) -> Result<Vec<(Hostname, CopyOutcome)>, EditError> {
        let landing = self.read(by.owner, source).await?.landing;
        let page = PAGE_WEIGHT.checked_div(landing.weight()).unwrap_or(PAGE).clamp(1, PAGE);
        let copying = Copying { by, source, landing, parts };
        let mut mentioned = HashSet::new();
        let distinct: Vec<Hostname> =
            targets.iter().filter(|target| mentioned.insert(*target)).cloned().collect();
        let pages = distinct.chunks(page).map(async |page| (page, self.copy_page(&copying, page).await));
        // All batches run to completion even if one fails; otherwise the state of their targets would be unknown.
        let pages: Vec<_> = pages.collect();
        let mut pages = stream::iter(pages).buffered(PAGES_AT_ONCE);
        let (mut outcomes, mut failure) = (Vec::with_capacity(distinct.len()), None);
        while let Some((page, copied)) = pages.next().await {
            let copied = copied.unwrap_or_else(|error| {
                failure.get_or_insert(error);
                page.iter().map(|target| (target.clone(), CopyOutcome::Unknown)).collect()
            });
            progress(&copied);
            outcomes.extend(copied);
        }
        failure.map_or(Ok(outcomes), Err)
    }

    /// Copies to the targets of one batch and returns their results in order.
    async fn copy_page(
        &self,
        copying: &Copying<'_>,
        page: &[Hostname],
    ) -> Result<Vec<(Hostname, CopyOutcome)>, EditError> {
        let outcomes = self.copy_together(copying, page).await?;
        let outcome = |target| outcomes.get(target).copied().unwrap_or(CopyOutcome::DomainNotFound);
        Ok(page.iter().map(|target| (target.clone(), outcome(target))).collect())
    }

    /// Loads the drafts of a batch together and saves them together. A target with a concurrent edit is retried alone.
    /// Domains that the owner does not have are missing in the result.
    async fn copy_together(
        &self,
        copying: &Copying<'_>,
        page: &[Hostname],
    ) -> Result<HashMap<Hostname, CopyOutcome>, EditError> {
        let (mut outcomes, mut changed) =
            (HashMap::with_capacity(page.len()), Vec::with_capacity(page.len()));
        for (domain, draft) in self.drafts.load_each(copying.by.owner, page).await? {
            if domain == *copying.source {
                outcomes.insert(domain, CopyOutcome::SameDomain);
            } else {
                changed.extend(self.pasted(copying, &domain, draft).await?);
                outcomes.insert(domain, CopyOutcome::Copied);
            }
        }
        let now = self.context.clock.now();
        let saved = self.drafts.save_each(copying.by, &changed, now).await?;
        for (draft, saved) in changed.iter().zip(saved) {
            match saved {
                Ok(_) => {}
                Err(SaveError::Store(error)) => return Err(error.into()),
                Err(SaveError::Stale) => {
                    let (by, parts) = (copying.by, copying.parts);
                    match self.paste(by, &copying.landing, &draft.domain, parts, None).await {
                        Ok(_) => {}
                        Err(EditError::DomainNotFound) => {
                            outcomes.insert(draft.domain.clone(), CopyOutcome::DomainNotFound);
                        }
                        Err(error) => return Err(error),
                    }
                }
            }
        }
        Ok(outcomes)
    }

    /// Returns the draft with the source's parts; `None` if it already has them.
    async fn pasted(
        &self,
        copying: &Copying<'_>,
        domain: &Hostname,
        draft: Draft,
    ) -> Result<Option<ChangedDraft>, EditError> {
        let (source, parts, ids) =
            (Arc::clone(&copying.landing), copying.parts.clone(), self.context.ids.clone());
        let take_over = move |landing: &mut Landing| {
            landing.take_over(&source, &parts, &ids);
            Ok::<_, LandingError>(())
        };
        let weight = copying.landing.weight();
        let (changed, (), _) = self.changed(&draft.landing, weight, Arc::new(take_over)).await?;
        Ok(changed.map(|landing| ChangedDraft { domain: domain.clone(), expected: draft.revision, landing }))
    }
}
