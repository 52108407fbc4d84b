//! What is kept of fans.

use std::collections::BTreeMap;

use attribution::event::{FanAction, FanEvent};
use diesel::prelude::*;
use diesel::sql_types::{Array, BigInt, Bool, Nullable, Text, Timestamptz};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use kernel::{CountryCode, OwnerId, UnixTime};

use super::moment;
use crate::statement::statement;
use crate::time::timestamp;

/// Something that an event says, with its place in the order of events.
type Said<'a> = Option<(UnixTime, &'a str, &'a str)>;

/// What a batch says of a fan.
#[derive(Default)]
struct News<'a> {
    username: Said<'a>,
    country: Said<'a>,
    messages: i64,
    online_at: Option<UnixTime>,
    opted_out_at: Option<UnixTime>,
}

impl<'a> News<'a> {
    fn add(&mut self, event: &'a FanEvent) {
        let at = moment(event);
        let said = |text: &'a str| (at, event.event_id.as_str(), text);
        if event.deed.is_conversion() {
            self.username = self.username.max(event.fan.username.as_deref().map(said));
            self.country = self.country.max(event.fan.country.as_ref().map(CountryCode::as_str).map(said));
        }
        match event.deed {
            FanAction::MessageReceived { .. } => self.messages += 1,
            FanAction::FanOnline => self.online_at = self.online_at.max(Some(at)),
            FanAction::FanOptedOut => {
                self.opted_out_at = Some(self.opted_out_at.map_or(at, |earlier| earlier.min(at)));
            }
            _ => {}
        }
    }
}

/// The last word wins by the time of the event, whatever came first.
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
    RETURNING fan_id, messages >= 3 AND third_message_at IS NULL AS due";

#[derive(QueryableByName)]
struct Written {
    #[diesel(sql_type = Text)]
    fan_id: String,
    #[diesel(sql_type = Bool)]
    due: bool,
}

/// Writes what the events say of their fans, and names those who have written three messages without the conversion of
/// it. They are locked from now on, so of batches at once one makes it.
pub(super) async fn write(
    transaction: &mut AsyncPgConnection,
    owner: OwnerId,
    events: &[&FanEvent],
) -> QueryResult<Vec<String>> {
    let mut fans: BTreeMap<&str, News<'_>> = BTreeMap::new();
    for event in events {
        fans.entry(&event.fan.fan_id).or_default().add(event);
    }
    let said = |said: for<'n> fn(&'n News<'n>) -> Said<'n>| {
        let (mut words, mut times, mut ids) = (vec![], vec![], vec![]);
        for news in fans.values() {
            let said = said(news);
            words.push(said.map(|(_, _, word)| word));
            times.push(said.map(|(at, _, _)| timestamp(at)));
            ids.push(said.map(|(_, id, _)| id));
        }
        (words, times, ids)
    };
    let (usernames, countries) = (said(|news| news.username), said(|news| news.country));
    let times = |time: fn(&News<'_>) -> Option<UnixTime>| {
        fans.values().map(|news| time(news).map(timestamp)).collect::<Vec<_>>()
    };
    let written: Vec<Written> = statement(WRITE)
        .bind::<BigInt, _>(owner.get())
        .bind::<Array<Text>, _>(fans.keys().collect::<Vec<_>>())
        .bind::<Array<Nullable<Text>>, _>(usernames.0)
        .bind::<Array<Nullable<Timestamptz>>, _>(usernames.1)
        .bind::<Array<Nullable<Text>>, _>(usernames.2)
        .bind::<Array<Nullable<Text>>, _>(countries.0)
        .bind::<Array<Nullable<Timestamptz>>, _>(countries.1)
        .bind::<Array<Nullable<Text>>, _>(countries.2)
        .bind::<Array<BigInt>, _>(fans.values().map(|news| news.messages).collect::<Vec<_>>())
        .bind::<Array<Nullable<Timestamptz>>, _>(times(|news| news.online_at))
        .bind::<Array<Nullable<Timestamptz>>, _>(times(|news| news.opted_out_at))
        .load(transaction)
        .await?;
    Ok(written.into_iter().filter(|fan| fan.due).map(|fan| fan.fan_id).collect())
}
