//! Tests of erased fans in the ledgers of campaigns.

use adapter_postgres::{Change, PgFanErasure};
use application::operation::{Erased, FanErasure as _};
use broadcast_gate::audience::AudienceInput;
use broadcast_gate::backlog::BacklogStore as _;
use broadcast_gate::campaign::{CampaignInput, Definition};
use broadcast_gate::ledger::{Claim, NewRow, Reaction, Settlement};
use broadcast_gate::ports::{CampaignStore, FanEvents};
use broadcast_gate::screening::Reason;
use broadcast_gate::state::{PauseReason, Transition};
use kernel::UnixTime;

use crate::broadcasts::{Hall, after, fan, input, row};
use crate::changes::{Ear, until};
use crate::team::NOW;

/// Counts rows that name the fan, in any table.
async fn traces(hall: &Hall, name: &str) -> i64 {
    let mut found = 0;
    for table in ["broadcasts", "broadcast_rows", "broadcast_fans", "broadcast_figures", "broadcast_audit"] {
        let query = format!("SELECT count(*) AS n FROM {table} t WHERE position('{name}' in t::text) > 0");
        found += hall.desk.count(&query).await;
    }
    found
}

async fn erase(hall: &Hall, name: &str) -> Option<Erased> {
    PgFanErasure::new(hall.desk.pool.clone()).erase(hall.by(), name).await.unwrap()
}

#[tokio::test]
async fn an_erased_fan_is_in_no_ledger_and_every_count_stays_right() {
    let unknown = |retry_at: Option<UnixTime>| Settlement::Unknown { retry_at };
    let sent = || Settlement::Sent { message_id: "m".into() };
    // Previous handling of the row, and the state counted after the erasure.
    for (what, submits, how, skipped, expected) in [
        ("pending", None, None, None, "skipped excluded"),
        ("screened", None, None, Some(Reason::Cooldown), "skipped cooldown"),
        ("in a worker's hands", Some(false), None, None, "skipped excluded"),
        ("on its way", Some(true), None, None, "unknown"),
        ("asked for again later", Some(true), Some(unknown(Some(after(60)))), None, "unknown"),
        ("given up", Some(true), Some(unknown(None)), None, "unknown"),
        ("sent", Some(true), Some(sent()), None, "sent"),
        ("refused", Some(true), Some(Settlement::Failed { code: "x".into() }), None, "failed x"),
    ] {
        let hall = Hall::create().await;
        let rows = [NewRow { skipped, ..row("anna-x") }, row("bert")];
        let campaign = hall.running(&input(), &rows).await.id;
        let mut held = None;
        if let Some(submits) = submits {
            let ticket = hall.ticket(campaign, NOW).await;
            assert_eq!(ticket.fan_id, fan("anna-x"));
            assert!(!submits || hall.submit(&ticket, NOW).await);
            match how {
                Some(how) => assert!(hall.settle(&ticket, how, NOW).await),
                None => held = Some(ticket),
            }
        }
        hall.store.reacted(hall.owner(), &fan("anna-x"), Reaction::Reply, after(1)).await.unwrap();
        let before = hall.progress(campaign, after(2)).await;
        let erased = erase(&hall, "anna-x").await.unwrap();
        assert_eq!((erased.broadcasts, erased.still_excluded_by), (1, vec![]), "{what}");
        assert_eq!(traces(&hall, "anna-x").await, 0, "{what}");
        assert_eq!(erase(&hall, "anna-x").await, None, "{what}");
        let progress = hall.fitting_progress(campaign, after(2)).await;
        assert_eq!((progress.matched, progress.replied), (2, before.replied), "{what}");
        let found = format!("concat_ws(' ', state, detail) = '{expected}' AND fan_id LIKE 'erased-%'");
        assert_eq!(hall.count(&found).await, 1, "{what}");
        if let Some(ticket) = held {
            assert!(!hall.submit(&ticket, after(2)).await, "{what}: nothing begins any more");
            assert!(!hall.settle(&ticket, sent(), after(2)).await, "{what}: the worker comes too late");
        }
        // No other message waits for the erased fan's message, and that message is never sent.
        assert_eq!(hall.sent(campaign, after(3)).await, fan("bert"), "{what}");
        let idle = hall.claim(campaign, after(1_000)).await;
        assert_eq!(idle, Claim::Idle { open: false, next_due: None }, "{what}");
    }
}

#[tokio::test]
async fn a_broadcast_that_is_not_over_goes_on_leaving_an_erased_fan_out() {
    let hall = Hall::create().await;
    let exclude_fan_ids = vec!["bert".to_owned(), "anna-x".to_owned()];
    let input =
        CampaignInput { audience: Some(AudienceInput { exclude_fan_ids, ..Default::default() }), ..input() };
    let running = hall.running(&input, &[]).await;
    let erased = erase(&hall, "anna-x").await.unwrap();
    assert_eq!(erased, Erased { still_excluded_by: vec![running.id.get()], ..Erased::default() });
    let cancelled = hall.moved(&running, Transition::Cancel, after(1)).await;
    assert_eq!(erase(&hall, "anna-x").await, Some(Erased::default()));
    assert_eq!(traces(&hall, "anna-x").await, 0);
    let kept = hall.store.find(hall.owner(), cancelled.id).await.unwrap().unwrap();
    assert!(kept.definition.audience().excludes(&fan("bert")));
    assert!(!kept.definition.audience().excludes(&fan("anna-x")));
    assert_eq!(erase(&hall, "anna-x").await, None);
}

#[tokio::test]
async fn the_backlog_is_that_of_what_runs() {
    let hall = Hall::create().await;
    assert_eq!(hall.store.backlog(NOW).await.unwrap(), Default::default());
    let campaign = hall.running(&input(), &["a", "b", "c", "d"].map(row)).await;
    let draft = Definition::parse(&input()).unwrap();
    hall.store.create(hall.by(), &draft, None, NOW).await.unwrap();
    hall.sent(campaign.id, NOW).await;
    let ticket = hall.ticket(campaign.id, after(1)).await;
    assert!(hall.submit(&ticket, after(1)).await);
    assert!(hall.settle(&ticket, Settlement::Unknown { retry_at: Some(after(31)) }, after(1)).await);
    hall.ticket(campaign.id, after(2)).await;
    for (at, overdue_since) in [(30, None), (31, Some(after(31))), (100, Some(after(31)))] {
        let backlog = hall.store.backlog(after(at)).await.unwrap();
        assert_eq!((backlog.pending, backlog.unknown, backlog.overdue_since), (2, 1, overdue_since), "{at}");
    }
    hall.moved(&campaign, Transition::Pause(PauseReason::Operator), after(3)).await;
    assert_eq!(hall.store.backlog(after(100)).await.unwrap(), Default::default());
}

#[tokio::test]
async fn transitions_of_campaigns_and_gates_are_notified() {
    let hall = Hall::create().await;
    let ear = Ear::open(&hall.desk).await;
    let campaign = hall.running(&input(), &[row("a")]).await;
    until("a launch", || ear.heard(&Change::Broadcasts) == 1).await;
    hall.moved(&campaign, Transition::Pause(PauseReason::Operator), after(1)).await;
    until("a pause", || ear.heard(&Change::Broadcasts) == 2).await;
    hall.switch(false).await;
    until("a gate that was closed", || ear.heard(&Change::Broadcasts) == 3).await;
}
