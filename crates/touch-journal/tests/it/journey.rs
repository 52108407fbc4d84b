use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use async_trait::async_trait;
use kernel::fixed::SeededEntropy;
use kernel::{Hostname, OwnerId, StoreError, UnixTime};
use tokio::sync::Notify;
use touch_journal::{Home, Journal, Pace, Shipper};
use touches::ports::{TouchSink as _, TouchStore};
use touches::{Act, Touch, TouchId, VisitorDigest};

/// A store that may be away, and that can't stand one of the touches.
#[derive(Default)]
struct Shelf {
    kept: Mutex<BTreeMap<TouchId, Touch>>,
    away: AtomicBool,
    poison: Mutex<Option<TouchId>>,
    calls: AtomicUsize,
    news: Notify,
}

#[async_trait]
impl TouchStore for Shelf {
    async fn put(&self, touches: &[Touch]) -> Result<(), StoreError> {
        self.calls.fetch_add(1, Ordering::SeqCst);
        if self.away.load(Ordering::SeqCst) {
            self.news.notify_one();
            return Err(StoreError::Unavailable("away".into()));
        }
        if touches.iter().any(|touch| Some(touch.id) == *self.poison.lock().unwrap()) {
            return Err(StoreError::Data("poison".into()));
        }
        self.kept.lock().unwrap().extend(touches.iter().map(|touch| (touch.id, touch.clone())));
        self.news.notify_one();
        Ok(())
    }

    async fn forget(&self, _: UnixTime, _: u32) -> Result<u64, StoreError> {
        Ok(0)
    }
}

impl Shelf {
    fn len(&self) -> usize {
        self.kept.lock().unwrap().len()
    }

    async fn until_it_holds(&self, count: usize) {
        let all = async {
            while self.len() < count {
                self.news.notified().await;
            }
        };
        tokio::time::timeout(Duration::from_secs(20), all).await.unwrap();
    }
}

struct Process {
    journal: Journal,
    shipper: Shipper,
}

fn process(root: &Path, seed: u64, store: &Arc<Shelf>) -> Process {
    let home = Arc::new(Home::create(root, &SeededEntropy::new(seed)).unwrap());
    let sealed = Arc::new(Notify::new());
    let journal = Journal::start(Arc::clone(&home), Arc::clone(&sealed)).unwrap();
    let shipper = Shipper::new(root.to_owned(), home, store.clone(), sealed);
    Process { journal, shipper: shipper.at(Pace { batch: 100, per_second: u32::MAX }) }
}

fn touch(number: u64) -> Touch {
    let at = UnixTime::from_millis(1_800_000_000_000);
    Touch {
        id: TouchId::generate(at, &SeededEntropy::new(number)),
        owner: OwnerId::new(1),
        domain: Hostname::parse("a.example").unwrap(),
        at,
        act: Act::Visit,
        source: None,
        country: None,
        device: None,
        visitor: VisitorDigest([0; 16]),
        bot: false,
    }
}

fn files(root: &Path) -> usize {
    let folders = std::fs::read_dir(root).unwrap().map(|entry| entry.unwrap().path());
    let within = folders.filter(|path| path.is_dir()).flat_map(|path| std::fs::read_dir(path).unwrap());
    within.filter(|entry| entry.as_ref().unwrap().file_name() != "lock").count()
}

#[tokio::test]
async fn what_is_taken_arrives_and_leaves_no_file() {
    let (root, store) = (tempfile::tempdir().unwrap(), Arc::new(Shelf::default()));
    let Process { journal, mut shipper } = process(root.path(), 1, &store);
    (0..250).for_each(|number| journal.take(touch(number)));
    tokio::select! {
        () = shipper.run() => {}
        () = store.until_it_holds(250) => {}
    }
    journal.close();
    assert!(shipper.drain().await);
    assert_eq!((store.len(), files(root.path())), (250, 0));
}

