//! What is known of our own dealings with fans.

use broadcast_gate::screening::History;
use broadcast_gate::text::{CampaignId, FanId, TextDigest};
use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel::sql_types::{Array, BigInt, Binary, Bool, Nullable, Text, Timestamptz};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use kernel::OwnerId;

use crate::statement::statement;
use crate::time::unix_time;

/// What there is to know of the fans, a line a fact; of most there is none. A row that this campaign has in hand is left
/// out, so that it is no reason against itself.
///
/// `OFFSET 0` keeps the planner at one probe of an index for each fan: it takes a page for a large part of the table, and
/// would read all of it.
const FACTS: &str = "
    SELECT asked.place, fan.opted_out, fan.replied_at, NULL::timestamptz AS dealt_at, false AS same_text,
        false AS by_this
    FROM UNNEST($2) WITH ORDINALITY AS asked (fan_id, place)
    CROSS JOIN LATERAL (
        SELECT opted_out, replied_at FROM broadcast_fans WHERE owner_id = $1 AND fan_id = asked.fan_id OFFSET 0
    ) fan
    UNION ALL
    SELECT asked.place, false, NULL, dealt.at, coalesce(dealt.text_digest = asked.digest, false),
        coalesce(dealt.broadcast_id = $4, false)
    FROM UNNEST($2, $3) WITH ORDINALITY AS asked (fan_id, digest, place)
    CROSS JOIN LATERAL (
        SELECT coalesce(submitted_at, claimed_at) AS at, text_digest, broadcast_id FROM broadcast_rows
        WHERE owner_id = $1 AND fan_id = asked.fan_id AND state IN ('claimed', 'sent', 'unknown')
          AND NOT (state = 'claimed' AND broadcast_id IS NOT DISTINCT FROM $4)
        OFFSET 0
    ) dealt";

#[derive(QueryableByName)]
struct Fact {
    /// The place of the fan among those asked for, from 1.
    #[diesel(sql_type = BigInt)]
    place: i64,
    #[diesel(sql_type = Bool)]
    opted_out: bool,
    #[diesel(sql_type = Nullable<Timestamptz>)]
    replied_at: Option<DateTime<Utc>>,
    #[diesel(sql_type = Nullable<Timestamptz>)]
    dealt_at: Option<DateTime<Utc>>,
    #[diesel(sql_type = Bool)]
    same_text: bool,
    #[diesel(sql_type = Bool)]
    by_this: bool,
}

/// What is known of each fan, in the order of `fans`.
pub(super) async fn read(
    connection: &mut AsyncPgConnection,
    owner: OwnerId,
    campaign: Option<CampaignId>,
    fans: &[(FanId, Option<TextDigest>)],
) -> QueryResult<Vec<History>> {
    let digests = fans.iter().map(|(_, digest)| digest.as_ref().map(|digest| digest.bytes().as_slice()));
    let facts: Vec<Fact> = statement(FACTS)
        .bind::<BigInt, _>(owner.get())
        .bind::<Array<Text>, _>(fans.iter().map(|(fan, _)| fan.as_str()).collect::<Vec<_>>())
        .bind::<Array<Nullable<Binary>>, _>(digests.collect::<Vec<_>>())
        .bind::<Nullable<BigInt>, _>(campaign.map(CampaignId::get))
        .load(connection)
        .await?;
    let mut histories = vec![History::default(); fans.len()];
    for fact in facts {
        let place = usize::try_from(fact.place - 1).ok();
        if let Some(history) = place.and_then(|place| histories.get_mut(place)) {
            learn(history, &fact);
        }
    }
    Ok(histories)
}

fn learn(history: &mut History, fact: &Fact) {
    let dealt_at = fact.dealt_at.map(unix_time);
    history.opted_out |= fact.opted_out;
    history.replied_at = history.replied_at.max(fact.replied_at.map(unix_time));
    history.last_sent_at = history.last_sent_at.max(dealt_at);
    history.same_text_at = history.same_text_at.max(dealt_at.filter(|_| fact.same_text));
    history.sent_by_this |= fact.by_this;
}
