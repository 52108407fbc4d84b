//! Lookup of data by the requested host.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use actix_web::HttpRequest;
use actix_web::http::header;
use application::snapshots::HostSnapshots;
use async_trait::async_trait;
use kernel::{Hostname, OwnerId, StoreError};
use landing_draft::ports::LivePages;
use landing_draft::visitor::Visitor;
use landing_page::{CompiledPage, Rendering};
use qr_catalog::live::{CodesStamp, HostCodes};
use qr_catalog::ports::LiveCodes;
use smartlink_policy::host::HostLinks;
use smartlink_policy::ports::{LinksStamp, LiveLinks};

use super::agents::Agents;
use super::cache::{Host, HostCache, HostFacts, HostMemory, HostSource, Room};

/// Caches of host data of a process.
#[derive(Clone)]
pub struct EdgeCaches {
    pub pages: Arc<HostCache<CompiledPage>>,
    pub links: Arc<HostCache<KnownLinks>>,
    pub codes: Arc<HostCache<KnownCodes>>,
    /// Cache of parsed User-Agent headers.
    pub agents: Agents,
    pub(crate) room: Arc<Room>,
}

/// Links of a host with their stamp.
pub struct KnownLinks {
    pub(crate) stamp: LinksStamp,
    pub links: HostLinks,
    /// Precomputed, because there may be thousands of links.
    weight: usize,
}

pub struct KnownCodes {
    pub hostname: Hostname,
    pub codes: HostCodes,
    weight: usize,
}

/// The caches of a process, and the stores behind them.
#[derive(Clone)]
pub struct EdgeLookup {
    pub memory: EdgeCaches,
    pub pages: Arc<dyn LivePages>,
    pub links: Arc<dyn LiveLinks>,
    pub codes: Arc<dyn LiveCodes>,
}

impl EdgeCaches {
    /// Creates empty caches of `bytes` bytes in total. `alive` says whether the channel of change
    /// notifications works.
    pub fn new(alive: &Arc<AtomicBool>, bytes: u64, snapshots: Option<Arc<dyn HostSnapshots>>) -> Self {
        let room = Arc::new(Room::new(bytes).beside(snapshots));
        Self {
            pages: Arc::new(HostCache::new(Arc::clone(&room), Arc::clone(alive), "pages")),
            links: Arc::new(HostCache::new(Arc::clone(&room), Arc::clone(alive), "links")),
            codes: Arc::new(HostCache::new(Arc::clone(&room), Arc::clone(alive), "codes")),
            agents: Agents::default(),
            room,
        }
    }

    /// Records that any data may have changed.
    pub fn anything_changed(&self) {
        self.pages.anything_changed();
        self.links.anything_changed();
        self.codes.anything_changed();
    }

    /// Returns whether change notifications arrive.
    pub(crate) fn hears_changes(&self) -> bool {
        self.pages.hears_changes()
    }

    /// Publishes the sizes of the caches.
    pub fn measure(&self) {
        self.room.measure();
        self.agents.measure();
    }
}

impl EdgeLookup {
    /// Returns the live page of the requested host.
    pub(super) async fn page(&self, request: &HttpRequest) -> Result<Option<Arc<CompiledPage>>, StoreError> {
        self.look_up(request, &self.memory.pages, &self.pages).await
    }

    /// Returns the page as this visitor gets it.
    pub(super) async fn rendering(
        &self,
        page: &Arc<CompiledPage>,
        visitor: Visitor,
    ) -> Result<Arc<Rendering>, StoreError> {
        let (rendering, is_new) = page.rendering(visitor).await?;
        if is_new {
            self.memory.pages.grown(&page.live().hostname);
        }
        Ok(rendering)
    }

    /// Returns the links of the requested host.
    pub(super) async fn links(&self, request: &HttpRequest) -> Result<Option<Arc<KnownLinks>>, StoreError> {
        self.look_up(request, &self.memory.links, &self.links).await
    }

    /// Returns the links of the requested host, or `None` if they can't be looked up.
    pub(super) async fn links_if_available(&self, request: &HttpRequest) -> Option<Arc<KnownLinks>> {
        let found = self.links(request).await;
        found
            .inspect_err(|error| tracing::warn!(cause = ?error, "links could not be looked up"))
            .ok()
            .flatten()
    }

    /// Returns the printed codes of the requested host.
    pub(super) async fn codes(&self, request: &HttpRequest) -> Result<Option<Arc<KnownCodes>>, StoreError> {
        self.look_up(request, &self.memory.codes, &self.codes).await
    }

    /// Returns whether a host, with or without a port, is a registered domain.
    pub(super) async fn is_registered(&self, authority: &str) -> Result<bool, StoreError> {
        let found = self.ask(without_port(authority), &self.memory.codes, &self.codes).await?;
        Ok(found.is_some())
    }

