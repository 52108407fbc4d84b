//! Link changes at the engine, recorded by the rules of a pull.

use application::intake::LinkChanges;
use kernel::OwnerId;
use smartlink_policy::ports::PulledLink;

use crate::database::error::Abort;
use crate::database::pg_connection::PgConnection;
use crate::funnel_links::tracked_links;

/// Records the link changes of a batch.
pub(super) async fn record<R>(
    transaction: &mut PgConnection,
    owner: OwnerId,
    changes: Option<&LinkChanges>,
) -> Result<(), Abort<R>> {
    let Some(LinkChanges { links, pulled_at }) = changes else { return Ok(()) };
    let pulled: Vec<_> = links.iter().map(|link| PulledLink { link: link.clone(), stats: None }).collect();
    tracked_links::record(transaction, owner, &pulled, *pulled_at).await
}
