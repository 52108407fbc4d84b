//! Stores for export and import.

use std::sync::Arc;

use auth_scopes::{Member, MemberStore};
use kernel::{Hostname, OwnerId, StoreError};
use landing_draft::ports::{DomainStore, DraftStore, FileStore, PresetStore};
use landing_draft::uploads::Uploads;
use qr_catalog::code::Code;
use qr_catalog::ports::CodeStore;
use smartlink_policy::ports::SmartLinkStore;
use smartlink_policy::smart_link::SmartLink;

use super::ports::TransferStore;

/// Number of list entries read at once.
const PAGE: u32 = 200;

/// Stores that export reads and import writes.
#[derive(Clone)]
pub struct Stores {
    pub domains: Arc<dyn DomainStore>,
    pub drafts: Arc<dyn DraftStore>,
    pub presets: Arc<dyn PresetStore>,
    pub members: Arc<dyn MemberStore>,
    pub smart_links: Arc<dyn SmartLinkStore>,
    pub codes: Arc<dyn CodeStore>,
    pub files: Arc<dyn FileStore>,
    /// Keeper of uploaded files, for files that come with a document.
    pub uploads: Uploads,
    /// Port that applies planned changes.
    pub transfer: Arc<dyn TransferStore>,
}

/// Whether a list page with this number of entries is the last.
fn is_last(found: usize) -> bool {
    found < usize::try_from(PAGE).unwrap_or(usize::MAX)
}

impl Stores {
    pub(super) async fn all_smart_links(
        &self,
        owner: OwnerId,
        domain: &Hostname,
    ) -> Result<Vec<SmartLink>, StoreError> {
        let mut all: Vec<SmartLink> = Vec::new();
        loop {
            let after = all.last().map(|link| link.id);
            let page = self.smart_links.list(owner, domain, after, PAGE).await?.unwrap_or_default();
            let is_last = is_last(page.len());
            all.extend(page);
            if is_last {
                return Ok(all);
            }
        }
    }

    pub(super) async fn all_codes(&self, owner: OwnerId, domain: &Hostname) -> Result<Vec<Code>, StoreError> {
        let mut all: Vec<Code> = Vec::new();
        loop {
            let after = all.last().map(|code| code.id);
            let page = self.codes.list(owner, domain, after, PAGE).await?.unwrap_or_default();
            let is_last = is_last(page.len());
            all.extend(page.into_iter().map(|counted| counted.code));
            if is_last {
                return Ok(all);
            }
        }
    }

    pub(super) async fn all_members(&self, owner: OwnerId) -> Result<Vec<Member>, StoreError> {
        let mut all: Vec<Member> = Vec::new();
        loop {
            let after = all.last().map(|member| member.id);
            let page = self.members.list(owner, after, PAGE).await?;
            let is_last = is_last(page.len());
            all.extend(page);
            if is_last {
                return Ok(all);
            }
        }
    }
}
