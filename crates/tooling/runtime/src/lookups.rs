use metrics::{Counter, Gauge};

/// The metrics of one cache: how often what was looked for was there, and how much is kept.
///
/// It is made once for a cache, so that counting costs no look-up of labels.
#[derive(Clone)]
pub struct Lookups {
    hits: Counter,
    misses: Counter,
    entries: Gauge,
    bytes: Gauge,
}

impl Lookups {
    /// The metrics of the cache with this name.
    pub fn of(cache: &'static str) -> Self {
        let looked = |outcome: &'static str| metrics::counter!("cache_lookups_total", "cache" => cache, "outcome" => outcome);
        Self {
            hits: looked("hit"),
            misses: looked("miss"),
            entries: metrics::gauge!("cache_entries", "cache" => cache),
            bytes: metrics::gauge!("cache_bytes", "cache" => cache),
        }
    }

    /// Counts one look into the cache.
    pub fn count(&self, hit: bool) {
        if hit { &self.hits } else { &self.misses }.increment(1);
    }

    /// Takes over what a cache counted by itself since the process began.
    pub fn counted(&self, hits: u64, misses: u64) {
        self.hits.absolute(hits);
        self.misses.absolute(misses);
    }

    /// Notes how many entries are kept, and how many bytes they take, about.
    pub fn keep(&self, entries: usize, bytes: u64) {
        self.entries.set(entries as f64);
        self.bytes.set(bytes as f64);
    }
}
