//! Nodes of a distributed database: one crashes, one is added, owners move between them.
//!
//! The drills run only with a distributed test database, and print observations:
//!
//! ```sh
//! cargo xtask test --distributed -- -E 'test(drills::distributed)' --no-capture
//! ```

use std::cell::Cell;
use std::time::{Duration, Instant};

use engine_sim::AccountConfig;
use test_support::{add_node, is_distributed};
use tokio_postgres::Client as Sql;

use super::database::lasts;
use super::load::Load;
use super::site::Site;
use super::stage::Stage;
use crate::database::Database;
use crate::program::Account;

mod restore;

/// Candidates for the second owner. At least one is stored on another node than the first owner,
/// since the owner number decides the node.
const OTHERS: [Account; 6] = [
    ["acct_other_1", "token-other-1", "secret-of-the-other-1"],
    ["acct_other_2", "token-other-2", "secret-of-the-other-2"],
    ["acct_other_3", "token-other-3", "secret-of-the-other-3"],
    ["acct_other_4", "token-other-4", "secret-of-the-other-4"],
    ["acct_other_5", "token-other-5", "secret-of-the-other-5"],
    ["acct_other_6", "token-other-6", "secret-of-the-other-6"],
];
/// Number of touches of a large owner.
const TOUCHES: usize = 20_000;

/// A service with two owners on different nodes, each with a load.
struct Drill {
    stage: Stage,
    first: Load,
    other: Load,
}

impl Drill {
    /// Returns `None` without a distributed database.
    async fn start() -> Option<Self> {
        Self::on(Database::start).await
    }

    async fn on(database: impl AsyncFnOnce() -> Database) -> Option<Self> {
        if !is_distributed() {
            return None;
        }
        let stage = Stage::on(database().await, &[]).await;
        let sql = stage.sql().await;
        let first = port(&sql, stage.program.owner).await;
        for account in OTHERS {
            let [name, token, secret] = account;
            stage.sim.add_account(&AccountConfig::new(name, token, secret)).await.unwrap();
            let tenant = stage.program.tenant(&stage.sim, &account).await;
            if port(&sql, tenant.owner).await != first {
                let site = Site::of(&stage.program, tenant, "other.example", account, "88").await;
                let other = Load::on(&stage.program, &site);
                return Some(Self { first: stage.load(), other, stage });
            }
        }
        panic!("all owners are on one node");
    }

    /// Checks that everything acknowledged to both owners is stored.
    async fn holds(&self) {
        self.stage.holds(&self.first).await;
        self.stage.holds(&self.other).await;
    }
}

/// Runs `what` under the load of both owners, until both are fully served again. Returns how long
/// `what` took.
async fn during(first: &Load, other: &Load, what: impl AsyncFnOnce()) -> Duration {
    let took = Cell::new(Duration::ZERO);
    let timed = async || {
        let began = Instant::now();
        what().await;
        took.set(began.elapsed());
    };
    other.during(async || first.during(timed).await).await;
    took.get()
}

/// Returns the port of the node that stores the owner's rows.
async fn port(sql: &Sql, owner: i64) -> i32 {
    let query = "SELECT nodeport FROM pg_dist_placement JOIN pg_dist_node USING (groupid)
        WHERE shardid = get_shard_id_for_distribution_column('owners', $1::bigint)";
    sql.query_one(query, &[&owner]).await.unwrap().get(0)
}

#[actix_web::test]
async fn a_node_is_killed_and_comes_back() {
    let Some(mut drill) = Drill::start().await else { return };
    let at = port(&drill.stage.sql().await, drill.stage.program.owner).await;
    let Drill { stage, first, other } = &mut drill;
    let node =
        stage.database.nodes().iter_mut().find(|node| node.url().contains(&format!(":{at}/"))).unwrap();
    let took = during(first, other, async || {
        node.kill().await;
        lasts(first).await;
        other.goes_on("beside a node that is unavailable").await;
        node.run().await;
    })
    .await;
    println!("one of two nodes was unavailable for {took:?}; its owner, and the other:");
    drill.holds().await;
    assert_eq!(drill.other.unavailable(), 0, "owners elsewhere notice nothing");
}

