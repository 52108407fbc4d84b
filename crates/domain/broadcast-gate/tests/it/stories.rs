//! Life of a campaign from draft to end, in each mode.

use broadcast_gate::audience::{Fan, FanTier};
use broadcast_gate::campaign::CampaignInput;
use broadcast_gate::campaigns::CampaignError;
use broadcast_gate::deliver::{ProcessedRow, Step};
use broadcast_gate::ledger::{Reaction, Settlement};
use broadcast_gate::message::{MessageInput, TierInput};
use broadcast_gate::ports::FanEvents as _;
use broadcast_gate::quiet::QuietHours;
use broadcast_gate::screening::{Reason, Screening, UnknownCountry};
use broadcast_gate::state::{Actor, PauseReason, Status};
use broadcast_gate::stop::AutoStopInput;
use broadcast_gate::text::{CampaignId, FanId};
use kernel::{Clock as _, CountryCode};

use crate::engine::Mood;
use crate::model::{Bench, OWNER, alone, bench, campaign, fans, me};

const CALM: Screening =
    Screening { cooldown_seconds: 0, quiet: QuietHours::OFF, unknown_country: UnknownCountry::NoQuietHours };

/// Creates `count` fans without any reason to skip them.
fn willing(count: usize) -> Vec<Fan> {
    fans(count).into_iter().map(|fan| Fan { opted_out: false, blocked: false, ..fan }).collect()
}

fn launched(screening: Screening, fans: Vec<Fan>, input: &CampaignInput) -> (Bench, CampaignId) {
    let bench = bench(1, 0, screening);
    bench.engine.records().fans = fans;
    let id = bench.make(input);
    alone(bench.campaigns.launch(&me(), id)).unwrap();
    (bench, id)
}

impl Bench {
    fn status(&self, id: CampaignId) -> Status {
        self.world.tables().campaigns[&id].status
    }

    /// Runs steps and advances the clock for `seconds`; returns the settlements in order.
    fn for_seconds(&self, seconds: i64) -> Vec<Settlement> {
        let end = self.clock.now().plus_seconds(seconds);
        let mut settled = Vec::new();
        while self.clock.now() < end {
            match alone(self.step()).unwrap() {
                Step::Row(ProcessedRow { settlement, .. }) => settled.push(settlement),
                Step::Moved => {}
                Step::Idle { until } => {
                    let until = until.unwrap_or(end).min(end);
                    self.clock.pass((until.millis() - self.clock.now().millis()).max(1));
                }
            }
        }
        settled
    }
}

#[test]
fn a_closed_gate_stops_launch_and_resume_and_pauses_what_runs() {
    let (bench, id) = launched(CALM, willing(8), &campaign("segmented", "hi"));
    bench.for_seconds(10);
    let sent = bench.engine.records().messages.len();
    assert!((1..8).contains(&sent));

    bench.world.switch(false);
    let pending = bench.world.tables().progress(id, bench.clock.now()).pending;
    alone(bench.step()).unwrap();
    assert_eq!(bench.status(id), Status::Paused(PauseReason::GateClosed), "within one step");
    assert_eq!(bench.world.tables().progress(id, bench.clock.now()).pending, pending);
    assert!(matches!(alone(bench.campaigns.resume(&me(), id)), Err(CampaignError::GateClosed)));
    let other = bench.make(&campaign("segmented", "other"));
    assert!(matches!(alone(bench.campaigns.launch(&me(), other)), Err(CampaignError::GateClosed)));

    bench.world.switch(true);
    bench.for_seconds(60);
    assert_eq!(bench.engine.records().messages.len(), sent, "opening it again is not enough");
    alone(bench.campaigns.resume(&me(), id)).unwrap();
    bench.for_seconds(60);
    assert_eq!(bench.engine.records().messages.len(), 8);
    let audit = alone(bench.campaigns.audit(OWNER, id)).unwrap();
    let line: Vec<_> = audit.iter().map(|entry| (entry.actor.clone(), entry.to.as_str())).collect();
    let (service, me) = (Actor::Service, Actor::of(&me()));
    assert_eq!(
        line,
        [(me.clone(), "running"), (service.clone(), "paused"), (me, "running"), (service, "finished")]
    );
}

#[test]
fn a_gate_that_was_closed_between_two_steps_pauses_all_the_same() {
    let (bench, id) = launched(CALM, willing(4), &campaign("segmented", "hi"));
    bench.world.switch(false);
    bench.world.switch(true);
    alone(bench.step()).unwrap();
    assert_eq!(bench.status(id), Status::Paused(PauseReason::GateClosed));
}

#[test]
fn a_campaign_whose_fans_are_all_screened_is_finished() {
    let none: Vec<_> = fans(9).into_iter().map(|fan| Fan { opted_out: true, ..fan }).collect();
    for fans in [none, Vec::new()] {
        let count = fans.len() as u64;
        let (bench, id) = launched(CALM, fans, &campaign("segmented", "hi"));
        bench.for_seconds(5);
        assert_eq!(bench.status(id).reason(), Some("done"));
        let progress = bench.world.tables().progress(id, bench.clock.now());
        assert_eq!(progress.screened.values().sum::<u64>(), count);
        assert!(bench.engine.records().submissions.is_empty());
    }
}

