//! Measures the cost of distributed tables for touches, events and messages. One side is a single PostgreSQL, the other
//! a coordinator with two nodes on the same machine. Both sides take turns.
//!
//! Run with `cargo xtask bench distribution`. Both sides flush commits to disk. The report shows rates, and the
//! servers' CPU time, which determines the number of machines.

mod sides;
mod work;

use std::error::Error;

use dev_kit::report::{Report, Side, print_figures};
use local_postgres::Citus;

use crate::sides::{Installation, Measured};
use crate::work::Work;

/// Same allocator as the program, on both sides.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

pub(crate) type Done<T = ()> = Result<T, Box<dyn Error>>;

const ROUNDS: usize = 5;

#[tokio::main]
async fn main() -> Done {
    if !Citus::is_installed()? {
        eprintln!("Citus is not installed: what distribution costs was not measured");
        return Ok(());
    }
    let folder = tempfile::tempdir()?;
    let one = Installation::of_one(&folder.path().join("one")).await?;
    let three = Installation::of_three(&folder.path().join("three")).await?;
    for work in Work::ALL {
        measure(work, &one, &three).await?;
    }
    Ok(())
}

async fn measure(work: Work, one: &Installation, three: &Installation) -> Done {
    let (mut alone, mut distributed) = (Vec::new(), Vec::new());
    for round in 0..=ROUNDS {
        let each = [one.measured(work, round).await?, three.measured(work, round).await?];
        // The first round is a warm-up.
        if round > 0 {
            alone.push(each[0]);
            distributed.push(each[1]);
        }
    }
    let (limit, ours) = (side("one PostgreSQL", &alone), side("a coordinator and two nodes", &distributed));
    let times = processors(&distributed) / processors(&alone);
    let share = middle(distributed.iter().map(Measured::share_of_first));
    Report { bench: "distribution", case: work.describes(), limit, ours, goal: None }.print();
    let figures = [("times the servers' processor time", times), ("the coordinator's share of it", share)];
    print_figures("distribution", work.describes(), &figures);
    Ok(())
}

fn side(name: &str, rounds: &[Measured]) -> Side {
    Side::rates(name, rounds.iter().map(Measured::rate)).with("servers_cpu_us_each", processors(rounds))
}

/// Median of the rounds, in microseconds of CPU time per item.
fn processors(rounds: &[Measured]) -> f64 {
    middle(rounds.iter().map(Measured::processor_micros))
}

fn middle(values: impl Iterator<Item = f64>) -> f64 {
    Side::samples("", dev_kit::report::Unit::Micros, values).median()
}
