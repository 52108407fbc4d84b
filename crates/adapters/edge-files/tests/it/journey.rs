use std::collections::BTreeMap;
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, chown};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use application::operation::{Redriven, TouchesAside as _};
use async_trait::async_trait;
use edge_files::touch_journal::{AsideFolder, Home, Journal, Pace, Shipper};
use kernel::fixed::SeededEntropy;
use kernel::{Hostname, OwnerId, StoreError, UnixTime};
use tokio::sync::Notify;
use touches::ports::{TouchSink as _, TouchStore};
use touches::{Act, AdClickIds, Click, Touch, TouchId, UserAgent, VisitorDigest};

/// Store that may be unavailable, and that rejects one of the touches.
#[derive(Default)]
struct Shelf {
    kept: Mutex<BTreeMap<TouchId, Touch>>,
    away: AtomicBool,
    poison: Mutex<Option<TouchId>>,
    broken: AtomicBool,
    calls: AtomicUsize,
    changed: Notify,
}

#[async_trait]
impl TouchStore for Shelf {
    async fn put(&self, touches: &[Touch]) -> Result<(), StoreError> {
        self.calls.fetch_add(1, Ordering::SeqCst);
        if self.away.load(Ordering::SeqCst) {
            self.changed.notify_one();
            return Err(StoreError::Unavailable("no connection".into()));
        }
        if self.broken.load(Ordering::SeqCst) {
            return Err(StoreError::Failed("a table is not there yet".into()));
        }
        if touches.iter().any(|touch| Some(touch.id) == *self.poison.lock().unwrap()) {
            return Err(StoreError::Data("poison".into()));
        }
        self.kept.lock().unwrap().extend(touches.iter().map(|touch| (touch.id, touch.clone())));
        self.changed.notify_one();
        Ok(())
    }

    async fn purge(&self, _: UnixTime, _: u32) -> Result<u64, StoreError> {
        Ok(0)
    }

