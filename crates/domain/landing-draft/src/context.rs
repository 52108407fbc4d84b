//! Environment of use-cases, apart from stores.

use std::sync::Arc;

use kernel::{Clock, Entropy};

use crate::cpu::Cpu;
use crate::id::Ids;

/// Environment of use-cases, apart from stores.
#[derive(Clone)]
pub struct Context {
    /// Source of the current time.
    pub clock: Arc<dyn Clock>,
    /// Source of new ids.
    pub ids: Ids,
    /// Executor of CPU-heavy work on landings.
    pub cpu: Cpu,
}

impl Context {
    /// Creates a context for programs that serve one caller at a time. Ids come from `clock` and `entropy`, and work
    /// runs on the calling thread.
    pub fn inline(clock: Arc<dyn Clock>, entropy: Arc<dyn Entropy>) -> Self {
        let ids = Ids::new(Arc::clone(&clock), entropy);
        Self { clock, ids, cpu: Cpu::inline() }
    }
}
