//! The fans of owners, at their engines.

use std::sync::Arc;

use adapter_engine::{EngineClient, FanQuery};
use async_trait::async_trait;
use broadcast_gate::audience::{Audience, Fan, FanStatus, FanTier};
use broadcast_gate::ports::{FanDirectory, FanPage, FansError};
use broadcast_gate::text::{AccountId, FanId};
use engine_link::{EngineConnection, EngineConnections, LinkState};
use kernel::{OwnerId, StoreError};

/// `Fans` over the engine's list.
pub struct EngineFans {
    client: EngineClient,
    connections: Arc<dyn EngineConnections>,
}

impl EngineFans {
    /// Over this client, for the owners that these connections know.
    pub fn new(client: EngineClient, connections: Arc<dyn EngineConnections>) -> Self {
        Self { client, connections }
    }
}

#[async_trait]
impl FanDirectory for EngineFans {
    async fn account(&self, owner: OwnerId) -> Result<Option<AccountId>, StoreError> {
        let connected =
            self.connections.find(owner).await?.filter(|found| found.state == LinkState::Connected);
        let account = connected.map(|found| AccountId::parse(found.account.as_str()));
        account.transpose().map_err(|errors| StoreError::Failed(errors.into()))
    }

    async fn page<'a>(
        &self,
        owner: OwnerId,
        account: Option<&'a AccountId>,
        audience: &Audience,
        cursor: Option<&'a str>,
        limit: u32,
    ) -> Result<FanPage, FansError> {
        let limit = usize::try_from(limit).unwrap_or(usize::MAX);
        let connected = self.client.connection(owner).await.map_err(failure)?;
        let wanted =
            |found: &EngineConnection| account.is_none_or(|of| of.as_str() == found.account.as_str());
        let number = connected.filter(wanted).ok_or(FansError::NotConnected)?.number;
        let engine = self.client.only(number);
        let page = engine.fans_page(owner, &query(audience), cursor, limit).await.map_err(failure)?;
        let fans = page.items.into_iter().filter_map(|listed| fan(owner, listed)).collect();
        Ok(FanPage { fans, next_cursor: page.next_cursor })
    }
}

/// What the engine may narrow down by itself. Fans to leave out are not among it, because they count as matched.
fn query(audience: &Audience) -> FanQuery {
    FanQuery {
        tier: audience.tier().map(|tier| tier.as_str().to_owned()),
        status: audience.status().map(|status| status.as_str().to_owned()),
        countries: audience.countries().iter().copied().collect(),
        min_spent_cents: audience.min_spent_cents(),
        max_spent_cents: audience.max_spent_cents(),
        last_seen_days: audience.last_seen_days().map(u32::from),
    }
}

/// A fan as campaigns see him; `None` for one whose id no message could name.
fn fan(owner: OwnerId, listed: adapter_engine::Fan) -> Option<Fan> {
    let Ok(fan_id) = FanId::parse(&listed.fan_id) else {
        tracing::warn!(%owner, "an engine lists a fan without a usable id");
        return None;
    };
    Some(Fan {
        fan_id,
        tier: FanTier::parse(&listed.tier),
        status: FanStatus::parse(&listed.status),
        country: listed.country,
        last_seen_at: listed.last_seen_at,
        total_spent_cents: listed.total_spent_cents,
        opted_out: listed.opted_out,
        blocked: listed.blocked,
    })
}

fn failure(error: adapter_engine::EngineError) -> FansError {
    match error {
        adapter_engine::EngineError::NotConnected => FansError::NotConnected,
        adapter_engine::EngineError::Store(error) => error.into(),
        error @ adapter_engine::EngineError::Failed(_) => FansError::Engine(error.into()),
    }
}

#[cfg(test)]
mod tests {
    use broadcast_gate::audience::AudienceInput;
    use kernel::CountryCode;

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
        let expected = FanQuery {
            tier: Some("whale".into()),
            status: Some("active".into()),
            countries: ["DE", "FR"].iter().filter_map(|code| CountryCode::parse(code)).collect(),
            min_spent_cents: Some(1),
            max_spent_cents: Some(2),
            last_seen_days: Some(30),
        };
        assert_eq!(query(&Audience::parse(&input).unwrap()), expected);
        let all =
            AudienceInput { tier: Some("all".into()), status: Some("any".into()), ..Default::default() };
        assert_eq!(query(&Audience::parse(&all).unwrap()), FanQuery::default());
    }

    #[test]
    fn words_that_are_not_known_are_nothing() {
        let listed = |fan_id: &str| adapter_engine::Fan {
            fan_id: fan_id.to_owned(),
            username: "a".into(),
            tier: "vip".into(),
            status: "sleeping".into(),
            country: None,
            online: true,
            last_seen_at: None,
            total_spent_cents: 5,
            opted_out: true,
            blocked: false,
        };
        let read = fan(OwnerId::new(1), listed("fan_1")).unwrap();
        assert_eq!((read.tier, read.status, read.opted_out, read.total_spent_cents), (None, None, true, 5));
        assert_eq!(fan(OwnerId::new(1), listed(" ")), None);
    }
}
