//! One page copied to many domains.

use std::collections::{HashMap, HashSet};

use futures_util::{StreamExt as _, stream};
use kernel::{Hostname, OwnerId};

use super::{EditDraft, EditError};
use crate::copying::CopyParts;
use crate::landing::Landing;
use crate::ports::{ChangedDraft, Draft, SaveError};

/// How many targets are loaded and saved together: few enough that their drafts are soon taken out of memory.
const PAGE: usize = 50;

/// How many pages are on their way at once: the store commits the targets of one while it takes in those of the next, and
/// one call still leaves most connections to others.
const PAGES_AT_ONCE: usize = 3;

/// What became of one target of a bulk copy.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CopyOutcome {
    /// Its draft now has the source's parts.
    Copied,
    /// The owner has no such domain.
    DomainNotFound,
    /// It is the source itself.
    SameDomain,
}

/// What is copied, and whose.
struct Copying<'a> {
    owner: OwnerId,
    source: &'a Hostname,
    landing: Landing,
    parts: &'a CopyParts,
}

impl EditDraft {
    /// Copies parts of the source's draft to many targets, each by itself: one that fails leaves the others alone. The
    /// answer has one entry for each distinct target, in the order of first mention.
    pub async fn bulk_copy(
        &self,
        owner: OwnerId,
        source: &Hostname,
        targets: &[Hostname],
        parts: &CopyParts,
    ) -> Result<Vec<(Hostname, CopyOutcome)>, EditError> {
        let landing = self.read(owner, source).await?.landing;
        let copying = Copying { owner, source, landing, parts };
        let mut mentioned = HashSet::new();
        let distinct: Vec<Hostname> =
            targets.iter().filter(|target| mentioned.insert(*target)).cloned().collect();
        let pages: Vec<_> = distinct.chunks(PAGE).map(|page| self.copy_page(&copying, page)).collect();
        // All of them are carried through, also when one fails: a page given up half-way would leave it open what was done.
        let copied: Vec<_> = stream::iter(pages).buffer_unordered(PAGES_AT_ONCE).collect().await;
        let mut outcomes = HashMap::with_capacity(distinct.len());
        for page in copied {
            outcomes.extend(page?);
        }
        Ok(distinct
            .into_iter()
            .map(|target| {
                let outcome = outcomes.get(&target).copied().unwrap_or(CopyOutcome::DomainNotFound);
                (target, outcome)
            })
            .collect())
    }

    /// Loads the drafts of some targets together and saves them together. A target that somebody else edits at the same
    /// time is done again by itself. What the owner has not got is not among the outcomes.
    async fn copy_page(
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
        let now = self.surroundings.clock.now();
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
        let mut landing = draft.landing.clone();
        landing.take_over(&copying.landing, copying.parts, &self.surroundings.ids);
        self.labels.set(&mut landing).await?;
        let changed = ChangedDraft { domain: domain.clone(), expected: draft.revision, landing };
        Ok((changed.landing != draft.landing).then_some(changed))
    }
}
