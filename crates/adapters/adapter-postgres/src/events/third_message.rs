//! The conversion that a fan's third message makes.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::convert::Infallible;

use attribution::assign::{Attribution, Basis, LinkId};
use attribution::event::{FanAction, FanEvent, FanFacts};
use attribution::messages::{self, Message};
use chrono::{DateTime, Utc};
use conversion_pixel::ConversionType;
use diesel::prelude::*;
use diesel::sql_types::{Array, BigInt, Nullable, Text, Timestamptz};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use kernel::{CountryCode, OwnerId, StoreError, UnixTime};

use super::conversions::{self, Row};
use super::known::{Known, Wanted, click_number, hostname};
use super::late_clicks;
use crate::error::Abort;
use crate::statement::statement;
use crate::time::{timestamp, unix_time};

/// The first messages of some fans, one more for each than is needed to see an order.
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

/// Makes the conversions of these fans, whose rows are locked, and marks that they are made.
///
/// What identifies a fan is not kept, so it is taken from what this batch says of him.
pub(super) async fn make(
    transaction: &mut AsyncPgConnection,
    owner: OwnerId,
    fans: &[String],
    batch: &[&FanEvent],
    now: UnixTime,
) -> Result<Vec<Row<'static>>, Abort<Infallible>> {
    if fans.is_empty() {
        return Ok(Vec::new());
    }
    let mut messages = third_messages(transaction, owner, fans).await?;
    if messages.iter().any(MessageRow::waits) {
        late_clicks::hold_clicks(transaction, owner).await?;
        messages = third_messages(transaction, owner, fans).await?;
    }
    let wanted = Wanted {
        clicks: messages.iter().filter_map(|row| click_number(row.click_ref.as_deref()?)).collect(),
        links: messages.iter().filter_map(|row| row.link_id).collect(),
        ..Wanted::default()
    };
    let known = Known::look_up(transaction, owner, &wanted).await?;
    let mut facts: BTreeMap<&str, &FanEvent> = BTreeMap::new();
    for event in batch {
        let last = facts.entry(&event.fan.fan_id).or_insert(event);
        if event.occurred_at > last.occurred_at {
            *last = event;
        }
    }
    let mut rows = Vec::with_capacity(messages.len());
    for message in messages {
        let said = facts.get(message.fan_id.as_str()).map(|event| event.fan.clone()).unwrap_or_default();
        rows.push(message.row(said, &known)?);
    }
    conversions::insert(transaction, owner, &mut rows, now).await?;
    statement(MARK)
        .bind::<BigInt, _>(owner.get())
        .bind::<Array<Text>, _>(rows.iter().map(|row| row.event.fan.fan_id.as_str()).collect::<Vec<_>>())
        .bind::<Array<Timestamptz>, _>(rows.iter().map(|row| timestamp(row.at())).collect::<Vec<_>>())
        .execute(transaction)
        .await?;
    Ok(rows)
}

async fn third_messages(
    transaction: &mut AsyncPgConnection,
    owner: OwnerId,
    fans: &[String],
) -> QueryResult<Vec<MessageRow>> {
    let first: Vec<MessageRow> = statement(FIRST_MESSAGES)
        .bind::<BigInt, _>(owner.get())
        .bind::<Array<Text>, _>(fans)
        .bind::<BigInt, _>(i64::try_from(messages::MESSAGES).unwrap_or(i64::MAX))
        .load(transaction)
        .await?;
    let mut of_fans: BTreeMap<String, Vec<MessageRow>> = BTreeMap::new();
    for row in first {
        of_fans.entry(row.fan_id.clone()).or_default().push(row);
    }
    let third = |rows: Vec<MessageRow>| {
        let third = messages::third(rows.iter().map(MessageRow::message))?;
        rows.into_iter().find(|row| row.event_id == third.event_id)
    };
    Ok(of_fans.into_values().filter_map(third).collect())
}

impl MessageRow {
    /// Whether the click that it carries may be stored at any moment.
    fn waits(&self) -> bool {
        self.basis.as_deref() != Some("click") && self.click_ref.as_deref().and_then(click_number).is_some()
    }

    fn message(&self) -> Message {
        Message { occurred_at: unix_time(self.occurred_at), event_id: self.event_id.clone() }
    }

    /// The conversion, attributed as the message was.
    fn row(self, said: FanFacts, known: &Known) -> Result<Row<'static>, StoreError> {
        let click = known.click(self.click_ref.as_deref());
        let by_click = self.basis.as_deref() == Some("click");
        let belongs = match &self.hostname {
            Some(domain) => {
                let basis = if by_click {
                    Basis::Click(self.click_ref.clone().unwrap_or_default())
                } else {
                    Basis::Link
                };
                let link = self.link_id.map(LinkId::new);
                let attribution = Attribution { domain: hostname(domain)?, link, basis };
                Some(known.belongs(attribution, self.source, click.filter(|_| by_click)))
            }
            None => None,
        };
        let event = FanEvent {
            event_id: self.event_id,
            occurred_at: unix_time(self.occurred_at),
            fan: FanFacts {
                fan_id: self.fan_id,
                username: self.username,
                country: self.country.as_deref().and_then(CountryCode::parse).or(said.country),
                ..said
            },
            provider_id: None,
            click_ref: self.click_ref,
            deed: FanAction::MessageReceived { message_id: None },
        };
        Ok(Row {
            kind: ConversionType::FanSent3Messages,
            event: Cow::Owned(event),
            belongs,
            id: 0,
            hashes: None,
        })
    }
}
