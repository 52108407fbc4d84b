//! Progress of large files, for people.

use std::io::{self, Write};

use funnel_sdk::Progress;

/// Smaller transfers finish before a person would look.
const WORTH_TELLING: u64 = 1024 * 1024;

/// Width of the bar in characters.
const WIDTH: u64 = 30;

/// Line of the terminal that shows the progress.
#[derive(Default)]
pub(crate) struct Bar(String);

impl Bar {
    pub(crate) fn show(&mut self, progress: Progress, to: &mut impl Write) -> io::Result<()> {
        let Some(line) = line(progress).filter(|line| *line != self.0) else { return Ok(()) };
        // Spaces cover the rest of a longer line.
        write!(to, "\r{line:<width$}", width = self.0.chars().count())?;
        self.0 = line;
        to.flush()
    }

    pub(crate) fn end(&self, to: &mut impl Write) -> io::Result<()> {
        if self.0.is_empty() { Ok(()) } else { writeln!(to) }
    }
}

/// Formats the progress, or returns `None` if the transfer is too small to report.
fn line(progress: Progress) -> Option<String> {
    let Progress { is_sent, done, total, .. } = progress;
    if total.unwrap_or(done) < WORTH_TELLING {
        return None;
    }
    let verb = if is_sent { "sent" } else { "received" };
    let Some(total) = total else { return Some(format!("{} {verb}", size(done))) };
    let full = usize::try_from(done.min(total) * WIDTH / total).unwrap_or_default();
    let bar = format!("{:<width$}", "=".repeat(full), width = usize::try_from(WIDTH).unwrap_or_default());
    Some(format!("[{bar}] {:>3} % of {} {verb}", done.min(total) * 100 / total, size(total)))
}

/// Formats bytes as MiB with one decimal.
fn size(bytes: u64) -> String {
    let tenths = bytes * 10 / (1024 * 1024);
    format!("{}.{} MiB", tenths / 10, tenths % 10)
}
