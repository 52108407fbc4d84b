//! Whether the database is one server, or distributed by owner over several.
//!
//! Almost every statement serves both. The few that do for all owners at once what one server does best in one statement,
//! with locks or by skipping through an index, have a second way that goes from owner to owner.

use std::sync::Arc;

use diesel::prelude::*;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use kernel::Hostname;
use tokio::sync::OnceCell;

use crate::schema::landing::hostnames;
use crate::statement::statement;

/// Asked once; a database is distributed while nobody uses it.
#[derive(Debug, Clone, Default)]
pub(crate) struct Shape(Arc<OnceCell<bool>>);

const IS_DISTRIBUTED: &str =
    "SELECT to_regclass('pg_catalog.pg_dist_partition') IS NOT NULL AS is_distributed";

#[derive(QueryableByName)]
struct Found {
    #[diesel(sql_type = diesel::sql_types::Bool)]
    is_distributed: bool,
}

/// On which node the rows of a host are looked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Whose {
    /// There is one server: whose the host is, is found in the same statement.
    Whoever,
    /// On the node of this owner.
    Of(i64),
    /// Nowhere: the host is unknown.
    Nobody,
}

impl Shape {
    /// On a distributed database, first whose the host is, so that no node but that owner's has to answer.
    pub(crate) async fn owner_of(
        &self,
        connection: &mut AsyncPgConnection,
        host: &Hostname,
    ) -> QueryResult<Whose> {
        if !self.is_distributed(connection).await? {
            return Ok(Whose::Whoever);
        }
        let owner = hostnames::table.find(host.as_str()).select(hostnames::owner_id);
        let owner: Option<i64> = owner.first(connection).await.optional()?;
        Ok(owner.map_or(Whose::Nobody, Whose::Of))
    }

    /// Whether rows of different owners may be on different nodes.
    pub(crate) async fn is_distributed(&self, mut connection: &AsyncPgConnection) -> QueryResult<bool> {
        let ask = async || {
            let found: Found = statement(IS_DISTRIBUTED).get_result(&mut connection).await?;
            Ok(found.is_distributed)
        };
        self.0.get_or_try_init(ask).await.copied()
    }
}
