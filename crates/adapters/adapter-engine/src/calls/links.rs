use std::collections::HashMap;

use kernel::{CountryCode, OwnerId};
use reqwest::Method;
use serde_json::{Value, json};

use crate::pages::Walk;
use crate::transport::Call;
use crate::types::Account;
use crate::wire::{self, Page};
use crate::{EngineClient, EngineError, Failure, IdempotencyKey, Link, LinkDay, Offer};

/// Links on a page, at most.
const PAGE: usize = 200;
/// Links that figures are asked for at once, at most.
const CHUNK: usize = 100;

/// A link that is to be made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewLink {
    /// What it offers.
    pub offer: Offer,
    /// What it is called.
    pub name: String,
    /// Whose visitors it is for; `None` is everybody's.
    pub country: Option<CountryCode>,
    /// The days of the trial.
    pub trial_days: Option<u32>,
}

impl EngineClient {
    /// GET `/v1/account`: whose account the engine holds.
    pub async fn account(&self, owner: OwnerId) -> Result<Account, EngineError> {
        self.call(owner, &Call::get("account", &["v1", "account"]), wire::json).await
    }

    /// GET `/v1/links`, all pages: the links of one offer, or of both. A link that the engine shows on two pages is there
    /// once, as it was shown last. Links that make no sense, or are of another offer, are left out and counted
    /// (`engine_bad_items_total`): one of them must not hide all others.
    pub async fn links(&self, owner: OwnerId, offer: Option<Offer>) -> Result<Vec<Link>, EngineError> {
        let mut walk = Walk::new(self.lines().settings().most_pages);
        let (mut links, mut places) = (Vec::<Link>::new(), HashMap::new());
        while walk.goes_on() {
            let page = self.links_page(owner, offer, walk.cursor()).await?;
            for link in page.items {
                match places.get(&link.provider_id).and_then(|place: &usize| links.get_mut(*place)) {
                    Some(earlier) => *earlier = link,
                    None => {
                        places.insert(link.provider_id.clone(), links.len());
                        links.push(link);
                    }
                }
            }
            walk.turn(page.next_cursor).map_err(EngineError::Failed)?;
        }
        Ok(links)
    }

    async fn links_page(
        &self,
        owner: OwnerId,
        offer: Option<Offer>,
        cursor: Option<&str>,
    ) -> Result<Page<Link>, EngineError> {
        let mut call = Call::get("links", &["v1", "links"]).query("limit", PAGE);
        if let Some(offer) = offer {
            call = call.query("offer", offer.as_str());
        }
        if let Some(cursor) = cursor {
            call = call.query("cursor", cursor);
        }
        let page: Page<Value> = self.call(owner, &call, wire::json).await?;
        let all = page.items.len();
        let sound = page.items.into_iter().filter_map(|item| serde_json::from_value::<Link>(item).ok());
        let items: Vec<_> = sound.filter(|link| offer.is_none_or(|offer| link.offer == offer)).collect();
        let bad = u64::try_from(all.saturating_sub(items.len())).unwrap_or_default();
        metrics::counter!("engine_bad_items_total", "call" => "links").increment(bad);
        Ok(Page { items, next_cursor: page.next_cursor, total: None })
    }

    /// POST `/v1/links`: makes a link. The same key makes one link, however often it is called, and whatever else is asked
    /// for under it: whether the link is of use is for the caller to see.
    pub async fn create_link(
        &self,
        owner: OwnerId,
        new: &NewLink,
        key: &IdempotencyKey,
    ) -> Result<Link, EngineError> {
        let body = json!({
            "offer": new.offer.as_str(),
            "name": new.name,
            "country": new.country.map(|country| country.as_str().to_owned()),
            "trial_days": new.trial_days,
        });
        let call = Call::post("create_link", &["v1", "links"], body, key);
        self.call(owner, &call, wire::json).await
    }

    /// PATCH `/v1/links/{provider_id}`: switches a link on or off, and answers it. `None` when the engine does not know it.
    pub async fn set_link_active(
        &self,
        owner: OwnerId,
        provider_id: &str,
        active: bool,
    ) -> Result<Option<Link>, EngineError> {
        let path = ["v1", "links", provider_id];
        let call = Call {
            body: Some(json!({"active": active})),
            ..Call::new("set_link_active", Method::PATCH, &path)
        };
        self.call(owner, &call, |answer| {
            if answer.status.as_u16() == 404 {
                return Ok(None);
            }
            let link: Link = wire::json(answer)?;
            if link.provider_id == provider_id && link.active == active {
                Ok(Some(link))
            } else {
                Err(Failure::Malformed("not the link that was changed".to_owned()))
            }
        })
        .await
    }

    /// GET `/v1/links/stats`: the figures of these links by day, asked for by the hundred. Figures of links that were not
    /// asked for are left out.
    pub async fn link_stats(
        &self,
        owner: OwnerId,
        provider_ids: &[String],
    ) -> Result<Vec<LinkDay>, EngineError> {
        let mut days = Vec::new();
        for chunk in provider_ids.chunks(CHUNK) {
            let asked = Call::get("link_stats", &["v1", "links", "stats"]);
            let call = chunk.iter().fold(asked, |call, id| call.query("provider_id", id));
            let page: Page<LinkDay> = self.call(owner, &call, wire::json).await?;
            days.extend(page.items.into_iter().filter(|day| chunk.contains(&day.provider_id)));
        }
        Ok(days)
    }
}
