//! Tests of campaigns, their ledger, the pace of accounts, and the gate.

mod hall;

use std::collections::BTreeSet;

use adapter_postgres::PgGate;
use attribution::event::FanAction;
use broadcast_gate::audience::FanTier;
use broadcast_gate::campaign::{CampaignInput, Definition};
use broadcast_gate::gate::{Gate, GateEpoch};
use broadcast_gate::ledger::{Claim, NewRow, Reaction, Settlement, Terms};
use broadcast_gate::message::MessageInput;
use broadcast_gate::ports::{CampaignStats, CampaignStore, FanEvents, GateKeeper, GateSwitch as _, Ledger};
use broadcast_gate::progress::Planning;
use broadcast_gate::screening::Reason;
use broadcast_gate::state::{Actor, PauseReason, Status, Transition};
use kernel::fixed::SeededEntropy;
use kernel::{Acting, CountryCode, Currency, Entropy as _, OwnerId, UnixTime};
use tokio::task::JoinSet;

use crate::funnel::{Funnel, all, event, message, paid};
use crate::team::NOW;

pub(crate) use hall::*;

#[tokio::test]
async fn a_campaign_is_its_owners_and_changes_by_revision() {
    let hall = Hall::create().await;
    let definition = Definition::parse(&input()).unwrap();
    let draft = hall.store.create(hall.by(), &definition, None, NOW).await.unwrap();
    assert_eq!(hall.store.find(hall.owner(), draft.id).await.unwrap(), Some(draft.clone()));
    assert_eq!(hall.store.find(hall.desk.stranger, draft.id).await.unwrap(), None);
    let running = hall.moved(&draft, Transition::Launch { start_at: None }, after(1)).await;
    let paused = hall.moved(&running, Transition::Pause(PauseReason::FailureRate), after(2)).await;
    assert_eq!(hall.store.find(hall.owner(), draft.id).await.unwrap(), Some(paused.clone()));
    // Writers with an outdated revision, and another owner.
    let (late, entry) = running.moved(Transition::Cancel, None, Actor::Service, after(3)).unwrap();
    assert!(!hall.store.save(hall.by(), &late, &entry).await.unwrap());
    let (cancelled, entry) = paused.moved(Transition::Cancel, None, Actor::Service, after(4)).unwrap();
    assert!(!hall.store.save(&Acting::service(hall.desk.stranger), &cancelled, &entry).await.unwrap());
    assert!(hall.store.save(hall.by(), &cancelled, &entry).await.unwrap());
    let audit = hall.store.audit(hall.owner(), draft.id).await.unwrap();
    let moves: Vec<_> =
        audit.iter().map(|entry| (entry.from.as_str(), entry.to.as_str(), &entry.actor)).collect();
    let (key, service) = (Actor::Key(acting()), Actor::Service);
    let expected =
        [("draft", "running", &key), ("running", "paused", &key), ("paused", "cancelled", &service)];
    assert_eq!(moves, expected);
    assert_eq!(audit[1].to, Status::Paused(PauseReason::FailureRate));
    assert!(hall.store.audit(hall.desk.stranger, draft.id).await.unwrap().is_empty());
    let second = hall.store.create(hall.by(), &definition, None, NOW).await.unwrap();
    assert!(second.id > draft.id);
    let again = hall.store.create(hall.by(), &definition, Some(draft.id), after(9)).await.unwrap();
    assert_eq!(again, cancelled, "an earlier try made it");
    let list = async |before, limit| {
        let page = hall.store.list(hall.owner(), before, limit).await.unwrap();
        page.into_iter().map(|campaign| campaign.id).collect::<Vec<_>>()
    };
    assert_eq!(list(None, 9).await, [second.id, draft.id]);
    assert_eq!((list(None, 1).await, list(Some(second.id), 9).await), (vec![second.id], vec![draft.id]));
}

