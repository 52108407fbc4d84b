//! The database stops, crashes, hangs, or has no free connections.

use std::time::{Duration, Instant};

use tokio_postgres::{Client, NoTls};

use super::load::Load;
use super::stage::{Stage, outage};
use crate::database::Database;
use crate::real::within;

/// Time until the API reports an unavailable database: 3 s plus 2 s for the liveness query or 5 s
/// for a connection, plus slack for a busy machine.
const NOTICED: Duration = Duration::from_secs(10);
/// Number of concurrent visitors in the crowd drill.
const CROWD: usize = 16;

/// Waits until the API has reported that it is unavailable, and then until the outage is over.
pub(super) async fn lasts(load: &Load) {
    let (began, before) = (Instant::now(), load.unavailable());
    within(NOTICED, "the API says that it is not available", async || {
        (load.unavailable() > before).then_some(())
    })
    .await;
    tokio::time::sleep(outage().saturating_sub(began.elapsed())).await;
}

#[actix_web::test]
async fn a_database_that_is_stopped_and_started() {
    let mut stage = Stage::start(&[]).await;
    let load = stage.load();
    load.during(async || {
        stage.database.stop().await;
        lasts(&load).await;
        stage.database.run().await;
    })
    .await;
    stage.holds(&load).await;
}

#[actix_web::test]
async fn a_database_that_is_killed_and_recovers() {
    let mut stage = Stage::start(&[]).await;
    let load = stage.load();
    load.during(async || {
        stage.database.crash().await;
    })
    .await;
    stage.holds(&load).await;
}

/// Connections neither fail nor respond, as with a hanging machine or a dropping network.
#[actix_web::test]
async fn a_database_that_hangs() {
    let stage = Stage::start(&[]).await;
    let load = stage.load();
    load.during(async || {
        let paused = stage.database.pause();
        lasts(&load).await;
        let unready = stage.program.client().get(format!("{}/readyz", stage.program.url("management")));
        assert_eq!(unready.send().await.unwrap().status(), 503);
        drop(paused);
    })
    .await;
    stage.holds(&load).await;
}

#[actix_web::test]
async fn a_database_whose_connections_somebody_else_has() {
    let mut database = Database::start().await;
    // The program alone uses up to fifty connections.
    database.configure("max_connections = 70").await;
    let stage = Stage::on(database, &[]).await;
    let load = stage.load();
    load.during(async || {
        let mut hog = Hog::default();
        let before = load.unavailable();
        let began = Instant::now();
        while load.unavailable() == before || began.elapsed() < outage() {
            assert!(began.elapsed() < outage() + NOTICED, "the API does not notice");
            hog.eats(&stage.database.url()).await;
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        println!("{} connections were somebody else's", hog.sessions.len());
    })
    .await;
    stage.holds(&load).await;
}

/// Takes every free connection, and terminates those of others.
#[derive(Default)]
struct Hog {
    sessions: Vec<Client>,
}

impl Hog {
    async fn eats(&mut self, url: &str) {
        if let Some(first) = self.sessions.first() {
            let others = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                WHERE backend_type = 'client backend' AND application_name <> 'hog'";
            first.batch_execute(others).await.unwrap();
        }
        let named = format!("{url}?application_name=hog");
        while let Ok((client, connection)) = tokio_postgres::connect(&named, NoTls).await {
            tokio::spawn(connection);
            self.sessions.push(client);
        }
    }
}

/// During an outage with many visitors, every page and redirect is served, and counted afterwards.
#[actix_web::test]
async fn a_crowd_of_visitors_while_there_is_no_database() {
    let mut stage = Stage::start(&[]).await;
    let load = stage.load().with_visitors(CROWD);
    load.during(async || {
        stage.database.kill().await;
        lasts(&load).await;
        stage.database.run().await;
    })
    .await;
    stage.holds(&load).await;
}
