//! Use-case: publishes drafts and rolls back to older versions.

use std::sync::Arc;

use kernel::{Acting, Hostname, OwnerId, StoreError, UnixTime};
use serde::{Deserialize, Serialize};

use crate::context::Context;
use crate::diff::{Change, diff};
use crate::domain::{Revision, Version};
use crate::landing::Landing;
use crate::ports::{Draft, DraftStore, Publication, SaveError, VersionInfo, VersionStore};

const MAX_ATTEMPTS: usize = 200;

/// Reason why a call about publishing failed.
#[derive(Debug, thiserror::Error)]
pub enum PublishError {
    /// The owner has no such domain.
    #[error("this domain is not registered")]
    DomainNotFound,
    /// The domain has no such version.
    #[error("this domain has no such version")]
    VersionNotFound,
    /// The draft is not at the expected revision.
    #[error("the draft has changed since it was read")]
    PreconditionFailed,
    /// Too many concurrent writers publish or edit the same draft.
    #[error("too many requests edit this draft at once; retry")]
    Busy,
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Live version after a publication or rollback.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Published {
    /// Number of the live version.
    pub version: Version,
    /// Moment of the publication.
    pub published_at: UnixTime,
    /// Whether this call created the version; `false` if the draft was already live.
    pub changed: bool,
    /// Revision of the draft.
    pub revision: Revision,
}

/// Draft of a domain after a rollback.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum DraftAfter {
    /// The draft has the content of the old version. Unpublished changes are lost.
    Replaced,
    /// The draft stays, so that its differences from the live version are unpublished changes.
    Kept,
}

/// Unpublished changes of a draft.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Pending {
    /// Number of the live version, if any.
    pub live_version: Option<Version>,
    /// Differences from the live content to the draft.
    pub changes: Vec<Change>,
    /// Revision of the draft.
    pub revision: Revision,
    /// Approximate size of both landings in memory, in bytes.
    pub weight: usize,
}

/// Use-case that publishes drafts, rolls back, and compares versions.
#[derive(Clone)]
pub struct Publishing {
    drafts: Arc<dyn DraftStore>,
    versions: Arc<dyn VersionStore>,
    context: Context,
}

impl Publishing {
    /// Creates the use-case over stores of drafts and versions.
    pub fn new(drafts: Arc<dyn DraftStore>, versions: Arc<dyn VersionStore>, context: Context) -> Self {
        Self { drafts, versions, context }
    }

    /// Publishes the draft as a new version, unless the live version has the same content.
    pub async fn publish(
        &self,
        by: &Acting,
        domain: &Hostname,
        expected: Option<Revision>,
    ) -> Result<Published, PublishError> {
        let owner = by.owner;
        for _ in 0..MAX_ATTEMPTS {
            let (draft, live) = self.both(owner, domain, expected).await?;
            if let Some((info, live)) = live
                && self.are_equal(&live, &draft.landing).await?
            {
                return Ok(Published {
                    version: info.version,
                    published_at: info.published_at,
                    changed: false,
                    revision: draft.revision,
                });
            }
            let last = self.last_version(owner, domain).await?;
            let publication = self.publication(by, &draft, last);
            if let Some(published) = self.commit(by, domain, &publication).await? {
                return Ok(published);
            }
        }
        Err(PublishError::Busy)
    }

    /// Rolls back: the content of an old version is published as a new version, and becomes the draft
    /// unless `draft_after` keeps it.
    pub async fn roll_back(
        &self,
        by: &Acting,
        domain: &Hostname,
        to: Version,
        draft_after: DraftAfter,
        expected: Option<Revision>,
    ) -> Result<Published, PublishError> {
        let owner = by.owner;
        for _ in 0..MAX_ATTEMPTS {
            let draft = self.draft(owner, domain, expected).await?;
            let landing =
                self.versions.find(owner, domain, to).await?.ok_or(PublishError::VersionNotFound)?;
            let last = self.last_version(owner, domain).await?;
            let replaces_draft =
                draft_after == DraftAfter::Replaced && !self.are_equal(&landing, &draft.landing).await?;
            let publication = Publication {
                replaces_draft,
                landing,
                rolled_back_from: Some(to),
                ..self.publication(by, &draft, last)
            };
            if let Some(published) = self.commit(by, domain, &publication).await? {
                return Ok(published);
            }
        }
        Err(PublishError::Busy)
    }

    /// Lists up to `limit` versions below `before`, newest first.
    pub async fn versions(
        &self,
        owner: OwnerId,
        domain: &Hostname,
        before: Option<Version>,
        limit: u32,
    ) -> Result<Vec<VersionInfo>, PublishError> {
        self.versions.list(owner, domain, before, limit).await?.ok_or(PublishError::DomainNotFound)
    }

