//! View of all slots: `domain_slots` has those of an owner's first account, `account_slots` those of the other
//! accounts.

use std::collections::BTreeSet;

use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use kernel::{AccountNumber, Hostname, OwnerId};
use smartlink_policy::ports::RecordedLink;
use smartlink_policy::slot::Slot;

use crate::database::error::Abort;
use crate::database::pg_connection::PgConnection;
use crate::engine_connections::accounts;
use crate::funnel_links::rows::{UpstreamRow, fills, recorded, slot_word, slots};
use crate::schema::links::{account_slots, domain_slots, funnel_links};

/// Returns the links of all accounts for the slots of a domain. The first list has the links that serve a slot, paid
/// first, then trials by country. The second list has the remaining links.
///
/// If several links fill a slot, the link of the most recently connected account serves it.
pub(crate) async fn of_domain<R>(
    connection: &mut PgConnection,
    owner: OwnerId,
    domain: &Hostname,
) -> Result<(Vec<RecordedLink>, Vec<RecordedLink>), Abort<R>> {
    let mut links = all_of_domain(connection, owner, domain).await?;
    let mut filled = BTreeSet::new();
    if links.iter().all(|link| filled.insert(link.slot)) {
        return Ok((links, Vec::new()));
    }
    let latest = accounts::latest(connection, owner).await?;
    let age =
        |link: &RecordedLink| latest.iter().position(|number| *number == link.upstream.provider_id.account());
    links.sort_by_key(|link| (link.slot, age(link).unwrap_or(usize::MAX)));
    filled.clear();
    Ok(links.into_iter().partition(|link| filled.insert(link.slot)))
}

/// Returns the links of all accounts for the slots of a domain in one list.
pub(crate) async fn all_of_domain<R>(
    connection: &mut PgConnection,
    owner: OwnerId,
    domain: &Hostname,
) -> Result<Vec<RecordedLink>, Abort<R>> {
    let rows: Vec<(i64, UpstreamRow, (String, String))> = funnel_links::table
        .inner_join(slots::table.on(fills()))
        .filter(slots::owner_id.eq(owner.get()).and(slots::hostname.eq(domain.as_str())))
        .select((funnel_links::link_id, UpstreamRow::as_select(), (slots::hostname, slots::slot)))
        .load(connection)
        .await?;
    let links = rows.into_iter().map(|(id, upstream, place)| recorded((id, upstream, Some(place))));
    let mut links: Vec<_> = links.collect::<Result<_, _>>().map_err(Abort::Store)?;
    links.sort_by_key(|link| link.slot);
    Ok(links)
}

/// Puts a link into its account's slot. Returns `false` if the slot has another link, or the link another slot.
///
/// Slots of the first account are in a separate table, because older programs know only one account.
pub(crate) async fn fill(
    connection: &mut PgConnection,
    owner: OwnerId,
    domain: &Hostname,
    slot: Slot,
    (link, account): (i64, AccountNumber),
) -> QueryResult<bool> {
    let filled = match account {
        AccountNumber::FIRST => {
            let first = diesel::insert_into(domain_slots::table).values((
                domain_slots::owner_id.eq(owner.get()),
                domain_slots::hostname.eq(domain.as_str()),
                domain_slots::slot.eq(slot_word(slot)),
                domain_slots::link_id.eq(link),
            ));
            first.on_conflict_do_nothing().execute(connection).await?
        }
        other => {
            let other = diesel::insert_into(account_slots::table).values((
                account_slots::owner_id.eq(owner.get()),
                account_slots::account_number.eq(other.get()),
                account_slots::hostname.eq(domain.as_str()),
                account_slots::slot.eq(slot_word(slot)),
                account_slots::link_id.eq(link),
            ));
            other.on_conflict_do_nothing().execute(connection).await?
        }
    };
    Ok(filled > 0)
}
