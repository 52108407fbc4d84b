//! Export of an owner's data in pieces.

use std::sync::Arc;

use auth_scopes::{Member, MemberId};
use kernel::{Hostname, OwnerId, StoreError};
use landing_draft::cpu::Cpu;
use landing_draft::domain::Domain;
use landing_draft::file::FileName;
use landing_draft::id::PresetId;
use landing_draft::landing::Landing;
use landing_draft::preset::{Preset, PresetName};
use qr_catalog::code::{Code, CodeId};
use serde_json::Value;
use smartlink_policy::link::SmartLinkId;
use smartlink_policy::smart_link::SmartLink;

use super::stores::Stores;

/// Exports an owner's data. The export contains no secrets.
#[derive(Clone)]
pub struct Exporting {
    stores: Stores,
    cpu: Cpu,
}

/// Exported domain.
#[derive(Debug, Clone, PartialEq)]
pub struct ExportedDomain {
    pub domain: Domain,
    /// Name of the preset that the banner follows.
    pub preset: Option<PresetName>,
    /// Draft in its portable form.
    pub draft: Value,
    /// Uploaded files that the draft names.
    pub files: Vec<FileName>,
}

impl Exporting {
    pub fn new(stores: Stores, cpu: Cpu) -> Self {
        Self { stores, cpu }
    }

    /// Lists the owner's domains, oldest first, or only the requested one. Empty if the owner does not have it.
    pub async fn domains(&self, owner: OwnerId, only: Option<&Hostname>) -> Result<Vec<Domain>, StoreError> {
        match only {
            Some(hostname) => Ok(self.stores.domains.find(owner, hostname).await?.into_iter().collect()),
            None => self.stores.domains.list(owner).await,
        }
    }

    /// Loads the draft of a domain; `None` if the owner does not have the domain.
    pub async fn landing(
        &self,
        owner: OwnerId,
        domain: &Hostname,
    ) -> Result<Option<Arc<Landing>>, StoreError> {
        Ok(self.stores.drafts.load(owner, domain).await?.map(|draft| draft.landing))
    }

    /// Exports a domain with its draft; `None` if the domain was deleted meanwhile.
    pub async fn domain(&self, owner: OwnerId, domain: Domain) -> Result<Option<ExportedDomain>, StoreError> {
        let Some(draft) = self.stores.drafts.load(owner, &domain.hostname).await? else { return Ok(None) };
        let landing = draft.landing;
        let preset = match landing.banner.preset_id {
            Some(id) => self.stores.presets.find(owner, id).await?.map(|preset| preset.name),
            None => None,
        };
        let files = landing.files().into_iter().cloned().collect();
        let draft = self.cpu.work(landing.weight(), move || landing.to_portable()).await?;
        Ok(Some(ExportedDomain { domain, preset, draft, files }))
    }

    /// Finds the preset that the banner of a domain follows.
    pub async fn preset_of(&self, owner: OwnerId, domain: &Hostname) -> Result<Option<Preset>, StoreError> {
        let landing = self.landing(owner, domain).await?;
        match landing.and_then(|landing| landing.banner.preset_id) {
            Some(id) => self.stores.presets.find(owner, id).await,
            None => Ok(None),
        }
    }

    /// Lists up to `limit` presets with numbers above `after`, in ascending order.
    pub async fn presets(
        &self,
        owner: OwnerId,
        after: Option<PresetId>,
        limit: u32,
    ) -> Result<Vec<Preset>, StoreError> {
        self.stores.presets.list(owner, after, limit).await
    }

    /// Lists up to `limit` team members with numbers above `after`, in ascending order.
    pub async fn members(
        &self,
        owner: OwnerId,
        after: Option<MemberId>,
        limit: u32,
    ) -> Result<Vec<Member>, StoreError> {
        self.stores.members.list(owner, after, limit).await
    }

    /// Reads a file that the owner uploaded; `None` if the file is deleted or belongs to another owner.
    pub async fn file(&self, owner: OwnerId, file: &FileName) -> Result<Option<Vec<u8>>, StoreError> {
        if !self.stores.uploads.has(owner, file).await? {
            return Ok(None);
        }
        self.stores.files.get(file).await
    }

    /// Lists up to `limit` smart links of a domain with numbers above `after`, in ascending order.
    pub async fn smart_links(
        &self,
        owner: OwnerId,
        domain: &Hostname,
        after: Option<SmartLinkId>,
        limit: u32,
    ) -> Result<Vec<SmartLink>, StoreError> {
        Ok(self.stores.smart_links.list(owner, domain, after, limit).await?.unwrap_or_default())
    }

    /// Lists up to `limit` printed codes of a domain with numbers above `after`, in ascending order.
    pub async fn codes(
        &self,
        owner: OwnerId,
        domain: &Hostname,
        after: Option<CodeId>,
        limit: u32,
    ) -> Result<Vec<Code>, StoreError> {
        let found = self.stores.codes.list(owner, domain, after, limit).await?.unwrap_or_default();
        Ok(found.into_iter().map(|counted| counted.code).collect())
    }
}
