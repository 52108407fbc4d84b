//! What is known of our own dealings with fans.

use broadcast_gate::screening::History;
use broadcast_gate::text::{CampaignId, FanId, TextDigest};
use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel::sql_types::{Array, BigInt, Binary, Bool, Nullable, Text, Timestamptz};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use kernel::OwnerId;

use crate::time::unix_time;

/// A row that this campaign has in hand is left out, so that it is no reason against itself.
const HISTORIES: &str = "
    SELECT coalesce(fan.opted_out, false) AS opted_out, fan.replied_at, dealt.last_sent_at, dealt.same_text_at,
        coalesce(dealt.sent_by_this, false) AS sent_by_this
    FROM UNNEST($2, $3) WITH ORDINALITY AS asked (fan_id, digest, place)
    LEFT JOIN broadcast_fans fan ON fan.owner_id = $1 AND fan.fan_id = asked.fan_id
    CROSS JOIN LATERAL (
        SELECT max(coalesce(submitted_at, claimed_at)) AS last_sent_at,
            max(coalesce(submitted_at, claimed_at)) FILTER (WHERE text_digest = asked.digest) AS same_text_at,
            bool_or(broadcast_id = $4) AS sent_by_this
        FROM broadcast_rows
        WHERE owner_id = $1 AND fan_id = asked.fan_id AND state IN ('claimed', 'sent', 'unknown')
          AND NOT (state = 'claimed' AND broadcast_id IS NOT DISTINCT FROM $4)
    ) dealt
    ORDER BY asked.place";

#[derive(QueryableByName)]
struct HistoryRow {
    #[diesel(sql_type = Bool)]
    opted_out: bool,
    #[diesel(sql_type = Nullable<Timestamptz>)]
    replied_at: Option<DateTime<Utc>>,
    #[diesel(sql_type = Nullable<Timestamptz>)]
    last_sent_at: Option<DateTime<Utc>>,
    #[diesel(sql_type = Nullable<Timestamptz>)]
    same_text_at: Option<DateTime<Utc>>,
    #[diesel(sql_type = Bool)]
    sent_by_this: bool,
}

/// What is known of each fan, in the order of `fans`.
pub(super) async fn read(
    connection: &mut AsyncPgConnection,
    owner: OwnerId,
    campaign: Option<CampaignId>,
    fans: &[(FanId, Option<TextDigest>)],
) -> QueryResult<Vec<History>> {
    let digests = fans.iter().map(|(_, digest)| digest.as_ref().map(|digest| digest.bytes().as_slice()));
    let rows: Vec<HistoryRow> = diesel::sql_query(HISTORIES)
        .bind::<BigInt, _>(owner.get())
        .bind::<Array<Text>, _>(fans.iter().map(|(fan, _)| fan.as_str()).collect::<Vec<_>>())
        .bind::<Array<Nullable<Binary>>, _>(digests.collect::<Vec<_>>())
        .bind::<Nullable<BigInt>, _>(campaign.map(CampaignId::get))
        .load(connection)
        .await?;
    let history = |row: HistoryRow| History {
        opted_out: row.opted_out,
        last_sent_at: row.last_sent_at.map(unix_time),
        same_text_at: row.same_text_at.map(unix_time),
        sent_by_this: row.sent_by_this,
        replied_at: row.replied_at.map(unix_time),
    };
    Ok(rows.into_iter().map(history).collect())
}
