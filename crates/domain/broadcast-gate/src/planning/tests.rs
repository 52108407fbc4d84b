use super::*;
use crate::audience::{AudienceInput, FanTier};
use crate::campaign::{CampaignInput, Definition};
use crate::message::MessageInput;
use crate::screening::Reason;
use crate::state::Status;
use crate::stop::AutoStopInput;
use crate::testing::{NOW, fan};
use crate::text::CampaignId;

fn campaign(mode: &str, audience: AudienceInput, auto_stop: AutoStopInput) -> Campaign {
    let input = CampaignInput {
        title: Some("x".into()),
        mode: Some(mode.into()),
        audience: Some(audience),
        message: Some(MessageInput { text: Some("hi".into()), ..MessageInput::default() }),
        auto_stop: Some(auto_stop),
        ..CampaignInput::default()
    };
    Campaign {
        id: CampaignId::new(1),
        definition: Definition::parse(&input).unwrap(),
        status: Status::Running,
        account: None,
        gate: None,
        launched_at: Some(NOW),
        alarms_since: None,
        created_at: NOW,
        updated_at: NOW,
        revision: 1,
    }
}

fn plain(mode: &str) -> Campaign {
    campaign(mode, AudienceInput::default(), AutoStopInput::default())
}

fn reads(campaign: &Campaign, progress: &Progress, arrival: Option<i64>, seconds: i64) -> bool {
    let arrival = arrival.map(|seconds| NOW.plus_seconds(seconds));
    next_reading(campaign, progress, arrival, NOW.plus_seconds(seconds)).is_some()
}

fn at(planning: Planning) -> Progress {
    Progress { planning, ..Progress::default() }
}

#[test]
fn a_frozen_audience_is_read_to_its_end_and_once() {
    for mode in ["segmented", "tiered"] {
        let start = Planning::default();
        let middle = start.after_page(Some("2".into()), NOW);
        let end = middle.after_page(None, NOW);
        assert!(reads(&plain(mode), &at(start), None, 0));
        assert!(reads(&plain(mode), &at(middle), None, 0));
        assert!(!reads(&plain(mode), &at(end.clone()), None, 0));
        assert!(is_planned(Mode::Segmented, &end) && !is_planned(Mode::Online, &end));
    }
}

#[test]
fn a_failed_page_is_read_again_later_and_later() {
    let mut planning = Planning::default();
    let mut waits = Vec::new();
    for _ in 0..10 {
        assert!(!planning.has_failed());
        planning = planning.after_failure(NOW);
        waits.push(planning.retry_at.unwrap().seconds() - NOW.seconds());
    }
    assert_eq!(waits, [5, 10, 20, 40, 80, 160, 320, 600, 600, 600]);
    assert!(planning.has_failed());
    assert!(!reads(&plain("drip"), &at(planning.clone()), None, 599));
    assert!(reads(&plain("drip"), &at(planning.clone()), None, 600));
    assert!(!planning.after_page(None, NOW).has_failed());
}

#[test]
fn a_drip_reads_on_when_little_can_be_sent_and_the_day_is_not_full() {
    let stop = AutoStopInput { max_per_day: Some(10), ..AutoStopInput::default() };
    let drip = campaign("drip", AudienceInput::default(), stop);
    for (pending, waiting, taken_today, expected) in
        [(0, 0, 0, true), (99, 0, 0, true), (100, 0, 0, false), (150, 51, 9, true), (0, 0, 10, false)]
    {
        let progress = Progress { pending, waiting, taken_today, ..Progress::default() };
        assert_eq!(reads(&drip, &progress, None, 0), expected, "{pending} {waiting} {taken_today}");
    }
}

#[test]
fn online_looks_for_those_who_came_since_its_last_look() {
    let online = plain("online");
    let looked =
        Planning::default().another_pass(NOW.plus_seconds(100)).after_page(None, NOW.plus_seconds(101));
    let looking = Planning::default().another_pass(NOW.plus_seconds(100)).after_page(Some("2".into()), NOW);
    for (planning, arrival, seconds, expected) in [
        (Planning::default(), None, 60, false),
        (Planning::default(), Some(-1), 60, false),
        (Planning::default(), Some(0), 14, false),
        (Planning::default(), Some(0), 15, true),
        (looked.clone(), Some(99), 200, false),
        (looked.clone(), Some(100), 200, true),
        (looked, Some(100), 114, false),
        (looking, None, 102, true),
    ] {
        assert_eq!(reads(&online, &at(planning), arrival, seconds), expected, "{arrival:?} {seconds}");
    }
    let reading = next_reading(&online, &Progress::default(), Some(NOW), NOW.plus_seconds(20)).unwrap();
    assert!(reading.arrivals_only);
    assert_eq!(reading.audience.to_input().last_seen_days, Some(1));
    assert_eq!(reading.from.began_at, Some(NOW.plus_seconds(20)));
}

#[test]
fn the_row_of_a_fan_says_what_screening_says() {
    let audience = AudienceInput { exclude_fan_ids: vec!["out".into()], ..AudienceInput::default() };
    let campaign = campaign("segmented", audience, AutoStopInput::default());
    let night = NOW.plus_seconds(11 * 3600);
    let german = kernel::CountryCode::parse("DE");
    let willing = fan("in", FanTier::Whale);
    for (fan, skipped, waits) in [
        (willing.clone(), None, false),
        (fan("out", FanTier::Whale), Some(Reason::Excluded), false),
        (Fan { opted_out: true, ..willing.clone() }, Some(Reason::OptedOut), false),
        (Fan { country: german, ..willing.clone() }, None, true),
        (Fan { country: german, blocked: true, ..willing }, Some(Reason::Blocked), false),
    ] {
        let row = row(&campaign, &fan, &History::default(), &Screening::default(), night);
        assert_eq!((row.skipped, row.not_before.is_some(), row.tier), (skipped, waits, fan.tier), "{fan:?}");
    }
}
