use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use kernel::{Hostname, StoreError};
use landing_draft::ports::LivePages;
use quick_cache::sync::Cache;
use tokio::sync::Mutex;

use super::page::CompiledPage;

/// How many hosts are remembered, unknown ones included.
const HOSTS: usize = 10_000;

/// The live pages of a process, kept in memory.
///
/// What is kept is believed only while news of changes arrive: a piece of news about a host, or a silence of the channel,
/// ends the belief, and the next visitor's request looks in the database first. Should the database be away then, the
/// last known page is served all the same.
pub struct LiveCache {
    hosts: Cache<Hostname, Arc<Host>>,
    /// Whether news arrive.
    alive: Arc<AtomicBool>,
    /// Counts the silences of the channel; what was checked before the last one is not believed.
    era: AtomicU64,
}

#[derive(Default)]
struct Host {
    /// Held by the one request that looks in the database; the others wait for what it finds.
    looking: Mutex<()>,
    known: std::sync::RwLock<Option<Known>>,
    /// Counts the news about this host.
    news: AtomicU64,
}

#[derive(Clone)]
struct Known {
    page: Option<Arc<CompiledPage>>,
    era: u64,
    news: u64,
}

impl LiveCache {
    /// An empty cache that trusts the channel whose liveness this is.
    pub fn new(alive: Arc<AtomicBool>) -> Self {
        Self { hosts: Cache::new(HOSTS), alive, era: AtomicU64::new(0) }
    }

    /// What is live on this host may have changed.
    pub fn changed(&self, host: &Hostname) {
        if let Some(known) = self.hosts.get(host) {
            known.news.fetch_add(1, Ordering::AcqRel);
        }
    }

    /// Anything may have changed.
    pub fn anything_changed(&self) {
        self.era.fetch_add(1, Ordering::AcqRel);
    }

    /// The page that is live on this host, if there is one.
    pub async fn page(
        &self,
        host: &Hostname,
        pages: &dyn LivePages,
    ) -> Result<Option<Arc<CompiledPage>>, StoreError> {
        let entry = self.entry(host);
        if let Some(page) = self.believed(&entry) {
            return Ok(page);
        }
        let _looking = entry.looking.lock().await;
        if let Some(page) = self.believed(&entry) {
            return Ok(page);
        }
        match self.look(host, &entry, pages).await {
            Err(StoreError::Unavailable(cause)) => match entry.known() {
                Some(known) => {
                    metrics::counter!("edge_last_known_pages_total").increment(1);
                    Ok(known.page)
                }
                None => Err(StoreError::Unavailable(cause)),
            },
            outcome => outcome,
        }
    }

    fn entry(&self, host: &Hostname) -> Arc<Host> {
        let made = self.hosts.get_or_insert_with(host, || Ok::<_, std::convert::Infallible>(Arc::default()));
        match made {
            Ok(entry) => entry,
            Err(never) => match never {},
        }
    }

    fn believed(&self, entry: &Host) -> Option<Option<Arc<CompiledPage>>> {
        let known = entry.known()?;
        let fresh = self.alive.load(Ordering::Acquire)
            && known.era == self.era.load(Ordering::Acquire)
            && known.news == entry.news.load(Ordering::Acquire);
        fresh.then_some(known.page)
    }

    /// Asks the database. The counters are read before the question: news that come while it is answered end the belief
    /// in the answer.
    async fn look(
        &self,
        host: &Hostname,
        entry: &Host,
        pages: &dyn LivePages,
    ) -> Result<Option<Arc<CompiledPage>>, StoreError> {
        let (era, news) = (self.era.load(Ordering::Acquire), entry.news.load(Ordering::Acquire));
        let stamp = pages.stamp(host).await?;
        let unchanged = entry
            .known()
            .filter(|known| stamp.is_some() && known.page.as_ref().map(|page| page.stamp()) == stamp);
        let page = match (unchanged, stamp) {
            (Some(known), _) => known.page,
            (None, None) => None,
            (None, Some(_)) => pages.load(host).await?.map(|page| Arc::new(CompiledPage::new(page))),
        };
        entry.learn(Known { page: page.clone(), era, news });
        Ok(page)
    }
}

impl Host {
    fn known(&self) -> Option<Known> {
        self.known.read().unwrap_or_else(std::sync::PoisonError::into_inner).clone()
    }

    fn learn(&self, known: Known) {
        *self.known.write().unwrap_or_else(std::sync::PoisonError::into_inner) = Some(known);
    }
}

#[cfg(test)]
mod tests;