#[tokio::test]
async fn a_number_that_a_lost_campaign_had_is_not_given_again() {
    let hall = Hall::create().await;
    let definition = Definition::parse(&input()).unwrap();
    let create = async || hall.store.create(hall.by(), &definition, None, NOW).await.unwrap().id.get();
    let lost = create().await;
    // Simulates the restore of an older backup.
    for table in ["broadcast_figures", "broadcasts"] {
        hall.desk.sql(&format!("DELETE FROM {table} WHERE broadcast_id = {lost}")).await.unwrap();
    }
    hall.desk.sql("SELECT setval('broadcasts_broadcast_id_seq', 1, false)").await.unwrap();
    let next = create().await;
    assert!(next > lost && next < 1 << 53, "{lost} {next}");
}

#[tokio::test]
async fn accounts_are_at_work_while_a_campaign_runs_or_is_due() {
    let hall = Hall::create().await;
    let at_work = async |at| {
        let campaigns = hall.store.at_work(hall.owner(), &hall.account, at).await.unwrap();
        let accounts = hall.store.accounts_at_work(at).await.unwrap();
        assert_eq!(accounts.len(), usize::from(!campaigns.is_empty()));
        campaigns.len()
    };
    let start = after(100);
    let scheduled = CampaignInput { start_at: Some(start.seconds() + 1), ..input() };
    let draft =
        hall.store.create(hall.by(), &Definition::parse(&scheduled).unwrap(), None, NOW).await.unwrap();
    assert_eq!(at_work(after(999)).await, 0);
    let step = Transition::Launch { start_at: draft.definition.start_at() };
    let scheduled = hall.moved(&draft, step, NOW).await;
    assert_eq!((at_work(start).await, at_work(after(101)).await), (0, 1));
    let running = hall.running(&input(), &[]).await;
    assert_eq!((at_work(start).await, at_work(after(101)).await), (1, 2));
    hall.moved(&running, Transition::Pause(PauseReason::Operator), NOW).await;
    hall.moved(&scheduled, Transition::Unschedule, NOW).await;
    assert_eq!(at_work(after(999)).await, 0);
}

#[tokio::test]
async fn a_page_is_planned_once_and_a_fan_has_one_row() {
    let hall = Hall::create().await;
    let campaign = hall.running(&input(), &[row("a"), row("b"), row("a")]).await;
    let plan = async |from: &Planning, rows: &[NewRow]| {
        let next = from.after_page(Some("next".into()), NOW);
        hall.store.plan(hall.owner(), campaign.id, &next, rows).await.unwrap()
    };
    let first = hall.progress(campaign.id, NOW).await;
    assert_eq!((first.matched, first.pending, first.planning.step), (2, 2, 1));
    assert!(first.planning.complete);
    assert!(!plan(&Planning::default(), &[row("x")]).await, "another worker was faster");
    let skipped = NewRow { skipped: Some(Reason::Blocked), ..row("c") };
    let waiting = NewRow { not_before: Some(after(60)), ..row("d") };
    assert!(
        plan(&first.planning, &[NewRow { skipped: Some(Reason::OptedOut), ..row("b") }, skipped, waiting])
            .await
    );
    let second = hall.progress(campaign.id, NOW).await;
    assert_eq!((second.matched, second.pending, second.waiting), (4, 3, 1));
    assert_eq!(second.screened, [(Reason::Blocked, 1)].into());
    assert_eq!(second.planning.cursor.as_deref(), Some("next"));
    assert_eq!(hall.progress(campaign.id, after(60)).await.waiting, 0);
    hall.moved(&campaign, Transition::Pause(PauseReason::Operator), NOW).await;
    assert!(!plan(&second.planning, &[row("y")]).await);
    assert_eq!(hall.progress(campaign.id, NOW).await, second);
}

