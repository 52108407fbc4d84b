//! Cache of parsed `User-Agent` headers. Most visitors send one of a few headers, and parsing costs
//! more than the rest of a redirect.

use std::sync::Arc;

use quick_cache::Weighter;
use quick_cache::sync::Cache;
use runtime::Lookups;
use sha2::{Digest as _, Sha256};
use visitor_agent::Agent;

/// Size of the cache, in bytes.
const ROOM: u64 = 1 << 20;
/// Estimated number of usual headers that fill the cache.
const AGENTS: usize = 4_000;
/// Longest cached header; apps send up to 500 bytes. Longer ones are parsed each time, so that
/// nobody can fill the cache with them.
const LONGEST: usize = 640;

/// Result of parsing a header. It does not identify the sender.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ParsedAgent {
    /// Sender, browser, app, operating system and device.
    pub agent: Agent,
    /// Digest of the header, for distinguishing visitors.
    pub digest: [u8; 16],
}

impl ParsedAgent {
    fn by(header: &[u8]) -> Self {
        let mut digest = [0; 16];
        digest.iter_mut().zip(Sha256::digest(header)).for_each(|(to, from)| *to = from);
        Self { agent: visitor_agent::read(header), digest }
    }
}

/// Cache of parsed headers.
#[derive(Clone)]
pub struct Agents {
    parsed: Arc<Cache<Box<[u8]>, ParsedAgent, Size>>,
    lookups: Lookups,
}

#[derive(Clone)]
struct Size;

impl Weighter<Box<[u8]>, ParsedAgent> for Size {
    fn weight(&self, header: &Box<[u8]>, _: &ParsedAgent) -> u64 {
        let bytes = header.len() + size_of::<(Box<[u8]>, ParsedAgent)>() + 64;
        u64::try_from(bytes).unwrap_or(u64::MAX)
    }
}

impl Default for Agents {
    fn default() -> Self {
        visitor_agent::warm_up();
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

    /// Parses the bytes of a header, which need not be text.
    pub fn read(&self, header: &[u8]) -> ParsedAgent {
        if header.len() > LONGEST {
            return ParsedAgent::by(header);
        }
        if let Some(parsed) = self.parsed.get(header) {
            return parsed;
        }
        let parsed = ParsedAgent::by(header);
        self.parsed.insert(header.into(), parsed);
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
        let known: [&[u8]; 5] = [
            b"Mozilla/5.0 (iPhone; CPU iPhone OS 18_0) Safari/604.1",
            b"curl/8.5",
            b"",
            b"[FBAN/FB4A;FBCR/T\xfcrk Telekom;]",
            long.as_bytes(),
        ];
        for header in known {
            assert_eq!(
                [agents.read(header), agents.read(header)],
                [ParsedAgent::by(header); 2],
                "{header:?}"
            );
        }
        assert_eq!(agents.parsed.len(), 4, "the long one is not kept");
    }

    #[test]
    fn no_more_are_kept_than_there_is_room_for() {
        let agents = Agents::default();
        for n in 0..3 * AGENTS {
            agents.read(format!("{} agent {n}", "long ".repeat(20)).as_bytes());
        }
        let bytes = agents.parsed.weight();
        assert!((ROOM / 2..=ROOM).contains(&bytes), "{bytes}");
    }
}
