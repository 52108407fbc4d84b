use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicI32, AtomicUsize, Ordering};
use std::time::Duration;

use application::snapshots::may_be_served;
use async_trait::async_trait;
use kernel::{Clock as _, OwnerId};
use landing_draft::domain::Version;
use landing_draft::landing::Landing;
use landing_draft::ports::{LivePage, LivePages};
use landing_draft::text::DisplayName;
use qr_catalog::live::HostCodes;
use qr_catalog::ports::LiveCodes;
use runtime::SystemClock;
use smartlink_policy::host::HostLinks;
use smartlink_policy::ports::LiveLinks;
use smartlink_policy::slots::Slots;
use tokio::time::Instant;

use super::*;
use crate::lookup::EdgeCaches;

/// A database with a configurable version of each host's page.
#[derive(Default)]
struct Database {
    version: AtomicI32,
    is_unavailable: AtomicBool,
    hangs: AtomicBool,
    loads: AtomicUsize,
}

impl Database {
    async fn now(&self) -> Result<Option<LiveStamp>, StoreError> {
        while self.hangs.load(Ordering::SeqCst) {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        if self.is_unavailable.load(Ordering::SeqCst) {
            return Err(StoreError::Unavailable("no connection".into()));
        }
        let version = self.version.load(Ordering::SeqCst);
        let stamp = LiveStamp {
            owner: OwnerId::new(1),
            version: Version(version),
            published_at: UnixTime::from_seconds(1),
        };
        Ok((version > 0).then_some(stamp))
    }
}

#[async_trait]
impl LivePages for Database {
    async fn load(&self, host: &Hostname) -> Result<Option<LivePage>, StoreError> {
        self.loads.fetch_add(1, Ordering::SeqCst);
        Ok(self.now().await?.map(|stamp| page(host, stamp)))
    }

    async fn stamp(&self, _: &Hostname) -> Result<Option<LiveStamp>, StoreError> {
        self.now().await
    }

    async fn is_active(&self, _: &Hostname) -> Result<bool, StoreError> {
        Ok(true)
    }
}

#[async_trait]
impl LiveLinks for Database {
    async fn stamp(&self, _: &Hostname) -> Result<Option<LinksStamp>, StoreError> {
        let stamp = |stamp: LiveStamp| LinksStamp {
            owner: stamp.owner,
            revision: stamp.version.0.into(),
            keeps_user_agents: false,
        };
        Ok(self.now().await?.map(stamp))
    }

    async fn load<'a>(
        &self,
        host: &Hostname,
        _: Option<&'a HostLinks>,
    ) -> Result<Option<(LinksStamp, HostLinks)>, StoreError> {
        let stamp = LiveLinks::stamp(self, host).await?;
        let links = |stamp: LinksStamp| HostLinks::new(stamp.owner, host.clone(), Slots::default(), []);
        Ok(stamp.map(|stamp| (stamp, links(stamp))))
    }
}

#[async_trait]
impl LiveCodes for Database {
    async fn stamp(&self, _: &Hostname) -> Result<Option<CodesStamp>, StoreError> {
        let stamp = |stamp: LiveStamp| CodesStamp {
            owner: stamp.owner,
            registered_at: stamp.published_at,
            revision: stamp.version.0.into(),
        };
        Ok(self.now().await?.map(stamp))
    }

    async fn load(&self, host: &Hostname) -> Result<Option<HostCodes>, StoreError> {
        Ok(LiveCodes::stamp(self, host).await?.map(|stamp| HostCodes::new(stamp, [])))
    }
}

fn page(host: &Hostname, stamp: LiveStamp) -> LivePage {
    LivePage {
        stamp,
        hostname: host.clone(),
        display_name: DisplayName::parse("A").unwrap(),
        landing: Arc::new(Landing::empty()),
    }
}

/// Snapshots in memory, following the port's contract.
#[derive(Default)]
struct Kept {
    hosts: Mutex<HashMap<Hostname, (HostSnapshot, UnixTime)>>,
    taken: Mutex<Vec<SnapshotChanges>>,
    fails: AtomicBool,
    /// Whether another process takes the snapshots.
    is_others: AtomicBool,
    damaged: Mutex<HashSet<Hostname>>,
}

#[async_trait]
impl HostSnapshots for Kept {
    fn has(&self, host: &Hostname, now: UnixTime) -> bool {
        let hosts = self.hosts.lock().unwrap();
        let good = hosts.get(host).is_some_and(|(_, at)| may_be_served(*at, now));
        good && !self.damaged.lock().unwrap().contains(host)
    }

    fn hosts(&self) -> Vec<Hostname> {
        self.hosts.lock().unwrap().keys().cloned().collect()
    }

    fn confirmed_at(&self, _: UnixTime) -> Option<UnixTime> {
        self.hosts.lock().unwrap().values().map(|(_, at)| *at).max()
    }

