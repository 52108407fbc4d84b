//! Lengths of the queues in the database.

use application::queues::{Backlog, Queue, QueueStore};
use async_trait::async_trait;
use chrono::{DateTime, Utc};
use diesel::pg::Pg;
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Nullable, Text, Timestamptz};
use diesel_async::RunQueryDsl;
use kernel::{StoreError, UnixTime};

use crate::Pool;
use crate::database::error::{connection, failed};
use crate::database::shape::Shape;
use crate::database::time::{timestamp, unix_time};

/// Maximum number of rows counted per queue, or per pixel for deliveries. The limit bounds the work, so that measuring
/// a long queue does not make it longer.
const COUNTED: i64 = 10_000;

/// Measures queues, with one statement each.
#[derive(Clone)]
pub struct PgQueues {
    pool: Pool,
    shape: Shape,
}

/// Finds owners with pending deliveries by skipping through the index, as a claim does.
///
/// $1 maximum number of counted rows per pixel, $2 now, $3 platform.
const DELIVERIES: &str = "
    WITH RECURSIVE owner AS (
        (SELECT owner_id FROM pixel_deliveries WHERE platform = $3 AND state = 'pending' ORDER BY owner_id LIMIT 1)
        UNION ALL
        SELECT next.owner_id FROM owner CROSS JOIN LATERAL (
            SELECT owner_id FROM pixel_deliveries delivery
            WHERE platform = $3 AND state = 'pending' AND delivery.owner_id > owner.owner_id
            ORDER BY owner_id LIMIT 1
        ) next
    )
    SELECT coalesce(sum(of_pixel.waiting), 0)::bigint AS waiting, coalesce(sum(of_pixel.due), 0)::bigint AS due,
        min(of_pixel.first_due) AS first_due
    FROM owner
    JOIN conversion_pixels pixel
        ON pixel.owner_id = owner.owner_id AND pixel.platform = $3 AND active AND last_error IS NULL
    CROSS JOIN LATERAL (
        SELECT count(*) AS waiting, count(*) FILTER (WHERE at <= $2) AS due, min(at) AS first_due
        FROM (
            SELECT next_attempt_at AS at FROM pixel_deliveries
            WHERE platform = $3 AND owner_id = pixel.owner_id AND provider_id = pixel.provider_id AND state = 'pending'
            ORDER BY next_attempt_at LIMIT $1
        ) first
    ) of_pixel";

/// Measures deliveries on a distributed database. Each node counts the deliveries of its own pixels, because none can
/// skip through an index of all owners.
const DELIVERIES_OF_PIXELS: &str = "
    SELECT coalesce(sum(of_pixel.waiting), 0)::bigint AS waiting, coalesce(sum(of_pixel.due), 0)::bigint AS due,
        min(of_pixel.first_due) AS first_due
    FROM conversion_pixels pixel
    CROSS JOIN LATERAL (
        SELECT count(*) AS waiting, count(*) FILTER (WHERE at <= $2) AS due, min(at) AS first_due
        FROM (
            SELECT next_attempt_at AS at FROM pixel_deliveries
            WHERE platform = $3 AND owner_id = pixel.owner_id AND provider_id = pixel.provider_id AND state = 'pending'
            ORDER BY next_attempt_at LIMIT $1
        ) first
    ) of_pixel
    WHERE pixel.platform = $3 AND active AND last_error IS NULL";
/// Iterates over endpoints, as a claim does.
///
/// $1 maximum number of counted rows per endpoint, $2 now.
const WEBHOOKS: &str = "
    SELECT coalesce(sum(of_endpoint.waiting), 0)::bigint AS waiting, coalesce(sum(of_endpoint.due), 0)::bigint AS due,
        min(of_endpoint.first_due) AS first_due
    FROM webhook_endpoints endpoint
    CROSS JOIN LATERAL (
        SELECT count(*) AS waiting, count(*) FILTER (WHERE at <= $2) AS due, min(at) AS first_due
        FROM (
            SELECT next_attempt_at AS at FROM webhook_deliveries
            WHERE owner_id = endpoint.owner_id AND endpoint_id = endpoint.endpoint_id AND state = 'pending'
            ORDER BY next_attempt_at LIMIT $1
        ) first
    ) of_endpoint
    WHERE active AND failing_since IS NULL";

/// Measures a queue of one table with an index on the due time. `{at}` is the due time and `{rows}` the waiting rows.
const OF_ONE_TABLE: &str = "
    SELECT count(*) AS waiting, count(*) FILTER (WHERE at <= $2) AS due, min(at) AS first_due
    FROM (SELECT {at} AS at FROM {rows} ORDER BY {at} LIMIT $1) first";

fn text(queue: Queue, is_distributed: bool) -> String {
    let (at, rows) = match queue {
        Queue::Deliveries(_) if is_distributed => return DELIVERIES_OF_PIXELS.to_owned(),
        Queue::Deliveries(_) => return DELIVERIES.to_owned(),
        Queue::Webhooks => return WEBHOOKS.to_owned(),
        Queue::WaitingForToken(_) => {
            ("next_attempt_at", "pixel_deliveries WHERE platform = $3 AND state = 'waiting_token'")
        }
        Queue::RequestAnswers => ("next_attempt_at", "request_answers WHERE state = 'waiting'"),
        Queue::Provisioning => ("next_attempt_at", "domains WHERE infra_state = 'pending'"),
        Queue::EventPulls => (
            "due_at",
            "event_cursors JOIN engine_connections USING (owner_id, platform_account_id)
             WHERE locked_until IS NULL OR locked_until <= $2",
        ),
        Queue::Destinations => (
            "due_at",
            "destination_checks WHERE NOT failing AND (locked_until IS NULL OR locked_until <= $2)",
        ),
        Queue::AwaitedClicks => ("taken_at", "awaited_clicks"),
        Queue::QuarantinedEvents => ("quarantined_at", "quarantined_events"),
    };
    OF_ONE_TABLE.replace("{at}", at).replace("{rows}", rows)
}

#[derive(QueryableByName)]
struct Measured {
    #[diesel(sql_type = BigInt)]
    waiting: i64,
    #[diesel(sql_type = BigInt)]
    due: i64,
    #[diesel(sql_type = Nullable<Timestamptz>)]
    first_due: Option<DateTime<Utc>>,
}

impl PgQueues {
    pub fn new(pool: Pool) -> Self {
        Self { pool, shape: Shape::default() }
    }
}

/// Reads through indexes only, and takes no locks.
#[async_trait]
impl QueueStore for PgQueues {
    async fn measure(&self, queue: Queue, now: UnixTime) -> Result<Backlog, StoreError> {
        let mut connection = connection(&self.pool).await?;
        let is_distributed = self.shape.is_distributed(&connection).await.map_err(failed)?;
        let mut query = diesel::sql_query(text(queue, is_distributed))
            .into_boxed::<Pg>()
            .bind::<BigInt, _>(COUNTED)
            .bind::<Timestamptz, _>(timestamp(now));
        if let Some(platform) = queue.platform() {
            query = query.bind::<Text, _>(platform.as_str());
        }
        let found: Measured = query.get_result(&mut connection).await.map_err(failed)?;
        Ok(Backlog {
            waiting: u64::try_from(found.waiting).unwrap_or_default(),
            due: u64::try_from(found.due).unwrap_or_default(),
            first_due: found.first_due.map(unix_time),
        })
    }
}
