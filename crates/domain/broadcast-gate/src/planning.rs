//! Planning: builds an audience page by page, and turns each page into ledger rows.

use kernel::UnixTime;
use serde::{Deserialize, Serialize};

use crate::audience::{Audience, Fan};
use crate::campaign::{Campaign, Mode};
use crate::ledger::NewRow;
use crate::progress::{Planning, Progress};
use crate::screening::{Candidate, History, Screening, Verdict};

/// Maximum number of fans per page.
pub const PAGE: u32 = 1000;
/// Number of sendable rows below which a drip reads the next page.
const DRIP_RESERVE: u64 = 100;
/// Minimum period between two passes over the fans who came online, in seconds.
const GATHER_SECONDS: i64 = 15;

/// Next page that a campaign reads.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reading {
    /// Planning state before the page.
    pub from: Planning,
    /// Selector of the fans on the page.
    pub audience: Audience,
    /// Whether only fans who came online count.
    pub arrivals_only: bool,
}

/// Returns the next page of `campaign`, if one is due. `latest_arrival` is the moment when a fan of the owner last came
/// online.
///
/// - `segmented` and `tiered` read all pages at once.
/// - `drip` reads on when few rows can be sent and the daily limit is not reached.
/// - `online` looks for fans who came online since its last pass, among recently seen fans.
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

/// Whether a campaign has read all pages that it will ever read.
pub fn is_planned(mode: Mode, planning: &Planning) -> bool {
    mode != Mode::Online && planning.complete
}

/// Creates the row of a fan who matches the selector.
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

/// Creates the screening candidate from a row alone, shortly before its message is submitted.
#[cfg(feature = "use-cases")]
pub(crate) fn candidate_of_row(campaign: &Campaign, country: Option<kernel::CountryCode>) -> Candidate {
    Candidate::of_row(country).skipped_if_replied(replies_count_since(campaign))
}

/// Returns the moment since which a fan's message counts as a reply; `None` unless the campaign skips fans who replied.
fn replies_count_since(campaign: &Campaign) -> Option<UnixTime> {
    campaign.launched_at.filter(|_| campaign.definition.stop().on_reply())
}

#[cfg(test)]
mod tests;
