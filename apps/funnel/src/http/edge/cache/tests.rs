use std::sync::atomic::AtomicUsize;

use async_trait::async_trait;
use kernel::{OwnerId, UnixTime};
use landing_draft::domain::Version;
use landing_draft::landing::Landing;
use landing_draft::ports::{LivePage, LivePages, LiveStamp};
use landing_draft::text::DisplayName;

use super::*;
use crate::http::edge::LiveCache;

/// A database of one page, whose version and presence tests steer, and which counts the questions.
#[derive(Default)]
struct Pages {
    version: AtomicU64,
    away: AtomicBool,
    /// Whether nothing is answered at all.
    hangs: AtomicBool,
    stamps: AtomicUsize,
    loads: AtomicUsize,
}

impl Pages {
    fn at_version(version: u64) -> Self {
        Self { version: AtomicU64::new(version), ..Self::default() }
    }

    fn now(&self) -> Result<Option<LiveStamp>, StoreError> {
        if self.away.load(Ordering::SeqCst) {
            return Err(StoreError::Unavailable("away".into()));
        }
        let version = i32::try_from(self.version.load(Ordering::SeqCst)).unwrap();
        Ok((version > 0).then(|| LiveStamp {
            owner: OwnerId::new(1),
            version: Version(version),
            published_at: UnixTime::from_seconds(i64::from(version)),
        }))
    }

    fn questions(&self) -> (usize, usize) {
        (self.stamps.load(Ordering::SeqCst), self.loads.load(Ordering::SeqCst))
    }
}

#[async_trait]
impl LivePages for Pages {
    async fn load(&self, host: &Hostname) -> Result<Option<LivePage>, StoreError> {
        self.loads.fetch_add(1, Ordering::SeqCst);
        Ok(self.now()?.map(|stamp| LivePage {
            stamp,
            hostname: host.clone(),
            display_name: DisplayName::parse("A").unwrap(),
            landing: Landing::empty(),
        }))
    }

    async fn stamp(&self, _: &Hostname) -> Result<Option<LiveStamp>, StoreError> {
        self.stamps.fetch_add(1, Ordering::SeqCst);
        if self.hangs.load(Ordering::SeqCst) {
            std::future::pending::<()>().await;
        }
        self.now()
    }

    async fn is_active(&self, _: &Hostname) -> Result<bool, StoreError> {
        Ok(true)
    }
}

fn cache() -> (LiveCache, Arc<AtomicBool>) {
    let alive = Arc::new(AtomicBool::new(true));
    (LiveCache::new(Arc::clone(&alive), "pages"), alive)
}

fn host() -> Hostname {
    Hostname::parse("a.example").unwrap()
}

async fn version(cache: &LiveCache, pages: &Pages) -> Option<i32> {
    cache.get(&host(), pages as &dyn LivePages).await.unwrap().map(|page| page.stamp().version.0)
}

#[tokio::test]
async fn a_known_page_is_served_without_a_question() {
    let ((cache, _), pages) = (cache(), Pages::at_version(1));
    for _ in 0..5 {
        assert_eq!(version(&cache, &pages).await, Some(1));
    }
    assert_eq!(pages.questions(), (1, 1));
}

#[tokio::test]
async fn an_unknown_host_is_remembered_too() {
    let ((cache, _), pages) = (cache(), Pages::at_version(0));
    for _ in 0..5 {
        assert_eq!(version(&cache, &pages).await, None);
    }
    assert_eq!(pages.questions(), (1, 0));
}

#[tokio::test]
async fn news_end_the_belief() {
    let ((cache, _), pages) = (cache(), Pages::at_version(1));
    assert_eq!(version(&cache, &pages).await, Some(1));
    pages.version.store(2, Ordering::SeqCst);
    assert_eq!(version(&cache, &pages).await, Some(1), "nobody has told yet");
    cache.changed(&host());
    assert_eq!(version(&cache, &pages).await, Some(2));
    assert_eq!(version(&cache, &pages).await, Some(2));
    assert_eq!(pages.questions(), (2, 2));
    pages.version.store(0, Ordering::SeqCst);
    cache.changed(&host());
    assert_eq!(version(&cache, &pages).await, None, "a deleted page is gone");
}

#[tokio::test]
async fn while_the_channel_is_silent_every_request_checks() {
    let ((cache, alive), pages) = (cache(), Pages::at_version(1));
    alive.store(false, Ordering::SeqCst);
    for _ in 0..3 {
        assert_eq!(version(&cache, &pages).await, Some(1));
    }
    assert_eq!(pages.questions(), (3, 1), "a check is not a load");
    pages.version.store(2, Ordering::SeqCst);
    assert_eq!(version(&cache, &pages).await, Some(2), "and what changed is seen at once");
}

#[tokio::test]
async fn after_a_silence_nothing_is_believed_unchecked() {
    let ((cache, alive), pages) = (cache(), Pages::at_version(1));
    assert_eq!(version(&cache, &pages).await, Some(1));
    alive.store(false, Ordering::SeqCst);
    pages.version.store(2, Ordering::SeqCst);
    cache.anything_changed();
    alive.store(true, Ordering::SeqCst);
    assert_eq!(version(&cache, &pages).await, Some(2));
}

#[tokio::test]
async fn with_the_database_away_the_last_known_page_is_served() {
    let ((cache, alive), pages) = (cache(), Pages::at_version(1));
    assert_eq!(version(&cache, &pages).await, Some(1));
    pages.away.store(true, Ordering::SeqCst);
    alive.store(false, Ordering::SeqCst);
    assert_eq!(version(&cache, &pages).await, Some(1));
    let other = Hostname::parse("b.example").unwrap();
    assert!(matches!(cache.get(&other, &pages as &dyn LivePages).await, Err(StoreError::Unavailable(_))));
}

#[tokio::test]
async fn a_database_that_hangs_costs_one_visitor_half_a_second_and_the_others_nothing() {
    let ((cache, alive), pages) = (cache(), Pages::at_version(1));
    assert_eq!(version(&cache, &pages).await, Some(1));
    pages.hangs.store(true, Ordering::SeqCst);
    alive.store(false, Ordering::SeqCst);
    let began = Instant::now();
    let visits = (0..50).map(|_| version(&cache, &pages));
    assert_eq!(futures_util::future::join_all(visits).await, [Some(1); 50]);
    assert_eq!(pages.questions(), (2, 1), "one asks, and none after it");
    assert!(began.elapsed() >= KNOWN_WAIT && began.elapsed() < 3 * KNOWN_WAIT, "{:?}", began.elapsed());
    // Once it answers again, it is soon asked again.
    pages.hangs.store(false, Ordering::SeqCst);
    pages.version.store(2, Ordering::SeqCst);
    tokio::time::sleep(REST).await;
    assert_eq!(version(&cache, &pages).await, Some(2));
}

#[tokio::test]
async fn many_visitors_at_once_ask_once() {
    let ((cache, _), pages) = (cache(), Pages::at_version(1));
    let visits = (0..50).map(|_| version(&cache, &pages));
    let seen = futures_util::future::join_all(visits).await;
    assert!(seen.into_iter().all(|version| version == Some(1)));
    assert_eq!(pages.questions(), (1, 1));
}
