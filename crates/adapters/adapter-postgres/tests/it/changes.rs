use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use adapter_postgres::{Change, ChangeListener};
use kernel::Hostname;
use landing_draft::landing::Landing;
use landing_draft::ports::DomainStore;
use tokio::time::Instant;

use crate::desk::{Desk, host};

/// Listener that records notifications.
pub(crate) struct Ear {
    alive: Arc<AtomicBool>,
    /// Received changes, and whether the channel was alive at that moment.
    heard: Arc<Mutex<Vec<(Change, bool)>>>,
    markers: AtomicUsize,
    _listener: ChangeListener,
}

impl Ear {
    /// Listens from now on. Discards notifications of earlier announcements.
    pub(crate) async fn open(desk: &Desk) -> Self {
        let alive = Arc::new(AtomicBool::new(false));
        let heard = Arc::new(Mutex::new(Vec::new()));
        let (flag, notes) = (Arc::clone(&alive), Arc::clone(&heard));
        let listener = ChangeListener::start(desk.url().to_owned(), Arc::clone(&alive), move |change| {
            notes.lock().unwrap().push((change, flag.load(Ordering::Acquire)));
        });
        let ear = Self { alive, heard, markers: AtomicUsize::default(), _listener: listener };
        until("alive", || ear.is_alive()).await;
        ear.catch_up(desk).await;
        ear.heard.lock().unwrap().retain(|(change, _)| *change == Change::Anything);
        ear
    }

    pub(crate) fn is_alive(&self) -> bool {
        self.alive.load(Ordering::Acquire)
    }

    /// Waits for everything announced so far, by registering marker domains behind it.
    ///
    /// PostgreSQL merges equal announcements that are sent together into one notification, so tests count changes one
    /// by one.
    pub(crate) async fn catch_up(&self, desk: &Desk) {
        // The second marker is sent after everything that was sent together with the first.
        for _ in 0..2 {
            let number = self.markers.fetch_add(1, Ordering::Relaxed);
            let marker = desk.domain(&format!("marker-{number}.example")).await;
            until("the marker", || self.heard(&Change::Codes(marker.clone())) == 1).await;
        }
    }

    pub(crate) fn heard(&self, change: &Change) -> usize {
        self.heard.lock().unwrap().iter().filter(|(heard, _)| heard == change).count()
    }
}

pub(crate) async fn until(what: &str, condition: impl Fn() -> bool) {
    let deadline = Instant::now() + Duration::from_secs(20);
    while !condition() {
        assert!(Instant::now() < deadline, "never: {what}");
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

fn live(domain: &Hostname) -> Change {
    Change::Live(domain.clone())
}

#[tokio::test]
async fn publications_registrations_and_deletions_are_reported() {
    let desk = Desk::create().await;
    let ear = Ear::open(&desk).await;
    assert_eq!(ear.heard(&Change::Anything), 1, "what was before the channel may have changed");
    let domain = desk.domain("a.example").await;
    until("a registration", || ear.heard(&Change::Provisioning) == 1).await;
    let codes = Change::Codes(domain.clone());
    until("printed paths", || ear.heard(&codes) == 1).await;
    assert_eq!(ear.heard(&live(&domain)), 0);
    crate::live::publish(&desk, &domain, 1, &Landing::empty()).await;
    until("a publication", || ear.heard(&live(&domain)) == 1).await;
    desk.domains.delete(desk.by(), &domain, None, crate::team::NOW).await.unwrap();
    until("a deletion", || ear.heard(&live(&domain)) == 2).await;
    until("of its links", || ear.heard(&Change::Links(domain.clone())) == 1).await;
    until("of its codes", || ear.heard(&codes) == 2).await;
    assert_eq!(ear.heard(&live(&host("b.example"))), 0);
    assert!(ear.is_alive());
}

#[tokio::test]
async fn a_lost_channel_is_notified_as_anything_before_it_is_alive_again() {
    let desk = Desk::create().await;
    let ear = Ear::open(&desk).await;
    let domain = desk.domain("a.example").await;
    let ended = desk
        .count(
            "SELECT count(pg_terminate_backend(pid)) AS n FROM pg_stat_activity
             WHERE datname = current_database() AND query LIKE '%funnel_changes%' AND pid <> pg_backend_pid()",
        )
        .await;
    assert_eq!(ended, 1, "the listener has one session");
    // This change is notified while the listener is down.
    crate::live::publish(&desk, &domain, 1, &Landing::empty()).await;
    until("anything", || ear.heard(&Change::Anything) == 2).await;
    until("alive again", || ear.is_alive()).await;
    let notified = ear
        .heard
        .lock()
        .unwrap()
        .iter()
        .filter(|(change, _)| *change == Change::Anything)
        .cloned()
        .collect::<Vec<_>>();
    assert_eq!(
        notified,
        [(Change::Anything, false), (Change::Anything, false)],
        "notified before it is alive"
    );
    let codes = Change::Codes(desk.domain("b.example").await);
    until("a notification on the new channel", || ear.heard(&codes) == 1).await;
}

#[tokio::test]
async fn nothing_is_fresh_while_the_server_can_not_be_reached() {
    let alive = Arc::new(AtomicBool::new(true));
    let url = "postgres://nobody@127.0.0.1:1/none".to_owned();
    let listener = ChangeListener::start(url, Arc::clone(&alive), |_| {});
    until("not alive", || !alive.load(Ordering::Acquire)).await;
    drop(listener);
    assert!(!alive.load(Ordering::Acquire));
}

#[tokio::test]
async fn a_dropped_listener_is_not_alive() {
    let desk = Desk::create().await;
    let ear = Ear::open(&desk).await;
    let alive = Arc::clone(&ear.alive);
    drop(ear);
    assert!(!alive.load(Ordering::Acquire));
}

#[tokio::test]
async fn what_another_process_left_behind_is_sent() {
    let desk = Desk::create().await;
    let ear = Ear::open(&desk).await;
    // Simulates a process that died between its commit and the notification.
    let left = "INSERT INTO announcements SELECT 'live a.example' FROM generate_series(1, 2500)";
    desk.sql(left).await.unwrap();
    // The listener sends 1,000 at a time, and PostgreSQL merges equal ones.
    until("the announcements", || ear.heard(&live(&host("a.example"))) == 3).await;
    assert_eq!(desk.count("SELECT count(*) AS n FROM announcements").await, 0);
}

#[tokio::test]
async fn notifications_come_before_the_first_migration_and_announcements_after_it() {
    let desk = Desk::create().await;
    desk.sql("ALTER TABLE announcements RENAME TO not_yet").await.unwrap();
    let alive = Arc::new(AtomicBool::new(false));
    let heard = Arc::new(AtomicBool::new(false));
    let note = Arc::clone(&heard);
    let _listener = ChangeListener::start(desk.url().to_owned(), Arc::clone(&alive), move |change| {
        note.fetch_or(change == live(&host("a.example")), Ordering::AcqRel);
    });
    until("alive", || alive.load(Ordering::Acquire)).await;
    desk.sql("ALTER TABLE not_yet RENAME TO announcements").await.unwrap();
    desk.sql("INSERT INTO announcements VALUES ('live a.example')").await.unwrap();
    until("the announcement", || heard.load(Ordering::Acquire)).await;
}
