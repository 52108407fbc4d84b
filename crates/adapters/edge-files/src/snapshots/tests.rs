use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;

use application::snapshots::SERVED_SECONDS;
use kernel::OwnerId;
use qr_catalog::code::{CodeId, ScanTarget, Slug, SourceLabel};
use qr_catalog::live::{CodesStamp, HostCodes, LiveCode};
use smartlink_policy::host::HostLinks;
use smartlink_policy::ports::LinksStamp;
use smartlink_policy::slots::Slots;
use tempfile::TempDir;

use super::*;

const ROOM: u64 = 1 << 20;
const NOW: UnixTime = UnixTime::from_seconds(1_795_000_000);

fn open(folder: &Path, room: u64, key: u8) -> FolderSnapshots {
    FolderSnapshots::open(folder.to_owned(), room, SecretBox::new(Box::new([key; 32]))).unwrap()
}

fn host(n: usize) -> Hostname {
    Hostname::parse(&format!("d{n}.example")).unwrap()
}

/// Builds the snapshot of a host with this many codes.
fn snapshot(host: &Hostname, revision: i64, codes: usize) -> HostSnapshot {
    let owner = OwnerId::new(1);
    let links = HostLinks::new(owner, host.clone(), Slots::default(), []);
    let code = |n: usize| {
        let slug = format!("{}-{n}", host.as_str().split('.').next().unwrap());
        let source = SourceLabel::parse(&format!("qr-{slug}")).unwrap();
        (
            Slug::parse(&slug).unwrap(),
            LiveCode { id: CodeId::new(1), source, active: true, target: ScanTarget::Page },
        )
    };
    let stamp = CodesStamp { owner, registered_at: NOW, revision };
    HostSnapshot {
        page: None,
        links: Some((LinksStamp { owner, revision, keeps_user_agents: revision % 2 == 1 }, links)),
        codes: Some(HostCodes::new(stamp, (0..codes).map(code))),
    }
}

async fn take(kept: &FolderSnapshots, hosts: impl IntoIterator<Item = usize>, now: UnixTime) {
    let taken = hosts.into_iter().map(|n| (host(n), snapshot(&host(n), 1, 20))).collect();
    kept.take(SnapshotChanges { taken, ..SnapshotChanges::default() }, now).await.unwrap();
}

/// Returns the snapshot files with their sizes.
fn files(folder: &Path) -> Vec<(String, u64)> {
    let files = fs::read_dir(folder).unwrap().map(Result::unwrap);
    let files =
        files.map(|file| (file.file_name().to_string_lossy().into_owned(), file.metadata().unwrap().len()));
    files.filter(|(name, _)| name != "index" && name != "lock").collect()
}

#[tokio::test]
async fn what_was_taken_is_there_for_the_next_process() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("edge-snapshots");
    let kept = open(&path, ROOM, 1);
    assert_eq!((kept.has(&host(1), NOW), kept.confirmed_at(NOW)), (false, None));
    take(&kept, [1, 2], NOW).await;
    drop(kept);
    let kept = open(&path, ROOM, 1);
    assert_eq!(kept.confirmed_at(NOW), Some(NOW));
    assert_eq!(kept.load(&host(1), NOW).await, Some(snapshot(&host(1), 1, 20)));
    assert_eq!(kept.load(&host(3), NOW).await, None);
    for (name, _) in files(&path) {
        assert_eq!(fs::metadata(path.join(name)).unwrap().permissions().mode() & 0o777, 0o600);
    }
    assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o700);
}

#[tokio::test]
async fn an_index_that_is_forged_damaged_or_of_another_installation_counts_for_nothing() {
    let folder = TempDir::new().unwrap();
    let index = folder.path().join("index");
    take(&open(folder.path(), ROOM, 1), [1], NOW).await;
    let good = fs::read(&index).unwrap();
    assert!(!open(folder.path(), ROOM, 2).has(&host(1), NOW), "another key");
    let forged = String::from_utf8_lossy(&good[32..]).replace("d1.example", "d2.example");
    let forged = [&good[..32], forged.as_bytes()].concat();
    for bad in [forged, good[..good.len() - 1].to_vec(), good[..10].to_vec(), Vec::new(), vec![0; 5_000]] {
        fs::write(&index, &bad).unwrap();
        let kept = open(folder.path(), ROOM, 1);
        assert_eq!((kept.hosts(), kept.has(&host(1), NOW), kept.has(&host(2), NOW)), (vec![], false, false));
    }
    // The snapshot is taken again, and the files of the old index are deleted.
    fs::write(&index, b"nothing").unwrap();
    let kept = open(folder.path(), ROOM, 1);
    take(&kept, [2], NOW).await;
    assert_eq!((files(folder.path()).len(), kept.load(&host(2), NOW).await.is_some()), (1, true));
    fs::write(&index, &good).unwrap();
    assert_eq!(
        open(folder.path(), ROOM, 1).load(&host(1), NOW).await,
        None,
        "an old index names no file any more"
    );
}

