use kernel::{CountryCode, OwnerId};

use crate::lines::Call;
use crate::pages::Walk;
use crate::wire::{self, Page};
use crate::{EngineClient, EngineError, Fan, FanPages};

/// Fans on a page, at most.
const PAGE: usize = 1_000;

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

    pub(crate) async fn fans_page(
        &self,
        owner: OwnerId,
        query: &FanQuery,
        cursor: Option<&str>,
    ) -> Result<(Vec<Fan>, Option<String>), EngineError> {
        let number = |value: Option<i64>| value.map(|value| value.to_string());
        let mut call = Call::get("fans", &["v1", "fans"]).query("limit", PAGE);
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
        Ok((page.items, page.next_cursor))
    }
}
