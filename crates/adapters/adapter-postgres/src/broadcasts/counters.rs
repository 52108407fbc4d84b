//! Counters over the rows of a campaign.

use std::collections::BTreeMap;

use async_trait::async_trait;
use broadcast_gate::ledger::Report;
use broadcast_gate::pace::{AccountPace, day_of, start_of_day};
use broadcast_gate::ports::CampaignStats;
use broadcast_gate::progress::{Planning, Progress, Recent};
use broadcast_gate::screening::Reason;
use broadcast_gate::text::{AccountId, CampaignId};
use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel::sql_types::{Array, BigInt, Bool, Integer, Jsonb, Nullable, Text, Timestamptz};
use diesel_async::RunQueryDsl;
use kernel::{OwnerId, StoreError, UnixTime};
use serde_json::json;

use super::row::{DAY, Delta, HOUR, WAIT};
use super::{Key, PgBroadcasts, pace};
use crate::database::error::{connection, corrupt, failed};
use crate::database::pg_connection::PgConnection;
use crate::database::prepared::Prepare as _;
use crate::database::statement::statement;
use crate::database::time::{timestamp, unix_time};
use crate::money::by_currency;
use crate::schema::broadcasts::{broadcast_figures, broadcast_tallies};

/// Reads tallies by kind and moment, and the latest answered attempts through an index, so the cost does not grow with
/// the campaign. One statement makes all values consistent.
const PROGRESS: &str = "
    SELECT counters.plan_step, counters.plan_cursor, counters.plan_began_at, counters.plan_complete, counters.plan_failures,
        counters.plan_retry_at, counters.matched, counters.pending, counters.sent, counters.failed, counters.unknown,
        counters.taken, counters.under_way, counters.replied, counters.purchased, counters.revenue_cents,
        recent.answered, recent.refused, recent.opted_out,
        coalesce((SELECT sum(rows) FROM broadcast_tallies
            WHERE owner_id = $1 AND broadcast_id = $2 AND kind = $3 AND moment > $4), 0)::bigint AS waiting,
        coalesce((SELECT sum(rows) FROM broadcast_tallies
            WHERE owner_id = $1 AND broadcast_id = $2 AND kind = $5 AND moment = $6), 0)::bigint AS taken_today,
        coalesce((SELECT jsonb_object_agg(kind, rows) FROM broadcast_tallies
            WHERE owner_id = $1 AND broadcast_id = $2 AND kind = ANY($7) AND rows > 0), '{}') AS screened
    FROM broadcasts campaign JOIN broadcast_figures counters USING (owner_id, broadcast_id) CROSS JOIN LATERAL (
        SELECT count(*) AS answered, count(*) FILTER (WHERE state = 'failed') AS refused,
            count(*) FILTER (WHERE opted_out) AS opted_out
        FROM (
            SELECT state, opted_out FROM broadcast_rows
            WHERE owner_id = $1 AND broadcast_id = $2 AND answered_at IS NOT NULL
              AND answered_at >= coalesce(campaign.alarms_since, 'epoch')
            ORDER BY answered_at DESC LIMIT $8
        ) latest
    ) recent
    WHERE owner_id = $1 AND broadcast_id = $2";

#[derive(QueryableByName)]
struct ProgressRow {
    #[diesel(sql_type = BigInt)]
    plan_step: i64,
    #[diesel(sql_type = Nullable<Text>)]
    plan_cursor: Option<String>,
    #[diesel(sql_type = Nullable<Timestamptz>)]
    plan_began_at: Option<DateTime<Utc>>,
    #[diesel(sql_type = Bool)]
    plan_complete: bool,
    #[diesel(sql_type = Integer)]
    plan_failures: i32,
    #[diesel(sql_type = Nullable<Timestamptz>)]
    plan_retry_at: Option<DateTime<Utc>>,
    #[diesel(sql_type = BigInt)]
    matched: i64,
    #[diesel(sql_type = BigInt)]
    pending: i64,
    #[diesel(sql_type = BigInt)]
    sent: i64,
    #[diesel(sql_type = BigInt)]
    failed: i64,
    #[diesel(sql_type = BigInt)]
    unknown: i64,
    #[diesel(sql_type = BigInt)]
    taken: i64,
    #[diesel(sql_type = BigInt)]
    under_way: i64,
    #[diesel(sql_type = BigInt)]
    replied: i64,
    #[diesel(sql_type = BigInt)]
    purchased: i64,
    #[diesel(sql_type = BigInt)]
    revenue_cents: i64,
    #[diesel(sql_type = BigInt)]
    answered: i64,
    #[diesel(sql_type = BigInt)]
    refused: i64,
    #[diesel(sql_type = BigInt)]
    opted_out: i64,
    #[diesel(sql_type = BigInt)]
    waiting: i64,
    #[diesel(sql_type = BigInt)]
    taken_today: i64,
    #[diesel(sql_type = Jsonb)]
    screened: serde_json::Value,
}

