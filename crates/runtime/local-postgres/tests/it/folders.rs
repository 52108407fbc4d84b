//! Tests of the locations of a server's files.

use std::fs;
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};
use std::path::{Path, PathBuf};

use local_postgres::{DATABASE, Durability, Error, Server, Settings, wipe};
use nix::unistd::{Pid, geteuid};

use crate::support::{ended, folder, holder, postmaster, query, start, until};

#[test]
fn odd_and_long_paths_get_a_short_socket_folder() {
    let parent = folder();
    let mode = fs::Permissions::from_mode(0o755);
    fs::set_permissions(parent.path(), mode).unwrap();
    let data = parent.path().join(format!("it's a \"$HOME\", {}", "long ".repeat(30)));
    let server = start(&data);
    assert!(server.socket_dir().as_os_str().len() < 90);
    query(&server.socket_url(DATABASE), "SELECT 1").unwrap();
    let socket_dir = server.socket_dir().to_path_buf();
    drop(server);
    wipe(&data).unwrap();
    assert!(!socket_dir.exists());
}

#[test]
fn wipe_refuses_while_used_and_then_leaves_nothing() {
    let data = folder();
    let mut child = holder(data.path());
    assert!(matches!(wipe(data.path()).unwrap_err(), Error::InUse { .. }));
    child.kill().unwrap();
    child.wait().unwrap();
    wipe(data.path()).unwrap();
    assert_eq!(fs::read_dir(data.path()).unwrap().count(), 0);
    wipe(&data.path().join("absent")).unwrap();
}

#[test]
fn a_private_data_folder_of_root_stays_as_private_as_it_can() {
    if !geteuid().is_root() {
        return;
    }
    let data = folder();
    fs::set_permissions(data.path(), fs::Permissions::from_mode(0o700)).unwrap();
    let server = start(data.path());
    assert!(server.home().starts_with(data.path().canonicalize().unwrap()));
    let found = data.path().metadata().unwrap();
    assert_eq!((found.uid(), found.mode() & 0o7777), (0, 0o710));
    assert_eq!(found.gid(), server.home().metadata().unwrap().gid());
    let pid = postmaster(&server);
    assert_ne!(fs::metadata(format!("/proc/{pid}")).unwrap().uid(), 0, "PostgreSQL runs as root");
}

#[test]
fn under_an_ancestor_that_is_closed_the_cluster_lives_elsewhere() {
    if !geteuid().is_root() {
        return;
    }
    let parent = folder();
    fs::set_permissions(parent.path(), fs::Permissions::from_mode(0o700)).unwrap();
    let data = parent.path().join("clone/.local");
    let server = start(&data);
    let home = server.home().to_path_buf();
    assert!(home.starts_with("/var/lib/funnel-postgres"), "{}", home.display());
    assert_eq!(parent.path().metadata().unwrap().mode() & 0o7777, 0o700, "the ancestor was loosened");
    query(&server.url(DATABASE), "CREATE TABLE kept AS SELECT 7 AS n").unwrap();
    drop(server);
    let moved = parent.path().join("clone/moved");
    fs::rename(&data, &moved).unwrap();
    let server = start(&moved);
    assert_eq!(query(&server.url(DATABASE), "SELECT n FROM kept").unwrap().as_deref(), Some("7"));
    drop(server);
    wipe(&moved).unwrap();
    until("the cluster is gone", || !home.exists());
}

#[test]
fn wipe_finds_the_cluster_that_a_deleted_data_folder_left_elsewhere() {
    if !geteuid().is_root() {
        return;
    }
    let parent = folder();
    fs::set_permissions(parent.path(), fs::Permissions::from_mode(0o700)).unwrap();
    let data = parent.path().join("clone/.local");
    let server = start(&data);
    let home = server.home().to_path_buf();
    query(&server.url(DATABASE), "CREATE TABLE kept AS SELECT 7 AS n").unwrap();
    drop(server);
    fs::remove_dir_all(parent.path().join("clone")).unwrap();
    wipe(&data).unwrap();
    assert!(!home.exists(), "the cluster of the deleted folder is still there");
    let server = start(&data);
    assert!(query(&server.url(DATABASE), "SELECT n FROM kept").is_err());
    drop(server);
    wipe(&data).unwrap();
}