#[tokio::test]
async fn a_clean_stop_ships_what_was_buffered() {
    let (root, store) = (tempfile::tempdir().unwrap(), Arc::new(Shelf::default()));
    let Process { journal, mut shipper } = process(root.path(), 1, &store);
    (0..5_000).for_each(|number| journal.take(touch(number)));
    journal.close();
    assert!(shipper.drain().await);
    assert_eq!(store.len(), 5_000);
    journal.take(touch(9_999));
    assert!(shipper.drain().await);
    assert_eq!(store.len(), 5_000, "nothing is taken after the end");
}

#[tokio::test]
async fn while_the_store_is_away_touches_wait_on_the_disk() {
    let (root, store) = (tempfile::tempdir().unwrap(), Arc::new(Shelf::default()));
    store.away.store(true, Ordering::SeqCst);
    let Process { journal, mut shipper } = process(root.path(), 1, &store);
    (0..300).for_each(|number| journal.take(touch(number)));
    tokio::select! {
        () = shipper.run() => {}
        () = store.news.notified() => {}
    }
    journal.close();
    assert!(!shipper.drain().await);
    assert!(files(root.path()) > 0);
    store.away.store(false, Ordering::SeqCst);
    assert!(shipper.drain().await);
    assert_eq!((store.len(), files(root.path())), (300, 0));
}

/// A disk without room makes a file and does not fill it. What comes later must not stop at the name.
#[tokio::test]
async fn a_name_that_is_taken_stops_nothing() {
    let (root, store) = (tempfile::tempdir().unwrap(), Arc::new(Shelf::default()));
    let home = Arc::new(Home::create(root.path(), &SeededEntropy::new(1)).unwrap());
    let folder = std::fs::read_dir(root.path()).unwrap().next().unwrap().unwrap().path();
    std::fs::write(folder.join(format!("{:016x}.open", 0)), "").unwrap();
    let sealed = Arc::new(Notify::new());
    let journal = Journal::start(Arc::clone(&home), Arc::clone(&sealed)).unwrap();
    let mut shipper = Shipper::new(root.path().to_owned(), home, store.clone(), sealed);
    (0..10).for_each(|number| journal.take(touch(number)));
    tokio::select! {
        () = shipper.run() => {}
        () = store.until_it_holds(10) => {}
    }
    journal.close();
}

#[tokio::test]
async fn the_next_process_ships_what_a_dead_one_left() {
    let (root, store) = (tempfile::tempdir().unwrap(), Arc::new(Shelf::default()));
    let dead = process(root.path(), 1, &store);
    (0..10).for_each(|number| dead.journal.take(touch(number)));
    dead.journal.close();
    drop(dead);
    let mut next = process(root.path(), 2, &store);
    tokio::select! {
        () = next.shipper.run() => {}
        () = store.until_it_holds(10) => {}
    }
    next.journal.close();
}

#[tokio::test]
async fn a_living_process_keeps_its_segments_to_itself() {
    let root = tempfile::tempdir().unwrap();
    let (store, other) = (Arc::new(Shelf::default()), Arc::new(Shelf::default()));
    store.away.store(true, Ordering::SeqCst);
    let living = process(root.path(), 1, &store);
    living.journal.take(touch(1));
    living.journal.close();
    let mut neighbour = process(root.path(), 2, &other);
    neighbour.journal.take(touch(2));
    tokio::select! {
        () = neighbour.shipper.run() => {}
        () = other.until_it_holds(1) => {}
    }
    neighbour.journal.close();
    assert_eq!(other.kept.lock().unwrap().keys().copied().collect::<Vec<_>>(), [touch(2).id]);
    drop(living);
}

#[tokio::test]
async fn one_touch_that_the_store_refuses_is_set_aside() {
    let (root, store) = (tempfile::tempdir().unwrap(), Arc::new(Shelf::default()));
    *store.poison.lock().unwrap() = Some(touch(42).id);
    let Process { journal, mut shipper } = process(root.path(), 1, &store);
    (0..100).for_each(|number| journal.take(touch(number)));
    journal.close();
    assert!(shipper.drain().await);
    assert_eq!((store.len(), files(root.path())), (99, 0));
    assert!(root.path().join("refused.journal").metadata().unwrap().len() > 0);
}
