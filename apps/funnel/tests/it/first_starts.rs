//! Several processes that start for the first time at once.

use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use futures_util::future::join_all;

use crate::engines::run;
use crate::kept::Kept;
use crate::real::{Reply, within};
use crate::upgrade::{MISSING, without};

/// Number of processes that start at once.
const AT_ONCE: usize = 8;
const ROUNDS: usize = 20;

fn migrations() -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../migrations");
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap());
    let folders = entries.filter(|entry| entry.file_type().unwrap().is_dir());
    let mut names: Vec<_> = folders.map(|entry| entry.file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

/// Migrates with several processes at once; returns the names of all migrations that ran.
async fn migrate(database: &Kept) -> Vec<String> {
    let direct = &database.reach().direct;
    let mut ran = Vec::new();
    for ended in join_all((0..AT_ONCE).map(|_| run(direct, "", &["migrate"]))).await {
        assert!(ended.success, "{}", ended.error);
        ran.extend(ended.out.lines().map(str::to_owned));
    }
    ran.sort();
    ran
}

#[actix_web::test]
async fn of_eight_processes_that_migrate_at_once_all_end_well_and_each_migration_runs_once() {
    for _ in 0..ROUNDS {
        assert_eq!(migrate(&Kept::empty().await).await, migrations());
    }
}

#[actix_web::test]
async fn the_same_holds_for_a_database_of_an_earlier_release() {
    for _ in 0..5 {
        assert_eq!(migrate(&without(&MISSING).await).await, MISSING);
    }
}

struct Started(Child);

impl Drop for Started {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Returns an unused address.
fn free_address() -> String {
    std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().to_string()
}

#[actix_web::test]
async fn eight_processes_that_share_a_new_data_folder_become_ready() {
    let _ = rustls::crypto::ring::default_provider().install_default();
    let folder = tempfile::tempdir().unwrap();
    let mut started = Vec::new();
    for number in 0..AT_ONCE {
        let management = free_address();
        let log = std::fs::File::create(folder.path().join(format!("log-{number}"))).unwrap();
        let mut command = Command::new(env!("CARGO_BIN_EXE_funnel"));
        command.arg("serve").env_clear().env("FUNNEL_DATA_DIR", folder.path().join("data"));
        // Variables for finding PostgreSQL.
        let kept = ["PATH", "PG_BIN"].into_iter().filter_map(|name| Some((name, std::env::var_os(name)?)));
        command.envs(kept);
        for listener in ["FUNNEL_API_ADDR", "FUNNEL_EDGE_ADDR", "FUNNEL_DASHBOARD_ADDR"] {
            command.env(listener, "127.0.0.1:0");
        }
        command.env("FUNNEL_MANAGEMENT_ADDR", &management);
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(log);
        started.push((Started(command.spawn().unwrap()), management, number));
    }
    let client = reqwest::Client::new();
    for (process, management, number) in &mut started {
        let log = folder.path().join(format!("log-{number}"));
        within(Duration::from_secs(120), "a process that is ready", async || {
            let ended = process.0.try_wait().unwrap();
            assert!(ended.is_none(), "{}", std::fs::read_to_string(&log).unwrap());
            client.get(format!("http://{management}/readyz")).send().await.ok()?;
            let ready = Reply::of(client.get(format!("http://{management}/readyz"))).await;
            (ready.status == 200).then_some(())
        })
        .await;
    }
    // Sends SIGTERM, so that the last process stops the database.
    for (process, ..) in &started {
        let id = process.0.id().to_string();
        assert!(Command::new("kill").args(["-TERM", &id]).status().unwrap().success());
    }
    for (process, ..) in &mut started {
        within(Duration::from_secs(60), "the process ended", async || process.0.try_wait().unwrap()).await;
    }
}
