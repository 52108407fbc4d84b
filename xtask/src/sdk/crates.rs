//! How much comes with the Rust SDK.

use anyhow::ensure;

use crate::crates_of_others;
use crate::process::say;
use crate::workspace::cargo;

/// How many crates of others may come with it.
const MOST: usize = 120;

/// Fails where a program that uses the SDK, and nothing else, is built from too many crates of others on this platform.
pub(crate) fn check() -> anyhow::Result<()> {
    let count = crates_of_others::count(cargo(), "funnel-sdk")?;
    say(&format!("the Rust SDK comes with {count} crates of others (at most {MOST})"));
    ensure!(count <= MOST, "the Rust SDK comes with {count} crates of others, and {MOST} are the most");
    Ok(())
}
