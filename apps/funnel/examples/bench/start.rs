//! Measures the time from the start of the program on an existing database until it is ready.
//!
//! Run with `cargo xtask bench start`.

use std::time::Instant;

use dev_kit::report::{Bounded, Side, Unit};

use crate::edge::links;
use crate::service::Service;
use crate::serving::Serving;

const STARTS: usize = 20;
const GOAL_MS: f64 = 300.0;

pub(crate) async fn run() -> anyhow::Result<()> {
    let service = Service::start("api", links).await?;
    let mut took = Vec::with_capacity(STARTS);
    for _ in 0..STARTS {
        let began = Instant::now();
        let serving = Serving::all_of(service.database())?;
        took.push(began.elapsed());
        serving.stop()?;
    }
    let side = Side::times("start to ready, all roles", Unit::Millis, took).with_tails();
    let case = "on a database with 10,000 links";
    Bounded { bench: "start", case, side, figure: "median", most: Some(GOAL_MS) }.print();
    service.stop().await
}
