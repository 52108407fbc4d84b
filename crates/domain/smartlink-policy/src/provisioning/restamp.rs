use kernel::{Acting, Hostname};

use super::{ProvisionError, Provisioning};
use crate::ports::{RecordedLink, Stamped};
use crate::stamping::Stamping;

/// Maximum number of stamping rounds per call, for a domain whose links change constantly.
const MAX_ROUNDS: usize = 5;

impl Provisioning {
    /// Stamps the buttons of a domain from the recorded links, and returns these links.
    ///
    /// A concurrent call may record a link and stamp between our load and our stamp. The links are therefore loaded
    /// again after each stamp, until they are unchanged. So the last stamp is never outdated.
    pub(super) async fn restamp(
        &self,
        by: &Acting,
        domain: &Hostname,
    ) -> Result<(Stamped, Vec<RecordedLink>), ProvisionError> {
        let owner = by.owner;
        let mut recorded = self.load(owner, domain).await?;
        let mut changed = 0;
        let mut last = Stamped::default();
        for _ in 0..MAX_ROUNDS {
            // A domain that was never provisioned has no stamps.
            let Some(stamping) = Stamping::of(&recorded) else { break };
            last = self.buttons.stamp(by, domain, &stamping).await?;
            changed = last.changed.max(changed);
            let now = self.load(owner, domain).await?;
            let settled = Stamping::of(&now) == Some(stamping);
            recorded = now;
            if settled {
                break;
            }
        }
        Ok((Stamped { changed, ..last }, recorded.links))
    }
}
