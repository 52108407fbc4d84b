//! Numbers that nobody had before.

use diesel::prelude::*;
use diesel_async::{AsyncPgConnection, RunQueryDsl};

use crate::statement::statement;

#[derive(QueryableByName)]
struct Number {
    #[diesel(sql_type = diesel::sql_types::BigInt)]
    number: i64,
}

/// A random number of 64 bits, for revisions.
pub(crate) async fn random_number(connection: &mut AsyncPgConnection) -> QueryResult<i64> {
    let made: Number = statement("SELECT hashtextextended(gen_random_uuid()::text, 0) AS number")
        .get_result(connection)
        .await?;
    Ok(made.number)
}

/// Milliseconds since the beginning of 2026 by the database's clock, then 12 random bits.
const LASTING: &str = "
    SELECT (floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint - 1767225600000) * 4096
        + (hashtextextended(gen_random_uuid()::text, 0) & 4095) AS number";

/// A number for a thing whose number another system remembers, such as a campaign in the keys of its messages. A sequence gives
/// its numbers again after a restore, a fail-over that lost commits, and in a second installation; this one does not.
///
/// Later numbers are larger, and all fit into the 53 bits of a JavaScript number until 2095. Of two that are drawn in the same
/// millisecond one in 4096 pairs is equal: the caller draws again where its owner has the number.
pub(crate) async fn lasting_number(connection: &mut AsyncPgConnection) -> QueryResult<i64> {
    let made: Number = statement(LASTING).get_result(connection).await?;
    Ok(made.number)
}
