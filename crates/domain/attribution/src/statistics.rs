//! Use-case `Statistics`: lists paying fans.

use std::sync::Arc;

use kernel::{ErrorKind, Hostname, Location, OwnerId, Search, StoreError, ValidationErrors, Window};
use serde::{Deserialize, Serialize};

use crate::assign::LinkId;
use crate::history::FanHistory;
use crate::ports::{Cursor, DomainQuery, PageRequest, ReadError, SpenderReads};
use crate::spenders::{DomainSpender, FanPurchases, LinkTotals, Overflow, Totals};

/// Reason why statistics were not returned.
#[derive(Debug, thiserror::Error)]
pub enum StatisticsError {
    /// The owner has no such domain; code `domain_not_found` in the API.
    #[error("this domain is not registered")]
    DomainNotFound,
    /// The domain has no such link; code `link_not_found` in the API.
    #[error("this domain has no such link")]
    LinkNotFound,
    /// The owner has no conversion of this fan.
    #[error("there is no such fan")]
    FanNotFound,
    /// A sum does not fit into 64 bits.
    #[error(transparent)]
    Overflow(#[from] Overflow),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<ReadError> for StatisticsError {
    fn from(error: ReadError) -> Self {
        match error {
            ReadError::Overflow(error) => Self::Overflow(error),
            ReadError::Store(error) => Self::Store(error),
        }
    }
}

impl PageRequest {
    /// Maximum number of fans on a page.
    pub const MAX: i64 = 5_000;
    /// Default number of fans on a page.
    pub const DEFAULT: u32 = 1_000;

    /// Builds a page request for 1-5000 fans after the cursor of the previous page.
    pub fn parse(
        limit: Option<i64>,
        after: Option<Cursor>,
        search: Option<Search>,
    ) -> Result<Self, ValidationErrors> {
        let place = || Location::root().at("limit");
        let limit = match limit {
            None => Self::DEFAULT,
            Some(limit) if limit < 1 => {
                return Err(ValidationErrors::one(
                    place(),
                    ErrorKind::GreaterThanEqual,
                    "must be at least 1",
                ));
            }
            Some(limit) => {
                u32::try_from(limit).ok().filter(|limit| i64::from(*limit) <= Self::MAX).ok_or_else(|| {
                    ValidationErrors::one(place(), ErrorKind::LessThanEqual, "must be at most 5000")
                })?
            }
        };
        Ok(Self { limit, after, search })
    }

    /// Requests one more fan, to detect whether the list continues.
    fn with_one_more(&self) -> Self {
        Self { limit: self.limit.saturating_add(1), ..self.clone() }
    }

    /// Cuts a list read with [`Self::with_one_more`] to the requested page. Returns the cursor of the next page, if
    /// any.
    fn cut<T>(&self, list: &mut Vec<T>, bought: impl Fn(&T) -> &FanPurchases) -> Option<Cursor> {
        let limit = usize::try_from(self.limit).unwrap_or(usize::MAX);
        if list.len() <= limit {
            return None;
        }
        list.truncate(limit);
        list.last()
            .map(bought)
            .map(|last| Cursor { total_net_cents: last.total_net_cents, fan_id: last.fan_id.clone() })
    }
}

/// Page of a list, with totals over the whole list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Listed<S, T> {
    /// Fans on this page.
    pub spenders: Vec<S>,
    /// Totals over the whole list.
    pub totals: T,
    /// Cursor of the next page; `None` at the end.
    pub next: Option<Cursor>,
}

/// Use-case that lists the paying fans of an owner's domains and links.
#[derive(Clone)]
pub struct Statistics {
    reads: Arc<dyn SpenderReads>,
}

impl Statistics {
    /// Creates the use-case on a store.
    pub fn new(reads: Arc<dyn SpenderReads>) -> Self {
        Self { reads }
    }

