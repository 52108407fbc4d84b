//! What a `User-Agent` says, remembered: most visitors come with one of few, and reading it costs more than all else that is asked
//! of a redirect.

use std::sync::Arc;

use landing_draft::visitor::user_agent::{self, Agent};
use quick_cache::sync::Cache;
use sha2::{Digest as _, Sha256};
use touches::bots::is_bot;

/// How many are remembered; some 300 bytes each.
const AGENTS: usize = 2_000;
/// A longer one is read anew each time, so that nobody fills the memory.
const LONGEST: usize = 256;

/// What a header says. Who sent it is not kept with it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Told {
    /// The browser and where it runs.
    pub(super) agent: Agent,
    /// Whether it is a program.
    pub(super) bot: bool,
    /// A digest that stands for the header where visitors are told apart.
    pub(super) digest: [u8; 16],
}

impl Told {
    fn by(header: &str) -> Self {
        let mut digest = [0; 16];
        digest.iter_mut().zip(Sha256::digest(header)).for_each(|(to, from)| *to = from);
        Self { agent: user_agent::parse(header), bot: is_bot(header), digest }
    }
}

/// What the last headers said.
#[derive(Clone)]
pub(super) struct Agents(Arc<Cache<String, Told>>);

impl Agents {
    pub(super) fn new() -> Self {
        Self(Arc::new(Cache::new(AGENTS)))
    }

    /// What this header says.
    pub(super) fn read(&self, header: &str) -> Told {
        if header.len() > LONGEST {
            return Told::by(header);
        }
        if let Some(told) = self.0.get(header) {
            return told;
        }
        let told = Told::by(header);
        self.0.insert(header.to_owned(), told);
        told
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_remembered_is_what_is_read() {
        let agents = Agents::new();
        let long = format!("Mozilla/5.0 (iPhone) Safari/ {}", "x".repeat(LONGEST));
        for header in ["Mozilla/5.0 (iPhone; CPU iPhone OS 18_0) Safari/604.1", "curl/8.5", "", &long] {
            assert_eq!([agents.read(header), agents.read(header)], [Told::by(header); 2], "{header}");
        }
        assert_eq!(agents.0.len(), 3, "the long one is not kept");
    }

    #[test]
    fn no_more_are_kept_than_there_is_room_for() {
        let agents = Agents::new();
        for n in 0..3 * AGENTS {
            agents.read(&format!("agent {n}"));
        }
        assert!(agents.0.len() <= AGENTS, "{}", agents.0.len());
    }
}
