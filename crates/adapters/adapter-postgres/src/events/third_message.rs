//! Conversion for a fan's third message.

use std::convert::Infallible;

use application::intake::third_message::{Message, conversions, third_messages, wanted};
use application::intake::{Batch, NewConversion};
use attribution::assign::Attribution;
use attribution::messages::MESSAGES;
use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel::sql_types::{Array, BigInt, Nullable, Text, Timestamptz};
use diesel_async::RunQueryDsl;
use kernel::{CountryCode, OwnerId, StoreError, UnixTime};

use super::{facts, late_clicks};
use crate::database::error::{Abort, corrupt, failed};
use crate::database::pg_connection::PgConnection;
use crate::database::statement::statement;
use crate::database::time::{timestamp, unix_time};

/// Selects each fan's first messages, one more than needed to establish their order.
const FIRST_MESSAGES: &str = "
    SELECT message.* FROM UNNEST($2) AS asked (fan_id) CROSS JOIN LATERAL (
        SELECT fan_id, event_id, occurred_at, hostname, link_id, basis, click_ref, source, username, country
        FROM conversions
        WHERE owner_id = $1 AND conversions.fan_id = asked.fan_id AND kind = 'message_received'
        ORDER BY occurred_at, event_id LIMIT $3
    ) message";

const MARK: &str = "
    UPDATE fans SET third_message_at = made.at FROM UNNEST($2, $3) AS made (fan_id, at)
    WHERE owner_id = $1 AND fans.fan_id = made.fan_id";

#[derive(QueryableByName)]
struct MessageRow {
    #[diesel(sql_type = Text)]
    fan_id: String,
    #[diesel(sql_type = Text)]
    event_id: String,
    #[diesel(sql_type = Timestamptz)]
    occurred_at: DateTime<Utc>,
    #[diesel(sql_type = Nullable<Text>)]
    hostname: Option<String>,
    #[diesel(sql_type = Nullable<BigInt>)]
    link_id: Option<i64>,
    #[diesel(sql_type = Nullable<Text>)]
    basis: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    click_ref: Option<String>,
    #[diesel(sql_type = Text)]
    source: String,
    #[diesel(sql_type = Nullable<Text>)]
    username: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    country: Option<String>,
}

/// Creates the third-message conversions of these fans, whose rows are locked, and marks the fans.
pub(super) async fn make(
    transaction: &mut PgConnection,
    owner: OwnerId,
    fans: &[String],
    batch: &Batch<'_>,
    now: UnixTime,
) -> Result<Vec<NewConversion<'static>>, Abort<Infallible>> {
    if fans.is_empty() {
        return Ok(Vec::new());
    }
    let mut messages = third_messages(first_messages(transaction, owner, fans).await?);
    if messages.iter().any(Message::awaits_click) {
        late_clicks::lock_clicks(transaction, owner).await?;
        messages = third_messages(first_messages(transaction, owner, fans).await?);
    }
    let facts = facts::read(transaction, owner, &wanted(&messages)).await?;
    let mut made = conversions(&facts, batch, messages);
    super::conversions::insert(transaction, owner, &mut made, now).await?;
    statement(MARK)
        .bind::<BigInt, _>(owner.get())
        .bind::<Array<Text>, _>(made.iter().map(|made| made.event.fan.fan_id.as_str()).collect::<Vec<_>>())
        .bind::<Array<Timestamptz>, _>(
            made.iter().map(|made| timestamp(made.occurred_at())).collect::<Vec<_>>(),
        )
        .execute(transaction)
        .await?;
    Ok(made)
}

async fn first_messages(
    transaction: &mut PgConnection,
    owner: OwnerId,
    fans: &[String],
) -> Result<Vec<Message>, StoreError> {
    let first: Vec<MessageRow> = statement(FIRST_MESSAGES)
        .bind::<BigInt, _>(owner.get())
        .bind::<Array<Text>, _>(fans)
        .bind::<BigInt, _>(i64::try_from(MESSAGES).unwrap_or(i64::MAX))
        .load(transaction)
        .await
        .map_err(failed)?;
    first.into_iter().map(MessageRow::message).collect()
}

impl MessageRow {
    fn message(self) -> Result<Message, StoreError> {
        let (basis, click_ref) = (self.basis.as_deref(), self.click_ref.as_deref());
        let attribution = Attribution::stored(self.hostname.as_deref(), self.link_id, basis, click_ref);
        Ok(Message {
            fan_id: self.fan_id,
            event_id: self.event_id,
            occurred_at: unix_time(self.occurred_at),
            attribution: attribution.map_err(corrupt)?,
            click_ref: self.click_ref,
            source: self.source,
            username: self.username,
            country: self.country.as_deref().and_then(CountryCode::parse),
        })
    }
}
