use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::Context as _;

/// Flag that Ctrl-C, SIGTERM or SIGHUP sets. Such a signal no longer ends the process.
#[derive(Debug, Clone, Default)]
pub(crate) struct Stop {
    asked: Arc<AtomicBool>,
}

impl Stop {
    /// Returns the flag, and starts watching for signals at the first call. All steps of a process share one flag.
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
    /// Returns a flag that is set already.
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
