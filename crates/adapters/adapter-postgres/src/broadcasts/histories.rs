//! Histories of messages sent to fans, and of their reactions.

use std::collections::HashMap;

use broadcast_gate::screening::History;
use broadcast_gate::text::{CampaignId, FanId, TextDigest};
use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel::sql_types::{Array, BigInt, Binary, Bool, Nullable, Text, Timestamptz};
use diesel_async::RunQueryDsl;
use kernel::OwnerId;

use crate::database::pg_connection::PgConnection;
use crate::database::statement::statement;
use crate::database::time::unix_time;

/// Selects one fact a row about each fan; most fans have none. Leaves out the row that this campaign has claimed, so
/// that the row does not block itself.
///
/// The planner assumes that an array from a subselect is short, so it always uses the indexes. For an array parameter
/// with a page of fans it would choose a scan of the whole table.
const FACTS: &str = "
    SELECT fan_id, opted_out, replied_at, NULL::timestamptz AS dealt_at, NULL::bytea AS text_digest, false AS by_this
    FROM broadcast_fans WHERE owner_id = $1 AND fan_id = ANY ((SELECT $2)::text[])
    UNION ALL
    SELECT fan_id, false, NULL, coalesce(submitted_at, claimed_at), text_digest, coalesce(broadcast_id = $3, false)
    FROM broadcast_rows
    WHERE owner_id = $1 AND fan_id = ANY ((SELECT $2)::text[]) AND state IN ('claimed', 'sent', 'unknown')
        AND NOT (state = 'claimed' AND broadcast_id IS NOT DISTINCT FROM $3)";

#[derive(QueryableByName)]
struct Fact {
    #[diesel(sql_type = Text)]
    fan_id: String,
    #[diesel(sql_type = Bool)]
    opted_out: bool,
    #[diesel(sql_type = Nullable<Timestamptz>)]
    replied_at: Option<DateTime<Utc>>,
    #[diesel(sql_type = Nullable<Timestamptz>)]
    dealt_at: Option<DateTime<Utc>>,
    #[diesel(sql_type = Nullable<Binary>)]
    text_digest: Option<Vec<u8>>,
    #[diesel(sql_type = Bool)]
    by_this: bool,
}

/// Returns the history of each fan, in the order of `fans`.
pub(super) async fn read(
    connection: &mut PgConnection,
    owner: OwnerId,
    campaign: Option<CampaignId>,
    fans: &[(FanId, Option<TextDigest>)],
) -> QueryResult<Vec<History>> {
    let facts: Vec<Fact> = statement(FACTS)
        .bind::<BigInt, _>(owner.get())
        .bind::<Array<Text>, _>(fans.iter().map(|(fan, _)| fan.as_str()).collect::<Vec<_>>())
        .bind::<Nullable<BigInt>, _>(campaign.map(CampaignId::get))
        .load(connection)
        .await?;
    let mut of_fans: HashMap<&str, Vec<&Fact>> = HashMap::new();
    for fact in &facts {
        of_fans.entry(&fact.fan_id).or_default().push(fact);
    }
    let history = |(fan, digest): &(FanId, Option<TextDigest>)| {
        let mut history = History::default();
        for fact in of_fans.get(fan.as_str()).into_iter().flatten() {
            learn(&mut history, fact, digest.as_ref());
        }
        history
    };
    Ok(fans.iter().map(history).collect())
}

fn learn(history: &mut History, fact: &Fact, digest: Option<&TextDigest>) {
    let same_text = digest.is_some_and(|digest| fact.text_digest.as_deref() == Some(digest.bytes()));
    let dealt_at = fact.dealt_at.map(unix_time);
    history.opted_out |= fact.opted_out;
    history.replied_at = history.replied_at.max(fact.replied_at.map(unix_time));
    history.last_sent_at = history.last_sent_at.max(dealt_at);
    history.same_text_at = history.same_text_at.max(dealt_at.filter(|_| same_text));
    history.sent_by_this |= fact.by_this;
}
