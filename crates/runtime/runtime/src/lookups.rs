use metrics::{Counter, Gauge};

/// Metrics of a cache: hits, misses, entries and bytes.
///
/// Create it once per cache, so that counting needs no label lookup.
#[derive(Clone)]
pub struct Lookups {
    hits: Counter,
    misses: Counter,
    entries: Gauge,
    bytes: Gauge,
}

impl Lookups {
    /// Creates the metrics of the cache with this name.
    pub fn of(cache: &'static str) -> Self {
        let looked = |outcome: &'static str| metrics::counter!("cache_lookups_total", "cache" => cache, "outcome" => outcome);
        Self {
            hits: looked("hit"),
            misses: looked("miss"),
            entries: metrics::gauge!("cache_entries", "cache" => cache),
            bytes: metrics::gauge!("cache_bytes", "cache" => cache),
        }
    }

    /// Counts a lookup.
    pub fn count(&self, hit: bool) {
        if hit { &self.hits } else { &self.misses }.increment(1);
    }

    /// Sets the counters to values that a cache has counted itself.
    pub fn counted(&self, hits: u64, misses: u64) {
        self.hits.absolute(hits);
        self.misses.absolute(misses);
    }

    /// Sets the number of entries and their approximate size in bytes.
    pub fn keep(&self, entries: usize, bytes: u64) {
        self.entries.set(entries as f64);
        self.bytes.set(bytes as f64);
    }
}