#[tokio::test]
async fn claims_of_many_workers_keep_the_pace_and_give_no_row_twice() {
    let hall = Hall::create().await;
    let rows: Vec<_> = (0..60).map(|n| row(&format!("f{n}"))).collect();
    let (one, two) =
        (hall.running(&input(), &rows[..30]).await.id, hall.running(&input(), &rows[30..]).await.id);
    let mut granted = Vec::new();
    // One slot every two seconds plus jitter, for both campaigns of the account together.
    for second in 0..60 {
        let mut workers = JoinSet::new();
        for worker in 0..8 {
            let (store, owner, account) = (hall.store.clone(), hall.owner(), hall.account.clone());
            let terms = Terms { pace: pace(30), lease_seconds: 3600, ..hall.terms(after(second)) };
            let campaign = if worker % 2 == 0 { one } else { two };
            workers.spawn(async move { store.claim(owner, &account, campaign, &terms).await.unwrap() });
        }
        for claim in workers.join_all().await {
            match claim {
                Claim::Ticket(ticket) => granted.push((second, ticket.campaign, ticket.fan_id)),
                Claim::Paced(until) => assert!(until > after(second)),
                other => panic!("{other:?}"),
            }
        }
    }
    let most =
        (0..60).map(|from| granted.iter().filter(|(at, ..)| (from..from + 60).contains(at)).count()).max();
    assert!(granted.len() >= 20 && most.unwrap() <= 30, "{}", granted.len());
    let rows: BTreeSet<_> = granted.iter().map(|(_, campaign, fan)| (campaign, fan)).collect();
    assert_eq!(rows.len(), granted.len());
}

#[tokio::test]
async fn a_closed_gate_leaves_rows_as_they_are() {
    let hall = Hall::create().await;
    let campaign = hall.running(&input(), &[row("a"), row("b")]).await.id;
    let ticket = hall.ticket(campaign, NOW).await;
    let configured_closed = PgGate::new(hall.desk.pool.clone(), false);
    assert_eq!(configured_closed.gate(hall.owner()).await.unwrap(), Gate::Closed);
    assert_eq!(hall.gate.gate(hall.desk.stranger).await.unwrap(), Gate::Closed);
    assert_eq!(hall.gate.gate(hall.owner()).await.unwrap(), Gate::Open(hall.epoch));
    assert!(
        !hall.gate.switch(&Acting::service(OwnerId::new(9_000_000_000)), true).await.unwrap(),
        "there is no such owner"
    );
    assert!(hall.gate.switch(hall.by(), true).await.unwrap());
    assert_eq!(hall.gate.gate(hall.owner()).await.unwrap(), Gate::Open(hall.epoch), "it was open");
    hall.gate.switch(hall.by(), false).await.unwrap();
    assert_eq!(hall.gate.gate(hall.owner()).await.unwrap(), Gate::Closed);
    assert!(!hall.submit(&ticket, NOW).await);
    assert_eq!(hall.claim(campaign, after(1)).await, Claim::Stopped);
    assert!(hall.settle(&ticket, Settlement::Released, NOW).await, "what is held is let go in any state");
    // Opening again gets a new epoch.
    hall.gate.switch(hall.by(), true).await.unwrap();
    assert_eq!(hall.gate.gate(hall.owner()).await.unwrap(), Gate::Open(GateEpoch::new(2)));
    assert_eq!(hall.claim(campaign, after(2)).await, Claim::Stopped);
    assert_eq!(hall.count("state = 'pending' AND submitted_at IS NULL").await, 2);
}

#[tokio::test]
async fn a_paused_campaign_gives_and_submits_nothing() {
    let hall = Hall::create().await;
    let campaign = hall.running(&input(), &[row("a"), row("b")]).await;
    let ticket = hall.ticket(campaign.id, NOW).await;
    hall.moved(&campaign, Transition::Pause(PauseReason::Operator), NOW).await;
    assert!(!hall.submit(&ticket, NOW).await);
    assert_eq!(hall.claim(campaign.id, after(9)).await, Claim::Stopped);
    let foreign = hall.store.claim(hall.desk.stranger, &hall.account, campaign.id, &hall.terms(NOW)).await;
    assert_eq!(foreign.unwrap(), Claim::Stopped);
}

#[tokio::test]
async fn a_slot_that_the_line_has_passed_is_not_used() {
    let hall = Hall::create().await;
    let campaign = hall.running(&input(), &[row("a"), row("b")]).await.id;
    let claim = async |at| {
        let terms = Terms { pace: pace(30), ..hall.terms(at) };
        match hall.store.claim(hall.owner(), &hall.account, campaign, &terms).await.unwrap() {
            Claim::Ticket(ticket) => ticket,
            other => panic!("{other:?}"),
        }
    };
    let (first, second) = (claim(NOW).await, claim(after(10)).await);
    assert!(!hall.submit(&first, NOW).await, "the clock was set back, the line was not");
    assert!(hall.submit(&second, after(10)).await);
}