#[actix_web::test]
async fn a_node_is_added_and_takes_its_share_under_load() {
    let Some(mut drill) = Drill::start().await else { return };
    let sql = drill.stage.sql().await;
    let Drill { stage, first, other } = &mut drill;
    let took = during(first, other, async || {
        let coordinator = stage.database.url();
        let node = stage.database.add("worker-3").await;
        add_node(&coordinator, node.url()).await.unwrap();
        sql.batch_execute("SELECT citus_rebalance_start(shard_transfer_mode => 'force_logical')")
            .await
            .unwrap();
        sql.batch_execute("SELECT citus_rebalance_wait()").await.unwrap();
    })
    .await;
    let shares = "SELECT count(*) FROM pg_dist_placement JOIN pg_dist_node USING (groupid) JOIN pg_dist_shard USING (shardid)
        WHERE logicalrelid = 'owners'::regclass GROUP BY nodeport ORDER BY 1";
    let shares: Vec<i64> = sql.query(shares, &[]).await.unwrap().iter().map(|row| row.get(0)).collect();
    println!("a third node was added and took its share in {took:?}; the owners:");
    assert_eq!(shares, [1, 1, 2], "parts by node");
    drill.holds().await;
    assert_eq!(unavailable(&drill), [0, 0], "no request is refused");
}

#[actix_web::test]
async fn a_large_owner_is_parted_from_others_and_moves_under_load() {
    let Some(mut drill) = Drill::start().await else { return };
    let sql = drill.stage.sql().await;
    let owner = drill.stage.program.owner;
    grow(&sql, owner).await;
    let to = port(&sql, drill.other.site().owner).await;
    let Drill { first, other, .. } = &mut drill;
    let parted = Cell::new(Duration::ZERO);
    let took = during(first, other, async || {
        let began = Instant::now();
        let part = "SELECT isolate_tenant_to_new_shard('owners', $1::bigint, 'CASCADE', shard_transfer_mode => 'block_writes')";
        let part: i64 = sql.query_one(part, &[&owner]).await.unwrap().get(0);
        parted.set(began.elapsed());
        first.goes_on("in a part of its own").await;
        let from = port(&sql, owner).await;
        let moves = "SELECT citus_move_shard_placement($1, '127.0.0.1', $2, '127.0.0.1', $3, 'force_logical')";
        sql.execute(moves, &[&part, &from, &to]).await.unwrap();
    })
    .await;
    let parted = parted.get();
    println!(
        "an owner with {TOUCHES} touches was parted from others in {parted:?} and has moved after {took:?}; the owners:"
    );
    assert_eq!(port(&sql, owner).await, to);
    let touches = "SELECT count(*) FROM touches WHERE owner_id = $1 AND kind = 'scan'";
    let found: i64 = sql.query_one(touches, &[&owner]).await.unwrap().get(0);
    assert_eq!(usize::try_from(found).unwrap(), TOUCHES, "old touches are there once");
    drill.holds().await;
    // A query planned before a shard is split and run afterwards is rejected. Each owner has one
    // request in progress, so at most one is rejected.
    let refused = unavailable(&drill);
    assert!(refused.iter().all(|count| *count <= 2), "by the split and by the move: {refused:?}");
}

/// Returns how many requests of each owner were rejected.
fn unavailable(drill: &Drill) -> [usize; 2] {
    [drill.first.unavailable(), drill.other.unavailable()]
}

async fn grow(sql: &Sql, owner: i64) {
    let rows = format!(
        "INSERT INTO touches SELECT {owner},
             (lpad(to_hex(1700000000000 + n), 12, '0') || '7' || substr(md5(n::text), 1, 3) || '8'
                 || substr(md5(n::text), 4, 15))::uuid,
             'a.example', 'scan', now(), '', NULL, NULL, NULL, NULL, 'DE', 'mobile', decode(md5(n::text), 'hex'),
             NULL, NULL, false, false
         FROM generate_series(1, {TOUCHES}) n"
    );
    sql.batch_execute(&rows).await.unwrap();
}
