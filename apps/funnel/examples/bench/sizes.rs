//! How much data a benchmark is run with.

use anyhow::Context as _;

/// The number behind `flag`, or a hundredth, a tenth and the whole of `most`, to show that cost grows with the answer and not
/// with the table.
pub(crate) fn sizes(flag: &str, most: u64) -> anyhow::Result<Vec<u64>> {
    match std::env::args().skip_while(|argument| argument != flag).nth(1) {
        Some(number) => Ok(vec![number.parse().with_context(|| format!("{flag} takes a number"))?]),
        None => Ok(vec![most / 100, most / 10, most]),
    }
}
