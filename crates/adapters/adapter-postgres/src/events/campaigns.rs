//! What campaigns have to know of what fans did.

use application::intake::{FanSignal, Signal};
use diesel::prelude::*;
use diesel_async::AsyncPgConnection;
use kernel::OwnerId;

use crate::broadcasts::{self, Did};

/// Passes the signals of a batch on to campaigns. To which message a reaction is owed is found in the database, among messages that may be
/// submitted at the same time.
pub(super) async fn note(
    transaction: &mut AsyncPgConnection,
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
