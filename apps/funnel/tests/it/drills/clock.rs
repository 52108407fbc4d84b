//! The clock is set an hour ahead, back, an hour behind, and right again.

use super::campaign::{self, Campaign};
use super::load::Load;
use super::machine::Machine;
use super::stage::{Stage, outage};
use crate::crashes::simulation;
use crate::database::Database;

const HOUR: i64 = 60 * 60;
/// Number of fans and messages per minute; the campaign lasts for the whole drill.
const FANS: u64 = 60;
const PER_MINUTE: i64 = 600;

/// Sets the clock while a campaign runs.
async fn the_clock_is_set(machine: &Machine, stage: &Stage, load: &Load) {
    let campaign = Campaign::launch(stage, PER_MINUTE).await;
    load.during(async || {
        campaign.took(stage, 3).await;
        for seconds in [HOUR, 0, -HOUR, 0] {
            load.has_other_clock(seconds != 0);
            machine.set_clock(seconds);
            tokio::time::sleep(outage() / 4).await;
            load.goes_on(&format!("at {seconds} s")).await;
        }
    })
    .await;
    // Work that was delayed while the clock was ahead becomes due by then. A campaign continues
    // after a quarter of an hour.
    machine.set_clock(HOUR + 60);
    campaign.reaches_everybody_once(stage).await;
    stage.holds(load).await;
}

#[actix_web::test]
async fn the_clock_of_the_program() {
    let machine = Machine::start();
    let settings = [machine.environment().as_slice(), &campaign::settings()].concat();
    let stage = Stage::beside(simulation(FANS).await, Database::start().await, &settings).await;
    the_clock_is_set(&machine, &stage, &stage.load()).await;
}

#[actix_web::test]
async fn the_clock_of_program_and_database() {
    let machine = Machine::start();
    let database = Database::with(&machine.environment()).await;
    let settings = [machine.environment().as_slice(), &campaign::settings()].concat();
    let stage = Stage::beside(simulation(FANS).await, database, &settings).await;
    the_clock_is_set(&machine, &stage, &stage.load()).await;
}
