//! Limit of the Rust SDK's dependencies.

use anyhow::ensure;

use crate::crates_of_others;
use crate::process::say;
use crate::workspace::cargo;

/// Maximum number of foreign crates in a program with the SDK.
const MOST: usize = 120;

/// Fails if a program that uses only the SDK contains too many foreign crates on this platform.
pub(crate) fn check() -> anyhow::Result<()> {
    let count = crates_of_others::count(cargo(), "funnel-sdk")?;
    say(&format!("the Rust SDK comes with {count} crates of others (at most {MOST})"));
    ensure!(count <= MOST, "the Rust SDK comes with {count} crates of others, and {MOST} are the most");
    Ok(())
}
