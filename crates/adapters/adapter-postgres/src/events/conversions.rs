//! Rows of conversions.

use std::collections::BTreeMap;

use application::intake::NewConversion;
use attribution::assign::{Basis, LinkId};
use diesel::prelude::*;
use diesel::sql_types::{Array, BigInt, Bool, Nullable, Text, Timestamptz};
use diesel_async::RunQueryDsl;
use kernel::{CountryCode, Hostname, OwnerId, UnixTime};
use webhooks::Event;

use crate::database::pg_connection::PgConnection;
use crate::database::statement::statement;
use crate::database::time::timestamp;

/// Sends content lists as array text, because nested arrays would lose their bounds.
const INSERT: &str = "
    INSERT INTO conversions (owner_id, event_id, kind, fan_id, occurred_at, hostname, link_id, basis, click_ref, source,
        username, country, trial, price_cents, transaction_id, transaction_kind, gross_cents, net_cents, purchase,
        currency, content_ids, bundle_key, bundle_name, media_in_msg, taken_at, apart_net_cents, apart_gross_cents)
    SELECT $1, UNNEST($3), UNNEST($4), UNNEST($5), UNNEST($6), UNNEST($7), UNNEST($8), UNNEST($9), UNNEST($10),
        UNNEST($11), UNNEST($12), UNNEST($13), UNNEST($14), UNNEST($15), UNNEST($16), UNNEST($17), UNNEST($18),
        UNNEST($19), UNNEST($20), UNNEST($21), UNNEST($22)::bigint[], UNNEST($23), UNNEST($24), UNNEST($25), $2,
        UNNEST($26), UNNEST($27)
    RETURNING event_id, conversion_id";

#[derive(QueryableByName)]
struct Stored {
    #[diesel(sql_type = Text)]
    event_id: String,
    #[diesel(sql_type = BigInt)]
    conversion_id: i64,
}

type Texts = Array<Text>;
type MaybeTexts = Array<Nullable<Text>>;
type MaybeNumbers = Array<Nullable<BigInt>>;

/// Inserts conversions of different events, and sets their ids. The database assigns the ids, so concurrent batches
/// need no coordination.
pub(super) async fn insert(
    transaction: &mut PgConnection,
    owner: OwnerId,
    rows: &mut [NewConversion<'_>],
    now: UnixTime,
) -> QueryResult<()> {
    if rows.is_empty() {
        return Ok(());
    }
    let paid = || rows.iter().map(NewConversion::transaction);
    let stored: Vec<Stored> = statement(INSERT)
        .bind::<BigInt, _>(owner.get())
        .bind::<Timestamptz, _>(timestamp(now))
        .bind::<Texts, _>(each(rows, |row| row.event.event_id.as_str()))
        .bind::<Texts, _>(each(rows, |row| row.kind.as_str()))
        .bind::<Texts, _>(each(rows, |row| row.event.fan.fan_id.as_str()))
        .bind::<Array<Timestamptz>, _>(each(rows, |row| timestamp(row.occurred_at())))
        .bind::<MaybeTexts, _>(each(rows, hostname))
        .bind::<MaybeNumbers, _>(each(rows, link))
        .bind::<MaybeTexts, _>(each(rows, basis))
        .bind::<MaybeTexts, _>(each(rows, |row| row.event.click_ref.as_deref()))
        .bind::<Texts, _>(each(rows, NewConversion::source))
        .bind::<MaybeTexts, _>(each(rows, |row| row.event.fan.username.as_deref()))
        .bind::<MaybeTexts, _>(each(rows, |row| row.event.fan.country.as_ref().map(CountryCode::as_str)))
        .bind::<Array<Nullable<Bool>>, _>(each(rows, |row| row.subscription().map(|(trial, _)| trial)))
        .bind::<MaybeNumbers, _>(each(rows, |row| row.subscription().map(|(_, price)| price)))
        .bind::<MaybeTexts, _>(paid().map(|paid| Some(&*paid?.transaction_id)).collect::<Vec<_>>())
        .bind::<MaybeTexts, _>(paid().map(|paid| Some(paid?.kind.as_str())).collect::<Vec<_>>())
        .bind::<MaybeNumbers, _>(each(rows, |row| {
            Some(row.transaction().filter(|_| !row.is_apart)?.gross_cents)
        }))
        .bind::<Array<BigInt>, _>(each(rows, NewConversion::counted_cents))
        .bind::<Array<Bool>, _>(each(rows, NewConversion::is_purchase))
        .bind::<MaybeTexts, _>(paid().map(|paid| Some(&*paid?.currency)).collect::<Vec<_>>())
        .bind::<MaybeTexts, _>(paid().map(|paid| Some(array(&paid?.content_ids))).collect::<Vec<_>>())
        .bind::<MaybeTexts, _>(paid().map(|paid| paid?.bundle_key.as_deref()).collect::<Vec<_>>())
        .bind::<MaybeTexts, _>(paid().map(|paid| paid?.bundle_name.as_deref()).collect::<Vec<_>>())
        .bind::<MaybeNumbers, _>(paid().map(|paid| Some(paid?.media_in_msg)).collect::<Vec<_>>())
        .bind::<MaybeNumbers, _>(each(rows, |row| {
            Some(row.transaction().filter(|_| row.is_apart)?.net_cents)
        }))
        .bind::<MaybeNumbers, _>(each(rows, |row| {
            Some(row.transaction().filter(|_| row.is_apart)?.gross_cents)
        }))
        .load(transaction)
        .await?;
    let ids: BTreeMap<_, _> = stored.into_iter().map(|row| (row.event_id, row.conversion_id)).collect();
    for row in rows {
        row.id = ids.get(&row.event.event_id).copied().unwrap_or_default();
    }
    Ok(())
}

/// Returns the webhook event of a conversion, with ids and money only.
pub(super) fn event(conversion: &NewConversion<'_>) -> Event {
    let paid = conversion.transaction();
    Event::ConversionCreated {
        id: conversion.id,
        kind: conversion.kind.as_str().into(),
        occurred_at: conversion.occurred_at(),
        domain: conversion.domain().cloned(),
        link_id: link(conversion),
        gross_cents: paid.map(|paid| paid.gross_cents),
        net_cents: paid.map(|paid| paid.net_cents),
        currency: paid.map(|paid| paid.currency.clone()),
    }
}

/// Returns the domain column of a conversion.
pub(super) fn hostname<'c>(conversion: &'c NewConversion<'_>) -> Option<&'c str> {
    conversion.domain().map(Hostname::as_str)
}

/// Returns the link column of a conversion.
pub(super) fn link(conversion: &NewConversion<'_>) -> Option<i64> {
    conversion.link().map(LinkId::get)
}

/// Returns the basis column of a conversion.
pub(super) fn basis(conversion: &NewConversion<'_>) -> Option<&'static str> {
    conversion.basis().map(Basis::as_str)
}

fn each<'r, 'a, T>(rows: &'r [NewConversion<'a>], value: impl Fn(&'r NewConversion<'a>) -> T) -> Vec<T> {
    rows.iter().map(value).collect()
}

fn array(numbers: &[i64]) -> String {
    let numbers: Vec<_> = numbers.iter().map(i64::to_string).collect();
    format!("{{{}}}", numbers.join(","))
}
