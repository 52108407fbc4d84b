//! One page copied to many domains.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use futures_util::{StreamExt as _, stream};
use kernel::{Hostname, OwnerId};
use serde::{Deserialize, Serialize};

use super::{EditDraft, EditError};
use crate::copying::CopyParts;
use crate::landing::{Landing, LandingError};
use crate::ports::{ChangedDraft, Draft, SaveError};

/// How many targets are loaded and saved together at most: few enough that their drafts are soon taken out of memory.
const PAGE: usize = 50;

/// What the copies of one page may weigh. Of a large page fewer are made at once, so that they neither fill the memory nor
/// hold up the drafts of others.
const PAGE_WEIGHT: usize = 4 << 20;

/// How many pages are on their way at once: the store commits the targets of one while it takes in those of the next, and
/// one call still leaves most connections to others.
const PAGES_AT_ONCE: usize = 3;

/// What became of one target of a bulk copy.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CopyOutcome {
    /// Its draft now has the source's parts.
    Copied,
    /// The owner has no such domain.
    DomainNotFound,
    /// It is the source itself.
    SameDomain,
    /// The store failed over it, and it may have been copied or not.
    Unknown,
}

/// What is copied, and whose.
struct Copying<'a> {
    owner: OwnerId,
    source: &'a Hostname,
    landing: Arc<Landing>,
    parts: &'a CopyParts,
}

impl EditDraft {
    /// Copies parts of the source's draft to many targets, each by itself: one that fails leaves the others alone. The
    /// answer has one entry for each distinct target, in the order of first mention. `progress` receives some of them at a
    /// time, in the same order, as soon as they are done.
    pub async fn bulk_copy(
        &self,
        owner: OwnerId,
        source: &Hostname,
        targets: &[Hostname],
        parts: &CopyParts,
        progress: impl Fn(&[(Hostname, CopyOutcome)]),
    ) -> Result<Vec<(Hostname, CopyOutcome)>, EditError> {
        let landing = self.read(owner, source).await?.landing;
        let page = PAGE_WEIGHT.checked_div(landing.weight()).unwrap_or(PAGE).clamp(1, PAGE);
        let copying = Copying { owner, source, landing, parts };
        let mut mentioned = HashSet::new();
        let distinct: Vec<Hostname> =
            targets.iter().filter(|target| mentioned.insert(*target)).cloned().collect();
        let pages = distinct.chunks(page).map(async |page| (page, self.copy_page(&copying, page).await));
        // All of them are carried through, also when one fails: a page given up half-way would leave it open what was done.
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

    /// What became of the targets of a page, in their order.
    async fn copy_page(
        &self,
        copying: &Copying<'_>,
        page: &[Hostname],
    ) -> Result<Vec<(Hostname, CopyOutcome)>, EditError> {
        let outcomes = self.copy_together(copying, page).await?;
        let outcome = |target| outcomes.get(target).copied().unwrap_or(CopyOutcome::DomainNotFound);
        Ok(page.iter().map(|target| (target.clone(), outcome(target))).collect())
    }

    /// Loads the drafts of some targets together and saves them together. A target that somebody else edits at the same
    /// time is done again by itself. What the owner has not got is not among the outcomes.
    async fn copy_together(
        &self,
        copying: &Copying<'_>,
        page: &[Hostname],
    ) -> Result<HashMap<Hostname, CopyOutcome>, EditError> {
        let (mut outcomes, mut changed) =
            (HashMap::with_capacity(page.len()), Vec::with_capacity(page.len()));
        for (domain, draft) in self.drafts.load_each(copying.owner, page).await? {
            if domain == *copying.source {
                outcomes.insert(domain, CopyOutcome::SameDomain);
            } else {
                changed.extend(self.pasted(copying, &domain, draft).await?);
                outcomes.insert(domain, CopyOutcome::Copied);
            }
        }
        let now = self.context.clock.now();
        let saved = self.drafts.save_each(copying.owner, &changed, now).await?;
        for (draft, saved) in changed.iter().zip(saved) {
            match saved {
                Ok(_) => {}
                Err(SaveError::Store(error)) => return Err(error.into()),
                Err(SaveError::Stale) => {
                    let (owner, parts) = (copying.owner, copying.parts);
                    match self.paste(owner, &copying.landing, &draft.domain, parts, None).await {
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

    /// The draft with the source's parts; `None` where it has them already.
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