#[tokio::test]
async fn each_settlement_leaves_its_row_and_ends_the_lease() {
    let hall = Hall::create().await;
    let later = after(500);
    for (how, first, repeat, stats) in [
        (Settlement::Sent { message_id: "m".into() }, "sent", "sent", (0, 1, 0, 0)),
        (Settlement::Failed { code: "x".into() }, "failed", "failed", (0, 0, 1, 0)),
        (Settlement::Skipped(Reason::Blocked), "skipped", "skipped", (0, 0, 0, 0)),
        (Settlement::Unknown { retry_at: Some(later) }, "unknown", "unknown", (0, 0, 0, 1)),
        (Settlement::Unknown { retry_at: None }, "unknown", "unknown", (0, 0, 0, 1)),
        (Settlement::Deferred { until: later }, "pending", "unknown", (1, 0, 0, 0)),
        (Settlement::Returned { hold_until: None }, "pending", "unknown", (1, 0, 0, 0)),
        (Settlement::Released, "pending", "unknown", (1, 0, 0, 0)),
    ] {
        let campaign = hall.running(&input(), &[row("a")]).await.id;
        let ticket = hall.ticket(campaign, NOW).await;
        assert!(hall.submit(&ticket, NOW).await);
        assert!(hall.settle(&ticket, how.clone(), NOW).await);
        assert!(!hall.settle(&ticket, how.clone(), NOW).await, "{how:?}");
        assert!(!hall.submit(&ticket, NOW).await);
        let of = format!("broadcast_id = {}", campaign.get());
        assert_eq!(hall.count(&format!("{of} AND state = '{first}'")).await, 1, "{how:?}");
        let progress = hall.progress(campaign, NOW).await;
        let found = (progress.pending, progress.sent, progress.failed, progress.unknown);
        assert_eq!((found, progress.matched), (stats, 1), "{how:?}");
        let arrived = ["sent", "unknown"].contains(&first);
        assert_eq!(hall.count(&format!("{of} AND submitted_at IS NOT NULL")).await, u64::from(arrived));
        // The same outcomes for a message that may have arrived already.
        let campaign = hall.running(&input(), &[row("a")]).await.id;
        let lost = hall.ticket(campaign, after(1)).await;
        assert!(hall.submit(&lost, after(1)).await);
        let again = hall.ticket(campaign, after(1 + LEASE)).await;
        assert_eq!((lost.unanswered, again.unanswered), (0, 1));
        assert!(!hall.settle(&lost, how.clone(), after(1)).await, "the lease is another's");
        assert!(hall.settle(&again, how.clone(), after(1 + LEASE)).await);
        let of = format!("broadcast_id = {} AND state = '{repeat}'", campaign.get());
        assert_eq!(hall.count(&of).await, 1, "{how:?}");
        hall.desk.sql("DELETE FROM broadcast_paces").await.unwrap();
    }
}

#[tokio::test]
async fn rows_are_given_in_their_order_and_at_their_time() {
    let hall = Hall::create().await;
    let wait = |id, seconds| NewRow { not_before: Some(after(seconds)), ..row(id) };
    let rows = [wait("late", 100), row("a"), wait("soon", 10), row("b")];
    let campaign = hall.running(&input(), &rows).await.id;
    let a = hall.ticket(campaign, NOW).await;
    assert_eq!(a.fan_id, fan("a"));
    assert_eq!((a.tier, a.country), (Some(FanTier::Whale), CountryCode::parse("DE")));
    assert!(hall.submit(&a, NOW).await);
    assert!(hall.settle(&a, Settlement::Unknown { retry_at: Some(after(30)) }, NOW).await);
    let b = hall.ticket(campaign, after(1)).await;
    assert_eq!(b.fan_id, fan("b"));
    assert_eq!(hall.claim(campaign, after(2)).await, Claim::Idle { open: true, next_due: Some(after(10)) });
    assert_eq!(hall.ticket(campaign, after(11)).await.fan_id, fan("soon"));
    assert_eq!(hall.claim(campaign, after(12)).await, Claim::Idle { open: true, next_due: Some(after(30)) });
    // A message that may have arrived comes before everything else.
    let again = hall.ticket(campaign, after(100)).await;
    assert_eq!((&again.fan_id, again.unanswered), (&fan("a"), 1));
    assert!(hall.settle(&b, Settlement::Sent { message_id: "m".into() }, after(100)).await);
    // A full campaign gives out nothing new; one that is full for the day continues tomorrow.
    let full = Terms { max_sends: Some(1), ..hall.terms(after(101)) };
    let other = hall.running(&input(), &[row("x"), row("y")]).await.id;
    hall.sent(other, after(101)).await;
    let claim =
        async |terms: &Terms| hall.store.claim(hall.owner(), &hall.account, other, terms).await.unwrap();
    assert_eq!(claim(&full).await, Claim::Idle { open: true, next_due: None });
    let today = Terms { max_per_day: Some(1), ..hall.terms(after(102)) };
    let Claim::Idle { open: true, next_due: Some(tomorrow) } = claim(&today).await else {
        panic!("it is full")
    };
    assert_eq!(tomorrow.seconds() % 86_400, 0);
    hall.sent(other, after(103)).await;
    assert_eq!(hall.claim(other, after(104)).await, Claim::Idle { open: false, next_due: None });
}

