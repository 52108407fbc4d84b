//! Pace of an account, one row shared by all campaigns of the account.

use broadcast_gate::pace::AccountPace;
use broadcast_gate::text::AccountId;
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use kernel::{OwnerId, UnixTime};

use crate::database::pg_connection::PgConnection;
use crate::database::prepared::Prepare as _;
use crate::schema::broadcasts::broadcast_paces;

#[derive(Queryable, Selectable, Insertable, AsChangeset)]
#[diesel(table_name = broadcast_paces, check_for_backend(diesel::pg::Pg))]
struct PaceRow {
    next: i64,
    held_until: i64,
    day: i64,
    taken: i64,
    line: i64,
    last_gap: i64,
}

impl PaceRow {
    fn of(pace: &AccountPace) -> Self {
        Self {
            next: pace.next.millis(),
            held_until: pace.held_until.millis(),
            day: pace.day,
            taken: i64::from(pace.taken),
            line: pace.line,
            last_gap: pace.last_gap,
        }
    }

    fn pace(self) -> AccountPace {
        AccountPace {
            next: UnixTime::from_millis(self.next),
            held_until: UnixTime::from_millis(self.held_until),
            day: self.day,
            taken: u32::try_from(self.taken).unwrap_or(u32::MAX),
            line: self.line,
            last_gap: self.last_gap,
        }
    }
}

/// Returns the pace without a lock; the default for an account that has never sent.
pub(super) async fn read(
    connection: &mut PgConnection,
    owner: OwnerId,
    account: &AccountId,
) -> QueryResult<AccountPace> {
    let row = broadcast_paces::table
        .find((owner.get(), account.as_str()))
        .select(PaceRow::as_select())
        .first(connection)
        .await
        .optional()?;
    Ok(row.map(PaceRow::pace).unwrap_or_default())
}

/// Returns the pace and locks it against changes until the transaction ends.
pub(super) async fn hold(
    transaction: &mut PgConnection,
    owner: OwnerId,
    account: &AccountId,
) -> QueryResult<AccountPace> {
    let row = broadcast_paces::table
        .find((owner.get(), account.as_str()))
        .select(PaceRow::as_select())
        .for_share()
        .first(transaction)
        .await
        .optional()?;
    Ok(row.map(PaceRow::pace).unwrap_or_default())
}

/// Returns the pace and locks it for an update.
pub(super) async fn lock(
    transaction: &mut PgConnection,
    owner: OwnerId,
    account: &AccountId,
) -> QueryResult<AccountPace> {
    let key = (broadcast_paces::owner_id.eq(owner.get()), broadcast_paces::account_id.eq(account.as_str()));
    // The update changes nothing and locks an existing row.
    let row = diesel::insert_into(broadcast_paces::table)
        .values((key, PaceRow::of(&AccountPace::default())))
        .on_conflict((broadcast_paces::owner_id, broadcast_paces::account_id))
        .do_update()
        .set(broadcast_paces::next.eq(broadcast_paces::next))
        .returning(PaceRow::as_returning())
        .prepared()
        .get_result(transaction)
        .await?;
    Ok(row.pace())
}

/// Stores the pace. The caller holds its lock.
pub(super) async fn keep(
    transaction: &mut PgConnection,
    owner: OwnerId,
    account: &AccountId,
    pace: &AccountPace,
) -> QueryResult<()> {
    diesel::update(broadcast_paces::table.find((owner.get(), account.as_str())))
        .set(PaceRow::of(pace))
        .prepared()
        .execute(transaction)
        .await
        .map(|_| ())
}
