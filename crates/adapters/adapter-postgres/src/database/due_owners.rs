//! Owners for whom a queue has due work.

use diesel::prelude::*;
use diesel::sql_types::{Array, BigInt, Bool, Timestamptz};
use diesel_async::RunQueryDsl;
use kernel::{OwnerId, StoreError, UnixTime};

use crate::Pool;
use crate::database::error::{connection, failed};
use crate::database::statement::statement;
use crate::database::time::timestamp;

#[derive(QueryableByName)]
struct Row {
    #[diesel(sql_type = BigInt)]
    owner_id: i64,
}

/// Returns the owners that `sql` finds due. Its parameters are the current time, whether owners with a recent failure
/// are wanted, the owners to leave out, and the maximum number.
pub(crate) async fn due_owners(
    pool: &Pool,
    sql: &'static str,
    now: UnixTime,
    failing: bool,
    served: &[OwnerId],
    limit: u32,
) -> Result<Vec<OwnerId>, StoreError> {
    let mut connection = connection(pool).await?;
    let due: Vec<Row> = statement(sql)
        .bind::<Timestamptz, _>(timestamp(now))
        .bind::<Bool, _>(failing)
        .bind::<Array<BigInt>, _>(served.iter().map(|owner| owner.get()).collect::<Vec<_>>())
        .bind::<BigInt, _>(i64::from(limit))
        .load(&mut connection)
        .await
        .map_err(failed)?;
    Ok(due.into_iter().map(|row| OwnerId::new(row.owner_id)).collect())
}
