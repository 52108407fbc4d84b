//! Links of an account, behind `FunnelEngine`.

use std::collections::HashMap;

use async_trait::async_trait;
use kernel::{AccountNumber, OwnerId, UnixTime};
use reqwest::Method;
use serde::Deserialize;
use serde_json::{Value, json};
use smartlink_policy::link::ProviderId;
use smartlink_policy::ports::{
    ConnectedAccount, EngineAccount, EngineError as PortError, EngineLinks, EngineStats, FunnelEngine,
    NewUpstreamLink,
};
use smartlink_policy::upstream::{EngineLink, UpstreamLink};

use crate::answer::json;
use crate::key::IdempotencyKey;
use crate::pages::Walk;
use crate::transport::Call;
use crate::wire::{self, Page};
use crate::{EngineClient, EngineError, Failure};

/// Maximum number of links per page.
const PAGE: usize = 200;

/// Deserializes a link of the protocol. The domain validates it.
#[derive(Deserialize)]
#[serde(remote = "EngineLink")]
struct LinkOnWire {
    #[serde(skip)]
    account: AccountNumber,
    provider_id: String,
    offer: String,
    kind: String,
    name: String,
    url: String,
    #[serde(default)]
    country: Option<String>,
    #[serde(default)]
    trial_days: Option<i64>,
    permanent: bool,
    active: bool,
    #[serde(deserialize_with = "wire::readable_time")]
    created_at: Option<UnixTime>,
}

