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
