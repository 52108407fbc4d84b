use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::Context as _;

/// Whether Ctrl-C, SIGTERM or SIGHUP asked us to end. With it such a signal no longer ends the process by itself.
#[derive(Debug, Clone, Default)]
pub(crate) struct Stop {
    asked: Arc<AtomicBool>,
}

impl Stop {
    /// Watches for the signals. A process has one watch, so whoever asks again gets the same: what was asked of one step
    /// is asked of those after it.
    pub(crate) fn on_signals() -> anyhow::Result<Self> {
        static WATCH: Mutex<Option<Stop>> = Mutex::new(None);
        let mut watch = WATCH.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(stop) = &*watch {
            return Ok(stop.clone());
        }
        let stop = Self::default();
        let asked = Arc::clone(&stop.asked);
        ctrlc::set_handler(move || asked.store(true, Ordering::SeqCst)).context("watching for signals")?;
        Ok(watch.insert(stop).clone())
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_of_one_process_share_a_watch() {
        let (one, other) = (Stop::on_signals().unwrap(), Stop::on_signals().unwrap());
        assert!(!other.is_asked());
        one.asked.store(true, Ordering::SeqCst);
        assert!(other.is_asked());
    }
}
