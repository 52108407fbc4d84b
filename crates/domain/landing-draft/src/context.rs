//! What use-cases need of the world besides stores.

use std::sync::Arc;

use kernel::{Clock, Entropy};

use crate::cpu::Cpu;
use crate::id::Ids;

/// Everything that use-cases need of the world besides stores.
#[derive(Clone)]
pub struct Context {
    /// The time.
    pub clock: Arc<dyn Clock>,
    /// New ids.
    pub ids: Ids,
    /// Where landings are worked on.
    pub cpu: Cpu,
}

impl Context {
    /// For programs that serve one caller at a time: ids stamped by `clock` and made unique by `entropy`, and work done at
    /// once.
    pub fn inline(clock: Arc<dyn Clock>, entropy: Arc<dyn Entropy>) -> Self {
        let ids = Ids::new(Arc::clone(&clock), entropy);
        Self { clock, ids, cpu: Cpu::inline() }
    }
}
