//! Clicks and links that events name, looked up for a whole batch.

use std::collections::{BTreeMap, BTreeSet};

use attribution::assign::{Attribution, KnownClick, KnownLink, LinkId, attribute};
use attribution::event::FanEvent;
use chrono::{DateTime, Utc};
use conversion_pixel::event::{ClickIds, Source};
use diesel::prelude::*;
use diesel::sql_types::{Array, BigInt, Nullable, Text, Timestamptz, Uuid as UuidType};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use kernel::{Hostname, OwnerId, StoreError};
use touches::TouchId;
use uuid::Uuid;

use crate::error::{corrupt, failed};
use crate::statement::statement;
use crate::time::unix_time;

/// What has to be looked up.
#[derive(Default)]
pub(super) struct Wanted {
    pub(super) clicks: BTreeSet<u128>,
    pub(super) providers: BTreeSet<String>,
    pub(super) links: BTreeSet<i64>,
}

impl Wanted {
    pub(super) fn of<'a>(events: impl Iterator<Item = &'a FanEvent>) -> Self {
        let mut wanted = Self::default();
        for event in events {
            wanted.clicks.extend(event.click_ref.as_deref().and_then(click_number));
            wanted.providers.extend(event.provider_id.clone());
        }
        wanted
    }
}

pub(super) fn click_number(click_ref: &str) -> Option<u128> {
    TouchId::parse(click_ref).map(TouchId::to_u128)
}

#[derive(QueryableByName)]
pub(super) struct Click {
    #[diesel(sql_type = UuidType)]
    touch_id: Uuid,
    #[diesel(sql_type = Text)]
    hostname: String,
    #[diesel(sql_type = Text)]
    pub(super) source: String,
    #[diesel(sql_type = Nullable<BigInt>)]
    link_id: Option<i64>,
    #[diesel(sql_type = Nullable<Text>)]
    slug: Option<String>,
    #[diesel(sql_type = Timestamptz)]
    at: DateTime<Utc>,
    #[diesel(sql_type = Nullable<Text>)]
    fbclid: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    ttclid: Option<String>,
}

#[derive(QueryableByName)]
struct Link {
    #[diesel(sql_type = BigInt)]
    link_id: i64,
    #[diesel(sql_type = Text)]
    provider_id: String,
    #[diesel(sql_type = Text)]
    url: String,
    #[diesel(sql_type = Nullable<Text>)]
    hostname: Option<String>,
}

/// What is known of the clicks and links of a batch.
#[derive(Default)]
pub(super) struct Known {
    clicks: BTreeMap<u128, Click>,
    links: BTreeMap<i64, Link>,
    by_provider: BTreeMap<String, i64>,
}

/// Where an event belongs, with what the platforms are told of it.
#[derive(Clone)]
pub(super) struct Belongs {
    pub(super) attribution: Attribution,
    /// The label of the printed code; '' without one.
    pub(super) source: String,
    /// The upstream id of the attributed link.
    pub(super) provider_id: Option<String>,
    pub(super) shown: Source,
    pub(super) click_ids: ClickIds,
}

const CLICKS: &str = "
    SELECT touch_id, touches.hostname, source, link_id, slug, at, fbclid, ttclid
    FROM touches LEFT JOIN smart_links USING (owner_id, smart_link_id)
    WHERE owner_id = $1 AND touch_id = ANY($2) AND kind = 'click'";

const LINKS: &str = "
    SELECT link_id, provider_id, url, hostname
    FROM funnel_links LEFT JOIN slots USING (owner_id, link_id)
    WHERE owner_id = $1 AND (provider_id = ANY($2) OR link_id = ANY($3))";