#[tokio::test]
async fn histories_know_all_campaigns_and_leave_the_own_row_out() {
    let hall = Hall::create().await;
    let mut other_text = input();
    other_text.message = Some(MessageInput { text: Some("Other".into()), ..Default::default() });
    let one = hall.running(&input(), &[row("a"), row("b"), row("c")]).await.id;
    let two = hall.running(&other_text, &[row("a")]).await.id;
    assert_eq!(hall.sent(one, NOW).await, fan("a"));
    let refused = hall.ticket(one, after(1)).await;
    assert!(hall.submit(&refused, after(1)).await);
    assert!(hall.settle(&refused, Settlement::Failed { code: "x".into() }, after(1)).await);
    let held = hall.ticket(one, after(2)).await;
    assert_eq!((held.history.last_sent_at, held.history.sent_by_this), (None, false));
    let of_two = hall.ticket(two, after(3)).await.history;
    assert_eq!((of_two.last_sent_at, of_two.same_text_at, of_two.sent_by_this), (Some(NOW), None, false));
    hall.store.reacted(hall.owner(), &fan("b"), Reaction::OptOut, after(5)).await.unwrap();
    hall.store.reacted(hall.owner(), &fan("b"), Reaction::Reply, after(6)).await.unwrap();
    hall.store.reacted(hall.owner(), &fan("b"), Reaction::Reply, after(4)).await.unwrap();
    let asked = ["c", "a", "b"].map(|id| (fan(id), digest(" Hi  there")));
    let histories = async |campaign| hall.store.histories(hall.owner(), campaign, &asked).await.unwrap();
    let [c, a, b] = &histories(Some(one)).await[..] else { panic!("three were asked for") };
    assert_eq!((c.last_sent_at, c.sent_by_this), (None, false), "the campaign's own row in hand");
    assert_eq!((a.last_sent_at, a.same_text_at, a.sent_by_this), (Some(after(3)), Some(NOW), true));
    assert_eq!((b.opted_out, b.replied_at, b.last_sent_at), (true, Some(after(6)), None));
    let [c, a, _] = &histories(None).await[..] else { panic!("three were asked for") };
    assert_eq!((c.last_sent_at, a.sent_by_this), (Some(after(2)), false));
    let foreign = hall.store.histories(hall.desk.stranger, None, &asked).await.unwrap();
    assert!(foreign.iter().all(|history| *history == Default::default()));
}

