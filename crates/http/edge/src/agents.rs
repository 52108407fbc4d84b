//! Cache of parsed `User-Agent` headers. Most visitors send one of a few headers, and parsing costs
//! more than the rest of a redirect.

use std::sync::Arc;

use landing_draft::visitor::user_agent::{self, Agent};
use quick_cache::Weighter;
use quick_cache::sync::Cache;
use runtime::Lookups;
use sha2::{Digest as _, Sha256};
use touches::bots::{is_bot, is_preview};

/// Size of the cache, in bytes.
const ROOM: u64 = 1 << 20;
/// Estimated number of usual headers that fill the cache.
const AGENTS: usize = 4_000;
/// Longest cached header. Longer ones are parsed each time, so that nobody can fill the cache with
/// them.
const LONGEST: usize = 256;

/// Result of parsing a header. It does not identify the sender.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct ParsedAgent {
    /// Browser, operating system and device.
    pub(super) agent: Agent,
    /// Whether the sender is a program.
    pub(super) bot: bool,
    /// Whether the program fetches the preview of a shared address.
    pub(super) preview: bool,
    /// Digest of the header, for distinguishing visitors.
    pub(super) digest: [u8; 16],
}

impl ParsedAgent {
    fn by(header: &str) -> Self {
        let mut digest = [0; 16];
        digest.iter_mut().zip(Sha256::digest(header)).for_each(|(to, from)| *to = from);
        Self { agent: user_agent::parse(header), bot: is_bot(header), preview: is_preview(header), digest }
    }
}

/// Cache of parsed headers.
#[derive(Clone)]
pub struct Agents {
    parsed: Arc<Cache<String, ParsedAgent, Size>>,
    lookups: Lookups,
}

#[derive(Clone)]
struct Size;

impl Weighter<String, ParsedAgent> for Size {
    fn weight(&self, header: &String, _: &ParsedAgent) -> u64 {
        let bytes = header.len() + size_of::<(String, ParsedAgent)>() + 64;
        u64::try_from(bytes).unwrap_or(u64::MAX)
    }
}

impl Default for Agents {
    fn default() -> Self {
        let parsed = Arc::new(Cache::with_weighter(AGENTS, ROOM, Size));
        Self { parsed, lookups: Lookups::of("agents") }
    }
}

impl Agents {
    /// Publishes the size of the cache. Hits are not counted, because counting would cost as much
    /// as a lookup.
    pub(super) fn measure(&self) {
        self.lookups.keep(self.parsed.len(), self.parsed.weight());
    }

    /// Parses a header.
    pub(super) fn read(&self, header: &str) -> ParsedAgent {
        if header.len() > LONGEST {
            return ParsedAgent::by(header);
        }
        if let Some(parsed) = self.parsed.get(header) {
            return parsed;
        }
        let parsed = ParsedAgent::by(header);
        self.parsed.insert(header.to_owned(), parsed);
        parsed
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_remembered_is_what_is_read() {
        let agents = Agents::default();
        let long = format!("Mozilla/5.0 (iPhone) Safari/ {}", "x".repeat(LONGEST));
        for header in ["Mozilla/5.0 (iPhone; CPU iPhone OS 18_0) Safari/604.1", "curl/8.5", "", &long] {
            assert_eq!([agents.read(header), agents.read(header)], [ParsedAgent::by(header); 2], "{header}");
        }
        assert_eq!(agents.parsed.len(), 3, "the long one is not kept");
    }

    #[test]
    fn no_more_are_kept_than_there_is_room_for() {
        let agents = Agents::default();
        for n in 0..3 * AGENTS {
            agents.read(&format!("{} agent {n}", "long ".repeat(20)));
        }
        let bytes = agents.parsed.weight();
        assert!((ROOM / 2..=ROOM).contains(&bytes), "{bytes}");
    }
}