    /// Returns the changes that publishing the draft now would make.
    pub async fn pending(&self, owner: OwnerId, domain: &Hostname) -> Result<Pending, PublishError> {
        let (draft, live) = self.both(owner, domain, None).await?;
        let (live_version, live) = match live {
            Some((info, landing)) => (Some(info.version), landing),
            None => (None, Arc::default()),
        };
        let weight = live.weight().saturating_add(draft.landing.weight());
        let compare = move || diff(&live, &draft.landing);
        let changes = self.context.cpu.work(weight, compare).await?;
        Ok(Pending { live_version, changes, revision: draft.revision, weight })
    }

    /// Returns the live content or the draft; an empty landing if nothing is live.
    pub async fn content(
        &self,
        owner: OwnerId,
        domain: &Hostname,
        of_draft: bool,
    ) -> Result<Arc<Landing>, PublishError> {
        let (draft, live) = self.both(owner, domain, None).await?;
        Ok(if of_draft { draft.landing } else { live.map(|(_, landing)| landing).unwrap_or_default() })
    }

    async fn draft(
        &self,
        owner: OwnerId,
        domain: &Hostname,
        expected: Option<Revision>,
    ) -> Result<Draft, PublishError> {
        let draft = self.drafts.load(owner, domain).await?.ok_or(PublishError::DomainNotFound)?;
        match expected {
            Some(expected) if expected != draft.revision => Err(PublishError::PreconditionFailed),
            _ => Ok(draft),
        }
    }

    async fn both(
        &self,
        owner: OwnerId,
        domain: &Hostname,
        expected: Option<Revision>,
    ) -> Result<(Draft, Option<(VersionInfo, Arc<Landing>)>), PublishError> {
        let draft = self.draft(owner, domain, expected).await?;
        Ok((draft, self.versions.live(owner, domain).await?))
    }

    async fn last_version(&self, owner: OwnerId, domain: &Hostname) -> Result<Version, PublishError> {
        let newest = self.versions(owner, domain, None, 1).await?;
        Ok(newest.first().map_or(Version(0), |info| info.version))
    }

    /// Builds a publication of the draft as the next version.
    fn publication(&self, by: &Acting, draft: &Draft, last: Version) -> Publication {
        Publication {
            expected: draft.revision,
            version: Version(last.0.saturating_add(1)),
            replaces_draft: false,
            landing: Arc::clone(&draft.landing),
            published_at: self.context.clock.now(),
            published_by: by.key().map(|key| key.prefix.clone()).unwrap_or_default(),
            rolled_back_from: None,
        }
    }

    async fn are_equal(&self, one: &Arc<Landing>, other: &Arc<Landing>) -> Result<bool, StoreError> {
        let (weight, one, other) = (one.weight(), Arc::clone(one), Arc::clone(other));
        self.context.cpu.work(weight, move || one == other).await
    }

