use kernel::{Hostname, OwnerId};

use super::{ProvisionError, Provisioning};
use crate::ports::{RecordedLink, Stamped};
use crate::stamping::Stamping;

/// How often a domain whose links change all the time is stamped by one call.
const MAX_ROUNDS: usize = 5;

impl Provisioning {
    /// Stamps the buttons of a domain by what is recorded, and returns what is recorded.
    ///
    /// Others may record something between our look and our stamp, and stamp first. So it is looked again afterwards, and
    /// stamped until what was looked at is still there: the last stamp is never an old one.
    pub(super) async fn restamp(
        &self,
        owner: OwnerId,
        domain: &Hostname,
    ) -> Result<(Stamped, Vec<RecordedLink>), ProvisionError> {
        let mut recorded = self.load(owner, domain).await?;
        let mut changed = 0;
        let mut last = Stamped::default();
        for _ in 0..MAX_ROUNDS {
            // A domain that was never provisioned has nothing to stamp.
            let Some(stamping) = Stamping::of(&recorded) else { break };
            last = self.buttons.stamp(owner, domain, &stamping).await?;
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
