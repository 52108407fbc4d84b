//! Tests with real servers, as any user.

// Clippy treats helpers as test code only with this attribute.
#![cfg(test)]

mod folders;
mod support;

use std::fs;
use std::io::{BufRead as _, BufReader};
use std::os::unix::fs::MetadataExt as _;

use local_postgres::{DATABASE, Durability, Error, Released, Server, Settings};
use nix::sys::signal::{Signal, kill};
use nix::unistd::{getpgid, getsid};
use support::{ended, folder, holder, postmaster, query, settings, spawn_holder, start, until};

#[test]
fn starts_answers_and_stops() {
    let data = folder();
    let server = start(data.path());
    let pid = postmaster(&server);
    for url in [server.url(DATABASE), server.socket_url(DATABASE), server.url("postgres")] {
        assert_eq!(query(&url, "SHOW max_connections").unwrap().as_deref(), Some("300"));
    }
    assert_eq!(query(&server.url(DATABASE), "SHOW listen_addresses").unwrap().as_deref(), Some("127.0.0.1"));
    assert_eq!(query(&server.url(DATABASE), "SELECT lower('ÄÉ')").unwrap().as_deref(), Some("äé"));
    assert!(query(&server.url(DATABASE).replace("funnel:", "funnel:not"), "SELECT 1").is_err());
    assert!(query(&server.socket_url(DATABASE).replace("funnel:", "funnel:not"), "SELECT 1").is_err());
    let secret = server.home().join("password").metadata().unwrap();
    assert_eq!(secret.mode() & 0o777, 0o600);
    assert_eq!(secret.uid(), server.home().metadata().unwrap().uid());
    assert_eq!(server.stop_if_last().unwrap(), Released::Stopped);
    assert!(ended(pid), "the server still runs");
}

#[test]
fn signals_of_the_terminal_pass_the_server_by_and_processors_are_shared_with_it() {
    let data = folder();
    let server = start(data.path());
    let pid = postmaster(&server);
    assert_eq!(getpgid(Some(pid)).unwrap(), pid, "a process group of its own");
    assert_eq!(getsid(Some(pid)).unwrap(), getsid(None).unwrap(), "in our session");
}

#[test]
fn a_second_handle_joins_and_outlives_the_first() {
    let data = folder();
    let first = start(data.path());
    let second = start(data.path());
    assert_eq!(first.url("x"), second.url("x"));
    assert_eq!(first.stop_if_last().unwrap(), Released::StillUsed);
    query(&second.url(DATABASE), "SELECT 1").unwrap();
    assert_eq!(second.stop_if_last().unwrap(), Released::Stopped);
}

#[test]
fn a_restart_keeps_data_and_port() {
    let data = folder();
    let server = start(data.path());
    let url = server.url(DATABASE);
    query(&url, "CREATE TABLE kept AS SELECT 7 AS n").unwrap();
    drop(server);
    assert!(query(&url, "SELECT 1").is_err());
    let again = start(data.path());
    assert_eq!(again.url(DATABASE), url);
    assert_eq!(query(&url, "SELECT n FROM kept").unwrap().as_deref(), Some("7"));
}

#[test]
fn a_killed_server_is_started_again_with_its_data() {
    let data = folder();
    let durable = Settings { durability: Durability::Full, ..settings(data.path()) };
    let first = Server::start_or_join(&durable).unwrap();
    query(&first.url(DATABASE), "CREATE TABLE kept AS SELECT 7 AS n").unwrap();
    let pid = postmaster(&first);
    kill(pid, Signal::SIGKILL).unwrap();
    until("the server is dead", || ended(pid));
    let second = start(data.path());
    assert_ne!(postmaster(&second), pid);
    assert_eq!(query(&second.url(DATABASE), "SELECT n FROM kept").unwrap().as_deref(), Some("7"));
}

#[test]
fn an_orphan_of_a_killed_process_is_adopted() {
    let data = folder();
    let mut child = holder(data.path());
    child.kill().unwrap();
    child.wait().unwrap();
    let server = start(data.path());
    let started = query(&server.url(DATABASE), "SELECT pg_postmaster_start_time() < now() - interval '5 ms'");
    assert_eq!(started.unwrap().as_deref(), Some("t"));
    let pid = postmaster(&server);
    assert_eq!(server.stop_if_last().unwrap(), Released::Stopped);
    assert!(ended(pid));
}

#[test]
fn a_server_used_by_another_process_is_left_running() {
    let data = folder();
    let mut child = holder(data.path());
    let server = start(data.path());
    let url = server.url(DATABASE);
    let pid = postmaster(&server);
    assert_eq!(server.stop_if_last().unwrap(), Released::StillUsed);
    query(&url, "SELECT 1").unwrap();
    drop(child.stdin.take());
    assert!(child.wait().unwrap().success());
    assert!(ended(pid), "the last user did not stop the server");
}

#[test]
fn first_starts_at_once_make_one_cluster() {
    let data = folder();
    let mut children = [spawn_holder(data.path()), spawn_holder(data.path())];
    let urls: Vec<String> = std::thread::scope(|scope| {
        let starts: Vec<_> = (0..2).map(|_| scope.spawn(|| start(data.path()).url(DATABASE))).collect();
        starts.into_iter().map(|start| start.join().unwrap()).collect()
    });
    let server = start(data.path());
    assert!(urls.iter().all(|url| *url == server.url(DATABASE)));
    for child in &mut children {
        let mut lines = BufReader::new(child.stdout.as_mut().unwrap()).lines().map(|line| line.unwrap());
        let line = lines.find(|line| line.contains("holding")).unwrap();
        assert!(line.ends_with(&server.port().to_string()));
        drop(child.stdin.take());
        child.wait().unwrap();
    }
    query(&server.url(DATABASE), "SELECT 1").unwrap();
}

#[test]
fn leftovers_of_a_power_cut_do_not_matter() {
    let data = folder();
    let server = start(data.path());
    let file = server.home().join("cluster/postmaster.pid");
    let socket_lock = server.socket_dir().join(format!(".s.PGSQL.{}.lock", server.port()));
    let text = fs::read_to_string(&file).unwrap();
    drop(server);
    // The old server's process id now belongs to this process, which is alive and no server.
    let stale: Vec<String> = std::iter::once(std::process::id().to_string())
        .chain(text.lines().skip(1).map(str::to_string))
        .collect();
    fs::write(&file, stale.join("\n")).unwrap();
    fs::write(&socket_lock, stale.join("\n")).unwrap();
    let server = start(data.path());
    query(&server.socket_url(DATABASE), "SELECT 1").unwrap();
    drop(server);
    fs::write(&file, "").unwrap();
    query(&start(data.path()).url(DATABASE), "SELECT 1").unwrap();
}

#[test]
fn a_taken_port_is_an_error_only_when_it_was_asked_for() {
    let data = folder();
    let other = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = other.local_addr().unwrap().port();
    let wished = Settings { port: Some(port), ..settings(data.path()) };
    let refused = Server::start_or_join(&wished).unwrap_err();
    assert!(matches!(refused, Error::PortTaken { port: taken } if taken == port));
    drop(other);
    assert_eq!(Server::start_or_join(&wished).unwrap().port(), port);
    let _other = std::net::TcpListener::bind(("127.0.0.1", port)).unwrap();
    assert_ne!(start(data.path()).port(), port);
}