    /// Commits a publication; `None` if a concurrent call was faster.
    async fn commit(
        &self,
        by: &Acting,
        domain: &Hostname,
        publication: &Publication,
    ) -> Result<Option<Published>, PublishError> {
        match self.versions.publish(by, domain, publication).await {
            Ok(revision) => Ok(Some(Published {
                version: publication.version,
                published_at: publication.published_at,
                changed: true,
                revision,
            })),
            Err(SaveError::Stale) => Ok(None),
            Err(SaveError::Store(error)) => Err(error.into()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cpu::Cpu;
    use crate::ports::{MockDraftStore, MockVersionStore};
    use crate::testing::{NOW, ids, landing};

    const OWNER: OwnerId = OwnerId::new(1);
    const BY: Acting = Acting::service(OWNER);

    fn info(version: i32) -> VersionInfo {
        VersionInfo {
            version: Version(version),
            published_at: UnixTime::from_seconds(1),
            published_by: "abc".to_owned(),
            rolled_back_from: None,
        }
    }

    fn publishing(
        draft: Landing,
        live: Option<(i32, Landing)>,
        expect: fn(&mut MockVersionStore),
    ) -> Publishing {
        let (draft, live) = (Arc::new(draft), live.map(|(version, landing)| (version, Arc::new(landing))));
        let mut drafts = MockDraftStore::new();
        drafts
            .expect_load()
            .returning(move |_, _| Ok(Some(Draft { revision: Revision(5), landing: Arc::clone(&draft) })));
        let mut versions = MockVersionStore::new();
        let newest: Vec<_> = live.iter().map(|(version, _)| info(*version)).collect();
        versions.expect_list().returning(move |_, _, _, _| Ok(Some(newest.clone())));
        versions
            .expect_live()
            .returning(move |_, _| Ok(live.clone().map(|(version, landing)| (info(version), landing))));
        expect(&mut versions);
        let clock = Arc::new(kernel::fixed::FixedClock::at(NOW));
        Publishing::new(
            Arc::new(drafts),
            Arc::new(versions),
            Context { clock, ids: ids(), cpu: Cpu::inline() },
        )
    }

    fn domain() -> Hostname {
        Hostname::parse("a.example").unwrap()
    }

    #[tokio::test]
    async fn the_first_publication_is_version_one_even_of_an_empty_draft() {
        let publishing = publishing(Landing::empty(), None, |versions| {
            versions
                .expect_publish()
                .withf(|_, _, p| p.version == Version(1) && p.expected == Revision(5) && !p.replaces_draft)
                .once()
                .returning(|_, _, _| Ok(Revision(5)));
        });
        let published = publishing.publish(&BY, &domain(), None).await.unwrap();
        assert_eq!((published.version, published.changed, published.published_at), (Version(1), true, NOW));
    }

    #[tokio::test]
    async fn an_unchanged_draft_keeps_the_version() {
        let (landing, _) = landing(&[("a", 1)]);
        let publishing = publishing(landing.clone(), Some((3, landing)), |_| {});
        let published = publishing.publish(&BY, &domain(), None).await.unwrap();
        assert_eq!((published.version, published.changed), (Version(3), false));
        assert_eq!(published.published_at, UnixTime::from_seconds(1));
    }

    #[tokio::test]
    async fn a_roll_back_is_a_new_version_with_the_old_content() {
        let (now_live, _) = landing(&[("a", 1)]);
        let publishing = publishing(now_live.clone(), Some((3, now_live)), |versions| {
            versions.expect_find().returning(|_, _, v| Ok((v == Version(1)).then(Arc::default)));
            versions
                .expect_publish()
                .withf(|_, _, p| {
                    p.version == Version(4)
                        && p.rolled_back_from == Some(Version(1))
                        && p.replaces_draft
                        && *p.landing == Landing::empty()
                })
                .once()
                .returning(|_, _, _| Ok(Revision(6)));
        });
        let rolled =
            publishing.roll_back(&BY, &domain(), Version(1), DraftAfter::Replaced, None).await.unwrap();
        assert_eq!((rolled.version, rolled.changed, rolled.revision), (Version(4), true, Revision(6)));
        let missing = publishing.roll_back(&BY, &domain(), Version(2), DraftAfter::Replaced, None).await;
        assert!(matches!(missing, Err(PublishError::VersionNotFound)));
    }

    #[tokio::test]
    async fn a_roll_back_can_keep_the_unpublished_changes() {
        let (draft, _) = landing(&[("a", 1), ("unpublished", 1)]);
        let (live, _) = landing(&[("a", 1)]);
        let publishing = publishing(draft, Some((3, live)), |versions| {
            versions.expect_find().returning(|_, _, _| Ok(Some(Arc::default())));
            versions
                .expect_publish()
                .withf(|_, _, p| !p.replaces_draft && *p.landing == Landing::empty())
                .once()
                .returning(|_, _, _| Ok(Revision(5)));
        });
        let rolled = publishing.roll_back(&BY, &domain(), Version(1), DraftAfter::Kept, None).await.unwrap();
        assert_eq!((rolled.version, rolled.revision), (Version(4), Revision(5)));
    }

    #[tokio::test]
    async fn a_precondition_guards_publishing() {
        let publishing = publishing(Landing::empty(), None, |_| {});
        let refused = publishing.publish(&BY, &domain(), Some(Revision(4))).await;
        assert!(matches!(refused, Err(PublishError::PreconditionFailed)));
    }

    #[tokio::test]
    async fn what_is_pending_is_reported_against_the_live_version() {
        let (draft, _) = landing(&[("a", 1)]);
        let first = publishing(draft.clone(), None, |_| {});
        let pending = first.pending(OWNER, &domain()).await.unwrap();
        assert_eq!((pending.live_version, pending.changes.len()), (None, 1));
        let unchanged = publishing(draft.clone(), Some((2, draft)), |_| {});
        let pending = unchanged.pending(OWNER, &domain()).await.unwrap();
        assert_eq!((pending.live_version, pending.changes), (Some(Version(2)), vec![]));
    }
}
