//! Button stamping: gives each button of a draft the address of a funnel link from the domain's slots.

use std::sync::Arc;

use async_trait::async_trait;
use kernel::{Acting, Fingerprint, Hostname, OwnerId, StoreError};
use landing_draft::editing::{EditDraft, EditError};
use landing_draft::landing::Landing;
use smartlink_policy::ports::{ButtonStamper, StampError, Stamped, UnresolvedButton};
use smartlink_policy::stamping::{SegmentView, Stamp, Stamping};

use crate::routing::offer;

/// Stamps every button that asks for a funnel link with the address from `stamping` for its segment. Removes the old
/// address where `stamping` has none. Typed addresses stay.
pub fn stamp(landing: &mut Landing, stamping: &Stamping) -> Stamped {
    let mut unresolved = Vec::new();
    let count = landing.stamp_buttons(|segment, button, slot| {
        let view = SegmentView { is_default: segment.is_default(), countries: segment.countries() };
        let stamp = stamping.stamp(view, offer(slot));
        if let Stamp::Unresolved(reason) = stamp {
            unresolved.push(UnresolvedButton { button_id: button.to_string(), reason });
        }
        stamp.address().map(|address| address.as_str().to_owned())
    });
    Stamped { changed: count.changed, total: count.total, unresolved }
}

pub struct DraftStamper {
    edit: Arc<EditDraft>,
}

impl DraftStamper {
    pub fn new(edit: Arc<EditDraft>) -> Self {
        Self { edit }
    }
}

#[async_trait]
impl ButtonStamper for DraftStamper {
    async fn stamp(
        &self,
        by: &Acting,
        domain: &Hostname,
        stamping: &Stamping,
    ) -> Result<Stamped, StampError> {
        let stamping = stamping.clone();
        let edited = self.edit.run(by, domain, None, move |landing| Ok(stamp(landing, &stamping))).await;
        edited.map(|edited| edited.value).map_err(refused)
    }

    async fn draft_state(&self, owner: OwnerId, domain: &Hostname) -> Result<Fingerprint, StampError> {
        let draft = self.edit.read(owner, domain).await.map_err(refused)?;
        Ok(Fingerprint::new(draft.revision.0))
    }
}

fn refused(error: EditError) -> StampError {
    match error {
        EditError::DomainNotFound => StampError::DomainNotFound,
        EditError::Busy => StampError::Busy,
        EditError::Store(error) => error.into(),
        // No revision is expected, nothing is copied, and stamping breaks no rule of the landing.
        EditError::PreconditionFailed | EditError::SameDomain | EditError::Landing(_) => {
            StampError::Store(StoreError::Failed(error.into()))
        }
    }
}

#[cfg(test)]
mod tests {
    use smartlink_policy::config::{ProvisionConfig, ProvisionRequest};
    use smartlink_policy::slots::Slots;

    use super::*;
    use crate::testing::{landing, slots};

    fn stamping(slots: Slots) -> Stamping {
        let request = ProvisionRequest {
            trial_countries: &[],
            paid_countries: "rest",
            default_paid: true,
            trial_days: None,
        };
        Stamping::new(ProvisionConfig::parse(&request).unwrap(), slots)
    }

    #[test]
    fn a_button_gets_the_address_of_its_slot_and_keeps_what_was_typed() {
        let (on, off) = (Some(true), Some(false));
        for (url, before, paid, expected, unresolved) in [
            ("funnel:paid", None, on, Some("https://platform.example/paid"), None),
            ("funnel:paid", Some("https://platform.example/old"), off, None, Some("inactive")),
            ("funnel:paid", Some("https://platform.example/old"), None, None, Some("not_provisioned")),
            ("funnel:ftl", None, on, None, Some("no_country_link")),
            ("https://own.example/", None, on, None, None),
        ] {
            let (mut landing, id) = landing(url, before);
            let stamped = stamp(&mut landing, &stamping(slots(paid, &[("DE", true)])));
            let (_, _, button) = landing.button(&id).unwrap();
            assert_eq!((button.stamped_url(), button.url().as_typed()), (expected, url));
            assert_eq!(stamped.changed, u32::from(before != expected));
            assert_eq!(stamped.total, u32::from(expected.is_some()));
            let reasons: Vec<_> = stamped.unresolved.iter().map(|one| one.reason.as_str()).collect();
            assert_eq!(reasons, unresolved.into_iter().collect::<Vec<_>>(), "{url} {paid:?}");
        }
    }

    #[test]
    fn stamping_again_changes_nothing() {
        let (mut landing, _) = landing("funnel:paid", None);
        let stamping = stamping(slots(Some(true), &[]));
        assert_eq!(stamp(&mut landing, &stamping).changed, 1);
        assert_eq!(stamp(&mut landing, &stamping).changed, 0);
    }
}
