//! Recorded upstream links.

use kernel::{AccountNumber, Fingerprint, Hostname};
use serde::{Deserialize, Serialize};

use crate::config::ProvisionConfig;
use crate::link::FunnelLinkId;
use crate::slot::Slot;
use crate::upstream::UpstreamLink;

/// Upstream link as recorded in this service.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecordedLink {
    /// Number of the link in this service.
    pub id: FunnelLinkId,
    /// Domain whose slot the link fills; `None` for a link without a slot.
    pub domain: Option<Hostname>,
    /// Slot that the link fills. Set if and only if `domain` is set.
    pub slot: Option<Slot>,
    /// Latest known state of the link upstream.
    pub upstream: UpstreamLink,
}

impl RecordedLink {
    /// State of the link for `ETag` and `If-Match`.
    pub fn fingerprint(&self) -> Fingerprint {
        Fingerprint::of(self)
    }
}

/// What is recorded of one domain.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct DomainLinks {
    /// Latest configuration; `None` if the domain was never provisioned.
    pub config: Option<ProvisionConfig>,
    /// Links that serve the slots: paid first, then the trials by country. If several accounts have a link for a slot,
    /// the most recently connected account wins.
    pub links: Vec<RecordedLink>,
    /// Links of other accounts, whose slots are served by a link in `links`.
    pub aside: Vec<RecordedLink>,
}

impl DomainLinks {
    /// Returns the links of one account.
    pub fn of_account(&self, account: AccountNumber) -> Vec<RecordedLink> {
        let all = self.links.iter().chain(&self.aside);
        all.filter(|link| link.upstream.provider_id.account() == account).cloned().collect()
    }
}
