//! Rows of links and their slots.

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use kernel::{CountryCode, Hostname, StoreError};
use serde_json::Value;
use smartlink_policy::address::LinkUrl;
use smartlink_policy::expiry::Expiry;
use smartlink_policy::link::{FunnelLinkId, Offer, ProviderId};
use smartlink_policy::policy::Policy;
use smartlink_policy::ports::RecordedLink;
use smartlink_policy::slot::Slot;
use smartlink_policy::upstream::UpstreamLink;

use crate::database::error::corrupt;
use crate::database::time::{timestamp, unix_time};
use crate::schema::links::funnel_links;

diesel::table! {
    slots (owner_id, link_id) {
        owner_id -> BigInt,
        hostname -> Text,
        slot -> Text,
        link_id -> BigInt,
    }
}

diesel::allow_tables_to_appear_in_same_query!(funnel_links, slots);

/// Join condition of a link and its slot.
#[diesel::dsl::auto_type]
pub(crate) fn fills() -> _ {
    slots::owner_id.eq(funnel_links::owner_id).and(slots::link_id.eq(funnel_links::link_id))
}

/// Columns of [`UpstreamLink`].
#[derive(Debug, Clone, PartialEq, Queryable, Selectable, Insertable, AsChangeset)]
#[diesel(table_name = funnel_links, check_for_backend(diesel::pg::Pg))]
#[diesel(treat_none_as_default_value = false, treat_none_as_null = true)]
pub(crate) struct UpstreamRow {
    pub(crate) provider_id: String,
    pub(crate) offer: String,
    pub(crate) name: String,
    pub(crate) url: String,
    pub(crate) country: Option<String>,
    pub(crate) trial_days: Option<i32>,
    pub(crate) permanent: bool,
    pub(crate) active: bool,
    pub(crate) created_at: DateTime<Utc>,
}

impl From<&UpstreamLink> for UpstreamRow {
    fn from(link: &UpstreamLink) -> Self {
        Self {
            provider_id: link.provider_id.key().into_owned(),
            offer: link.offer.as_str().to_owned(),
            name: link.name.clone(),
            url: link.url.as_str().to_owned(),
            country: link.country.map(|country| country.to_string()),
            trial_days: link.trial_days.map(i32::from),
            permanent: link.permanent,
            active: link.active,
            created_at: timestamp(link.created_at),
        }
    }
}

impl UpstreamRow {
    fn read(self) -> Result<UpstreamLink, StoreError> {
        let country = self.country.map(|code| CountryCode::stored(&code).ok_or_else(|| corrupt("a country")));
        Ok(UpstreamLink {
            provider_id: ProviderId::parse_key(&self.provider_id).ok_or_else(|| corrupt("a provider id"))?,
            offer: Offer::parse(&self.offer).ok_or_else(|| corrupt("an offer"))?,
            name: self.name,
            url: LinkUrl::parse(&self.url).ok_or_else(|| corrupt("the address of a link"))?,
            country: country.transpose()?,
            trial_days: self.trial_days.map(|days| u16::try_from(days).map_err(corrupt)).transpose()?,
            permanent: self.permanent,
            active: self.active,
            created_at: unix_time(self.created_at),
        })
    }
}

/// Link id, the link, and the domain and slot that the link fills.
pub(crate) type RecordedRow = (i64, UpstreamRow, Option<(String, String)>);

/// Parses a stored link.
pub(crate) fn recorded((id, upstream, place): RecordedRow) -> Result<RecordedLink, StoreError> {
    let place = place.map(|(domain, slot)| -> Result<_, StoreError> {
        Ok((Hostname::parse(&domain).map_err(corrupt)?, read_slot(&slot)?))
    });
    let (domain, slot) = place.transpose()?.unzip();
    Ok(RecordedLink { id: FunnelLinkId::new(id), domain, slot, upstream: upstream.read()? })
}

/// Returns the stored form of a slot.
pub(crate) fn slot_word(slot: Slot) -> String {
    match slot {
        Slot::Paid => "paid".to_owned(),
        Slot::Trial(country) => format!("ftl/{country}"),
    }
}

/// Parses a stored slot.
pub(crate) fn read_slot(word: &str) -> Result<Slot, StoreError> {
    let trial = || word.strip_prefix("ftl/").and_then(CountryCode::stored).map(Slot::Trial);
    let slot = if word == "paid" { Some(Slot::Paid) } else { trial() };
    slot.ok_or_else(|| corrupt(format!("the slot {word}")))
}

/// Parses a stored policy.
pub(crate) fn read_policy(stored: &Value) -> Result<Policy, StoreError> {
    Policy::stored(stored).map_err(corrupt)
}

/// Parses a stored expiry.
pub(crate) fn read_expiry(at: Option<DateTime<Utc>>, url: Option<&str>) -> Result<Expiry, StoreError> {
    let address = |url| LinkUrl::parse(url).ok_or_else(|| corrupt("an address of a link that is over"));
    Ok(Expiry { expires_at: at.map(unix_time), expired_url: url.map(address).transpose()? })
}
