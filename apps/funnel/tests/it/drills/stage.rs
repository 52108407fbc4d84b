use std::time::Duration;

use engine_sim::{Platform, RunningSim};
use tokio_postgres::Client as Sql;

use super::load::Load;
use super::site::Site;
use crate::crashes::{self, simulation};
use crate::database::Database;
use crate::kept::Reach;
use crate::program::Program;
use crate::real::{Reply, within};

/// Variable with the length of an outage in seconds.
const SECONDS: &str = "FUNNEL_DRILL_SECONDS";
const USUAL: Duration = Duration::from_secs(3);
/// Time limit for recovery.
const PATIENCE: Duration = Duration::from_secs(60);

/// A service with a page, a smart link and pixels, on a database of its own, with a simulated
/// engine and ad platforms.
pub(crate) struct Stage {
    // Dropped in this order: the program before its dependencies.
    pub(crate) program: Program,
    pub(crate) sim: RunningSim,
    pub(crate) database: Database,
    pub(crate) site: Site,
}

impl Stage {
    pub(crate) async fn start(settings: &[(&'static str, String)]) -> Self {
        Self::on(Database::start().await, settings).await
    }

    pub(crate) async fn on(database: Database, settings: &[(&'static str, String)]) -> Self {
        Self::beside(simulation(10).await, database, settings).await
    }

    /// Starts the service with these simulations.
    pub(crate) async fn beside(
        sim: RunningSim,
        database: Database,
        settings: &[(&'static str, String)],
    ) -> Self {
        // Reduces the log, because each request would add a line.
        let quiet = [("FUNNEL_LOG", "info,access=warn".to_owned())];
        let settings: Vec<_> = quiet.iter().chain(settings).cloned().collect();
        let url = database.url();
        let program = Program::start(&Reach { pooled: url.clone(), direct: url }, &sim, &settings).await;
        let site = Site::first(&program).await;
        Self { program, sim, database, site }
    }

    /// Creates a load on the service. [`Self::holds`] checks its ledger.
    pub(crate) fn load(&self) -> Load {
        Load::on(&self.program, &self.site)
    }

    pub(crate) async fn sql(&self) -> Sql {
        self.program.sql().await
    }

    /// Waits until the process reports that it is ready.
    pub(crate) async fn is_ready(&self) {
        let url = format!("{}/readyz", self.program.url("management"));
        within(PATIENCE, "ready", async || {
            let asked = self.program.client().get(&url).send().await.ok()?;
            (asked.status() == 200).then_some(())
        })
        .await;
    }

    /// Checks that everything acknowledged is stored once and was delivered.
    pub(crate) async fn holds(&self, load: &Load) {
        self.is_ready().await;
        let sql = self.sql().await;
        let site = load.site();
        let whose = (site.owner, site.pixel.as_str());
        self.buttons_are_there(load).await;
        load.touches_are_there(&sql).await;
        let events = load.events();
        crashes::everything_is_there_once(&sql, site.owner, events).await;
        self.is_delivered(&sql, site.owner, 2 * events).await;
        for platform in [Platform::Meta, Platform::Tiktok] {
            crashes::every_event_arrived_under_one_name(&sql, &self.sim, platform, whose, events).await;
        }
        println!("{}", load.observed());
    }

    async fn buttons_are_there(&self, load: &Load) {
        let Site { host, tier, token, .. } = load.site();
        let url = format!("{}/api/admin/buttons/{host}/{tier}", self.program.url("api"));
        let listed = Reply::of(self.program.client().get(url).bearer_auth(token)).await.expect(200).json();
        let items = listed["items"].as_array().unwrap();
        let mut found: Vec<_> = items.iter().map(|button| button["label"].as_str().unwrap()).collect();
        found.sort_unstable();
        assert_eq!(found, load.buttons(), "each button that was acknowledged, once");
    }

    /// Waits for all deliveries. Skips the wait for retries, and for claims older than any request
    /// can last.
    async fn is_delivered(&self, sql: &Sql, owner: i64, count: usize) {
        let soon = "UPDATE pixel_deliveries SET next_attempt_at = now() WHERE next_attempt_at > now();
            UPDATE pixel_deliveries SET locked_until = now()
            WHERE locked_until > now() AND locked_until < now() + interval '54 seconds'";
        within(PATIENCE, "every delivery", async || {
            sql.batch_execute(soon).await.unwrap();
            let query = "SELECT count(*) FROM pixel_deliveries WHERE state = 'delivered' AND owner_id";
            (crashes::count(sql, &format!("{query} = {owner}")).await == count).then_some(())
        })
        .await;
    }
}

/// Returns the length of an outage.
pub(crate) fn outage() -> Duration {
    let asked = std::env::var(SECONDS).ok().map(|seconds| Duration::from_secs(seconds.parse().unwrap()));
    asked.unwrap_or(USUAL)
}
