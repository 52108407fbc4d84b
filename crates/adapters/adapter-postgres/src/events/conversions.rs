//! Conversions as rows.

use std::borrow::Cow;
use std::collections::BTreeMap;

use attribution::assign::{Basis, LinkId};
use attribution::event::{FanAction, FanEvent, Transaction, TransactionKind};
use attribution::history::Payment;
use conversion_pixel::event::Fan;
use conversion_pixel::{ConversionType, Platform};
use diesel::prelude::*;
use diesel::sql_types::{Array, BigInt, Bool, Nullable, Text, Timestamptz};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use kernel::{CountryCode, OwnerId, StoreError, UnixTime};

use super::known::{Belongs, Known};
use super::late_clicks::Hashes;
use super::{conversion_type, moment};
use crate::statement::statement;
use crate::time::timestamp;

/// A conversion that is to be stored.
pub(super) struct Row<'a> {
    pub(super) kind: ConversionType,
    pub(super) event: Cow<'a, FanEvent>,
    pub(super) belongs: Option<Belongs>,
    /// Its number, once it is stored.
    pub(super) id: i64,
    /// What identifies its fan, where no more than hashes are left of it.
    pub(super) hashes: Option<Hashes>,
}

impl<'a> Row<'a> {
    /// The conversion that an event is, attributed; `None` where it is none.
    pub(super) fn of(event: &'a FanEvent, known: &Known) -> Result<Option<Self>, StoreError> {
        let Some(kind) = conversion_type(&event.deed) else { return Ok(None) };
        Ok(Some(Self {
            kind,
            event: Cow::Borrowed(event),
            belongs: known.attribute(event)?,
            id: 0,
            hashes: None,
        }))
    }

    /// Its fan, as `platform` is told of him.
    pub(super) fn fan(&self, platform: Platform) -> Fan {
        let said = &self.event.fan;
        let fan = Fan {
            fan_id: said.fan_id.clone(),
            email: said.email.clone(),
            phone: said.phone.clone(),
            first_name: said.first_name.clone(),
            last_name: said.last_name.clone(),
            country: said.country.as_ref().map(ToString::to_string),
        };
        match &self.hashes {
            Some(hashes) => hashes.fan(platform, fan),
            None => fan,
        }
    }

    pub(super) fn transaction(&self) -> Option<&Transaction> {
        match &self.event.deed {
            FanAction::NewTransaction(transaction) => Some(transaction),
            _ => None,
        }
    }

    /// What is left of the money for the owner; 0 where none moved.
    pub(super) fn net_cents(&self) -> i64 {
        self.transaction().map_or(0, |transaction| transaction.net_cents)
    }

    pub(super) fn at(&self) -> UnixTime {
        moment(&self.event)
    }

    fn is_purchase(&self) -> bool {
        self.transaction().is_some_and(|transaction| {
            let refund = transaction.kind == TransactionKind::Refund;
            Payment { net_cents: transaction.net_cents, refund }.is_purchase()
        })
    }

    pub(super) fn hostname(&self) -> Option<&str> {
        self.belongs.as_ref().map(|belongs| belongs.attribution.domain.as_str())
    }

    pub(super) fn link(&self) -> Option<i64> {
        self.belongs.as_ref()?.attribution.link.map(LinkId::get)
    }

    pub(super) fn basis(&self) -> Option<&'static str> {
        self.belongs.as_ref().map(|belongs| match belongs.attribution.basis {
            Basis::Click(_) => "click",
            Basis::Link => "link",
        })
    }

    pub(super) fn source(&self) -> &str {
        self.belongs.as_ref().map_or("", |belongs| &belongs.source)
    }

    fn subscription(&self) -> Option<(bool, i64)> {
        match self.event.deed {
            FanAction::NewSubscriber { trial, price_cents } => Some((trial, price_cents)),
            _ => None,
        }
    }
}

