//! What is recorded of upstream links.

use kernel::{AccountNumber, Fingerprint, Hostname};
use serde::{Deserialize, Serialize};

use crate::config::ProvisionConfig;
use crate::link::FunnelLinkId;
use crate::slot::Slot;
use crate::upstream::UpstreamLink;

/// An upstream link as we recorded it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecordedLink {
    /// Our number of it.
    pub id: FunnelLinkId,
    /// The domain whose slot it fills; none for a link that is only in the account.
    pub domain: Option<Hostname>,
    /// The slot that it fills, with a domain always, without one never.
    pub slot: Option<Slot>,
    /// What was last heard of it.
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
    /// What was last asked for; none before the domain was ever provisioned.
    pub config: Option<ProvisionConfig>,
    /// The links that serve its slots, paid first, then the trials by country. Of the links that several accounts have for a
    /// slot it is that of the account which was connected last.
    pub links: Vec<RecordedLink>,
    /// The links of other accounts for slots that are served by another one.
    pub aside: Vec<RecordedLink>,
}

impl DomainLinks {
    /// The links of one account.
    pub fn of_account(&self, account: AccountNumber) -> Vec<RecordedLink> {
        let all = self.links.iter().chain(&self.aside);
        all.filter(|link| link.upstream.provider_id.account() == account).cloned().collect()
    }
}
