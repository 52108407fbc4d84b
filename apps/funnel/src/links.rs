//! The ports of smart links and funnel links on an engine and on drafts.

use std::sync::Arc;

use adapter_engine::{EngineClient, IdempotencyKey, Link, LinkKind, NewLink};
use async_trait::async_trait;
use kernel::{AccountNumber, Hostname, OwnerId};
use landing_draft::editing::{EditDraft, EditError};
use landing_draft::target::FunnelSlot;
use smartlink_policy::link::{Offer, ProviderId};
use smartlink_policy::ports::{
    ButtonStamper, ConnectedAccount, EngineAccount, EngineError, EngineStats, FunnelEngine, LinkPage,
    NewUpstreamLink, StampError, Stamped, UnresolvedButton,
};
use smartlink_policy::stamping::{SegmentView, Stamp, Stamping};
use smartlink_policy::upstream::{Day, EngineLink};

/// The engines of all owners, as far as links go.
pub struct LinkEngine(EngineClient);

impl LinkEngine {
    /// Over this client.
    pub fn new(client: EngineClient) -> Self {
        Self(client)
    }
}

#[async_trait]
impl FunnelEngine for LinkEngine {
    async fn connected(&self, owner: OwnerId) -> Result<Option<ConnectedAccount>, EngineError> {
        let found = self.0.connection(owner).await.map_err(failure)?;
        Ok(found.map(|found| ConnectedAccount { number: found.number, id: found.account.to_string() }))
    }

    async fn account(&self, owner: OwnerId) -> Result<EngineAccount, EngineError> {
        let account = self.0.account(owner).await.map_err(failure)?;
        Ok(EngineAccount { account_id: account.account_id, username: account.username })
    }

    /// All pages at once: the client walks them, and guards against lists without an end.
    async fn links(
        &self,
        owner: OwnerId,
        offer: Option<Offer>,
        _: Option<String>,
    ) -> Result<LinkPage, EngineError> {
        let account = self.connected(owner).await?.ok_or(EngineError::NotConnected)?.number;
        let links = self.0.only(account).links(owner, offer.map(asked)).await.map_err(failure)?;
        let items = links.into_iter().map(|link| engine_link(account, link)).collect();
        Ok(LinkPage { items, next_cursor: None })
    }

    async fn create_link(&self, owner: OwnerId, link: &NewUpstreamLink) -> Result<EngineLink, EngineError> {
        let key = IdempotencyKey::parse(&link.idempotency_key);
        let key = key.ok_or_else(|| EngineError::Failed("an idempotency key that can't be sent".into()))?;
        let new = NewLink {
            offer: asked(link.offer),
            name: link.name.clone(),
            country: link.country,
            trial_days: link.trial_days.map(u32::from),
        };
        let created = self.0.only(link.account).create_link(owner, &new, &key).await.map_err(failure)?;
        Ok(engine_link(link.account, created))
    }

    async fn set_active(
        &self,
        owner: OwnerId,
        link: &ProviderId,
        active: bool,
    ) -> Result<EngineLink, EngineError> {
        let (account, id) = (link.account(), link.as_str());
        let switched = self.0.only(account).set_link_active(owner, id, active).await.map_err(failure)?;
        switched
            .map(|link| engine_link(account, link))
            .ok_or_else(|| EngineError::Failed("the engine does not know the link".into()))
    }

    async fn link_stats(
        &self,
        owner: OwnerId,
        links: &[ProviderId],
    ) -> Result<Vec<EngineStats>, EngineError> {
        let ids: Vec<String> = links.iter().map(|link| link.as_str().to_owned()).collect();
        let Some(account) = links.first().map(ProviderId::account) else { return Ok(Vec::new()) };
        let days = self.0.only(account).link_stats(owner, &ids).await.map_err(failure)?;
        let count = |count: u64| i64::try_from(count).unwrap_or(i64::MAX);
        let figures = days.into_iter().map(|day| EngineStats {
            provider_id: day.provider_id,
            day: Day::of(day.day).as_str().to_owned(),
            clicks: count(day.clicks),
            subscribers: count(day.subscribers),
            revenue_cents: day.revenue_cents,
            spenders: count(day.spenders),
            conversions: count(day.conversions.count),
            revenue_net_cents: day.conversions.revenue_net_cents,
        });
        Ok(figures.collect())
    }
}

/// Our own store being away is told apart in the cause alone: from here both are an engine that can't be asked now.
fn failure(error: adapter_engine::EngineError) -> EngineError {
    match error {
        adapter_engine::EngineError::NotConnected => EngineError::NotConnected,
        error => EngineError::Failed(error.into()),
    }
}

fn asked(offer: Offer) -> adapter_engine::Offer {
    match offer {
        Offer::Paid => adapter_engine::Offer::Paid,
        Offer::Ftl => adapter_engine::Offer::Ftl,
    }
}

fn engine_link(account: AccountNumber, link: Link) -> EngineLink {
    let kind = match link.kind {
        LinkKind::TrackingLink => smartlink_policy::link::LinkKind::TrackingLink,
        LinkKind::FreeTrial => smartlink_policy::link::LinkKind::FreeTrial,
    };
    EngineLink {
        account,
        provider_id: link.provider_id,
        offer: link.offer.as_str().to_owned(),
        kind: kind.as_str().to_owned(),
        name: link.name,
        url: link.url,
        country: link.country.map(|country| country.as_str().to_owned()),
        trial_days: link.trial_days.map(i64::from),
        permanent: link.permanent,
        active: link.active,
        created_at: Some(link.created_at),
    }
}

/// Stamps the buttons of drafts.
pub struct DraftStamper {
    edit: Arc<EditDraft>,
}

impl DraftStamper {
    /// Through this use-case.
    pub fn new(edit: Arc<EditDraft>) -> Self {
        Self { edit }
    }
}

#[async_trait]
impl ButtonStamper for DraftStamper {
    async fn stamp(
        &self,
        owner: OwnerId,
        domain: &Hostname,
        stamping: &Stamping,
    ) -> Result<Stamped, StampError> {
        let stamping = stamping.clone();
        let edited = self.edit.run(owner, domain, None, move |landing| {
            let mut unresolved = Vec::new();
            let count = landing.stamp_buttons(|segment, button, slot| {
                let view = SegmentView { is_default: segment.is_default(), countries: segment.countries() };
                let intent = match slot {
                    FunnelSlot::Paid => Offer::Paid,
                    FunnelSlot::Ftl => Offer::Ftl,
                };
                let stamp = stamping.stamp(view, intent);
                if let Stamp::Unresolved(reason) = stamp {
                    unresolved.push(UnresolvedButton { button_id: button.to_string(), reason });
                }
                stamp.address().map(|address| address.as_str().to_owned())
            });
            Ok(Stamped { changed: count.changed, total: count.total, unresolved })
        });
        match edited.await {
            Ok(edited) => Ok(edited.value),
            Err(EditError::DomainNotFound) => Err(StampError::DomainNotFound),
            Err(EditError::Busy) => Err(StampError::Busy),
            Err(EditError::Store(error)) => Err(error.into()),
            // No revision is expected, nothing is copied, and stamping breaks no rule of the landing.
            Err(error @ (EditError::PreconditionFailed | EditError::SameDomain | EditError::Landing(_))) => {
                Err(StampError::Store(kernel::StoreError::Failed(error.into())))
            }
        }
    }
}
