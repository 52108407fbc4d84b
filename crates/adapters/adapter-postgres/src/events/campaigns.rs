//! What campaigns have to know of what fans did.

use attribution::event::{FanAction, FanEvent};
use broadcast_gate::ledger::Reaction;
use diesel::prelude::*;
use diesel_async::AsyncPgConnection;
use kernel::OwnerId;

use super::moment;
use crate::broadcasts::{self, Did};

/// Tells campaigns of a batch.
pub(super) async fn note(
    transaction: &mut AsyncPgConnection,
    owner: OwnerId,
    deeds: &[&FanEvent],
) -> QueryResult<()> {
    let did: Vec<_> = deeds
        .iter()
        .filter_map(|event| Some((event.fan.fan_id.as_str(), did(&event.deed)?, moment(event))))
        .collect();
    broadcasts::note(transaction, owner, &did).await
}

fn did(deed: &FanAction) -> Option<Did> {
    match deed {
        FanAction::MessageReceived { .. } => Some(Did::Reacted(Reaction::Reply)),
        FanAction::FanOptedOut => Some(Did::Reacted(Reaction::OptOut)),
        FanAction::NewTransaction(paid) => {
            Some(Did::Reacted(Reaction::Purchase { net_cents: paid.net_cents }))
        }
        FanAction::FanOnline => Some(Did::CameOnline),
        FanAction::NewSubscriber { .. } | FanAction::ContentRequestCreated { .. } => None,
    }
}
