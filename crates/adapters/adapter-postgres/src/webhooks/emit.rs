//! Events emitted to the endpoints that subscribe to them.

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel::sql_types::{Array, BigInt, Bool, Text, Timestamptz};
use diesel_async::RunQueryDsl;
use kernel::{OwnerId, UnixTime};
use runtime::ThreadEntropy;
use webhooks::{Event, Message};

use crate::database::pg_connection::PgConnection;
use crate::database::statement::statement;
use crate::database::time::{timestamp, unix_time};

/// Inserts nothing for an owner without a subscribed endpoint. Deliveries get their ids in event order.
const EMIT: &str = "
    INSERT INTO webhook_deliveries (owner_id, endpoint_id, message_id, event_type, subject, body, state, attempts,
        next_attempt_at, created_at)
    SELECT $1, endpoint.endpoint_id, message.message_id, message.event_type, message.subject, message.body, 'pending', 0, $2, $2
    FROM webhook_endpoints endpoint
    CROSS JOIN UNNEST($3, $4, $5, $6) WITH ORDINALITY AS message (message_id, event_type, subject, body, place)
    WHERE endpoint.owner_id = $1 AND endpoint.active
        AND (endpoint.events = '{*}' OR message.event_type = ANY (endpoint.events))
    ORDER BY message.place
    ON CONFLICT (owner_id, endpoint_id, message_id) DO NOTHING";

const WANTS_ANY: &str = "SELECT EXISTS (SELECT FROM webhook_endpoints WHERE owner_id = $1 AND active) AS any";

/// Maximum number of events without a previous check for an endpoint. The check avoids building many messages without a
/// receiver.
const FEW: usize = 8;

#[derive(QueryableByName)]
struct Wanted {
    #[diesel(sql_type = Bool)]
    any: bool,
}

#[derive(QueryableByName)]
struct Moment {
    #[diesel(sql_type = Timestamptz)]
    now: DateTime<Utc>,
}

/// Returns the transaction's time, for ports without a time parameter.
pub(crate) async fn moment(transaction: &mut PgConnection) -> QueryResult<UnixTime> {
    let found: Moment = statement("SELECT now() AS now").get_result(transaction).await?;
    Ok(unix_time(found.now))
}

/// Returns whether an owner has an active endpoint. Without this check, queueing messages for no receiver would cost as
/// much as inserting a row.
///
/// An endpoint created between this check and the end of the transaction misses the transaction's events.
pub(crate) async fn has_endpoint(mut connection: &PgConnection, owner: OwnerId) -> QueryResult<bool> {
    let query = statement(WANTS_ANY).bind::<BigInt, _>(owner.get());
    let wanted: Wanted = query.get_result(&mut connection).await?;
    Ok(wanted.any)
}

/// Queues messages about events to an owner's endpoints within the surrounding transaction. Uses one statement for any
/// number of events.
pub(crate) async fn emit(
    mut transaction: &PgConnection,
    owner: OwnerId,
    events: &[Event],
    now: UnixTime,
) -> QueryResult<()> {
    if events.is_empty() {
        return Ok(());
    }
    if events.len() > FEW && !has_endpoint(transaction, owner).await? {
        return Ok(());
    }
    let messages: Vec<_> = events.iter().map(|event| Message::of(event, now, &ThreadEntropy)).collect();
    let texts = |text: fn(&Message) -> &String| messages.iter().map(text).collect::<Vec<_>>();
    statement(EMIT)
        .bind::<BigInt, _>(owner.get())
        .bind::<Timestamptz, _>(timestamp(now))
        .bind::<Array<Text>, _>(texts(|message| &message.id))
        .bind::<Array<Text>, _>(texts(|message| &message.kind))
        .bind::<Array<Text>, _>(events.iter().map(Event::subject).collect::<Vec<_>>())
        .bind::<Array<Text>, _>(texts(|message| &message.body))
        .execute(&mut transaction)
        .await
        .map(|_| ())
}