impl ProgressRow {
    fn progress(self) -> Result<Progress, StoreError> {
        let screened: BTreeMap<String, u64> = serde_json::from_value(self.screened).map_err(corrupt)?;
        let reason = |(word, rows): (String, u64)| Some((Reason::parse(&word)?, rows));
        let small = |count: i64| u32::try_from(count).unwrap_or_default();
        Ok(Progress {
            matched: count(self.matched),
            pending: count(self.pending),
            waiting: count(self.waiting),
            sent: count(self.sent),
            failed: count(self.failed),
            unknown: count(self.unknown),
            screened: screened.into_iter().filter_map(reason).collect(),
            replied: count(self.replied),
            purchased: count(self.purchased),
            revenue_cents: self.revenue_cents,
            taken: count(self.taken),
            taken_today: count(self.taken_today),
            under_way: count(self.under_way),
            recent: Recent {
                answered: small(self.answered),
                failed: small(self.refused),
                opted_out: small(self.opted_out),
            },
            planning: Planning {
                step: self.plan_step,
                cursor: self.plan_cursor,
                began_at: self.plan_began_at.map(unix_time),
                complete: self.plan_complete,
                failures: u32::try_from(self.plan_failures).unwrap_or_default(),
                retry_at: self.plan_retry_at.map(unix_time),
            },
        })
    }
}

fn count(rows: i64) -> u64 {
    u64::try_from(rows).unwrap_or_default()
}

#[async_trait]
impl CampaignStats for PgBroadcasts {
    async fn progress(
        &self,
        owner: OwnerId,
        campaign: CampaignId,
        now: UnixTime,
    ) -> Result<Progress, StoreError> {
        let mut connection = connection(&self.pool).await?;
        let row: Option<ProgressRow> = statement(PROGRESS)
            .bind::<BigInt, _>(owner.get())
            .bind::<BigInt, _>(campaign.get())
            .bind::<Text, _>(WAIT)
            .bind::<Timestamptz, _>(timestamp(now))
            .bind::<Text, _>(DAY)
            .bind::<Timestamptz, _>(timestamp(start_of_day(day_of(now))))
            .bind::<Array<Text>, _>(Reason::ALL.iter().map(|reason| reason.as_str()).collect::<Vec<_>>())
            .bind::<BigInt, _>(i64::from(Recent::WINDOW))
            .get_result(&mut connection)
            .await
            .optional()
            .map_err(failed)?;
        row.map_or_else(|| Ok(Progress::default()), ProgressRow::progress)
    }

    async fn pace(&self, owner: OwnerId, account: &AccountId) -> Result<AccountPace, StoreError> {
        let mut connection = connection(&self.pool).await?;
        pace::read(&mut connection, owner, account).await.map_err(failed)
    }

