//! Tests of reads from a streaming standby, and of the fallback to the primary.

use std::sync::Arc;
use std::time::Duration;

use adapter_postgres::{LONGEST_LAG_SECONDS, PgFunnelStats, Reads, Replicated, Standby, pool};
use attribution::ports::FunnelStatsReads as _;
use kernel::fixed::FixedClock;
use kernel::{Hostname, OwnerId, UnixTime};
use test_support::StreamingPair;
use tokio_postgres::{Client, NoTls};

const OWNER: OwnerId = OwnerId::new(1);
const START: UnixTime = UnixTime::from_seconds(1_800_000_000);

struct World {
    pair: StreamingPair,
    primary: Client,
    clock: Arc<FixedClock>,
    standby: Arc<Standby>,
    stats: Replicated<PgFunnelStats>,
}

impl World {
    async fn start() -> Self {
        let pair = StreamingPair::start().await.unwrap();
        let (primary, connection) = tokio_postgres::connect(&pair.primary_url(), NoTls).await.unwrap();
        tokio::spawn(connection);
        primary
            .batch_execute(
                "INSERT INTO owners (owner_id, name, plan, created_at) VALUES (1, 'one', 'pro', now())",
            )
            .await
            .unwrap();
        let clock = Arc::new(FixedClock::at(START));
        let standby = Arc::new(Standby::new(&pair.primary_url(), &pair.standby_url(), clock.clone()));
        let reads = Reads::of(pool(&pair.primary_url(), 1));
        let reads = reads.beside(pool(&pair.standby_url(), 1), Arc::clone(&standby));
        let stats = reads.store(PgFunnelStats::new);
        let world = Self { pair, primary, clock, standby, stats };
        world.domain("a.example").await;
        world
    }

    async fn domain(&self, host: &str) {
        let sql = format!(
            "INSERT INTO domains (owner_id, hostname, display_name, created_at, infra_state)
                VALUES (1, '{host}', 'a', now(), 'active');
             INSERT INTO funnel_days (owner_id, hostname, day, source, link_id, visits)
                VALUES (1, '{host}', '2026-11-01', '', 0, 0)"
        );
        self.primary.batch_execute(&sql).await.unwrap();
    }

    async fn visit(&self) {
        self.primary.batch_execute("UPDATE funnel_days SET visits = visits + 1").await.unwrap();
    }

    /// Measures the lag until the standby has everything committed so far.
    async fn catch_up(&self) {
        self.clock.advance_seconds(1);
        let now = kernel::Clock::now(&*self.clock);
        while self.standby.as_of() != Some(now) {
            self.standby.look().await.unwrap();
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }

    /// Returns a domain's visits, and the age of the result.
    async fn visits(&self, host: &str) -> (Option<i64>, Option<UnixTime>) {
        let host = Hostname::parse(host).unwrap();
        let (stats, as_of) =
            runtime::data_age::observe(self.stats.of_domain(OWNER, &host, kernel::Window::default())).await;
        (stats.unwrap().map(|stats| stats.totals.visits), as_of)
    }
}

#[tokio::test]
async fn a_standby_is_read_while_it_is_known_to_be_fresh() {
    let world = World::start().await;
    assert_eq!(world.visits("a.example").await, (Some(0), None), "nobody has looked at the standby yet");
    world.visit().await;
    world.catch_up().await;
    let first = START.plus_seconds(1);
    assert_eq!(world.visits("a.example").await, (Some(1), Some(first)));

    world.pair.pause().await.unwrap();
    world.visit().await;
    world.clock.advance_seconds(LONGEST_LAG_SECONDS);
    world.standby.look().await.unwrap();
    assert_eq!(world.visits("a.example").await, (Some(1), Some(first)), "it is behind and says so");
    world.domain("b.example").await;
    assert_eq!(world.visits("b.example").await, (Some(0), None), "what is too new for it is not denied");
    assert_eq!(world.visits("nobody.example").await, (None, None));
    world.clock.advance_seconds(1);
    world.standby.look().await.unwrap();
    assert_eq!(world.visits("a.example").await, (Some(2), None), "it is too far behind");

    world.pair.resume().await.unwrap();
    world.catch_up().await;
    let (visits, as_of) = world.visits("a.example").await;
    assert_eq!((visits, as_of), (Some(2), Some(kernel::Clock::now(&*world.clock))));
}

#[tokio::test]
async fn what_a_standby_can_t_answer_the_database_is_asked() {
    let world = World::start().await;
    world.visit().await;
    world.catch_up().await;
    let World { pair, standby, clock, .. } = &world;
    // The known freshness of the standby is still valid, but the standby does not respond.
    let nowhere = pool("postgres://nobody@127.0.0.1:1/nothing", 1);
    let stats = Reads::of(pool(&pair.primary_url(), 1)).beside(nowhere, Arc::clone(standby));
    let stats = stats.store(PgFunnelStats::new);
    let host = Hostname::parse("a.example").unwrap();
    let (found, as_of) =
        runtime::data_age::observe(stats.of_domain(OWNER, &host, kernel::Window::default())).await;
    assert_eq!((found.unwrap().unwrap().totals.visits, as_of), (1, None));

    let itself = Standby::new(&pair.primary_url(), &pair.primary_url(), clock.clone());
    itself.look().await.unwrap();
    assert_eq!(itself.as_of(), None, "it is no standby");
}