#[test]
fn a_start_in_the_future_is_waited_for() {
    let bench = bench(1, 4, CALM);
    let start = bench.clock.now().plus_seconds(600);
    let input = CampaignInput { start_at: Some(start.seconds()), ..campaign("segmented", "hi") };
    let id = bench.make(&input);
    alone(bench.campaigns.launch(&me(), id)).unwrap();
    assert_eq!(bench.status(id), Status::Scheduled);
    bench.for_seconds(590);
    assert!(bench.engine.records().submissions.is_empty());
    alone(bench.campaigns.unschedule(&me(), id)).unwrap();
    assert_eq!(bench.status(id), Status::Draft);
    alone(bench.campaigns.launch(&me(), id)).unwrap();
    bench.for_seconds(10);
    bench.for_seconds(60);
    assert_eq!(bench.status(id).reason(), Some("done"));
    assert!(bench.engine.records().submissions.iter().all(|one| one.at >= start));
}

#[test]
fn tiers_get_their_own_message_and_price() {
    let over = TierInput { price_cents: Some(900), ..TierInput::default() };
    let message = MessageInput {
        media_ids: Some(vec!["7".into()]),
        price_cents: Some(500),
        tiers: [("whale".to_owned(), over)].into(),
        ..MessageInput::default()
    };
    let input = CampaignInput { message: Some(message), ..campaign("tiered", "hi") };
    let (bench, _) = launched(CALM, willing(8), &input);
    bench.for_seconds(60);
    let records = bench.engine.records();
    for fan in &records.fans {
        let expected = if fan.tier == Some(FanTier::Whale) { 900 } else { 500 };
        assert_eq!(records.prices[&fan.fan_id], expected);
    }
}

#[test]
fn a_drip_sends_its_share_a_day_until_it_is_through() {
    let stop = AutoStopInput { max_per_day: Some(3), ..AutoStopInput::default() };
    let input = CampaignInput { auto_stop: Some(stop), ..campaign("drip", "hi") };
    let (bench, id) = launched(CALM, willing(8), &input);
    for (seconds, expected) in [(3600, 3), (10 * 3600, 3), (6 * 3600, 6), (18 * 3600, 6), (24 * 3600, 8)] {
        bench.for_seconds(seconds);
        assert_eq!(bench.engine.records().messages.len(), expected);
    }
    assert_eq!(bench.status(id).reason(), Some("done"));
}

#[test]
fn a_drip_stops_at_its_number_its_revenue_and_its_end() {
    for (stop, sent, reason) in [
        (AutoStopInput { max_sends: Some(2), ..AutoStopInput::default() }, 2, "auto_stop"),
        (AutoStopInput { revenue_cents: Some(500), ..AutoStopInput::default() }, 1, "auto_stop"),
        (AutoStopInput { end_at: Some(1_795_176_005), ..AutoStopInput::default() }, 2, "end_at"),
    ] {
        let input = CampaignInput { auto_stop: Some(stop), ..campaign("drip", "hi") };
        let (bench, id) = launched(CALM, willing(8), &input);
        while bench.engine.records().messages.is_empty() {
            alone(bench.step()).unwrap();
        }
        let fan = bench.engine.records().submissions[0].fan.clone();
        let purchase = Reaction::Purchase { net_cents: 500 };
        alone(bench.world.reacted(OWNER, &fan, purchase, bench.clock.now())).unwrap();
        bench.for_seconds(120);
        assert_eq!(bench.status(id).reason(), Some(reason));
        assert_eq!(bench.engine.records().messages.len(), sent);
    }
}

#[test]
fn who_wrote_since_the_launch_gets_nothing_from_a_campaign_that_minds() {
    let stop = AutoStopInput { on_reply: Some(true), ..AutoStopInput::default() };
    let input = CampaignInput { auto_stop: Some(stop), ..campaign("drip", "hi") };
    let (bench, id) = launched(CALM, willing(3), &input);
    let last = FanId::parse("fan2").unwrap();
    alone(bench.world.reacted(OWNER, &last, Reaction::Reply, bench.clock.now())).unwrap();
    bench.for_seconds(60);
    assert_eq!(bench.engine.records().messages.len(), 2);
    assert_eq!(bench.world.tables().progress(id, bench.clock.now()).screened, [(Reason::Replied, 1)].into());
}

#[test]
fn online_writes_only_to_those_who_came_online_after_the_launch_and_once() {
    let bench = bench(1, 0, CALM);
    bench.engine.records().fans = willing(8);
    let came = |n: usize| {
        let fan = FanId::parse(&format!("fan{n}")).unwrap();
        alone(bench.world.came_online(OWNER, &fan, bench.clock.now())).unwrap();
    };
    came(1);
    bench.clock.pass(1000);
    let id = bench.make(&campaign("online", "hi"));
    alone(bench.campaigns.launch(&me(), id)).unwrap();
    bench.for_seconds(60);
    assert!(bench.engine.records().messages.is_empty());
    came(2);
    bench.for_seconds(60);
    came(2);
    came(5);
    bench.for_seconds(60);
    let mut fans: Vec<_> =
        bench.engine.records().submissions.iter().map(|one| one.fan.as_str().to_owned()).collect();
    fans.sort_unstable();
    assert_eq!(fans, ["fan2", "fan5"]);
    assert_eq!(bench.status(id), Status::Running);
}

