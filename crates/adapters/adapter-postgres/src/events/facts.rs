//! Lookup of the clicks and links that a batch of events names.

use std::collections::BTreeSet;

use application::intake::{ClickFact, Facts, LinkFact, Wanted};
use attribution::assign::LinkId;
use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel::sql_types::{Array, BigInt, Nullable, Text, Timestamptz, Uuid as UuidType};
use diesel_async::RunQueryDsl;
use kernel::{Hostname, OwnerId, StoreError};
use touches::{TouchId, Traits, UserAgent};
use uuid::Uuid;

use crate::database::error::{corrupt, failed};
use crate::database::pg_connection::PgConnection;
use crate::database::statement::statement;
use crate::database::time::unix_time;

#[derive(QueryableByName)]
struct Click {
    #[diesel(sql_type = UuidType)]
    touch_id: Uuid,
    #[diesel(sql_type = Text)]
    hostname: String,
    #[diesel(sql_type = Text)]
    source: String,
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
    #[diesel(sql_type = Nullable<Text>)]
    user_agent: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    country: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    device: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    browser: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    button: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    referrer: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    arm: Option<String>,
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

const CLICKS: &str = "
    SELECT touch_id, touches.hostname, source, link_id, slug, at, fbclid, ttclid, user_agent,
        country, device, browser, button, referrer, arm
    FROM touches LEFT JOIN smart_links USING (owner_id, smart_link_id)
    WHERE owner_id = $1 AND touch_id = ANY($2) AND kind = 'click'";

const LINKS: &str = "
    SELECT link_id, provider_id, url, hostname
    FROM funnel_links LEFT JOIN slots USING (owner_id, link_id)
    WHERE owner_id = $1 AND (provider_id = ANY($2) OR link_id = ANY($3))";

/// Returns the owner's clicks and links among the wanted ones.
pub(crate) async fn read(
    connection: &mut PgConnection,
    owner: OwnerId,
    wanted: &Wanted,
) -> Result<Facts, StoreError> {
    let mut clicks: Vec<Click> = Vec::new();
    if !wanted.clicks.is_empty() {
        clicks = statement(CLICKS)
            .bind::<BigInt, _>(owner.get())
            .bind::<Array<UuidType>, _>(wanted.clicks.iter().map(|id| click_id(*id)).collect::<Vec<_>>())
            .load(connection)
            .await
            .map_err(failed)?;
    }
    let mut ids: BTreeSet<_> = wanted.links.iter().map(|id| id.get()).collect();
    ids.extend(clicks.iter().filter_map(|click| click.link_id));
    let mut links: Vec<Link> = Vec::new();
    if !ids.is_empty() || !wanted.providers.is_empty() {
        links = statement(LINKS)
            .bind::<BigInt, _>(owner.get())
            .bind::<Array<Text>, _>(wanted.providers.iter().collect::<Vec<_>>())
            .bind::<Array<BigInt>, _>(ids.into_iter().collect::<Vec<_>>())
            .load(connection)
            .await
            .map_err(failed)?;
    }
    let clicks = clicks.into_iter().map(Click::fact).collect::<Result<Vec<_>, _>>()?;
    Ok(Facts::new(clicks, links.into_iter().map(Link::fact).collect::<Result<Vec<_>, _>>()?))
}

impl Click {
    fn fact(self) -> Result<ClickFact, StoreError> {
        Ok(ClickFact {
            id: TouchId::from_u128(self.touch_id.as_u128()),
            domain: hostname(&self.hostname)?,
            source: self.source,
            link: self.link_id.map(LinkId::new),
            slug: self.slug,
            at: unix_time(self.at),
            fbclid: self.fbclid,
            ttclid: self.ttclid,
            user_agent: self.user_agent.as_deref().and_then(UserAgent::parse),
            traits: Traits {
                country: self.country,
                device: self.device,
                browser: self.browser,
                button: self.button,
                referrer: self.referrer,
                arm: self.arm,
            },
        })
    }
}

impl Link {
    fn fact(self) -> Result<LinkFact, StoreError> {
        Ok(LinkFact {
            id: LinkId::new(self.link_id),
            provider_id: self.provider_id,
            url: self.url,
            domain: self.hostname.as_deref().map(hostname).transpose()?,
        })
    }
}

/// Converts a click id to its column type.
pub(super) fn click_id(click: TouchId) -> Uuid {
    Uuid::from_u128(click.to_u128())
}

pub(super) fn hostname(text: &str) -> Result<Hostname, StoreError> {
    Hostname::parse(text).map_err(corrupt)
}
