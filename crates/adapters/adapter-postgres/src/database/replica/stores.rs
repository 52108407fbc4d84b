//! Ports with reads from the standby. Each method decides whether its result may be outdated.

use std::collections::HashMap;

use async_trait::async_trait;
use attribution::assign::LinkId;
use attribution::conversions::{ConversionQuery, ListedConversion};
use attribution::funnel_stats::{FunnelStats, LinkSummary, SplitBy, SplitStats};
use attribution::history::FanHistory;
use attribution::overview::{Overview, OverviewBy, Period};
use attribution::ports::{
    ConversionReads, DomainQuery, FunnelStatsReads, LinkSummaryReads, PageRequest, ReadError, SpenderReads,
};
use attribution::spenders::{DomainSpender, FanPurchases, LinkTotals, Totals};
use content_vault::detail::ItemStats;
use content_vault::item::ContentId;
use content_vault::ports::SalesReads;
use content_vault::sale;
use conversion_pixel::Platform;
use conversion_pixel::ports as pixels;
use kernel::{Acting, Hostname, OwnerId, StoreError, UnixTime, Window};
use webhooks::{EndpointId, ports as hooks};

use super::Replicated;

#[async_trait]
impl<S: FunnelStatsReads> FunnelStatsReads for Replicated<S> {
    async fn of_domain(
        &self,
        owner: OwnerId,
        domain: &Hostname,
        window: Window,
    ) -> Result<Option<FunnelStats>, StoreError> {
        self.find(|store| store.of_domain(owner, domain, window)).await
    }

    async fn split(
        &self,
        owner: OwnerId,
        domain: &Hostname,
        by: SplitBy,
        window: Window,
    ) -> Result<Option<SplitStats>, StoreError> {
        self.find(|store| store.split(owner, domain, by, window)).await
    }

    async fn overview(&self, owner: OwnerId, period: Period, by: OverviewBy) -> Result<Overview, StoreError> {
        self.read(|store| store.overview(owner, period, by)).await
    }
}

#[async_trait]
impl<S: LinkSummaryReads> LinkSummaryReads for Replicated<S> {
    async fn find(
        &self,
        owner: OwnerId,
        domain: &Hostname,
        link: i64,
    ) -> Result<Option<LinkSummary>, StoreError> {
        Replicated::find(self, |store| store.find(owner, domain, link)).await
    }
}

#[async_trait]
impl<S: SpenderReads> SpenderReads for Replicated<S> {
    async fn of_domain(
        &self,
        owner: OwnerId,
        query: &DomainQuery,
    ) -> Result<Option<(Vec<DomainSpender>, Totals)>, ReadError> {
        self.find(|store| store.of_domain(owner, query)).await
    }

    async fn of_link(
        &self,
        owner: OwnerId,
        domain: &Hostname,
        link: LinkId,
        part: &PageRequest,
    ) -> Result<Option<(Vec<FanPurchases>, LinkTotals)>, ReadError> {
        self.find(|store| store.of_link(owner, domain, link, part)).await
    }

    async fn history(&self, owner: OwnerId, fan_id: &str) -> Result<Option<FanHistory>, StoreError> {
        self.find(|store| store.history(owner, fan_id)).await
    }
}

#[async_trait]
impl<S: ConversionReads> ConversionReads for Replicated<S> {
    async fn list(
        &self,
        owner: OwnerId,
        query: &ConversionQuery,
        limit: u32,
    ) -> Result<Option<Vec<ListedConversion>>, StoreError> {
        self.find(|store| store.list(owner, query, limit)).await
    }
}

#[async_trait]
impl<S: SalesReads> SalesReads for Replicated<S> {
    async fn totals(
        &self,
        owner: OwnerId,
        window: Window,
    ) -> Result<HashMap<ContentId, sale::Totals>, StoreError> {
        self.read(|store| store.totals(owner, window)).await
    }

    async fn totals_of(
        &self,
        owner: OwnerId,
        ids: &[ContentId],
        window: Window,
    ) -> Result<HashMap<ContentId, sale::Totals>, StoreError> {
        self.read(|store| store.totals_of(owner, ids, window)).await
    }

    async fn stats(&self, owner: OwnerId, id: ContentId) -> Result<ItemStats, StoreError> {
        self.read(|store| store.stats(owner, id)).await
    }
}

#[async_trait]
impl<S: pixels::DeliveryLog> pixels::DeliveryLog for Replicated<S> {
    async fn list(
        &self,
        owner: OwnerId,
        provider_id: &str,
        platform: Platform,
        before: Option<pixels::DeliveryId>,
        limit: u32,
    ) -> Result<Option<Vec<pixels::Delivery>>, StoreError> {
        self.find(|store| store.list(owner, provider_id, platform, before, limit)).await
    }

    async fn redrive(
        &self,
        by: &Acting,
        provider_id: &str,
        platform: Platform,
        now: UnixTime,
    ) -> Result<Option<u64>, StoreError> {
        self.primary.redrive(by, provider_id, platform, now).await
    }

    /// Reads the primary, because the target contains a secret that may just have changed.
    async fn target(
        &self,
        owner: OwnerId,
        provider_id: &str,
        platform: Platform,
    ) -> Result<Option<pixels::TestTarget>, StoreError> {
        self.primary.target(owner, provider_id, platform).await
    }

    async fn keep_test(
        &self,
        owner: OwnerId,
        provider_id: &str,
        event: &conversion_pixel::Event,
        progress: &conversion_pixel::Progress,
        now: UnixTime,
    ) -> Result<(), StoreError> {
        self.primary.keep_test(owner, provider_id, event, progress, now).await
    }
}

#[async_trait]
impl<S: hooks::DeliveryLog> hooks::DeliveryLog for Replicated<S> {
    async fn deliveries(
        &self,
        owner: OwnerId,
        endpoint: EndpointId,
        before: Option<hooks::DeliveryId>,
        limit: u32,
    ) -> Result<Option<Vec<hooks::Delivery>>, StoreError> {
        self.find(|store| store.deliveries(owner, endpoint, before, limit)).await
    }

    async fn keep_test(
        &self,
        owner: OwnerId,
        endpoint: EndpointId,
        message: &webhooks::Message,
        answer: &webhooks::Answer,
        attempt: webhooks::Attempt,
    ) -> Result<(), StoreError> {
        self.primary.keep_test(owner, endpoint, message, answer, attempt).await
    }

    async fn redeliver(
        &self,
        by: &Acting,
        endpoint: EndpointId,
        delivery: hooks::DeliveryId,
        now: UnixTime,
    ) -> Result<Option<hooks::Delivery>, StoreError> {
        self.primary.redeliver(by, endpoint, delivery, now).await
    }

    async fn redrive(
        &self,
        by: &Acting,
        endpoint: EndpointId,
        since: UnixTime,
        now: UnixTime,
    ) -> Result<Option<u64>, StoreError> {
        self.primary.redrive(by, endpoint, since, now).await
    }
}
