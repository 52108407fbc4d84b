//! Shape of the database: one server, or distributed by owner over several nodes.
//!
//! Almost every statement works on both. The exceptions process all owners in one statement, with locks or by skipping
//! through an index; on a distributed database, they iterate over owners instead.

use std::sync::Arc;

use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use kernel::Hostname;
use tokio::sync::OnceCell;

use crate::database::pg_connection::PgConnection;
use crate::database::statement::statement;
use crate::schema::landing::hostnames;

/// Cached shape. One query per process is enough, because a database is distributed only while nobody uses it.
#[derive(Debug, Clone, Default)]
pub(crate) struct Shape(Arc<OnceCell<bool>>);

const IS_DISTRIBUTED: &str =
    "SELECT to_regclass('pg_catalog.pg_dist_partition') IS NOT NULL AS is_distributed";

#[derive(QueryableByName)]
struct Found {
    #[diesel(sql_type = diesel::sql_types::Bool)]
    is_distributed: bool,
}

/// Owner whose rows of a host a query must search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Whose {
    /// The database is a single server, so a query needs no owner.
    Whoever,
    /// The rows are on the node of this owner.
    Of(i64),
    /// The host is unknown.
    Nobody,
}

impl Shape {
    /// Finds the owner of a host first on a distributed database, so that only that owner's node is queried.
    pub(crate) async fn owner_of(
        &self,
        connection: &mut PgConnection,
        host: &Hostname,
    ) -> QueryResult<Whose> {
        if !self.is_distributed(connection).await? {
            return Ok(Whose::Whoever);
        }
        let owner = hostnames::table.find(host.as_str()).select(hostnames::owner_id);
        let owner: Option<i64> = owner.first(connection).await.optional()?;
        Ok(owner.map_or(Whose::Nobody, Whose::Of))
    }

    /// Returns whether rows of different owners may be on different nodes.
    pub(crate) async fn is_distributed(&self, mut connection: &PgConnection) -> QueryResult<bool> {
        let ask = async || {
            let found: Found = statement(IS_DISTRIBUTED).get_result(&mut connection).await?;
            Ok(found.is_distributed)
        };
        self.0.get_or_try_init(ask).await.copied()
    }
}