    async fn purge_user_agents(&self, _: UnixTime, _: u32) -> Result<u64, StoreError> {
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
                self.changed.notified().await;
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
        context: touches::Context::default(),
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
async fn a_click_arrives_with_its_ids_and_its_user_agent() {
    let (root, store) = (tempfile::tempdir().unwrap(), Arc::new(Shelf::default()));
    let Process { journal, mut shipper } = process(root.path(), 1, &store);
    let user_agent = UserAgent::parse("Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)");
    assert!(user_agent.is_some());
    let click = Click { ids: AdClickIds::of_query("fbclid=F&gclid=G"), user_agent, ..Click::default() };
    let taken = Touch { act: Act::Click(click), ..touch(1) };
    journal.take(taken.clone());
    journal.close();
    assert!(shipper.drain().await);
    assert_eq!(store.kept.lock().unwrap().get(&taken.id), Some(&taken));
}

/// Returns a folder and everything below it.
fn everything(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let below = entries.flat_map(|path| if path.is_dir() { everything(&path) } else { vec![path] });
    below.chain([folder.to_owned()]).collect()
}

#[tokio::test]
async fn touches_on_the_disk_are_for_the_user_of_the_service_alone() {
    let (data, store) = (tempfile::tempdir().unwrap(), Arc::new(Shelf::default()));
    let root = data.path().join("touches");
    *store.poison.lock().unwrap() = Some(touch(7).id);
    let Process { journal, mut shipper } = process(&root, 1, &store);
    (0..20).for_each(|number| journal.take(touch(number)));
    journal.close();
    assert!(shipper.drain().await);
    // One touch is set aside for the operator, and others wait in the folder of another process.
    let waiting = process(&root, 2, &store);
    (30..40).for_each(|number| waiting.journal.take(touch(number)));
    waiting.journal.close();
    let made = everything(&root);
    assert!(made.len() > 5, "{made:?}");
    for path in made {
        let mode = std::fs::metadata(&path).unwrap().permissions().mode();
        assert_eq!(mode & 0o077, 0, "{}: {mode:o}", path.display());
    }
}

#[test]
fn a_folder_of_an_older_release_is_taken_away_from_others_and_left_to_its_group() {
    let data = tempfile::tempdir().unwrap();
    let root = data.path().join("touches");
    std::fs::create_dir(&root).unwrap();
    for (before, after) in [(0o755, 0o750), (0o2775, 0o2770), (0o700, 0o700)] {
        std::fs::set_permissions(&root, std::fs::Permissions::from_mode(before)).unwrap();
        drop(Home::create(&root, &SeededEntropy::new(before.into())).unwrap());
        assert_eq!(std::fs::metadata(&root).unwrap().permissions().mode() & 0o7777, after, "{before:o}");
    }
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
async fn while_the_store_is_unavailable_touches_wait_on_the_disk() {
    let (root, store) = (tempfile::tempdir().unwrap(), Arc::new(Shelf::default()));
    store.away.store(true, Ordering::SeqCst);
    let Process { journal, mut shipper } = process(root.path(), 1, &store);
    (0..300).for_each(|number| journal.take(touch(number)));
    tokio::select! {
        () = shipper.run() => {}
        () = store.changed.notified() => {}
    }
    journal.close();
    assert!(!shipper.drain().await);
    assert!(files(root.path()) > 0);
    store.away.store(false, Ordering::SeqCst);
    assert!(shipper.drain().await);
    assert_eq!((store.len(), files(root.path())), (300, 0));
}

/// A full disk allows creating a file but not filling it. Later segments must not fail because of the existing name.
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

/// An old schema or a wrong statement is at fault, and no touch.
#[tokio::test]
async fn an_error_of_the_store_itself_holds_touches_up() {
    let (root, store) = (tempfile::tempdir().unwrap(), Arc::new(Shelf::default()));
    store.broken.store(true, Ordering::SeqCst);
    let Process { journal, mut shipper } = process(root.path(), 1, &store);
    (0..10).for_each(|number| journal.take(touch(number)));
    journal.close();
    assert!(!shipper.drain().await);
    assert!(!root.path().join("refused.journal").exists());
    store.broken.store(false, Ordering::SeqCst);
    assert!(shipper.drain().await);
    assert_eq!((store.len(), files(root.path())), (10, 0));
}

/// Creates the redrive of touches set aside under `root` into `store`.
fn aside(root: &Path, store: &Arc<Shelf>) -> AsideFolder {
    AsideFolder::new(root.to_owned(), store.clone(), Pace::default())
}

#[tokio::test]
async fn a_folder_that_can_t_be_read_is_reported_with_its_cause() {
    let (root, store) = (tempfile::tempdir().unwrap(), Arc::new(Shelf::default()));
    std::fs::write(root.path().join("aside"), "a file where a folder belongs").unwrap();
    let error = aside(root.path(), &store).redrive().await.unwrap_err();
    let StoreError::Failed(held) = error else { panic!("{error}") };
    assert_eq!(held.to_string(), "a file of touches can't be read or moved");
    assert!(held.source().is_some(), "the cause is kept");
}

#[tokio::test]
async fn what_was_set_aside_comes_back() {
    let (root, store) = (tempfile::tempdir().unwrap(), Arc::new(Shelf::default()));
    *store.poison.lock().unwrap() = Some(touch(42).id);
    let Process { journal, mut shipper } = process(root.path(), 1, &store);
    (0..100).for_each(|number| journal.take(touch(number)));
    journal.close();
    assert!(shipper.drain().await);
    let folder = aside(root.path(), &store);
    let again = async || folder.redrive().await.unwrap();
    let refused = Redriven { refused: 1, ..Redriven::default() };
    assert_eq!((again().await, again().await), (refused.clone(), refused), "it is not lost on the way");
    *store.poison.lock().unwrap() = None;
    assert_eq!(again().await, Redriven { stored: 1, ..Redriven::default() });
    assert_eq!((store.len(), files(root.path())), (100, 0));
    assert_eq!(again().await, Redriven::default());
}

/// An operator redrives as root, next to a service that does not run as root.
#[tokio::test]
async fn what_is_set_aside_belongs_to_the_owner_of_the_folder() {
    let (root, store) = (tempfile::tempdir().unwrap(), Arc::new(Shelf::default()));
    // The folder's owner is a user other than root.
    let _ = chown(root.path(), Some(65_534), Some(65_534));
    let owner = root.path().metadata().unwrap().uid();
    *store.poison.lock().unwrap() = Some(touch(0).id);
    let Process { journal, mut shipper } = process(root.path(), 1, &store);
    journal.take(touch(0));
    journal.close();
    assert!(shipper.drain().await);
    assert_eq!(aside(root.path(), &store).redrive().await.unwrap().refused, 1);
    for name in ["aside", "refused.journal", "refused.lock"] {
        assert_eq!(root.path().join(name).metadata().unwrap().uid(), owner, "{name}");
    }
}

#[tokio::test]
async fn a_touch_that_is_on_its_way_back_waits_for_the_store() {
    let (root, store) = (tempfile::tempdir().unwrap(), Arc::new(Shelf::default()));
    *store.poison.lock().unwrap() = Some(touch(0).id);
    let Process { journal, mut shipper } = process(root.path(), 1, &store);
    journal.take(touch(0));
    journal.close();
    assert!(shipper.drain().await);
    store.away.store(true, Ordering::SeqCst);
    assert!(aside(root.path(), &store).redrive().await.is_err());
    store.away.store(false, Ordering::SeqCst);
    *store.poison.lock().unwrap() = None;
    assert_eq!(aside(root.path(), &store).redrive().await.unwrap().stored, 1);
}

/// Ships one segment with ten touches after `damage` has changed it. Returns the files that are set aside.
async fn ship_damaged(root: &Path, store: &Arc<Shelf>, damage: impl FnOnce(&mut Vec<u8>)) -> Vec<Vec<u8>> {
    let Process { journal, mut shipper } = process(root, 1, store);
    (0..10).for_each(|number| journal.take(touch(number)));
    journal.close();
    let folders = std::fs::read_dir(root).unwrap().map(|entry| entry.unwrap().path());
    let within = folders.filter(|path| path.is_dir()).flat_map(|path| std::fs::read_dir(path).unwrap());
    let mut segments =
        within.map(|entry| entry.unwrap().path()).filter(|path| path.file_name().unwrap() != "lock");
    let segment = segments.next().unwrap();
    assert_eq!(segments.next(), None);
    let mut bytes = std::fs::read(&segment).unwrap();
    damage(&mut bytes);
    std::fs::write(&segment, bytes).unwrap();
    assert!(shipper.drain().await);
    assert!(!segment.exists());
    let kept = std::fs::read_dir(root.join("aside")).unwrap().map(|entry| entry.unwrap().path());
    kept.map(|path| std::fs::read(path).unwrap()).collect()
}

#[tokio::test]
async fn a_damaged_segment_is_kept_and_what_follows_the_damage_is_stored() {
    let (root, store) = (tempfile::tempdir().unwrap(), Arc::new(Shelf::default()));
    let kept = ship_damaged(root.path(), &store, |bytes| bytes[20] ^= 1).await;
    assert_eq!((store.len(), kept.len()), (9, 1));
    // Nothing more can be read in the file, and it is still not deleted.
    let redriven = aside(root.path(), &store).redrive().await.unwrap();
    assert_eq!((redriven.stored, redriven.damaged.len(), store.len()), (9, 1, 9));
    assert_eq!(std::fs::read(&redriven.damaged[0]).unwrap(), kept[0]);
}

/// Simulates a bad disk block: a folder can't be read as a file either.
#[tokio::test]
async fn a_segment_that_the_disk_does_not_give_back_holds_up_no_other() {
    let (root, store) = (tempfile::tempdir().unwrap(), Arc::new(Shelf::default()));
    let Process { journal, mut shipper } = process(root.path(), 1, &store);
    let home = std::fs::read_dir(root.path()).unwrap().next().unwrap().unwrap().path();
    std::fs::create_dir(home.join("0.sealed")).unwrap();
    (0..10).for_each(|number| journal.take(touch(number)));
    journal.close();
    assert!(shipper.drain().await);
    assert_eq!(store.len(), 10);
    let redriven = aside(root.path(), &store).redrive().await.unwrap();
    assert_eq!((redriven.stored, redriven.damaged.len()), (0, 1));
}

#[tokio::test]
async fn a_segment_of_another_version_waits_for_a_program_that_knows_it() {
    let (root, store) = (tempfile::tempdir().unwrap(), Arc::new(Shelf::default()));
    let kept = ship_damaged(root.path(), &store, |bytes| bytes[7] = b'5').await;
    assert_eq!((store.len(), kept.len()), (0, 1));
    let again = aside(root.path(), &store).redrive().await.unwrap();
    assert_eq!((again.stored, again.damaged.len()), (0, 1));
    // A program of that version knows the header.
    let mut known = kept[0].clone();
    known[7] = b'4';
    std::fs::write(&again.damaged[0], known).unwrap();
    let again = aside(root.path(), &store).redrive().await.unwrap();
    assert_eq!((again.stored, again.damaged.len(), files(root.path())), (10, 0, 0));
}