#[derive(Deserialize)]
struct Link(#[serde(with = "LinkOnWire")] EngineLink);

impl Link {
    fn of_account(self, account: AccountNumber) -> EngineLink {
        EngineLink { account, ..self.0 }
    }
}

#[derive(Deserialize)]
#[serde(remote = "EngineAccount")]
struct AccountOnWire {
    #[serde(deserialize_with = "wire::id")]
    account_id: String,
    username: String,
}

#[derive(Deserialize)]
pub(crate) struct Account(#[serde(with = "AccountOnWire")] pub(crate) EngineAccount);

/// Counters of a link on a day.
#[derive(Deserialize)]
struct LinkDay {
    #[serde(deserialize_with = "wire::id")]
    provider_id: String,
    #[serde(deserialize_with = "wire::day")]
    day: String,
    clicks: u64,
    subscribers: u64,
    revenue_cents: i64,
    spenders: u64,
    conversions: LinkConversions,
}

#[derive(Deserialize)]
struct LinkConversions {
    count: u64,
    revenue_net_cents: i64,
}

impl From<LinkDay> for EngineStats {
    fn from(day: LinkDay) -> Self {
        Self {
            provider_id: day.provider_id,
            day: day.day,
            clicks: wire::count(day.clicks),
            subscribers: wire::count(day.subscribers),
            revenue_cents: day.revenue_cents,
            spenders: wire::count(day.spenders),
            conversions: wire::count(day.conversions.count),
            revenue_net_cents: day.conversions.revenue_net_cents,
        }
    }
}

/// Unavailable stores and failed engines differ only in their cause; the port treats both as
/// failed.
impl From<EngineError> for PortError {
    fn from(error: EngineError) -> Self {
        match error {
            EngineError::NotConnected => Self::NotConnected,
            EngineError::Failed(failure) => Self::Failed(failure.into()),
            EngineError::Store(error) => Self::Failed(error.into()),
        }
    }
}

#[async_trait]
impl FunnelEngine for EngineClient {
    async fn connected(&self, owner: OwnerId) -> Result<Option<ConnectedAccount>, PortError> {
        let found = self.connection(owner).await?;
        Ok(found.map(|found| ConnectedAccount { number: found.number, id: found.account.to_string() }))
    }

    /// Calls GET `/v1/account`.
    async fn account(&self, owner: OwnerId) -> Result<EngineAccount, PortError> {
        let Account(account) = self.call(owner, &Call::get("account", &["v1", "account"]), json).await?;
        Ok(account)
    }

    /// Calls GET `/v1/links` for all pages. If a link is on two pages, the later one counts.
    /// Invalid links are counted in `engine_bad_items_total`.
    async fn links(&self, owner: OwnerId) -> Result<EngineLinks, PortError> {
        let account = self.connection(owner).await?.ok_or(PortError::NotConnected)?.number;
        let (engine, mut walk) = (self.only(account), Walk::new(self.transport().settings().most_pages));
        let (mut all, mut places) = (EngineLinks::default(), HashMap::new());
        while walk.goes_on() {
            let page = engine.links_page(owner, walk.cursor()).await?;
            for item in page.items {
                let Some(link) = read(item, account) else {
                    all.bad += 1;
                    metrics::counter!("engine_bad_items_total", "call" => "links").increment(1);
                    continue;
                };
                match places.get(&link.provider_id).and_then(|place: &usize| all.links.get_mut(*place)) {
                    Some(earlier) => *earlier = link,
                    None => {
                        places.insert(link.provider_id.clone(), all.links.len());
                        all.links.push(link);
                    }
                }
            }
            walk.turn(page.next_cursor).map_err(EngineError::Failed)?;
        }
        Ok(all)
    }

    /// Calls POST `/v1/links`.
    async fn create_link(&self, owner: OwnerId, link: &NewUpstreamLink) -> Result<UpstreamLink, PortError> {
        let key = IdempotencyKey::parse(&link.idempotency_key).ok_or(Failure::InvalidRequest);
        let key = key.map_err(EngineError::Failed)?;
        let body = json!({
            "offer": link.offer.as_str(),
            "name": link.name,
            "country": link.country.map(|country| country.as_str().to_owned()),
            "trial_days": link.trial_days,
        });
        let call = Call::post("create_link", &["v1", "links"], body, &key);
        let created: Link = self.only(link.account).call(owner, &call, json).await?;
        UpstreamLink::try_from(created.of_account(link.account)).map_err(PortError::BadLink)
    }

    /// Calls PATCH `/v1/links/{provider_id}`.
    async fn set_active(&self, owner: OwnerId, link: &ProviderId, active: bool) -> Result<(), PortError> {
        let path = ["v1", "links", link.as_str()];
        let call = Call {
            body: Some(json!({"active": active})),
            ..Call::new("set_link_active", Method::PATCH, &path)
        };
        let engine = self.only(link.account());
        let asked = link.clone();
        let switched = engine.call(owner, &call, move |answer| {
            let Link(switched) = json(answer)?;
            if switched.provider_id == asked.as_str() && switched.active == active {
                Ok(())
            } else {
                Err(Failure::Malformed("not the link that was changed".to_owned()))
            }
        });
        Ok(switched.await?)
    }

    /// Calls GET `/v1/links/stats`.
    async fn link_stats(&self, owner: OwnerId, links: &[ProviderId]) -> Result<Vec<EngineStats>, PortError> {
        let Some(account) = links.first().map(ProviderId::account) else { return Ok(Vec::new()) };
        let asked = Call::get("link_stats", &["v1", "links", "stats"]);
        let call = links.iter().fold(asked, |call, link| call.query("provider_id", link.as_str()));
        let page: Page<LinkDay> = self.only(account).call(owner, &call, json).await?;
        let asked = |day: &LinkDay| links.iter().any(|link| link.as_str() == day.provider_id);
        Ok(page.items.into_iter().filter(asked).map(EngineStats::from).collect())
    }
}

impl EngineClient {
    async fn links_page(&self, owner: OwnerId, cursor: Option<&str>) -> Result<Page<Value>, EngineError> {
        let mut call = Call::get("links", &["v1", "links"]).query("limit", PAGE);
        if let Some(cursor) = cursor {
            call = call.query("cursor", cursor);
        }
        self.call(owner, &call, json).await
    }
}

/// Parses a link of a list; `None` if it is invalid.
fn read(item: Value, account: AccountNumber) -> Option<UpstreamLink> {
    let link: Link = serde_json::from_value(item).ok()?;
    UpstreamLink::try_from(link.of_account(account)).ok()
}
