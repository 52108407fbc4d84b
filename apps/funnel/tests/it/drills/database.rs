//! The database is stopped, killed, paused, and given to somebody else.

use std::time::{Duration, Instant};

use tokio_postgres::{Client, NoTls};

use super::load::Load;
use super::stage::{Stage, outage};
use crate::database::Database;
use crate::real::within;

/// How long the API may take until it says that the database does not answer: 3 s and 2 s of the question whether it lives,
/// or 5 s for a connection; and what a machine takes that does other things too.
const NOTICED: Duration = Duration::from_secs(10);
/// Visitors at once in the drill that is about them.
const CROWD: usize = 16;

/// Waits until the API has said that it is not available, and for the time that the drill is to take.
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

/// Nothing refuses and nothing answers: a machine that hangs, or a network that swallows everything.
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
    // The program alone takes up to fifty.
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

/// Holds every connection that it can get, and takes those of others.
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

/// The database is gone while a crowd visits: every page and every redirect is served, and counted when it is back.
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
