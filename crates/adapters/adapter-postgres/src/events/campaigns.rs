//! What campaigns have to know of what fans did.

use attribution::event::{Deed, FanEvent};
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

fn did(deed: &Deed) -> Option<Did> {
    match deed {
        Deed::MessageReceived { .. } => Some(Did::Reacted(Reaction::Reply)),
        Deed::FanOptedOut => Some(Did::Reacted(Reaction::OptOut)),
        Deed::NewTransaction(paid) => Some(Did::Reacted(Reaction::Purchase { net_cents: paid.net_cents })),
        Deed::FanOnline => Some(Did::CameOnline),
        Deed::NewSubscriber { .. } | Deed::ContentRequestCreated { .. } => None,
    }
}