    async fn load(&self, host: &Hostname, now: UnixTime) -> Option<HostSnapshot> {
        self.has(host, now).then(|| self.hosts.lock().unwrap()[host].0.clone())
    }

    async fn take(&self, changes: SnapshotChanges, now: UnixTime) -> Result<bool, StoreError> {
        if self.is_others.load(Ordering::SeqCst) {
            return Ok(false);
        }
        if self.fails.load(Ordering::SeqCst) {
            return Err(StoreError::Unavailable("no room".into()));
        }
        let mut hosts = self.hosts.lock().unwrap();
        for (host, snapshot) in &changes.taken {
            self.damaged.lock().unwrap().remove(host);
            hosts.insert(host.clone(), (snapshot.clone(), now));
        }
        for host in &changes.confirmed {
            hosts.get_mut(host).unwrap().1 = now;
        }
        changes.gone.iter().for_each(|host| drop(hosts.remove(host)));
        self.taken.lock().unwrap().push(changes);
        Ok(true)
    }

    fn measure(&self) {}
}

/// A process with these snapshots.
struct Process {
    lookup: EdgeLookup,
    alive: Arc<AtomicBool>,
    keeper: SnapshotKeeper,
}

fn process(database: &Arc<Database>, kept: &Arc<Kept>) -> Process {
    let alive = Arc::new(AtomicBool::new(true));
    let memory = EdgeCaches::new(&alive, 4 << 20, Some(Arc::<Kept>::clone(kept)));
    let lookup = EdgeLookup {
        memory,
        pages: Arc::<Database>::clone(database),
        links: Arc::<Database>::clone(database),
        codes: Arc::<Database>::clone(database),
    };
    let keeper = SnapshotKeeper::new(lookup.clone(), Arc::<Kept>::clone(kept));
    Process { lookup, alive, keeper }
}

impl Process {
    async fn visit(&self, host: &Hostname) -> Result<Option<i32>, StoreError> {
        let request = actix_web::test::TestRequest::default().insert_header(("host", host.as_str()));
        let page = self.lookup.page(&request.to_http_request()).await?;
        Ok(page.map(|page| page.stamp().version.0))
    }

    fn loses_the_database(&self, database: &Database) {
        database.is_unavailable.store(true, Ordering::SeqCst);
        self.alive.store(false, Ordering::SeqCst);
    }
}

fn host(name: &str) -> Hostname {
    Hostname::parse(&format!("{name}.example")).unwrap()
}

fn world() -> (Arc<Database>, Arc<Kept>) {
    (Arc::new(Database { version: AtomicI32::new(1), ..Database::default() }), Arc::default())
}

fn now() -> UnixTime {
    SystemClock.now()
}

#[tokio::test]
async fn a_new_process_serves_what_the_one_before_kept_until_the_database_answers() {
    let (database, kept) = world();
    let mut first = process(&database, &kept);
    assert_eq!(first.visit(&host("a")).await.unwrap(), Some(1));
    first.keeper.pass(now()).await.unwrap();
    let next = process(&database, &kept);
    next.loses_the_database(&database);
    assert_eq!(next.visit(&host("a")).await.unwrap(), Some(1));
    assert!(matches!(next.visit(&host("b")).await, Err(StoreError::Unavailable(_))));
    let request =
        actix_web::test::TestRequest::default().insert_header(("host", "a.example")).to_http_request();
    assert!(
        next.lookup.links(&request).await.unwrap().is_some()
            && next.lookup.codes(&request).await.unwrap().is_some()
    );
    // The restored value is not fresh even with the same stamp, because a restored database may
    // reuse stamps.
    let loads = database.loads.load(Ordering::SeqCst);
    database.is_unavailable.store(false, Ordering::SeqCst);
    tokio::time::sleep(Duration::from_millis(500)).await;
    assert_eq!(next.visit(&host("a")).await.unwrap(), Some(1));
    assert_eq!(database.loads.load(Ordering::SeqCst), loads + 1);
    database.version.store(0, Ordering::SeqCst);
    assert_eq!(next.visit(&host("a")).await.unwrap(), None, "what was deleted meanwhile is gone");
}

#[tokio::test]
async fn a_database_that_hangs_costs_the_first_visitor_half_a_second() {
    let (database, kept) = world();
    let mut first = process(&database, &kept);
    for name in ["a", "b"] {
        first.visit(&host(name)).await.unwrap();
    }
    first.keeper.pass(now()).await.unwrap();
    let next = process(&database, &kept);
    database.hangs.store(true, Ordering::SeqCst);
    next.alive.store(false, Ordering::SeqCst);
    let began = Instant::now();
    assert_eq!(next.visit(&host("a")).await.unwrap(), Some(1));
    assert!(began.elapsed() < Duration::from_millis(1_500), "{:?}", began.elapsed());
    let began = Instant::now();
    assert_eq!(next.visit(&host("b")).await.unwrap(), Some(1));
    assert!(
        began.elapsed() < Duration::from_millis(400),
        "another host waits for nothing: {:?}",
        began.elapsed()
    );
}

