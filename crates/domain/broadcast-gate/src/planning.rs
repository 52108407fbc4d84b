//! Building an audience page by page: what is read next, and what a page puts into the ledger.

use kernel::UnixTime;
use serde::{Deserialize, Serialize};

use crate::audience::{Audience, Fan};
use crate::campaign::{Campaign, Mode};
use crate::ledger::NewRow;
use crate::progress::{Planning, Progress};
use crate::screening::{Candidate, History, Screening, Verdict};

/// Most fans of a page.
pub const PAGE: u32 = 1000;
/// A drip reads on when fewer rows than this can be sent.
const DRIP_RESERVE: u64 = 100;
/// How long the fans who came online are gathered before they are looked up, in seconds.
const GATHER_SECONDS: i64 = 15;

/// The next page that a campaign reads.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reading {
    /// The state from which it is read.
    pub from: Planning,
    /// Whom the page is of.
    pub audience: Audience,
    /// Whether only fans who came online count.
    pub arrivals_only: bool,
}

/// The page that `campaign` reads next, if it reads one now. `latest_arrival` is when a fan of the owner last came online.
///
/// `segmented` and `tiered` read everything at once; `drip` reads on when little can be sent and the day is not full;
/// `online` looks for those who came online since its last pass, among the fans who were seen lately.
pub fn next_reading(
    campaign: &Campaign,
    progress: &Progress,
    latest_arrival: Option<UnixTime>,
    now: UnixTime,
) -> Option<Reading> {
    let planning = &progress.planning;
    let audience = campaign.definition.audience();
    let read =
        |from: Planning, audience: Audience, arrivals_only| Some(Reading { from, audience, arrivals_only });
    match campaign.definition.mode() {
        Mode::Segmented | Mode::Tiered => {
            planning.can_read(now).then(|| read(planning.clone(), audience.clone(), false))?
        }
        Mode::Drip => {
            let full = campaign
                .definition
                .stop()
                .max_per_day()
                .is_some_and(|most| progress.taken_today >= most.into());
            let enough = progress.pending.saturating_sub(progress.waiting) >= DRIP_RESERVE;
            (planning.can_read(now) && !full && !enough)
                .then(|| read(planning.clone(), audience.clone(), false))?
        }
        Mode::Online => {
            let began_at = planning.began_at.or(campaign.launched_at);
            let from = if planning.complete || planning.began_at.is_none() {
                let arrived = latest_arrival.zip(began_at).is_some_and(|(arrival, began)| arrival >= began);
                let gathered = began_at.is_none_or(|began| began.plus_seconds(GATHER_SECONDS) <= now);
                (arrived && gathered).then(|| planning.another_pass(now))?
            } else {
                planning.clone()
            };
            from.can_read(now).then(|| read(from, audience.seen_within(1), true))?
        }
    }
}

/// Whether all that a campaign will ever read has been read.
pub fn is_planned(mode: Mode, planning: &Planning) -> bool {
    mode != Mode::Online && planning.complete
}

/// The row of a fan whom the selector takes.
pub fn row(
    campaign: &Campaign,
    fan: &Fan,
    history: &History,
    screening: &Screening,
    now: UnixTime,
) -> NewRow {
    let candidate =
        Candidate::of(fan, campaign.definition.audience()).skipped_if_replied(replies_count_since(campaign));
    let (skipped, not_before) = match screening.first(&candidate, history, now) {
        Verdict::Send => (None, None),
        Verdict::Wait(until) => (None, Some(until)),
        Verdict::Skip(reason) => (Some(reason), None),
    };
    NewRow { fan_id: fan.fan_id.clone(), tier: fan.tier, country: fan.country, skipped, not_before }
}

/// What is known of a fan by their row alone, when the message is about to be submitted.
#[cfg(feature = "use-cases")]
pub(crate) fn candidate_of_row(campaign: &Campaign, country: Option<kernel::CountryCode>) -> Candidate {
    Candidate::of_row(country).skipped_if_replied(replies_count_since(campaign))
}

/// Since when a message of a fan counts as a reply, for a campaign that sends nothing to those who reply.
fn replies_count_since(campaign: &Campaign) -> Option<UnixTime> {
    campaign.launched_at.filter(|_| campaign.definition.stop().on_reply())
}

#[cfg(test)]
mod tests;