    async fn report(&self, owner: OwnerId, campaign: CampaignId) -> Result<Report, StoreError> {
        let mut connection = connection(&self.pool).await?;
        let counters: Option<(i64, i64, i64, serde_json::Value)> = broadcast_figures::table
            .find((owner.get(), campaign.get()))
            .select((
                broadcast_figures::replied,
                broadcast_figures::purchased,
                broadcast_figures::revenue_cents,
                broadcast_figures::apart_cents,
            ))
            .first(&mut connection)
            .await
            .optional()
            .map_err(failed)?;
        let (replies, purchases, revenue_cents, apart) = counters.unwrap_or_else(|| (0, 0, 0, json!({})));
        let mut report = Report {
            replies: count(replies),
            purchases: count(purchases),
            revenue_cents,
            other_currencies: by_currency(apart)?,
            ..Report::default()
        };
        let tallies: Vec<(String, DateTime<Utc>, i64)> = broadcast_tallies::table
            .filter(broadcast_tallies::owner_id.eq(owner.get()))
            .filter(broadcast_tallies::broadcast_id.eq(campaign.get()))
            .filter(broadcast_tallies::rows.gt(0))
            .order(broadcast_tallies::moment)
            .select((broadcast_tallies::kind, broadcast_tallies::moment, broadcast_tallies::rows))
            .load(&mut connection)
            .await
            .map_err(failed)?;
        for (kind, moment, rows) in tallies {
            if kind == HOUR {
                report.sent_by_hour.push((unix_time(moment), count(rows)));
            } else if let Some(reason) = Reason::parse(&kind) {
                report.screened.insert(reason, count(rows));
            }
        }
        Ok(report)
    }
}

/// Locks the counters until the transaction ends, and returns the number of taken rows in total and on `day`.
pub(super) async fn lock(transaction: &mut PgConnection, key: Key, day: i64) -> QueryResult<Option<Taken>> {
    let counted: Option<(i64, i64)> = broadcast_figures::table
        .find((key.owner.get(), key.campaign.get()))
        .select((broadcast_figures::taken, broadcast_figures::under_way))
        .for_no_key_update()
        .first(transaction)
        .await
        .optional()?;
    let Some((taken, under_way)) = counted else { return Ok(None) };
    let today: Option<i64> = broadcast_tallies::table
        .find((key.owner.get(), key.campaign.get(), DAY, timestamp(start_of_day(day))))
        .select(broadcast_tallies::rows)
        .first(transaction)
        .await
        .optional()?;
    Ok(Some(Taken {
        altogether: count(taken),
        today: count(today.unwrap_or_default()),
        under_way: count(under_way),
    }))
}

/// Counters that a claim checks against the limits.
pub(super) struct Taken {
    pub(super) altogether: u64,
    pub(super) today: u64,
    pub(super) under_way: u64,
}

/// Keeps tallies that reach zero; readers skip them.
const RAISE: &str = "
    INSERT INTO broadcast_tallies AS tally (owner_id, broadcast_id, kind, moment, rows)
    SELECT $1, $2, kind, moment, rows FROM UNNEST($3, $4, $5) AS new (kind, moment, rows)
    ON CONFLICT (owner_id, broadcast_id, kind, moment) DO UPDATE SET rows = tally.rows + excluded.rows";

/// Changes the counters of a campaign. The caller holds their lock.
pub(super) async fn add(transaction: &mut PgConnection, key: Key, delta: &Delta) -> QueryResult<()> {
    use broadcast_figures as counters;
    let [pending, sent, failed, unknown, taken, under_way] = delta.counts;
    diesel::update(counters::table.find((key.owner.get(), key.campaign.get())))
        .set((
            counters::matched.eq(counters::matched + delta.matched),
            counters::pending.eq(counters::pending + pending),
            counters::sent.eq(counters::sent + sent),
            counters::failed.eq(counters::failed + failed),
            counters::unknown.eq(counters::unknown + unknown),
            counters::taken.eq(counters::taken + taken),
            counters::under_way.eq(counters::under_way + under_way),
        ))
        .prepared()
        .execute(transaction)
        .await?;
    let changed = || delta.tallies.iter().filter(|(.., rows)| *rows != 0);
    if changed().next().is_none() {
        return Ok(());
    }
    statement(RAISE)
        .bind::<BigInt, _>(key.owner.get())
        .bind::<BigInt, _>(key.campaign.get())
        .bind::<Array<Text>, _>(changed().map(|(kind, ..)| *kind).collect::<Vec<_>>())
        .bind::<Array<Timestamptz>, _>(changed().map(|(_, at, _)| timestamp(*at)).collect::<Vec<_>>())
        .bind::<Array<BigInt>, _>(changed().map(|(.., rows)| *rows).collect::<Vec<_>>())
        .execute(transaction)
        .await
        .map(|_| ())
}
