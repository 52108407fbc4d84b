//! Stored data of fans.

use application::intake::{FanUpdate, LatestValue};
use attribution::messages::MESSAGES;
use diesel::prelude::*;
use diesel::sql_types::{Array, BigInt, Bool, Nullable, Text, Timestamptz};
use diesel_async::RunQueryDsl;
use kernel::{OwnerId, UnixTime};

use crate::database::pg_connection::PgConnection;
use crate::database::statement::statement;
use crate::database::time::timestamp;

/// Keeps the latest value by event time, whatever the order of arrival, and counts messages. The statement does both,
/// because concurrent batches may contain events of one fan.
///
/// RETURNING names no parameter: on a distributed database, a node would get all parameters there without their types.
const WRITE: &str = "
    INSERT INTO fans (owner_id, fan_id, username, username_at, username_by, country, country_at, country_by,
        messages, online_at, opted_out_at)
    SELECT $1, UNNEST($2), UNNEST($3), UNNEST($4), UNNEST($5), UNNEST($6), UNNEST($7), UNNEST($8), UNNEST($9), UNNEST($10),
        UNNEST($11)
    ON CONFLICT (owner_id, fan_id) DO UPDATE SET
        username = CASE WHEN excluded.username IS NOT NULL AND (fans.username IS NULL
            OR (excluded.username_at, excluded.username_by) > (fans.username_at, fans.username_by)) THEN excluded.username ELSE fans.username END,
        username_at = CASE WHEN excluded.username IS NOT NULL AND (fans.username IS NULL
            OR (excluded.username_at, excluded.username_by) > (fans.username_at, fans.username_by)) THEN excluded.username_at ELSE fans.username_at END,
        username_by = CASE WHEN excluded.username IS NOT NULL AND (fans.username IS NULL
            OR (excluded.username_at, excluded.username_by) > (fans.username_at, fans.username_by)) THEN excluded.username_by ELSE fans.username_by END,
        country = CASE WHEN excluded.country IS NOT NULL AND (fans.country IS NULL
            OR (excluded.country_at, excluded.country_by) > (fans.country_at, fans.country_by)) THEN excluded.country ELSE fans.country END,
        country_at = CASE WHEN excluded.country IS NOT NULL AND (fans.country IS NULL
            OR (excluded.country_at, excluded.country_by) > (fans.country_at, fans.country_by)) THEN excluded.country_at ELSE fans.country_at END,
        country_by = CASE WHEN excluded.country IS NOT NULL AND (fans.country IS NULL
            OR (excluded.country_at, excluded.country_by) > (fans.country_at, fans.country_by)) THEN excluded.country_by ELSE fans.country_by END,
        messages = fans.messages + excluded.messages,
        online_at = GREATEST(fans.online_at, excluded.online_at),
        opted_out_at = LEAST(fans.opted_out_at, excluded.opted_out_at)
    RETURNING fan_id, messages, third_message_at IS NULL AS is_unmarked";

#[derive(QueryableByName)]
struct Written {
    #[diesel(sql_type = Text)]
    fan_id: String,
    #[diesel(sql_type = BigInt)]
    messages: i64,
    #[diesel(sql_type = Bool)]
    is_unmarked: bool,
}

/// Stores a batch's updates of fans. Returns the fans with three messages but no conversion for the third yet.
///
/// The statement locks these fans, so only one of several concurrent batches creates the conversion.
pub(super) async fn write(
    transaction: &mut PgConnection,
    owner: OwnerId,
    fans: &[FanUpdate<'_>],
) -> QueryResult<Vec<String>> {
    if fans.is_empty() {
        return Ok(Vec::new());
    }
    let said = |said: for<'n> fn(&'n FanUpdate<'n>) -> Option<LatestValue<'n>>| {
        let (mut texts, mut times, mut ids) = (vec![], vec![], vec![]);
        for fan in fans {
            let said = said(fan);
            texts.push(said.map(|said| said.text));
            times.push(said.map(|said| timestamp(said.at)));
            ids.push(said.map(|said| said.event_id));
        }
        (texts, times, ids)
    };
    let (usernames, countries) = (said(|fan| fan.username), said(|fan| fan.country));
    let times = |time: fn(&FanUpdate<'_>) -> Option<UnixTime>| {
        fans.iter().map(|fan| time(fan).map(timestamp)).collect::<Vec<_>>()
    };
    let written: Vec<Written> = statement(WRITE)
        .bind::<BigInt, _>(owner.get())
        .bind::<Array<Text>, _>(fans.iter().map(|fan| fan.fan_id).collect::<Vec<_>>())
        .bind::<Array<Nullable<Text>>, _>(usernames.0)
        .bind::<Array<Nullable<Timestamptz>>, _>(usernames.1)
        .bind::<Array<Nullable<Text>>, _>(usernames.2)
        .bind::<Array<Nullable<Text>>, _>(countries.0)
        .bind::<Array<Nullable<Timestamptz>>, _>(countries.1)
        .bind::<Array<Nullable<Text>>, _>(countries.2)
        .bind::<Array<BigInt>, _>(fans.iter().map(|fan| fan.messages).collect::<Vec<_>>())
        .bind::<Array<Nullable<Timestamptz>>, _>(times(|fan| fan.online_at))
        .bind::<Array<Nullable<Timestamptz>>, _>(times(|fan| fan.opted_out_at))
        .load(transaction)
        .await?;
    let enough = i64::try_from(MESSAGES).unwrap_or(i64::MAX);
    let due = written.into_iter().filter(|fan| fan.messages >= enough && fan.is_unmarked);
    Ok(due.map(|fan| fan.fan_id).collect())
}
