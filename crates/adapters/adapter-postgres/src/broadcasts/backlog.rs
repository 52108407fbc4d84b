//! Remaining work of running campaigns, for monitoring.

use async_trait::async_trait;
use broadcast_gate::backlog::{Backlog, BacklogStore};
use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Nullable, Timestamptz};
use diesel_async::RunQueryDsl;
use kernel::{StoreError, UnixTime};

use super::PgBroadcasts;
use crate::database::error::{connection, failed};
use crate::database::statement::statement;
use crate::database::time::unix_time;

/// Uses indexes only, so the cost does not grow with the size of campaigns.
const BACKLOG: &str = "
    SELECT coalesce(sum(counters.pending), 0)::bigint AS pending, coalesce(sum(counters.unknown), 0)::bigint AS unknown,
        min(held.due_at) AS due_at
    FROM broadcasts campaign JOIN broadcast_figures counters USING (owner_id, broadcast_id) CROSS JOIN LATERAL (
        SELECT min(due_at) AS due_at FROM broadcast_rows rows
        WHERE rows.owner_id = campaign.owner_id AND rows.broadcast_id = campaign.broadcast_id
          AND state IN ('claimed', 'unknown') AND NOT gives_up
    ) held
    WHERE campaign.status = 'running'";

#[derive(QueryableByName)]
struct BacklogRow {
    #[diesel(sql_type = BigInt)]
    pending: i64,
    #[diesel(sql_type = BigInt)]
    unknown: i64,
    #[diesel(sql_type = Nullable<Timestamptz>)]
    due_at: Option<DateTime<Utc>>,
}

#[async_trait]
impl BacklogStore for PgBroadcasts {
    async fn backlog(&self, now: UnixTime) -> Result<Backlog, StoreError> {
        let mut connection = connection(&self.pool).await?;
        let row: BacklogRow = statement(BACKLOG).get_result(&mut connection).await.map_err(failed)?;
        let count = |rows: i64| u64::try_from(rows).unwrap_or_default();
        Ok(Backlog {
            pending: count(row.pending),
            unknown: count(row.unknown),
            overdue_since: row.due_at.map(unix_time).filter(|due| *due <= now),
        })
    }
}