#[tokio::test]
async fn a_host_is_taken_once_it_is_visited_and_again_once_it_has_changed() {
    let (database, kept) = world();
    let mut process = process(&database, &kept);
    process.keeper.pass(now()).await.unwrap();
    assert!(kept.hosts().is_empty());
    process.visit(&host("a")).await.unwrap();
    for _ in 0..3 {
        process.visit(&host("a")).await.unwrap();
        process.keeper.pass(now()).await.unwrap();
    }
    let taken =
        |kept: &Kept| kept.taken.lock().unwrap().iter().map(|changes| changes.taken.len()).sum::<usize>();
    assert_eq!(taken(&kept), 1, "what is the same is not written again");
    database.version.store(2, Ordering::SeqCst);
    process.lookup.memory.pages.changed(&host("a"));
    process.lookup.memory.pages.changed(&host("never-visited"));
    process.lookup.memory.links.changed(&host("a"));
    process.lookup.memory.codes.changed(&host("a"));
    process.keeper.pass(now()).await.unwrap();
    let version =
        |kept: &Kept| kept.hosts.lock().unwrap()[&host("a")].0.page.as_ref().unwrap().stamp.version.0;
    assert_eq!((taken(&kept), version(&kept), kept.hosts().len()), (2, 2, 1));
    database.version.store(0, Ordering::SeqCst);
    process.lookup.memory.anything_changed();
    process.keeper.pass(now()).await.unwrap();
    assert!(kept.hosts().is_empty(), "a host that is gone is kept no longer, without a visitor");
}

#[tokio::test]
async fn while_no_changes_are_heard_of_nothing_is_confirmed() {
    let (database, kept) = world();
    let mut process = process(&database, &kept);
    process.visit(&host("a")).await.unwrap();
    let (early, late) = (now(), now().plus_seconds(1_000));
    process.keeper.pass(early).await.unwrap();
    process.loses_the_database(&database);
    process.keeper.pass(late).await.unwrap();
    assert_eq!(kept.confirmed_at(late), Some(early));
    database.is_unavailable.store(false, Ordering::SeqCst);
    process.lookup.memory.anything_changed();
    process.alive.store(true, Ordering::SeqCst);
    tokio::time::sleep(Duration::from_millis(500)).await;
    process.keeper.pass(late).await.unwrap();
    assert_eq!(kept.confirmed_at(late), Some(late));
    process.keeper.pass(late.plus_seconds(CONFIRMED_EVERY)).await.unwrap();
    assert_eq!(kept.confirmed_at(late), Some(late.plus_seconds(CONFIRMED_EVERY)));
}

#[tokio::test]
async fn what_could_not_be_written_or_is_damaged_is_taken_again() {
    let (database, kept) = world();
    let mut process = process(&database, &kept);
    process.visit(&host("a")).await.unwrap();
    kept.fails.store(true, Ordering::SeqCst);
    assert!(process.keeper.pass(now()).await.is_err());
    kept.fails.store(false, Ordering::SeqCst);
    process.keeper.pass(now()).await.unwrap();
    assert!(kept.has(&host("a"), now()));
    kept.damaged.lock().unwrap().insert(host("a"));
    process.lookup.memory.anything_changed();
    process.keeper.pass(now()).await.unwrap();
    assert!(kept.has(&host("a"), now()));
}

#[tokio::test]
async fn many_hosts_are_taken_in_several_passes() {
    let (database, kept) = world();
    let mut process = process(&database, &kept);
    for n in 0..=HOSTS_OF_A_PASS {
        process.visit(&host(&format!("d{n}"))).await.unwrap();
    }
    process.keeper.pass(now()).await.unwrap();
    assert_eq!(kept.hosts().len(), HOSTS_OF_A_PASS);
    process.keeper.pass(now()).await.unwrap();
    assert_eq!(kept.hosts().len(), HOSTS_OF_A_PASS + 1);
}

#[tokio::test]
async fn who_takes_over_from_another_process_looks_at_all_that_is_there() {
    let (database, kept) = world();
    let mut first = process(&database, &kept);
    first.visit(&host("a")).await.unwrap();
    first.keeper.pass(now()).await.unwrap();
    let mut second = process(&database, &kept);
    kept.is_others.store(true, Ordering::SeqCst);
    second.keeper.pass(now()).await.unwrap();
    // The first process ends before seeing this.
    database.version.store(0, Ordering::SeqCst);
    second.lookup.memory.anything_changed();
    second.keeper.pass(now()).await.unwrap();
    kept.is_others.store(false, Ordering::SeqCst);
    for second_of in [0, 2 * CONFIRMED_EVERY, 4 * CONFIRMED_EVERY] {
        second.visit(&host("b")).await.unwrap();
        second.keeper.pass(now().plus_seconds(second_of)).await.unwrap();
    }
    assert!(kept.hosts().is_empty(), "{:?}", kept.hosts());
}