#[tokio::test]
async fn a_damaged_file_is_never_served_and_taken_anew() {
    type Damage = fn(&Path);
    let damages: [(&str, Damage); 5] = [
        ("changed", |file| {
            let mut bytes = fs::read(file).unwrap();
            bytes[20] ^= 1;
            fs::write(file, bytes).unwrap();
        }),
        ("cut", |file| fs::write(file, &fs::read(file).unwrap()[..10]).unwrap()),
        ("oversized", |file| fs::write(file, vec![0; 10_000_000]).unwrap()),
        ("removed", |file| fs::remove_file(file).unwrap()),
        ("a folder", |file| {
            fs::remove_file(file).unwrap();
            fs::create_dir(file).unwrap();
        }),
    ];
    for (what, damage) in damages {
        let folder = TempDir::new().unwrap();
        let kept = open(folder.path(), ROOM, 1);
        take(&kept, [1], NOW).await;
        damage(&folder.path().join(&files(folder.path())[0].0));
        take(&kept, [2], NOW).await;
        for n in 0..2 {
            assert_eq!(kept.load(&host(1), NOW).await, None, "{what} {n}");
        }
        assert!(!kept.has(&host(1), NOW) && kept.load(&host(2), NOW).await.is_some(), "{what}");
        if what != "a folder" {
            take(&kept, [1], NOW).await;
            assert!(kept.load(&host(1), NOW).await.is_some(), "{what}");
        }
    }
}

#[tokio::test]
async fn the_room_is_kept_and_who_was_not_used_for_longest_goes() {
    let folder = TempDir::new().unwrap();
    let room = 8_000;
    let kept = open(folder.path(), room, 1);
    for n in 0..60 {
        take(&kept, [n], NOW.plus_seconds(i64::try_from(n).unwrap())).await;
        let used = SnapshotChanges { used: vec![host(0)], ..SnapshotChanges::default() };
        kept.take(used, NOW.plus_seconds(i64::try_from(n).unwrap())).await.unwrap();
        let bytes: u64 = files(folder.path()).iter().map(|(_, bytes)| bytes).sum();
        assert!(bytes <= room, "{bytes} after {n}");
    }
    let late = NOW.plus_seconds(60);
    assert!(kept.hosts().len() > 10 && kept.hosts().len() < 60, "{}", kept.hosts().len());
    assert!(kept.has(&host(0), late) && kept.has(&host(59), late) && !kept.has(&host(1), late));
    // One host does not evict all others.
    let before = kept.hosts().len();
    let taken = vec![(host(500), snapshot(&host(500), 1, 20_000))];
    kept.take(SnapshotChanges { taken, ..SnapshotChanges::default() }, late).await.unwrap();
    assert_eq!((kept.hosts().len(), kept.has(&host(500), late)), (before, false));
    assert_eq!(files(folder.path()).len(), before, "its file is gone too");
}

#[tokio::test]
async fn what_is_gone_or_too_old_is_not_served_and_removed() {
    let folder = TempDir::new().unwrap();
    let kept = open(folder.path(), ROOM, 1);
    take(&kept, [1, 2, 3], NOW).await;
    let late = NOW.plus_seconds(SERVED_SECONDS + 1);
    assert_eq!((kept.has(&host(1), late), kept.confirmed_at(late)), (false, None));
    assert_eq!(kept.load(&host(1), late).await, None);
    let changes =
        SnapshotChanges { confirmed: vec![host(1)], gone: vec![host(2)], ..SnapshotChanges::default() };
    kept.take(changes, late).await.unwrap();
    assert_eq!((kept.hosts(), files(folder.path()).len()), (vec![host(1)], 1));
}

#[tokio::test]
async fn of_two_processes_one_writes_and_the_other_reads_and_takes_over() {
    let folder = TempDir::new().unwrap();
    let first = open(folder.path(), ROOM, 1);
    take(&first, [1], NOW).await;
    let second = open(folder.path(), ROOM, 1);
    take(&second, [2], NOW).await;
    assert_eq!(second.hosts(), [host(1)], "it has written nothing, and read what is there");
    take(&first, [3], NOW).await;
    let gone = SnapshotChanges { gone: vec![host(1)], ..SnapshotChanges::default() };
    first.take(gone, NOW).await.unwrap();
    assert_eq!(second.load(&host(1), NOW).await, None, "its file is gone, and no harm is seen in that");
    assert!(second.load(&host(3), NOW).await.is_some());
    drop(first);
    take(&second, [2], NOW).await;
    assert!(second.load(&host(2), NOW).await.is_some() && second.load(&host(3), NOW).await.is_some());
}

#[tokio::test]
async fn what_a_power_cut_left_is_removed_and_a_folder_that_is_lost_is_reported() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("kept");
    take(&open(&path, ROOM, 1), [1], NOW).await;
    for left in ["draft", &"a".repeat(64)] {
        fs::write(path.join(left), b"half of it").unwrap();
    }
    let kept = open(&path, ROOM, 1);
    take(&kept, [2], NOW).await;
    assert_eq!(files(&path).len(), 2);
    fs::remove_dir_all(&path).unwrap();
    let taken = vec![(host(3), snapshot(&host(3), 1, 1))];
    let lost = kept.take(SnapshotChanges { taken, ..SnapshotChanges::default() }, NOW).await;
    assert!(matches!(lost, Err(StoreError::Unavailable(_))), "{lost:?}");
    assert!(!kept.has(&host(3), NOW));
}
