//! Data sizes of the benchmarks.

use anyhow::Context as _;

/// Returns the number after `flag`, or a hundredth, a tenth and all of `most`. The sizes show that
/// the cost does not grow with the table.
pub(crate) fn sizes(flag: &str, most: u64) -> anyhow::Result<Vec<u64>> {
    match std::env::args().skip_while(|argument| argument != flag).nth(1) {
        Some(number) => Ok(vec![number.parse().with_context(|| format!("{flag} takes a number"))?]),
        None => Ok(vec![most / 100, most / 10, most]),
    }
}