    /// Lists the paying fans of a domain.
    pub async fn of_domain(
        &self,
        owner: OwnerId,
        domain: &Hostname,
        window: Window,
        full: bool,
        part: &PageRequest,
    ) -> Result<Listed<DomainSpender, Totals>, StatisticsError> {
        let query = DomainQuery { domain: domain.clone(), window, full, part: part.with_one_more() };
        let found = self.reads.of_domain(owner, &query).await?;
        let (mut spenders, totals) = found.ok_or(StatisticsError::DomainNotFound)?;
        let next = part.cut(&mut spenders, |spender| &spender.bought);
        Ok(Listed { spenders, totals, next })
    }

    /// Lists the lifetime paying fans of a link of a domain.
    pub async fn of_link(
        &self,
        owner: OwnerId,
        domain: &Hostname,
        link: LinkId,
        part: &PageRequest,
    ) -> Result<Listed<FanPurchases, LinkTotals>, StatisticsError> {
        let found = self.reads.of_link(owner, domain, link, &part.with_one_more()).await?;
        let (mut spenders, totals) = found.ok_or(StatisticsError::LinkNotFound)?;
        let next = part.cut(&mut spenders, |bought| bought);
        Ok(Listed { spenders, totals, next })
    }

    /// Reads a fan's history, for [`crate::explain::explain`].
    pub async fn history(&self, owner: OwnerId, fan_id: &str) -> Result<FanHistory, StatisticsError> {
        self.reads.history(owner, fan_id).await?.ok_or(StatisticsError::FanNotFound)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ports::MockSpenderReads;
    use crate::testing::{NOW, host};

    const OWNER: OwnerId = OwnerId::new(1);

    fn bought(fan_id: &str, total_net_cents: i64) -> FanPurchases {
        FanPurchases {
            fan_id: fan_id.to_owned(),
            fan_username: None,
            country: None,
            total_net_cents,
            purchases: 1,
            first_at: NOW,
            last_at: NOW,
        }
    }

    fn statistics(reads: MockSpenderReads) -> Statistics {
        Statistics::new(Arc::new(reads))
    }

    #[test]
    fn limits_are_bounded() {
        for (limit, expected) in [
            (None, Some(1_000)),
            (Some(1), Some(1)),
            (Some(5_000), Some(5_000)),
            (Some(0), None),
            (Some(5_001), None),
        ] {
            assert_eq!(
                PageRequest::parse(limit, None, None).ok().map(|part| part.limit),
                expected,
                "{limit:?}"
            );
        }
    }

    #[tokio::test]
    async fn a_list_shows_where_it_goes_on() {
        for (there, limit, next) in [(2, 2, None), (3, 2, Some(9)), (0, 2, None)] {
            let mut reads = MockSpenderReads::new();
            reads.expect_of_link().withf(move |_, _, _, part| part.limit == limit + 1).returning(
                move |_, _, _, part| {
                    let all = (0..there).map(|n| bought(&n.to_string(), 10 - n));
                    let limit = usize::try_from(part.limit).unwrap();
                    Ok(Some((all.take(limit).collect(), LinkTotals::default())))
                },
            );
            let part = PageRequest { limit, after: None, search: None };
            let link = LinkId::new(1);
            let listed = statistics(reads).of_link(OWNER, &host("a.example"), link, &part).await.unwrap();
            assert!(listed.spenders.len() <= 2);
            assert_eq!(listed.next.map(|after| after.total_net_cents), next);
        }
    }

    #[tokio::test]
    async fn what_is_not_there_is_reported_by_name() {
        let mut reads = MockSpenderReads::new();
        reads.expect_of_domain().returning(|_, _| Ok(None));
        reads.expect_of_link().returning(|_, _, _, _| Ok(None));
        reads.expect_history().returning(|_, _| Ok(None));
        let (statistics, domain) = (statistics(reads), host("a.example"));
        let part = PageRequest::parse(None, None, None).unwrap();
        let refused = statistics.of_domain(OWNER, &domain, Window::default(), false, &part).await;
        assert!(matches!(refused, Err(StatisticsError::DomainNotFound)));
        let refused = statistics.of_link(OWNER, &domain, LinkId::new(1), &part).await;
        assert!(matches!(refused, Err(StatisticsError::LinkNotFound)));
        let refused = statistics.history(OWNER, "f").await;
        assert!(matches!(refused, Err(StatisticsError::FanNotFound)));
    }
}