#[test]
fn a_cluster_in_memory_is_found_again_and_ends_with_its_data_folder() {
    if !memory_has_room() {
        return;
    }
    let parent = folder();
    let (home, pid) = deleted_while_it_runs(&parent.path().join("first"));
    // No data folder knows the first server any more; the start of another server finds it.
    let second = Server::start_or_join(&in_memory(&parent.path().join("second"))).unwrap();
    until("the server without a data folder has ended", || ended(pid));
    assert!(!home.exists());
    let home = second.home().to_path_buf();
    drop(second);
    wipe(&parent.path().join("second")).unwrap();
    assert!(!home.exists());
}

#[test]
fn a_data_folder_made_again_finds_nothing_of_its_predecessor_in_memory() {
    if !memory_has_room() {
        return;
    }
    let parent = folder();
    let data = parent.path().join("data");
    let (home, pid) = deleted_while_it_runs(&data);
    let settings = Settings { password: Some("another".to_owned()), ..in_memory(&data) };
    let server = Server::start_or_join(&settings).unwrap();
    until("the server of the deleted folder has ended", || ended(pid));
    assert_eq!(server.home(), home);
    assert!(query(&server.url(DATABASE), "SELECT n FROM kept").is_err());
    query(&format!("postgres://funnel:another@127.0.0.1:{}/{DATABASE}", server.port()), "SELECT 1").unwrap();
    // The new server finds its own data again.
    query(&server.url(DATABASE), "CREATE TABLE kept AS SELECT 8 AS n").unwrap();
    drop(server);
    let server = Server::start_or_join(&settings).unwrap();
    assert_eq!(query(&server.url(DATABASE), "SELECT n FROM kept").unwrap().as_deref(), Some("8"));
    drop(server);
    wipe(&data).unwrap();
}

fn memory_has_room() -> bool {
    let found = nix::sys::statvfs::statvfs("/dev/shm");
    found.is_ok_and(|found| {
        u128::from(found.blocks_available()) * u128::from(found.fragment_size()) >= 1 << 32
    })
}

fn in_memory(data: &Path) -> Settings {
    Settings { durability: Durability::InMemory, ..Settings::new(data) }
}

/// Returns the home and the process of a server that keeps running after its data folder is deleted.
fn deleted_while_it_runs(data: &Path) -> (PathBuf, Pid) {
    let server = Server::start_or_join(&in_memory(data)).unwrap();
    let home = server.home().to_path_buf();
    assert!(home.starts_with("/dev/shm"), "{}", home.display());
    query(&server.url(DATABASE), "CREATE TABLE kept AS SELECT 7 AS n").unwrap();
    drop(server);
    let mut holder = holder(data);
    let server = Server::start_or_join(&in_memory(data)).unwrap();
    assert_eq!(query(&server.url(DATABASE), "SELECT n FROM kept").unwrap().as_deref(), Some("7"));
    let pid = postmaster(&server);
    drop(server);
    holder.kill().unwrap();
    holder.wait().unwrap();
    fs::remove_dir_all(data).unwrap();
    (home, pid)
}

#[test]
fn root_runs_the_cluster_of_an_ordinary_user_as_that_user() {
    let Some(user) = nix::unistd::User::from_name("nobody").unwrap().filter(|_| geteuid().is_root()) else {
        return;
    };
    let data = folder();
    drop(start(data.path()));
    let owned = std::process::Command::new("chown").args(["-R", "nobody"]).arg(data.path()).status().unwrap();
    assert!(owned.success());
    let server = start(data.path());
    assert_eq!(server.home().join("cluster/postmaster.pid").metadata().unwrap().uid(), user.uid.as_raw());
    assert_eq!(data.path().join("postgres.json").metadata().unwrap().uid(), user.uid.as_raw());
    query(&server.url(DATABASE), "SELECT 1").unwrap();
}

#[test]
fn a_copy_of_a_data_folder_does_not_share_the_cluster_of_the_original() {
    if !geteuid().is_root() {
        return;
    }
    let parent = folder();
    fs::set_permissions(parent.path(), fs::Permissions::from_mode(0o700)).unwrap();
    let (data, copy) = (parent.path().join("data"), parent.path().join("copy"));
    let server = start(&data);
    let copied = std::process::Command::new("cp").arg("-a").args([&data, &copy]).status().unwrap();
    assert!(copied.success());
    let other = start(&copy);
    assert_ne!((server.home(), server.port()), (other.home(), other.port()));
    drop(other);
    wipe(&copy).unwrap();
    query(&server.url(DATABASE), "SELECT 1").unwrap();
    drop(server);
    wipe(&data).unwrap();
}