    async fn look_up<T: HostFacts>(
        &self,
        request: &HttpRequest,
        cache: &Arc<HostCache<T>>,
        source: &Arc<impl HostSource<T> + ?Sized + 'static>,
    ) -> Result<Option<Arc<T>>, StoreError> {
        let Some(host) = requested_host(request) else { return Ok(None) };
        if let Some(value) = cache.remembered(host) {
            return Ok(Some(value));
        }
        // Boxed, so that not every request carries the state of a query.
        Box::pin(self.ask(host, cache, source)).await
    }

    async fn ask<T: HostFacts>(
        &self,
        host: &str,
        cache: &Arc<HostCache<T>>,
        source: &Arc<impl HostSource<T> + ?Sized + 'static>,
    ) -> Result<Option<Arc<T>>, StoreError> {
        let found = match Hostname::parse(host) {
            Ok(host) => self.visit(&host, cache, source).await?,
            Err(_) => None,
        };
        // In development, `links.example.com.localhost` shows the page of `links.example.com` in any
        // browser.
        match host.strip_suffix(".localhost").map(Hostname::parse) {
            Some(Ok(inner)) if found.is_none() => self.visit(&inner, cache, source).await,
            _ => Ok(found),
        }
    }

    async fn visit<T: HostFacts>(
        &self,
        host: &Hostname,
        cache: &Arc<HostCache<T>>,
        source: &Arc<impl HostSource<T> + ?Sized + 'static>,
    ) -> Result<Option<Arc<T>>, StoreError> {
        let found = cache.get(host, source).await?;
        if found.is_some() {
            self.memory.room.note_visit(host);
        }
        Ok(found)
    }
}

/// Returns the requested host without the port.
pub(super) fn requested_host(request: &HttpRequest) -> Option<&str> {
    requested_authority(request).map(without_port)
}

/// Returns the requested host, with the port if it has one. Ignores forwarded hosts of proxies.
pub(super) fn requested_authority(request: &HttpRequest) -> Option<&str> {
    match request.headers().get(header::HOST) {
        Some(host) => host.to_str().ok(),
        None => request.uri().authority().map(|authority| authority.as_str()),
    }
}

fn without_port(authority: &str) -> &str {
    authority.rsplit_once(':').map_or(authority, |(host, _)| host)
}

impl KnownLinks {
    pub(crate) fn of((stamp, links): (LinksStamp, HostLinks)) -> Self {
        Self { weight: links.weight(), stamp, links }
    }

    /// Returns whether the owner agreed to keep the user agents of clicks.
    pub(super) fn keeps_user_agents(&self) -> bool {
        self.stamp.keeps_user_agents
    }
}

impl KnownCodes {
    pub(crate) fn of(host: &Hostname, codes: HostCodes) -> Self {
        Self { hostname: host.clone(), weight: codes.weight(), codes }
    }
}

impl HostFacts for KnownLinks {
    type Stamp = LinksStamp;

    fn stamp(&self) -> LinksStamp {
        self.stamp
    }

    fn owner(&self) -> OwnerId {
        self.links.owner
    }

    fn bytes(&self) -> usize {
        size_of::<Self>() + self.weight
    }

    fn of(memory: &HostMemory) -> &Host<Self> {
        &memory.links
    }
}

#[async_trait]
impl HostSource<KnownLinks> for dyn LiveLinks {
    async fn stamp(&self, host: &Hostname) -> Result<Option<LinksStamp>, StoreError> {
        LiveLinks::stamp(self, host).await
    }

    async fn load(
        &self,
        host: &Hostname,
        known: Option<&KnownLinks>,
    ) -> Result<Option<KnownLinks>, StoreError> {
        let loaded = LiveLinks::load(self, host, known.map(|known| &known.links)).await?;
        Ok(loaded.map(KnownLinks::of))
    }
}

impl HostFacts for KnownCodes {
    type Stamp = CodesStamp;

    fn stamp(&self) -> CodesStamp {
        self.codes.stamp
    }

    fn owner(&self) -> OwnerId {
        self.codes.stamp.owner
    }

    fn bytes(&self) -> usize {
        size_of::<Self>() + self.weight
    }

    fn of(memory: &HostMemory) -> &Host<Self> {
        &memory.codes
    }
}

#[async_trait]
impl HostSource<KnownCodes> for dyn LiveCodes {
    async fn stamp(&self, host: &Hostname) -> Result<Option<CodesStamp>, StoreError> {
        LiveCodes::stamp(self, host).await
    }

    async fn load(&self, host: &Hostname, _: Option<&KnownCodes>) -> Result<Option<KnownCodes>, StoreError> {
        let loaded = LiveCodes::load(self, host).await?;
        Ok(loaded.map(|codes| KnownCodes::of(host, codes)))
    }
}

#[cfg(test)]
mod tests {
    use actix_web::test::TestRequest;

    use super::*;

    #[test]
    fn the_requested_host_is_the_host_header_alone() {
        for (host, expected) in
            [("a.example", "a.example"), ("a.example:8081", "a.example"), ("[::1]:80", "[::1]")]
        {
            let request = TestRequest::default()
                .insert_header(("host", host))
                .insert_header(("x-forwarded-host", "evil.example"))
                .to_http_request();
            assert_eq!(requested_host(&request), Some(expected));
        }
    }
}
