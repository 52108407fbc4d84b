use std::sync::atomic::AtomicUsize;

use async_trait::async_trait;
use kernel::UnixTime;
use landing_draft::appearance::{CustomHtml, Design};
use landing_draft::domain::Version;
use landing_draft::landing::Landing;
use landing_draft::ports::{LivePage, LivePages, LiveStamp};
use landing_draft::text::DisplayName;

use super::*;
use crate::LiveCache;

/// A database of one page with a configurable version and presence, which counts its queries.
#[derive(Default)]
struct Pages {
    version: AtomicU64,
    is_unavailable: AtomicBool,
    /// Whether every query hangs.
    hangs: AtomicBool,
    /// Duration of a load.
    load_millis: AtomicU64,
    stamps: AtomicUsize,
    loads: AtomicUsize,
    landing: Arc<Landing>,
    owner: i64,
}

impl Pages {
    fn at_version(version: u64) -> Arc<Self> {
        Arc::new(Self { version: AtomicU64::new(version), ..Self::default() })
    }

    fn now(&self) -> Result<Option<LiveStamp>, StoreError> {
        if self.is_unavailable.load(Ordering::SeqCst) {
            return Err(StoreError::Unavailable("no connection".into()));
        }
        let version = i32::try_from(self.version.load(Ordering::SeqCst)).unwrap();
        Ok((version > 0).then(|| LiveStamp {
            owner: OwnerId::new(self.owner),
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
        let slow = self.load_millis.load(Ordering::SeqCst);
        tokio::time::sleep(Duration::from_millis(slow)).await;
        Ok(self.now()?.map(|stamp| LivePage {
            stamp,
            hostname: host.clone(),
            display_name: DisplayName::parse("A").unwrap(),
            landing: self.landing.clone(),
        }))
    }

    async fn stamp(&self, _: &Hostname) -> Result<Option<LiveStamp>, StoreError> {
        self.stamps.fetch_add(1, Ordering::SeqCst);
        while self.hangs.load(Ordering::SeqCst) {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        self.now()
    }

    async fn is_active(&self, _: &Hostname) -> Result<bool, StoreError> {
        Ok(true)
    }
}

fn cache() -> (Arc<LiveCache>, Arc<AtomicBool>) {
    let alive = Arc::new(AtomicBool::new(true));
    (Arc::new(LiveCache::new(Arc::new(Room::new(1 << 20)), Arc::clone(&alive), "pages")), alive)
}

fn host() -> Hostname {
    Hostname::parse("a.example").unwrap()
}

async fn asked(cache: &Arc<LiveCache>, pages: &Arc<Pages>) -> Result<Option<i32>, StoreError> {
    let pages: Arc<dyn LivePages> = Arc::<Pages>::clone(pages);
    Ok(cache.get(&host(), &pages).await?.map(|page| page.stamp().version.0))
}

async fn version(cache: &Arc<LiveCache>, pages: &Arc<Pages>) -> Option<i32> {
    asked(cache, pages).await.unwrap()
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
async fn a_notification_makes_a_value_stale() {
    let ((cache, _), pages) = (cache(), Pages::at_version(1));
    assert_eq!(version(&cache, &pages).await, Some(1));
    pages.version.store(2, Ordering::SeqCst);
    assert_eq!(version(&cache, &pages).await, Some(1), "nobody has notified it yet");
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
async fn after_a_silence_nothing_is_fresh_unchecked() {
    let ((cache, alive), pages) = (cache(), Pages::at_version(1));
    assert_eq!(version(&cache, &pages).await, Some(1));
    alive.store(false, Ordering::SeqCst);
    pages.version.store(2, Ordering::SeqCst);
    cache.anything_changed();
    alive.store(true, Ordering::SeqCst);
    assert_eq!(version(&cache, &pages).await, Some(2));
}

#[tokio::test]
async fn while_the_database_is_unavailable_the_last_known_page_is_served() {
    let ((cache, alive), pages) = (cache(), Pages::at_version(1));
    assert_eq!(version(&cache, &pages).await, Some(1));
    pages.is_unavailable.store(true, Ordering::SeqCst);
    alive.store(false, Ordering::SeqCst);
    assert_eq!(version(&cache, &pages).await, Some(1));
    let (other, pages) = (Hostname::parse("b.example").unwrap(), pages as Arc<dyn LivePages>);
    assert!(matches!(cache.get(&other, &pages).await, Err(StoreError::Unavailable(_))));
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
    // Once the database responds again, it is soon queried again.
    pages.hangs.store(false, Ordering::SeqCst);
    pages.version.store(2, Ordering::SeqCst);
    tokio::time::sleep(REST).await;
    assert_eq!(version(&cache, &pages).await, Some(2));
}

#[tokio::test]
async fn what_takes_longer_to_load_than_a_visitor_waits_is_there_for_others() {
    let ((cache, _), pages) = (cache(), Pages::at_version(1));
    let slow = async |wait: Duration| {
        pages.load_millis.store(u64::try_from(wait.as_millis()).unwrap() + 400, Ordering::SeqCst);
        let began = Instant::now();
        let first = asked(&cache, &pages).await;
        assert!(began.elapsed() >= wait, "{:?}", began.elapsed());
        first
    };
    assert!(matches!(slow(UNKNOWN_WAIT).await, Err(StoreError::Unavailable(_))));
    assert_eq!(version(&cache, &pages).await, Some(1));
    assert_eq!(pages.questions(), (1, 1), "the same load");
    // After a notification, visitors get the known value until the new one is loaded.
    tokio::time::sleep(REST).await;
    pages.version.store(2, Ordering::SeqCst);
    cache.changed(&host());
    assert_eq!(slow(KNOWN_WAIT).await.unwrap(), Some(1));
    tokio::time::sleep(REST).await;
    assert_eq!(version(&cache, &pages).await, Some(2));
    assert_eq!(pages.questions(), (2, 2));
}

#[tokio::test]
async fn many_visitors_at_once_ask_once() {
    let ((cache, _), pages) = (cache(), Pages::at_version(1));
    let visits = (0..50).map(|_| version(&cache, &pages));
    let seen = futures_util::future::join_all(visits).await;
    assert!(seen.into_iter().all(|version| version == Some(1)));
    assert_eq!(pages.questions(), (1, 1));
}

/// Mocks a database whose pages are documents of this many bytes.
fn documents(bytes: usize) -> Arc<dyn LivePages> {
    documents_of(1, bytes)
}

/// Mocks a database whose pages are documents of this many bytes, for this owner.
fn documents_of(owner: i64, bytes: usize) -> Arc<dyn LivePages> {
    let mut landing = Landing::empty();
    landing.appearance.design = Design::CustomHtml(CustomHtml::parse(&"x".repeat(bytes)).unwrap());
    let version = AtomicU64::new(1);
    Arc::new(Pages { version, landing: Arc::new(landing), owner, ..Pages::default() })
}

fn room(bytes: u64) -> (Arc<Room>, Arc<LiveCache>) {
    let room = Arc::new(Room::new(bytes));
    let cache = LiveCache::new(Arc::clone(&room), Arc::new(AtomicBool::new(true)), "pages");
    (room, Arc::new(cache))
}

#[tokio::test]
async fn hosts_are_kept_while_their_bytes_have_room() {
    let ((room, cache), pages) = (room(4 << 20), documents(50_000));
    for n in 0..1_000 {
        let host = Hostname::parse(&format!("d{n}.example")).unwrap();
        assert!(cache.get(&host, &pages).await.unwrap().is_some());
        assert!(room.weight() <= 4 << 20, "{} bytes after {n}", room.weight());
    }
    assert!(room.weight() > 2 << 20, "{} bytes", room.weight());
}

#[tokio::test]
async fn an_owner_with_a_thousand_hosts_pushes_out_their_own() {
    let (room, cache) = room(4 << 20);
    let hosts = |owner: i64, count: usize| {
        (0..count).map(move |n| Hostname::parse(&format!("d{n}.of{owner}.example")).unwrap())
    };
    let visit = async |owner, count| {
        let pages = documents_of(owner, 5_000);
        for host in hosts(owner, count) {
            assert!(cache.get(&host, &pages).await.unwrap().is_some());
        }
    };
    let kept =
        |owner, count| hosts(owner, count).filter(|host| cache.remembered(host.as_str()).is_some()).count();
    visit(1, 60).await;
    visit(2, 1_000).await;
    assert_eq!(kept(1, 60), 60, "who was there before stays");
    assert!(kept(2, 1_000) > 300, "{}: what nobody else needs is used", kept(2, 1_000));
    assert!(room.weight() <= 3 << 20, "{}", room.weight());
    visit(3, 60).await;
    visit(2, 1_000).await;
    assert_eq!(kept(1, 60), 60);
    // Hosts are spread over the shards at random, and a shard that is fuller than others may evict some.
    assert!(kept(3, 60) >= 50, "{}: who comes later finds room, and keeps it", kept(3, 60));
}

#[tokio::test]
async fn what_is_rendered_is_weighed_too() {
    let ((room, cache), pages) = (room(4 << 20), documents(50_000));
    let page = cache.get(&host(), &pages).await.unwrap().unwrap();
    let before = room.weight();
    let visitor = landing_draft::visitor::Visitor::unknown(
        UnixTime::from_seconds(0),
        landing_draft::visitor::VisitorToken::new([0; 16]),
    );
    assert!(page.rendering(visitor).await.unwrap().1);
    cache.grown(&host());
    let grown = room.weight() - before;
    assert!((50_000..60_000).contains(&grown), "{grown}");
    cache.grown(&Hostname::parse("nobody.example").unwrap());
    assert_eq!(room.weight(), before + grown, "who is not kept is not weighed");
}

#[tokio::test]
async fn a_page_beyond_the_share_of_a_host_is_served_and_not_kept() {
    let ((room, cache), large) = (room(1 << 20), documents(400_000));
    let small = documents(1_000);
    let neighbours: Vec<_> = (0..40).map(|n| Hostname::parse(&format!("n{n}.example")).unwrap()).collect();
    for neighbour in &neighbours {
        cache.get(neighbour, &small).await.unwrap();
    }
    for _ in 0..3 {
        assert!(cache.get(&host(), &large).await.unwrap().is_some());
    }
    assert!(cache.remembered("a.example").is_none());
    assert!(room.weight() < 200_000, "{}", room.weight());
    for neighbour in &neighbours {
        assert!(cache.remembered(neighbour.as_str()).is_some(), "{neighbour}");
    }
}
