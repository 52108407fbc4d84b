//! Random and lasting unique numbers.

use diesel::prelude::*;
use diesel_async::RunQueryDsl;

use crate::database::pg_connection::PgConnection;
use crate::database::statement::statement;

#[derive(QueryableByName)]
struct Number {
    #[diesel(sql_type = diesel::sql_types::BigInt)]
    number: i64,
}

/// Returns a random 64-bit number, for revisions.
pub(crate) async fn random_number(connection: &mut PgConnection) -> QueryResult<i64> {
    let made: Number = statement("SELECT hashtextextended(gen_random_uuid()::text, 0) AS number")
        .get_result(connection)
        .await?;
    Ok(made.number)
}

/// Milliseconds since the beginning of 2026 by the database's clock, then 12 random bits.
const LASTING: &str = "
    SELECT (floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint - 1767225600000) * 4096
        + (hashtextextended(gen_random_uuid()::text, 0) & 4095) AS number";

/// Returns an id for a resource whose id another system remembers, such as a campaign in its message keys.
///
/// A sequence repeats its numbers after a restore, after a failover that lost commits, and in a second installation.
/// These ids don't repeat.
///
/// Later ids are larger, and all fit into the 53 bits of a JavaScript number until 2095. Two ids drawn in the same
/// millisecond are equal with a probability of 1 in 4096. The caller draws again if its owner already has the id.
pub(crate) async fn lasting_number(connection: &mut PgConnection) -> QueryResult<i64> {
    let made: Number = statement(LASTING).get_result(connection).await?;
    Ok(made.number)
}