#[tokio::test]
async fn reactions_are_owed_to_the_latest_message_and_count_once() {
    let hall = Hall::create().await;
    let one = hall.running(&input(), &[row("a")]).await.id;
    hall.sent(one, NOW).await;
    let two = hall.running(&input(), &[row("a")]).await.id;
    hall.sent(two, after(100)).await;
    let react = async |reaction, seconds| {
        hall.store.reacted(hall.owner(), &fan("a"), reaction, after(seconds)).await.unwrap();
    };
    react(Reaction::Reply, -1).await;
    react(Reaction::Reply, 50).await;
    for seconds in [200, 300] {
        react(Reaction::Reply, seconds).await;
        react(Reaction::Purchase { net_cents: 400 }, seconds).await;
        react(Reaction::OptOut, seconds).await;
    }
    react(Reaction::Purchase { net_cents: -100 }, 400).await;
    react(Reaction::Purchase { net_cents: 9_999 }, 100 + Reaction::WINDOW_SECONDS + 1).await;
    hall.store.reacted(hall.desk.stranger, &fan("a"), Reaction::Reply, after(200)).await.unwrap();
    let (first, second) = (hall.progress(one, NOW).await, hall.progress(two, after(400)).await);
    assert_eq!((first.replied, first.purchased, first.revenue_cents), (1, 0, 0));
    assert_eq!((second.replied, second.purchased, second.revenue_cents), (1, 1, 700));
    assert_eq!((second.recent.answered, second.recent.opted_out), (1, 1));
    let report = hall.store.report(hall.owner(), two).await.unwrap();
    assert_eq!((report.replies, report.purchases, report.revenue_cents), (1, 1, 700));
    let hours: Vec<_> = report.sent_by_hour.iter().map(|(at, n)| (at.seconds() % 3600, *n)).collect();
    assert_eq!(hours, [(0, 1)]);
}

#[tokio::test]
async fn purchases_in_other_currencies_count_and_their_money_stays_apart() {
    let hall = Hall::create().await;
    let campaign = hall.running(&input(), &["a", "b"].map(row)).await.id;
    hall.sent(campaign, NOW).await;
    hall.sent(campaign, after(1)).await;
    let bought = async |id, code, net_cents| {
        let currency = Currency::parse(code).unwrap();
        let reaction = Reaction::PurchaseApart { currency, net_cents };
        hall.store.reacted(hall.owner(), &fan(id), reaction, after(60)).await.unwrap();
    };
    bought("a", "EUR", 500).await;
    bought("a", "EUR", 70).await;
    bought("a", "EUR", -100).await;
    bought("a", "JPY", 9_000).await;
    bought("b", "CHF", 40).await;
    bought("b", "CHF", -40).await;
    let progress = hall.progress(campaign, after(60)).await;
    assert_eq!((progress.purchased, progress.revenue_cents), (2, 0), "no auto-stop counts it");
    let report = hall.store.report(hall.owner(), campaign).await.unwrap();
    let expected =
        [("EUR", 470), ("JPY", 9_000)].map(|(code, cents)| (Currency::parse(code).unwrap(), cents));
    assert_eq!((report.revenue_cents, report.other_currencies), (0, expected.into()));
}

#[tokio::test]
async fn a_reply_may_be_here_before_the_answer_and_in_whole_seconds() {
    let hall = Hall::create().await;
    let campaign = hall.running(&input(), &["a", "b", "c"].map(row)).await.id;
    let (late, reported) = (UnixTime::from_millis(NOW.millis() + 500), UnixTime::from_seconds(NOW.seconds()));
    let react = async |id, at| hall.store.reacted(hall.owner(), &fan(id), Reaction::Reply, at).await.unwrap();
    // Submitted and in progress, submitted without an answer, and not submitted at all.
    let on_its_way = hall.ticket(campaign, late).await;
    assert!(hall.submit(&on_its_way, late).await);
    react("a", reported).await;
    assert!(hall.settle(&on_its_way, Settlement::Sent { message_id: "m".into() }, after(2)).await);
    let unanswered = hall.ticket(campaign, after(3)).await;
    assert!(hall.submit(&unanswered, after(3)).await);
    assert!(hall.settle(&unanswered, Settlement::Unknown { retry_at: None }, after(4)).await);
    react("b", after(3)).await;
    hall.ticket(campaign, after(5)).await;
    react("c", after(9)).await;
    assert_eq!(hall.progress(campaign, after(10)).await.replied, 2);
}