/// Lists of content travel as the text of an array, because arrays of arrays lose their bounds on the way.
const INSERT: &str = "
    INSERT INTO conversions (owner_id, event_id, kind, fan_id, occurred_at, hostname, link_id, basis, click_ref, source,
        username, country, trial, price_cents, transaction_id, transaction_kind, gross_cents, net_cents, purchase,
        currency, content_ids, bundle_key, bundle_name, media_in_msg, taken_at)
    SELECT $1, UNNEST($3), UNNEST($4), UNNEST($5), UNNEST($6), UNNEST($7), UNNEST($8), UNNEST($9), UNNEST($10),
        UNNEST($11), UNNEST($12), UNNEST($13), UNNEST($14), UNNEST($15), UNNEST($16), UNNEST($17), UNNEST($18),
        UNNEST($19), UNNEST($20), UNNEST($21), UNNEST($22)::bigint[], UNNEST($23), UNNEST($24), UNNEST($25), $2
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

/// Inserts conversions of different events, and numbers them.
pub(super) async fn insert(
    transaction: &mut AsyncPgConnection,
    owner: OwnerId,
    rows: &mut [Row<'_>],
    now: UnixTime,
) -> QueryResult<()> {
    if rows.is_empty() {
        return Ok(());
    }
    let paid = || rows.iter().map(Row::transaction);
    let stored: Vec<Stored> = statement(INSERT)
        .bind::<BigInt, _>(owner.get())
        .bind::<Timestamptz, _>(timestamp(now))
        .bind::<Texts, _>(each(rows, |row| row.event.event_id.as_str()))
        .bind::<Texts, _>(each(rows, |row| row.kind.as_str()))
        .bind::<Texts, _>(each(rows, |row| row.event.fan.fan_id.as_str()))
        .bind::<Array<Timestamptz>, _>(each(rows, |row| timestamp(row.at())))
        .bind::<MaybeTexts, _>(each(rows, Row::hostname))
        .bind::<MaybeNumbers, _>(each(rows, Row::link))
        .bind::<MaybeTexts, _>(each(rows, Row::basis))
        .bind::<MaybeTexts, _>(each(rows, |row| row.event.click_ref.as_deref()))
        .bind::<Texts, _>(each(rows, Row::source))
        .bind::<MaybeTexts, _>(each(rows, |row| row.event.fan.username.as_deref()))
        .bind::<MaybeTexts, _>(each(rows, |row| row.event.fan.country.as_ref().map(CountryCode::as_str)))
        .bind::<Array<Nullable<Bool>>, _>(each(rows, |row| row.subscription().map(|(trial, _)| trial)))
        .bind::<MaybeNumbers, _>(each(rows, |row| row.subscription().map(|(_, price)| price)))
        .bind::<MaybeTexts, _>(paid().map(|paid| Some(&*paid?.transaction_id)).collect::<Vec<_>>())
        .bind::<MaybeTexts, _>(paid().map(|paid| Some(paid?.kind.as_str())).collect::<Vec<_>>())
        .bind::<MaybeNumbers, _>(paid().map(|paid| Some(paid?.gross_cents)).collect::<Vec<_>>())
        .bind::<Array<BigInt>, _>(each(rows, Row::net_cents))
        .bind::<Array<Bool>, _>(each(rows, Row::is_purchase))
        .bind::<MaybeTexts, _>(paid().map(|paid| Some(&*paid?.currency)).collect::<Vec<_>>())
        .bind::<MaybeTexts, _>(paid().map(|paid| Some(array(&paid?.content_ids))).collect::<Vec<_>>())
        .bind::<MaybeTexts, _>(paid().map(|paid| paid?.bundle_key.as_deref()).collect::<Vec<_>>())
        .bind::<MaybeTexts, _>(paid().map(|paid| paid?.bundle_name.as_deref()).collect::<Vec<_>>())
        .bind::<MaybeNumbers, _>(paid().map(|paid| Some(paid?.media_in_msg)).collect::<Vec<_>>())
        .load(transaction)
        .await?;
    let ids: BTreeMap<_, _> = stored.into_iter().map(|row| (row.event_id, row.conversion_id)).collect();
    for row in rows {
        row.id = ids.get(&row.event.event_id).copied().unwrap_or_default();
    }
    Ok(())
}

fn each<'r, 'a, T>(rows: &'r [Row<'a>], value: impl Fn(&'r Row<'a>) -> T) -> Vec<T> {
    rows.iter().map(value).collect()
}

fn array(numbers: &[i64]) -> String {
    let numbers: Vec<_> = numbers.iter().map(i64::to_string).collect();
    format!("{{{}}}", numbers.join(","))
}
