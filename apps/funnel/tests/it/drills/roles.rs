//! Each role runs in a process of its own and is killed under load.

use super::load::Load;
use super::stage::Stage;
use crate::program::Program;

/// Number of rounds in which every process is killed once.
const ROUNDS: usize = 2;

/// Expires the claims of a killed API, which would otherwise last a minute.
async fn claims_run_out(stage: &Stage) {
    let over = "UPDATE idempotency_keys SET locked_until = created_at WHERE status IS NULL";
    stage.sql().await.execute(over, &[]).await.unwrap();
}

async fn kill_edge(load: &Load, api: &Program, edge: &mut Program) {
    load.loses_a_process();
    edge.kill();
    edge.restart().await;
    load.find(api, edge);
}

#[actix_web::test]
async fn every_role_is_killed_in_turn() {
    let role = |roles: &str| [("FUNNEL_ROLES", roles.to_owned())];
    let mut stage = Stage::start(&role("api")).await;
    let mut edge = stage.program.beside("edge", &role("edge")).await;
    let mut worker = stage.program.beside("worker", &role("worker")).await;
    let load = Load::between(&stage.program, &edge, &stage.site);
    load.during(async || {
        for _ in 0..ROUNDS {
            load.loses_a_process();
            stage.program.kill();
            claims_run_out(&stage).await;
            stage.program.restart().await;
            load.find(&stage.program, &edge);
            load.goes_on("by another API").await;
            kill_edge(&load, &stage.program, &mut edge).await;
            load.goes_on("by another edge").await;
            worker.kill();
            load.goes_on("without a worker").await;
            worker.restart().await;
        }
    })
    .await;
    stage.holds(&load).await;
}
