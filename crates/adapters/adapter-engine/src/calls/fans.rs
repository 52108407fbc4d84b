//! Fans of an account, behind `FanDirectory`.

use async_trait::async_trait;
use broadcast_gate::audience::{Audience, Fan, FanStatus, FanTier};
use broadcast_gate::ports::{FanDirectory, FanPage, FansError};
use broadcast_gate::text::{AccountId, FanId};
use engine_link::{EngineConnection, LinkState};
use kernel::{CountryCode, OwnerId, StoreError, UnixTime};
use serde::Deserialize;

use crate::answer::json;
use crate::pages::LONGEST_CURSOR;
use crate::transport::Call;
use crate::wire::{self, Page};
use crate::{EngineClient, EngineError, Failure};

/// Maximum number of fans per page.
const MOST_FANS: u32 = 1_000;

#[derive(Deserialize)]
struct FanOnWire {
    #[serde(deserialize_with = "wire::id")]
    fan_id: String,
    tier: String,
    status: String,
    #[serde(default, deserialize_with = "wire::country")]
    country: Option<CountryCode>,
    #[serde(default, deserialize_with = "wire::optional_time")]
    last_seen_at: Option<UnixTime>,
    total_spent_cents: i64,
    opted_out: bool,
    blocked: bool,
}

impl FanOnWire {
    /// Converts a fan; `None` if its id can't be used in a message.
    fn fan(self, owner: OwnerId) -> Option<Fan> {
        let Ok(fan_id) = FanId::parse(&self.fan_id) else {
            tracing::warn!(%owner, "an engine lists a fan without a usable id");
            return None;
        };
        Some(Fan {
            fan_id,
            tier: FanTier::parse(&self.tier),
            status: FanStatus::parse(&self.status),
            country: self.country,
            last_seen_at: self.last_seen_at,
            total_spent_cents: self.total_spent_cents,
            opted_out: self.opted_out,
            blocked: self.blocked,
        })
    }
}

impl From<EngineError> for FansError {
    fn from(error: EngineError) -> Self {
        match error {
            EngineError::NotConnected => Self::NotConnected,
            EngineError::Failed(failure) => Self::Engine(failure.into()),
            EngineError::Store(error) => Self::Store(error),
        }
    }
}

#[async_trait]
impl FanDirectory for EngineClient {
    async fn account(&self, owner: OwnerId) -> Result<Option<AccountId>, StoreError> {
        let found = self.connections().find(owner).await?;
        let connected = found.filter(|found| found.state == LinkState::Connected);
        Ok(connected.map(|found| found.account))
    }

    /// Calls GET `/v1/fans` for one page. Fans of other countries are removed in case the engine
    /// ignores that filter. A page with few or no fans is therefore not always the last.
    async fn page<'a>(
        &self,
        owner: OwnerId,
        account: Option<&'a AccountId>,
        audience: &Audience,
        cursor: Option<&'a str>,
        limit: u32,
    ) -> Result<FanPage, FansError> {
        let wanted =
            |found: &EngineConnection| account.is_none_or(|of| of.as_str() == found.account.as_str());
        let connected = self.connection(owner).await?.filter(wanted);
        let number = connected.ok_or(FansError::NotConnected)?.number;
        let mut call = Call::get("fans", &["v1", "fans"]).query("limit", limit.clamp(1, MOST_FANS));
        call.query.extend(narrowed(audience));
        if let Some(cursor) = cursor {
            call = call.query("cursor", cursor);
        }
        let page: Page<FanOnWire> = self.only(number).call(owner, &call, json).await?;
        if page.next_cursor.as_ref().is_some_and(|cursor| cursor.len() > LONGEST_CURSOR) {
            return Err(EngineError::Failed(Failure::EndlessPages).into());
        }
        let countries = audience.countries();
        let covered = |country: Option<CountryCode>| {
            countries.is_empty() || country.is_some_and(|country| countries.contains(&country))
        };
        let fans = page.items.into_iter().filter(|fan| covered(fan.country));
        Ok(FanPage { fans: fans.filter_map(|fan| fan.fan(owner)).collect(), next_cursor: page.next_cursor })
    }
}

/// Returns the filters for the engine. Excluded fans are filtered here, because they count as
/// matched.
fn narrowed(audience: &Audience) -> Vec<(&'static str, String)> {
    let one = [
        ("tier", audience.tier().map(|tier| tier.as_str().to_owned())),
        ("status", audience.status().map(|status| status.as_str().to_owned())),
        ("min_spent_cents", audience.min_spent_cents().map(|cents| cents.to_string())),
        ("max_spent_cents", audience.max_spent_cents().map(|cents| cents.to_string())),
        ("last_seen_days", audience.last_seen_days().map(|days| days.to_string())),
    ];
    let countries = audience.countries().iter().map(|country| ("country", country.as_str().to_owned()));
    one.into_iter().filter_map(|(name, value)| Some((name, value?))).chain(countries).collect()
}

#[cfg(test)]
mod tests {
    use broadcast_gate::audience::AudienceInput;

    use super::*;

    #[test]
    fn the_engine_is_asked_for_what_it_can_narrow_down() {
        let input = AudienceInput {
            tier: Some("whale".into()),
            status: Some("active".into()),
            countries: vec!["FR".into(), "DE".into()],
            min_spent_cents: Some(1),
            max_spent_cents: Some(2),
            last_seen_days: Some(30),
            exclude_fan_ids: vec!["fan_1".into()],
        };
        let asked = narrowed(&Audience::parse(&input).unwrap());
        let asked: Vec<_> = asked.iter().map(|(name, value)| (*name, value.as_str())).collect();
        assert_eq!(
            asked,
            [
                ("tier", "whale"),
                ("status", "active"),
                ("min_spent_cents", "1"),
                ("max_spent_cents", "2"),
                ("last_seen_days", "30"),
                ("country", "DE"),
                ("country", "FR"),
            ]
        );
        let all =
            AudienceInput { tier: Some("all".into()), status: Some("any".into()), ..Default::default() };
        assert_eq!(narrowed(&Audience::parse(&all).unwrap()), []);
    }

    #[test]
    fn words_that_are_not_known_are_nothing() {
        let listed = |fan_id: &str| FanOnWire {
            fan_id: fan_id.to_owned(),
            tier: "vip".into(),
            status: "sleeping".into(),
            country: None,
            last_seen_at: None,
            total_spent_cents: 5,
            opted_out: true,
            blocked: false,
        };
        let read = listed("fan_1").fan(OwnerId::new(1)).unwrap();
        assert_eq!((read.tier, read.status, read.opted_out, read.total_spent_cents), (None, None, true, 5));
        assert_eq!(listed(" ").fan(OwnerId::new(1)), None);
    }
}
