//! Fan actions that matter to campaigns.

use application::intake::{FanSignal, Signal};
use diesel::prelude::*;
use kernel::OwnerId;

use crate::broadcasts::{self, Did};
use crate::database::pg_connection::PgConnection;

/// Passes the signals of a batch to campaigns. The database attributes each reaction to a message, because messages may
/// be submitted at the same time.
pub(super) async fn note(
    transaction: &mut PgConnection,
    owner: OwnerId,
    signals: &[FanSignal<'_>],
) -> QueryResult<()> {
    let did = |signal| match signal {
        Signal::Reacted(reaction) => Did::Reacted(reaction),
        Signal::CameOnline => Did::CameOnline,
    };
    let did: Vec<_> = signals.iter().map(|signal| (signal.fan_id, did(signal.signal), signal.at)).collect();
    broadcasts::note(transaction, owner, &did).await
}