impl Known {
    pub(super) async fn look_up(
        connection: &mut AsyncPgConnection,
        owner: OwnerId,
        wanted: &Wanted,
    ) -> Result<Self, StoreError> {
        let mut known = Self::default();
        if !wanted.clicks.is_empty() {
            let ids: Vec<_> = wanted.clicks.iter().map(|id| Uuid::from_u128(*id)).collect();
            let clicks: Vec<Click> = statement(CLICKS)
                .bind::<BigInt, _>(owner.get())
                .bind::<Array<UuidType>, _>(ids)
                .load(connection)
                .await
                .map_err(failed)?;
            known.clicks = clicks.into_iter().map(|click| (click.touch_id.as_u128(), click)).collect();
        }
        let mut ids = wanted.links.clone();
        ids.extend(known.clicks.values().filter_map(|click| click.link_id));
        if !ids.is_empty() || !wanted.providers.is_empty() {
            let links: Vec<Link> = statement(LINKS)
                .bind::<BigInt, _>(owner.get())
                .bind::<Array<Text>, _>(wanted.providers.iter().collect::<Vec<_>>())
                .bind::<Array<BigInt>, _>(ids.into_iter().collect::<Vec<_>>())
                .load(connection)
                .await
                .map_err(failed)?;
            known.by_provider = links.iter().map(|link| (link.provider_id.clone(), link.link_id)).collect();
            known.links = links.into_iter().map(|link| (link.link_id, link)).collect();
        }
        Ok(known)
    }

    /// Where an event belongs, by the rule of the domain.
    pub(super) fn attribute(&self, event: &FanEvent) -> Result<Option<Belongs>, StoreError> {
        let link = event.provider_id.as_ref().and_then(|id| self.by_provider.get(id));
        let link = link.and_then(|id| self.links.get(id));
        let known_link = match link.and_then(|link| Some((link, link.hostname.as_deref()?))) {
            Some((link, domain)) => {
                Some(KnownLink { id: LinkId::new(link.link_id), domain: hostname(domain)? })
            }
            None => None,
        };
        self.resolve(event.click_ref.as_deref(), known_link.as_ref())
    }

    /// Where an event with this click belongs, whose link is known already.
    pub(super) fn resolve(
        &self,
        click_ref: Option<&str>,
        known_link: Option<&KnownLink>,
    ) -> Result<Option<Belongs>, StoreError> {
        let click = self.click(click_ref);
        let known_click = match (click, click_ref) {
            (Some(click), Some(click_ref)) => Some(KnownClick {
                click_ref: click_ref.to_owned(),
                domain: hostname(&click.hostname)?,
                link: click.link_id.map(LinkId::new),
            }),
            _ => None,
        };
        let attribution = attribute(known_click.as_ref(), known_link);
        let source = click.map(|click| click.source.clone()).unwrap_or_default();
        Ok(attribution.map(|attribution| self.belongs(attribution, source, click)))
    }

    pub(super) fn has_click(&self, click: u128) -> bool {
        self.clicks.contains_key(&click)
    }

    /// What the links are called upstream that were looked up.
    pub(super) fn providers(&self) -> Vec<&str> {
        self.links.values().map(|link| link.provider_id.as_str()).collect()
    }

    pub(super) fn click(&self, click_ref: Option<&str>) -> Option<&Click> {
        self.clicks.get(&click_number(click_ref?)?)
    }

    /// What is told of an attribution; the click is the one that it rests on, as long as it is kept.
    pub(super) fn belongs(&self, attribution: Attribution, source: String, click: Option<&Click>) -> Belongs {
        let link = attribution.link.and_then(|id| self.links.get(&id.get()));
        let domain = attribution.domain.clone();
        let shown = match (click, link) {
            (Some(Click { slug: Some(slug), .. }), _) => Source::SmartLink { domain, slug: slug.clone() },
            (None, Some(link)) => Source::Link { url: link.url.clone() },
            (Some(_), _) | (None, None) => Source::Landing { domain },
        };
        let click_ids = click.map(|click| ClickIds {
            fbclid: click.fbclid.clone().map(|id| (id, unix_time(click.at))),
            ttclid: click.ttclid.clone(),
        });
        Belongs {
            attribution,
            source,
            provider_id: link.map(|link| link.provider_id.clone()),
            shown,
            click_ids: click_ids.unwrap_or_default(),
        }
    }
}

pub(super) fn hostname(text: &str) -> Result<Hostname, StoreError> {
    Hostname::parse(text).map_err(corrupt)
}
