//! How far a large file is, for people who watch.

use std::io::{self, Write};

use funnel_sdk::Progress;

/// What is smaller is through before anybody looks.
const WORTH_TELLING: u64 = 1024 * 1024;

/// How many characters a bar has.
const WIDTH: u64 = 30;

/// The line that is being drawn over and over.
#[derive(Default)]
pub(crate) struct Bar(String);

impl Bar {
    pub(crate) fn show(&mut self, progress: Progress, to: &mut impl Write) -> io::Result<()> {
        let Some(line) = line(progress).filter(|line| *line != self.0) else { return Ok(()) };
        // Blanks cover what is left of a longer line.
        write!(to, "\r{line:<width$}", width = self.0.chars().count())?;
        self.0 = line;
        to.flush()
    }

    pub(crate) fn end(&self, to: &mut impl Write) -> io::Result<()> {
        if self.0.is_empty() { Ok(()) } else { writeln!(to) }
    }
}

/// `None` where it is not worth reporting.
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

/// In tenths of the unit.
fn size(bytes: u64) -> String {
    let tenths = bytes * 10 / (1024 * 1024);
    format!("{}.{} MiB", tenths / 10, tenths % 10)
}
