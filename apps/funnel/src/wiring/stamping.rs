//! Buttons of drafts get the addresses of funnel links.

use std::sync::Arc;

use async_trait::async_trait;
use kernel::{Hostname, OwnerId};
use landing_draft::editing::{EditDraft, EditError};
use landing_draft::target::FunnelSlot;
use smartlink_policy::link::Offer;
use smartlink_policy::ports::{ButtonStamper, StampError, Stamped, UnresolvedButton};
use smartlink_policy::stamping::{SegmentView, Stamp, Stamping};

/// Stamps the buttons of drafts.
pub(super) struct DraftStamper {
    edit: Arc<EditDraft>,
}

impl DraftStamper {
    /// Through this use-case.
    pub(super) fn new(edit: Arc<EditDraft>) -> Self {
        Self { edit }
    }
}

#[async_trait]
impl ButtonStamper for DraftStamper {
    async fn stamp(
        &self,
        owner: OwnerId,
        domain: &Hostname,
        stamping: &Stamping,
    ) -> Result<Stamped, StampError> {
        let stamping = stamping.clone();
        let edited = self.edit.run(owner, domain, None, move |landing| {
            let mut unresolved = Vec::new();
            let count = landing.stamp_buttons(|segment, button, slot| {
                let view = SegmentView { is_default: segment.is_default(), countries: segment.countries() };
                let intent = match slot {
                    FunnelSlot::Paid => Offer::Paid,
                    FunnelSlot::Ftl => Offer::Ftl,
                };
                let stamp = stamping.stamp(view, intent);
                if let Stamp::Unresolved(reason) = stamp {
                    unresolved.push(UnresolvedButton { button_id: button.to_string(), reason });
                }
                stamp.address().map(|address| address.as_str().to_owned())
            });
            Ok(Stamped { changed: count.changed, total: count.total, unresolved })
        });
        match edited.await {
            Ok(edited) => Ok(edited.value),
            Err(EditError::DomainNotFound) => Err(StampError::DomainNotFound),
            Err(EditError::Busy) => Err(StampError::Busy),
            Err(EditError::Store(error)) => Err(error.into()),
            // No revision is expected, nothing is copied, and stamping breaks no rule of the landing.
            Err(error @ (EditError::PreconditionFailed | EditError::SameDomain | EditError::Landing(_))) => {
                Err(StampError::Store(kernel::StoreError::Failed(error.into())))
            }
        }
    }
}
