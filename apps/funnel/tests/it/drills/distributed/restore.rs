//! Restores every node to the same moment from base backups, the archived log, and a restore point
//! on all nodes.

use std::fs;
use std::os::unix::fs::{MetadataExt as _, chown};
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use serde_json::json;
use tokio_postgres::NoTls;

use super::{Drill, during};
use crate::database::Database;
use crate::node::Node;
use crate::real::eventually;

/// Settings that archive the log next to the server's files.
const ARCHIVING: [(&str, &str); 2] =
    [("archive_mode", "on"), ("archive_command", "'mkdir -p ../archive && cp %p ../archive/%f'")];
/// Settings that read the archive and stop at the restore point.
const RECOVERY: &str = "restore_command = 'cp ../archive/%f %p'\nrecovery_target_name = 'drill'\n\
    recovery_target_action = 'promote'\n";

#[actix_web::test]
async fn every_node_goes_back_to_one_moment() {
    let Some(mut drill) = Drill::on(async || Database::configured(&ARCHIVING).await).await else { return };
    let programs = programs(&drill).await;
    for node in drill.stage.database.nodes() {
        back_up(&programs, node);
    }
    during(&drill.first, &drill.other, async || {}).await;
    drill.holds().await;
    let point = "SELECT citus_create_restore_point('drill')";
    drill.stage.sql().await.batch_execute(point).await.unwrap();
    let domain = |name: &str| json!({ "hostname": name, "display_name": "A page" });
    drill.stage.program.post("/domains", &domain("later.example")).await.expect(201);
    for node in drill.stage.database.nodes() {
        archive(node).await;
    }

    drill.stage.program.kill();
    drill.stage.database.kill().await;
    let began = Instant::now();
    drill.stage.database.nodes().iter().for_each(go_back);
    drill.stage.database.run().await;
    for node in drill.stage.database.nodes() {
        is_recovered(node).await;
    }
    drill.stage.program.restart().await;
    println!("a coordinator and two nodes were back at one moment within {:?}; the owners:", began.elapsed());
    drill.holds().await;
    let later = drill.stage.program.get("/domains/later.example").await;
    assert_eq!(later.status, 404, "what came after the moment is gone on every node");
    drill.stage.program.post("/domains", &domain("new.example")).await.expect(201);
}

/// Returns the folder of the PostgreSQL programs that run the servers.
async fn programs(drill: &Drill) -> PathBuf {
    let query = "SELECT setting FROM pg_config WHERE name = 'BINDIR'";
    let folder: String = drill.stage.sql().await.query_one(query, &[]).await.unwrap().get(0);
    PathBuf::from(folder)
}

/// Makes a base backup of the running node.
fn back_up(programs: &Path, node: &Node) {
    let home = node.home();
    let account = fs::metadata(home.join("cluster")).unwrap();
    let mut copy = Command::new(programs.join("pg_basebackup"));
    copy.args(["--pgdata", "base", "--checkpoint", "fast", "--wal-method", "fetch", "--dbname", node.url()]);
    let done = copy.current_dir(home).uid(account.uid()).gid(account.gid()).output().unwrap();
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
}

/// Waits until everything written so far is archived.
async fn archive(node: &Node) {
    let (client, driver) = tokio_postgres::connect(node.url(), NoTls).await.unwrap();
    tokio::spawn(driver);
    let segment = "SELECT pg_walfile_name(pg_switch_wal())";
    let segment: String = client.query_one(segment, &[]).await.unwrap().get(0);
    let kept = node.home().join("archive").join(segment);
    eventually("the log is kept", async || kept.is_file().then_some(())).await;
}

/// Replaces the node's files with the base backup.
fn go_back(node: &Node) {
    let home = node.home();
    let (files, base) = (home.join("cluster"), home.join("base"));
    let account = fs::metadata(&files).unwrap();
    fs::rename(&files, home.join("lost")).unwrap();
    fs::rename(base, &files).unwrap();
    for (name, text) in [("recovery.signal", ""), ("postgresql.auto.conf", RECOVERY)] {
        fs::write(files.join(name), text).unwrap();
        chown(files.join(name), Some(account.uid()), Some(account.gid())).unwrap();
    }
}

async fn is_recovered(node: &Node) {
    let (client, driver) = tokio_postgres::connect(node.url(), NoTls).await.unwrap();
    tokio::spawn(driver);
    eventually("the node is at its moment", async || {
        let still: bool = client.query_one("SELECT pg_is_in_recovery()", &[]).await.ok()?.get(0);
        (!still).then_some(())
    })
    .await;
}
