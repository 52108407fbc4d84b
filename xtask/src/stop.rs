use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::Context as _;

/// Whether Ctrl-C, SIGTERM or SIGHUP asked us to end. With it such a signal no longer ends the process by itself.
#[derive(Debug, Clone, Default)]
pub(crate) struct Stop {
    asked: Arc<AtomicBool>,
}

impl Stop {
    /// Watches for the signals; once per process.
    pub(crate) fn on_signals() -> anyhow::Result<Self> {
        let stop = Self::default();
        let asked = Arc::clone(&stop.asked);
        ctrlc::set_handler(move || asked.store(true, Ordering::SeqCst)).context("watching for signals")?;
        Ok(stop)
    }

    pub(crate) fn is_asked(&self) -> bool {
        self.asked.load(Ordering::SeqCst)
    }
}

#[cfg(test)]
impl Stop {
    /// One that was asked already.
    pub(crate) fn asked() -> Self {
        Self { asked: Arc::new(AtomicBool::new(true)) }
    }
}
