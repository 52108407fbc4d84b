use std::collections::BTreeMap;

use crate::broadcasts::wire::{
    AudienceStatus, AudienceTier, AuditEntryOut, AuditKey, BroadcastAudience, BroadcastAutoStop,
    BroadcastCounters, BroadcastCreate, BroadcastDetail, BroadcastGate, BroadcastMessage, BroadcastMode,
    BroadcastOut, BroadcastPace, BroadcastReport, BroadcastSchedule, PreviewOut, SentInHour, TierMessage,
};
use auth_scopes::Caller;
use broadcast_gate::audience::{Audience, AudienceInput, FanStatus, FanTier};
use broadcast_gate::campaign::{Campaign, CampaignInput, Mode};
use broadcast_gate::campaigns::Overview;
use broadcast_gate::gate::{ClosedBy, Gate, GateState};
use broadcast_gate::ledger::Report;
use broadcast_gate::message::{MessageInput, Messages, TierInput};
use broadcast_gate::pace::{OwnPace, PaceInput};
use broadcast_gate::preview::{Preview, PublishedPreview};
use broadcast_gate::progress::Progress;
use broadcast_gate::screening::Reason;
use broadcast_gate::state::{ActingKey, Actor, AuditEntry, Status};
use broadcast_gate::stop::{AutoStop, AutoStopInput};
use broadcast_gate::text::AccountId;
use kernel::UnixTime;

use crate::convert::rfc3339;
use crate::stats::convert::by_code;

/// Converts the gate, with the parties that keep it closed.
pub fn gate_out(state: GateState) -> BroadcastGate {
    let closed_by: Vec<_> = state.closed_by().into_iter().map(ClosedBy::as_str).map(str::to_owned).collect();
    BroadcastGate { open: matches!(state.gate(), Gate::Open(_)), closed_by }
}

/// Converts a new campaign.
pub fn campaign_input(body: BroadcastCreate) -> CampaignInput {
    CampaignInput {
        title: Some(body.title),
        mode: Some(body.mode.as_str().to_owned()),
        audience: Some(audience_input(body.audience)),
        message: Some(message_input(body.message)),
        start_at: body.schedule.and_then(|schedule| schedule.start_at),
        operator_id: body.operator_id,
        platform_account_id: body.platform_account_id,
        pace: body.pace.map(pace_input),
        auto_stop: body.auto_stop.map(stop_input),
    }
}

/// Converts an audience selector.
pub fn audience_input(audience: BroadcastAudience) -> AudienceInput {
    AudienceInput {
        tier: audience.tier.map(|tier| tier.as_str().to_owned()),
        status: audience.status.map(|status| status.as_str().to_owned()),
        countries: audience.countries.unwrap_or_default(),
        min_spent_cents: audience.min_spent_cents,
        max_spent_cents: audience.max_spent_cents,
        last_seen_days: audience.last_seen_days,
        exclude_fan_ids: audience.exclude_fan_ids.unwrap_or_default(),
    }
}

fn message_input(message: BroadcastMessage) -> MessageInput {
    let BroadcastMessage { text, media_ids, price_cents, tiers } = message;
    let tiers = tiers.unwrap_or_default().into_iter().map(|(word, tier)| (word, tier_input(tier)));
    MessageInput { text, media_ids, price_cents, tiers: tiers.collect() }
}

/// Converts the message for a tier.
pub fn tier_input(tier: TierMessage) -> TierInput {
    TierInput { text: tier.text, media_ids: tier.media_ids, price_cents: tier.price_cents }
}

fn pace_input(pace: BroadcastPace) -> PaceInput {
    PaceInput { per_minute: pace.per_minute, per_day: pace.per_day, jitter: pace.jitter }
}

fn stop_input(stop: BroadcastAutoStop) -> AutoStopInput {
    let BroadcastAutoStop { max_sends, max_per_day, revenue_cents, end_at, on_reply } = stop;
    AutoStopInput { max_sends, max_per_day, revenue_cents, end_at, on_reply }
}

/// Returns the caller as an audit actor.
pub fn actor(caller: &Caller) -> Actor {
    Actor::Key(ActingKey {
        prefix: caller.prefix.to_string(),
        name: caller.key_name.as_str().to_owned(),
        member: caller.member.map(|member| member.get()),
    })
}

/// Converts a campaign with its state.
pub fn broadcast_out(campaign: &Campaign) -> BroadcastOut {
    let definition = &campaign.definition;
    let account = campaign.account.as_ref().or(definition.account());
    let reason = campaign.status.reason().map(str::to_owned);
    let (pause_reason, finish_reason) = match campaign.status {
        Status::Paused(_) => (reason, None),
        _ => (None, reason),
    };
    BroadcastOut {
        id: campaign.id.get(),
        title: definition.title().as_str().to_owned(),
        mode: mode(definition.mode()),
        audience: audience_out(definition.audience()),
        message: message_out(definition.messages()),
        schedule: definition.start_at().map(|at| BroadcastSchedule { start_at: Some(at.seconds()) }),
        operator_id: definition.operator_id(),
        platform_account_id: account.map(AccountId::as_str).map(str::to_owned),
        pace: pace_out(definition.pace()),
        auto_stop: stop_out(definition.stop()),
        status: campaign.status.as_str().to_owned(),
        pause_reason,
        finish_reason,
        launched_at: campaign.launched_at.map(rfc3339),
        created_at: campaign.created_at.seconds(),
        updated_at: campaign.updated_at.seconds(),
    }
}