#[tokio::test]
async fn events_of_the_engine_reach_campaigns() {
    let funnel = Funnel::create().await;
    let events = funnel.events.clone();
    let hall = Hall::on(funnel.desk).await;
    let campaign = hall.running(&input(), &[row("f"), row("g")]).await.id;
    hall.sent(campaign, NOW).await;
    hall.sent(campaign, after(1)).await;
    let batch = all([
        event("1", "f", -10, message()),
        event("2", "f", -20, message()),
        event("3", "f", -30, paid(500)),
        event("4", "g", -40, FanAction::FanOptedOut),
        event("5", "h", -50, FanAction::FanOnline),
    ]);
    use attribution::ports::EventStore as _;
    for _ in 0..2 {
        events.take_in(hall.owner(), &batch, NOW).await.unwrap();
    }
    let progress = hall.progress(campaign, after(60)).await;
    assert_eq!((progress.replied, progress.purchased, progress.revenue_cents), (1, 1, 500));
    assert_eq!(progress.recent.opted_out, 1);
    assert_eq!(hall.store.latest_arrival(hall.owner()).await.unwrap(), Some(after(50)));
    let fans = ["f", "h", "x"].map(fan);
    let arrived = async |since| hall.store.arrivals(hall.owner(), &fans, since).await.unwrap();
    assert_eq!(arrived(after(50)).await, [fan("h")].into());
    assert!(arrived(after(51)).await.is_empty());
    assert_eq!(hall.store.latest_arrival(hall.desk.stranger).await.unwrap(), None);
}

#[tokio::test]
async fn events_that_could_not_be_taken_in_reach_no_campaign() {
    let funnel = Funnel::create().await;
    let events = funnel.events.clone();
    let hall = Hall::on(funnel.desk).await;
    let campaign = hall.running(&input(), &[row("f")]).await.id;
    hall.sent(campaign, NOW).await;
    let batch = all([event("1", "f", -10, message()), event("2", "f", -20, FanAction::FanOptedOut)]);
    // A later step of the same transaction, after campaigns, fails.
    hall.desk.sql("ALTER TABLE fans ADD CONSTRAINT broken CHECK (false)").await.unwrap();
    use attribution::ports::EventStore as _;
    assert!(events.take_in(hall.owner(), &batch, NOW).await.is_err());
    assert_eq!(hall.progress(campaign, after(60)).await.replied, 0);
    assert_eq!(hall.desk.count("SELECT count(*) AS n FROM broadcast_fans").await, 0);
    hall.desk.sql("ALTER TABLE fans DROP CONSTRAINT broken").await.unwrap();
    events.take_in(hall.owner(), &batch, NOW).await.unwrap();
    let progress = hall.progress(campaign, after(60)).await;
    assert_eq!((progress.replied, progress.recent.opted_out), (1, 1));
}

#[tokio::test]
async fn stats_are_what_a_count_of_the_rows_would_be() {
    let hall = Hall::create().await;
    let rows: Vec<_> = (0..40)
        .map(|n| NewRow {
            skipped: (n % 9 == 0).then_some(Reason::Cooldown),
            not_before: (n % 5 == 0).then(|| after(n * 7)),
            ..row(&format!("f{n:02}"))
        })
        .collect();
    let campaign = hall.running(&input(), &rows).await.id;
    let entropy = SeededEntropy::new(5);
    let dice = || {
        let mut byte = [0];
        entropy.fill(&mut byte);
        byte[0]
    };
    let (mut held, mut clock) = (Vec::new(), NOW);
    for _ in 0..200 {
        clock = clock.plus_seconds(i64::from(dice() % 9));
        if let Claim::Ticket(ticket) = hall.claim(campaign, clock).await {
            if dice() % 4 != 0 {
                hall.submit(&ticket, clock).await;
            }
            held.push(ticket);
        }
        if dice() % 3 == 0 || held.is_empty() {
            continue;
        }
        let ticket = held.swap_remove(usize::from(dice()) % held.len());
        let how = match dice() % 7 {
            0 => Settlement::Sent { message_id: "m".into() },
            1 => Settlement::Failed { code: "x".into() },
            2 => Settlement::Skipped(Reason::OptedOut),
            3 => Settlement::Unknown { retry_at: Some(clock.plus_seconds(20)) },
            4 => Settlement::Unknown { retry_at: None },
            5 => Settlement::Deferred { until: clock.plus_seconds(30) },
            _ => Settlement::Released,
        };
        hall.settle(&ticket, how, clock).await;
    }
    let progress = hall.fitting_progress(campaign, clock).await;
    assert!(progress.sent > 0 && progress.unknown > 0 && progress.screened.len() > 1, "{progress:?}");
}
