//! Full disks of the database and of the edge.

use std::path::Path;
use std::time::Instant;

use super::machine::Machine;
use super::stage::{Stage, outage};
use crate::database::Database;
use crate::real::within;

const PATIENCE: std::time::Duration = std::time::Duration::from_secs(30);

/// The database may crash on a full disk. An operator only has to free space and restart the
/// database.
#[actix_web::test]
async fn a_database_without_room() {
    let machine = Machine::start();
    let database = Database::with(&machine.environment()).await;
    let mut stage = Stage::on(database, &[]).await;
    let load = stage.load();
    load.during(async || {
        let (began, home) = (Instant::now(), stage.database.home());
        machine.fill_disk(&home);
        within(PATIENCE, "the API says that it is not available", async || {
            (load.unavailable() > 3).then_some(())
        })
        .await;
        tokio::time::sleep(outage().saturating_sub(began.elapsed())).await;
        machine.free_disk();
        stage.database.run().await;
    })
    .await;
    stage.holds(&load).await;
    assert!(!stage.program.data().join("touches/refused.journal").exists(), "no touch is to blame");
}

#[actix_web::test]
async fn an_edge_without_room_for_touches() {
    let machine = Machine::start();
    let stage = Stage::start(&machine.environment()).await;
    let load = stage.load();
    load.during(async || {
        let began = Instant::now();
        machine.fill_disk(Path::new(&stage.program.data().join("touches")));
        within(PATIENCE, "the journal can't be written", async || {
            stage.program.log().contains("touches can't be written to the disk").then_some(())
        })
        .await;
        assert!(stage.program.log().contains("touches now use their reserved space"));
        // Visitors are not affected.
        load.goes_on("without room").await;
        tokio::time::sleep(outage().saturating_sub(began.elapsed())).await;
        machine.free_disk();
    })
    .await;
    stage.holds(&load).await;
    let metrics = stage.program.client().get(format!("{}/metrics", stage.program.url("management")));
    let metrics = metrics.send().await.unwrap().text().await.unwrap();
    let lost = metrics.lines().find(|line| line.starts_with("touches_lost_total")).unwrap();
    assert_eq!(lost, "touches_lost_total 0");
}
