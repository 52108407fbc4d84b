use kernel::{CountryCode, OwnerId};

use crate::pages::{LONGEST_CURSOR, Walk};
use crate::transport::Call;
use crate::wire::{self, Page};
use crate::{EngineClient, EngineError, Failure, Fan, FanPage, FanPages};

/// Fans on a page, at most.
pub(crate) const MOST_FANS: usize = 1_000;

/// Which fans are meant. What is empty or `None` is not asked for.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FanQuery {
    /// The engine's word of a tier.
    pub tier: Option<String>,
    /// The engine's word of a status.
    pub status: Option<String>,
    /// Where they are.
    pub countries: Vec<CountryCode>,
    /// What they spent at least, in cents.
    pub min_spent_cents: Option<i64>,
    /// What they spent at most, in cents.
    pub max_spent_cents: Option<i64>,
    /// Within how many days they were seen.
    pub last_seen_days: Option<u32>,
}

impl FanQuery {
    /// Whether a fan is where those who are meant are. An engine that does not look at countries names others too, and
    /// those must not be taken for an audience.
    fn covers(&self, fan: &Fan) -> bool {
        self.countries.is_empty() || fan.country.is_some_and(|country| self.countries.contains(&country))
    }
}

impl EngineClient {
    /// GET `/v1/fans`, page by page to the end. Fans outside of the countries that are asked for are left out, whatever
    /// the engine says.
    pub fn fans(&self, owner: OwnerId, query: FanQuery) -> FanPages {
        let walk = Walk::new(self.lines().settings().most_pages.saturating_mul(10));
        FanPages { client: self.clone(), owner, query, walk }
    }

    /// One page of at most `limit` fans (1 to 1000) from `cursor` on, for whoever keeps the place of a list himself. Fans
    /// outside of the countries are left out, so that a page with fewer, or none, need not be the last.
    pub async fn fans_page(
        &self,
        owner: OwnerId,
        query: &FanQuery,
        cursor: Option<&str>,
        limit: usize,
    ) -> Result<FanPage, EngineError> {
        let number = |value: Option<i64>| value.map(|value| value.to_string());
        let mut call = Call::get("fans", &["v1", "fans"]).query("limit", limit.clamp(1, MOST_FANS));
        let asked = [
            ("tier", query.tier.clone()),
            ("status", query.status.clone()),
            ("min_spent_cents", number(query.min_spent_cents)),
            ("max_spent_cents", number(query.max_spent_cents)),
            ("last_seen_days", number(query.last_seen_days.map(i64::from))),
            ("cursor", cursor.map(str::to_owned)),
        ];
        call.query.extend(asked.into_iter().filter_map(|(name, value)| Some((name, value?))));
        call.query.extend(query.countries.iter().map(|country| ("country", country.as_str().to_owned())));
        let mut page: Page<Fan> = self.call(owner, &call, wire::json).await?;
        page.items.retain(|fan| query.covers(fan));
        if page.next_cursor.as_ref().is_some_and(|cursor| cursor.len() > LONGEST_CURSOR) {
            return Err(EngineError::Failed(Failure::EndlessPages));
        }
        Ok(FanPage { items: page.items, next_cursor: page.next_cursor })
    }
}
