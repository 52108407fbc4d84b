//! Plans of smart links.

use smartlink_policy::expiry::ExpiryChange;
use smartlink_policy::smart_link::{NewSmartLink, SmartLink, SmartLinkChange};

use super::rows::SmartLinkRow;
use super::{Action, Circumstances, Fault};
use crate::transfer::ports::SmartLinkWrite;

pub(super) fn plan(
    row: &SmartLinkRow,
    existing: &[SmartLink],
    with: &Circumstances<'_>,
) -> Result<(Action, Option<SmartLinkWrite>), Fault> {
    let SmartLinkRow { domain, slug, name, policy, active, expiry } = row.clone();
    let Some(there) = existing.iter().find(|link| link.slug == slug) else {
        let link = NewSmartLink { domain, slug, name, policy, expiry, created_at: with.now };
        return Ok((Action::Created, Some(SmartLinkWrite::Insert { link, active })));
    };
    let is_same =
        (&there.name, &there.policy, there.active, &there.expiry) == (&name, &policy, active, &expiry);
    if is_same {
        return Ok((Action::Skipped, None));
    }
    let expiry = ExpiryChange { expires_at: Some(expiry.expires_at), expired_url: Some(expiry.expired_url) };
    let change = SmartLinkChange { name: Some(name), policy: Some(policy), active: Some(active), expiry };
    with.conflict(Fault::SlugTaken, || SmartLinkWrite::Change { id: there.id, change })
}