#[test]
fn quiet_hours_defer_and_the_others_go_first() {
    let night = Screening { quiet: QuietHours::default(), ..CALM };
    let sleepy = |fan: Fan| Fan { country: CountryCode::parse("JP"), ..fan };
    let fans: Vec<_> =
        willing(4).into_iter().enumerate().map(|(n, fan)| if n < 2 { sleepy(fan) } else { fan }).collect();
    let (bench, id) = launched(night, fans, &campaign("segmented", "hi"));
    // The test starts at 21:00 in Tokyo.
    bench.clock.pass(3 * 3_600_000);
    bench.for_seconds(60);
    let progress = bench.world.tables().progress(id, bench.clock.now());
    assert_eq!((progress.sent, progress.waiting, progress.pending), (2, 2, 2));
    let overview = alone(bench.campaigns.get(OWNER, id)).unwrap();
    assert_eq!(overview.forecast.next_send_at, None);
    bench.for_seconds(9 * 3600);
    assert_eq!(bench.status(id).reason(), Some("done"));
}

#[test]
fn the_engines_answers() {
    let (bench, id) = launched(CALM, willing(6), &campaign("segmented", "hi"));
    bench.engine.records().moods =
        [Mood::Busy(120), Mood::Unreachable, Mood::AnswerLost, Mood::Lost, Mood::NotConnected].into();
    let settled = bench.for_seconds(100);
    assert!(matches!(settled[..], [Settlement::Returned { hold_until: Some(_) }]), "{settled:?}");
    bench.for_seconds(60);
    assert_eq!(bench.status(id), Status::Paused(PauseReason::EngineDisconnected));
    let progress = bench.world.tables().progress(id, bench.clock.now());
    assert_eq!((progress.failed, progress.unknown, progress.pending), (1, 2, 3));
    alone(bench.campaigns.resume(&me(), id)).unwrap();
    bench.for_seconds(120);
    let progress = bench.world.tables().progress(id, bench.clock.now());
    assert_eq!((progress.sent, progress.failed, progress.unknown), (5, 1, 0));
    assert_eq!(bench.engine.records().messages.len(), 5);
    let unreachable = bench.engine.records().submissions[1].fan.clone();
    let again = bench.engine.records().submissions.iter().filter(|one| one.fan == unreachable).count();
    // The engine delayed the first fan, so that fan's retry gets the unreachable response.
    assert_eq!(again, 2);
}

#[test]
fn too_many_failures_and_opt_outs_pause_and_a_resume_counts_anew() {
    let (bench, id) = launched(CALM, willing(200), &campaign("segmented", "hi"));
    bench.engine.records().moods = std::iter::repeat_n(Mood::Unreachable, 6).collect();
    bench.for_seconds(600);
    assert_eq!(bench.status(id), Status::Paused(PauseReason::FailureRate));
    assert_eq!(bench.engine.records().submissions.len(), 50);

    alone(bench.campaigns.resume(&me(), id)).unwrap();
    bench.clock.pass(5000);
    bench.for_seconds(30);
    assert_eq!(bench.status(id), Status::Running);
    let latest: Vec<_> =
        bench.engine.records().submissions.iter().rev().take(2).map(|one| one.fan.clone()).collect();
    for fan in latest {
        alone(bench.world.reacted(OWNER, &fan, Reaction::OptOut, bench.clock.now())).unwrap();
    }
    bench.for_seconds(600);
    assert_eq!(bench.status(id), Status::Paused(PauseReason::OptOutRate));
}

#[test]
fn one_account_serves_the_campaign_that_can_t_wait_first() {
    let bench = bench(1, 0, CALM);
    bench.engine.records().fans = willing(4);
    let drip = bench.make(&campaign("drip", "drip"));
    let segmented = bench.make(&campaign("segmented", "segmented"));
    for id in [drip, segmented] {
        alone(bench.campaigns.launch(&me(), id)).unwrap();
    }
    bench.for_seconds(60);
    let keys: Vec<_> =
        bench.engine.records().submissions.iter().map(|one| one.key.as_str().as_bytes()[3] - b'0').collect();
    // The drip may send first while the second campaign reads its audience.
    assert_eq!(keys.iter().rev().take(3).collect::<Vec<_>>(), [&1, &1, &1]);
}

#[test]
fn without_an_audience_it_fails() {
    let (bench, id) = launched(CALM, willing(4), &campaign("segmented", "hi"));
    bench.engine.records().list_failures = 9;
    bench.for_seconds(3600);
    assert_eq!(bench.status(id).reason(), Some("done"), "nine failures are outlived");

    let (bench, id) = launched(CALM, willing(4), &campaign("segmented", "hi"));
    bench.engine.records().list_failures = 10;
    bench.for_seconds(3600);
    assert_eq!(bench.status(id), Status::Failed);
}