fn mode(mode: Mode) -> BroadcastMode {
    match mode {
        Mode::Segmented => BroadcastMode::Segmented,
        Mode::Tiered => BroadcastMode::Tiered,
        Mode::Drip => BroadcastMode::Drip,
        Mode::Online => BroadcastMode::Online,
    }
}

fn audience_out(audience: &Audience) -> BroadcastAudience {
    let AudienceInput {
        countries, min_spent_cents, max_spent_cents, last_seen_days, exclude_fan_ids, ..
    } = audience.to_input();
    BroadcastAudience {
        tier: Some(match audience.tier() {
            None => AudienceTier::All,
            Some(FanTier::Whale) => AudienceTier::Whale,
            Some(FanTier::Spender) => AudienceTier::Spender,
            Some(FanTier::Free) => AudienceTier::Free,
            Some(FanTier::Trial) => AudienceTier::Trial,
        }),
        status: Some(match audience.status() {
            None => AudienceStatus::Any,
            Some(FanStatus::Active) => AudienceStatus::Active,
            Some(FanStatus::Expired) => AudienceStatus::Expired,
        }),
        countries: Some(countries),
        min_spent_cents,
        max_spent_cents,
        last_seen_days,
        exclude_fan_ids: Some(exclude_fan_ids),
    }
}

/// Writes out the messages of all tiers in full, so that each fan's message can be read directly.
fn message_out(messages: &Messages) -> BroadcastMessage {
    let MessageInput { text, media_ids, price_cents, tiers } = messages.to_input();
    let own = |tier: TierInput| TierMessage {
        text: tier.text,
        media_ids: tier.media_ids,
        price_cents: tier.price_cents,
    };
    let tiers = tiers.into_iter().map(|(word, tier)| (word, own(tier))).collect();
    BroadcastMessage { text, media_ids, price_cents, tiers: Some(tiers) }
}

fn pace_out(pace: &OwnPace) -> Option<BroadcastPace> {
    let input = pace.to_input();
    let PaceInput { per_minute, per_day, jitter } = input;
    (pace != &OwnPace::default()).then_some(BroadcastPace { per_minute, per_day, jitter })
}

fn stop_out(stop: &AutoStop) -> Option<BroadcastAutoStop> {
    let AutoStopInput { max_sends, max_per_day, revenue_cents, end_at, .. } = stop.to_input();
    let on_reply = Some(stop.on_reply());
    let out = BroadcastAutoStop { max_sends, max_per_day, revenue_cents, end_at, on_reply };
    (stop != &AutoStop::default()).then_some(out)
}

/// Converts a campaign with progress and forecast.
pub fn broadcast_detail(overview: &Overview) -> BroadcastDetail {
    BroadcastDetail {
        broadcast: broadcast_out(&overview.campaign),
        counters: counters(&overview.progress),
        next_send_at: overview.forecast.next_send_at.map(rfc3339),
        estimated_finish_at: overview.forecast.estimated_finish_at.map(rfc3339),
    }
}

fn counters(progress: &Progress) -> BroadcastCounters {
    BroadcastCounters {
        matched: progress.matched,
        pending: progress.pending,
        sent: progress.sent,
        failed: progress.failed,
        unknown: progress.unknown,
        replied: progress.replied,
        purchased: progress.purchased,
        waiting: progress.waiting,
        screened: by_word(&progress.screened),
    }
}

fn by_word(screened: &BTreeMap<Reason, u64>) -> BTreeMap<String, u64> {
    screened.iter().map(|(reason, count)| (reason.as_str().to_owned(), *count)).collect()
}

/// Converts the size of an audience.
pub fn preview_out(preview: &Preview) -> PreviewOut {
    let PublishedPreview { matched, selected, histogram, floor } = preview.published();
    let histogram = histogram.into_iter().map(|(word, count)| (word.to_string(), count)).collect();
    PreviewOut { matched, selected, histogram, floor }
}

/// Converts a campaign's report.
pub fn report_out(report: &Report) -> BroadcastReport {
    let in_hour = |(hour, n): &(UnixTime, u64)| SentInHour { hour: rfc3339(*hour), n: *n };
    BroadcastReport {
        screened: by_word(&report.screened),
        sent_by_hour: report.sent_by_hour.iter().map(in_hour).collect(),
        replies: report.replies,
        purchases: report.purchases,
        revenue_cents: report.revenue_cents,
        other_currencies: by_code(&report.other_currencies),
    }
}

/// Converts a change of a campaign's state.
pub fn audit_out(entry: &AuditEntry) -> AuditEntryOut {
    let (actor, key) = match &entry.actor {
        Actor::Service => ("service", None),
        Actor::Key(ActingKey { prefix, name, member }) => {
            ("key", Some(AuditKey { prefix: prefix.clone(), name: name.clone(), member_id: *member }))
        }
    };
    AuditEntryOut {
        at: rfc3339(entry.at),
        actor: actor.to_owned(),
        key,
        from: entry.from.as_str().to_owned(),
        to: entry.to.as_str().to_owned(),
        reason: entry.to.reason().map(str::to_owned),
    }
}
