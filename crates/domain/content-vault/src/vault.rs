//! Use-case: owners look at their vault.

use std::sync::Arc;

use kernel::{OwnerId, StoreError};
use serde::{Deserialize, Serialize};

use crate::detail::Detail;
use crate::item::{ContentId, rank};
use crate::listing::{Limit, Listed, Sort, Window, list_by_turns};
use crate::ports::{ContentEngine, EngineError, SalesReads};

/// Reason why the vault can't be shown.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum VaultError {
    /// The engine has no such item.
    #[error("content not found")]
    NotFound,
    /// The engine's items could not be read.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// First items of the vault in some sort order.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Listing {
    /// Listed items, in sort order.
    pub items: Vec<Listed>,
    /// Total number of items in the vault.
    pub total: u64,
}

/// Use-case that shows an owner's vault: the engine's items together with captured sales.
///
/// Example with mocks in place of the engine and the store (feature `_mock`):
///
/// ```
/// # #[cfg(feature = "_mock")]
/// # fn main() {
/// use std::sync::Arc;
///
/// use content_vault::{ContentItem, Limit, MediaType, MockContentEngine, MockSalesReads, Sort, Vault, Window};
/// use kernel::{OwnerId, UnixTime};
///
/// let mut engine = MockContentEngine::new();
/// let item = ContentItem::new(1, MediaType::Video, UnixTime::from_seconds(0));
/// engine.expect_items().returning(move |_| Ok(Arc::new(vec![item.clone()])));
/// let mut sales = MockSalesReads::new();
/// sales.expect_totals_of().returning(|_, _, _| Ok(Default::default()));
///
/// let vault = Vault::new(Arc::new(engine), Arc::new(sales));
/// let listing = vault.list(OwnerId::new(1), Sort::Buyers, Window::default(), Limit::default());
/// assert_eq!(futures_util::future::FutureExt::now_or_never(listing).unwrap().unwrap().total, 1);
/// # }
/// # #[cfg(not(feature = "_mock"))]
/// # fn main() {}
/// ```
#[derive(Clone)]
pub struct Vault {
    engine: Arc<dyn ContentEngine>,
    sales: Arc<dyn SalesReads>,
}

impl Vault {
    /// Creates the use-case over an engine and the captured sales.
    pub fn new(engine: Arc<dyn ContentEngine>, sales: Arc<dyn SalesReads>) -> Self {
        Self { engine, sales }
    }

    /// Lists the first items in a sort order. The window applies to [`Sort::Sales`] only; other orders show sales
    /// of all time.
    pub async fn list(
        &self,
        owner: OwnerId,
        sort: Sort,
        window: Window,
        limit: Limit,
    ) -> Result<Listing, VaultError> {
        let items = self.engine.items(owner).await?;
        let total = u64::try_from(items.len()).unwrap_or(u64::MAX);
        if sort == Sort::Sales {
            let totals = self.sales.totals(owner, sort.window(window)).await?;
            let items = list_by_turns(&items, &totals, sort, limit).await;
            return Ok(Listing { items, total });
        }
        let mut listed = list_by_turns(&items, &Default::default(), sort, limit).await;
        let ids: Vec<_> = listed.iter().map(|one| one.item.content_id).collect();
        let totals = self.sales.totals_of(owner, &ids, sort.window(window)).await?;
        for one in &mut listed {
            one.period = totals.get(&one.item.content_id).copied().unwrap_or_default();
        }
        Ok(Listing { items: listed, total })
    }

    /// Returns the details of one item with current counters. An item that the list does not have yet ranks last.
    pub async fn detail(&self, owner: OwnerId, id: ContentId) -> Result<Detail, VaultError> {
        let item = self.engine.find(owner, id).await?.ok_or(VaultError::NotFound)?;
        let items = self.engine.items(owner).await?;
        let total = u64::try_from(items.len()).unwrap_or(u64::MAX);
        let ranked = rank(&items, id);
        let rank_total = if ranked.is_some() { total } else { total.saturating_add(1) };
        let stats = self.sales.stats(owner, id).await?;
        Ok(Detail { item, rank: ranked.unwrap_or(rank_total), rank_total, stats })
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;
    use crate::detail::ItemStats;
    use crate::ports::{MockContentEngine, MockSalesReads};
    use crate::sale::Totals;
    use crate::testing::{item, sale};

    const OWNER: OwnerId = OwnerId::new(1);

    fn engine() -> MockContentEngine {
        let mut engine = MockContentEngine::new();
        let items = vec![item(1, 5, 0), item(2, 9, 0), item(3, 5, 0)];
        engine.expect_items().returning(move |_| Ok(Arc::new(items.clone())));
        engine.expect_find().returning(|_, id| Ok((id.get() < 5).then(|| item(id.get(), 5, 0))));
        engine
    }

    fn one_sale(id: i64) -> HashMap<ContentId, Totals> {
        HashMap::from([(ContentId::new(id), Totals { sales: 1, revenue_cents: 80 })])
    }

    #[tokio::test]
    async fn only_the_order_by_sales_looks_at_the_window() {
        let asked = Window::of_seconds(Some(5), None).unwrap();
        let mut sales = MockSalesReads::new();
        sales.expect_totals().times(1).returning(move |_, window| {
            assert_eq!(window, asked);
            Ok(one_sale(3))
        });
        sales.expect_totals_of().times(1).returning(|_, ids, window| {
            assert_eq!((ids.len(), window), (2, Window::default()));
            Ok(one_sale(1))
        });
        let vault = Vault::new(Arc::new(engine()), Arc::new(sales));
        let limit = Limit::parse(Some(2)).unwrap();
        let by = async |sort| {
            let listing = vault.list(OWNER, sort, asked, limit).await.unwrap();
            assert_eq!(listing.total, 3);
            listing.items.iter().map(|one| (one.item.content_id.get(), one.period.sales)).collect::<Vec<_>>()
        };
        assert_eq!(by(Sort::Sales).await, [(3, 1), (1, 0)]);
        assert_eq!(by(Sort::Buyers).await, [(2, 0), (1, 1)]);
    }

    #[tokio::test]
    async fn details() {
        let mut sales = MockSalesReads::new();
        sales
            .expect_stats()
            .returning(|_, id| Ok(ItemStats::of(id, vec![sale(&[id.get()], 100, 1)]).unwrap()));
        let vault = Vault::new(Arc::new(engine()), Arc::new(sales));
        let of = async |id| vault.detail(OWNER, ContentId::new(id)).await;
        let detail = of(3).await.unwrap();
        assert_eq!((detail.rank, detail.rank_total, detail.stats.standalone.sales), (3, 3, 1));
        let unlisted = of(4).await.unwrap();
        assert_eq!((unlisted.rank, unlisted.rank_total), (4, 4));
        assert!(matches!(of(9).await, Err(VaultError::NotFound)));
    }

    #[tokio::test]
    async fn without_a_connection_nothing_is_shown() {
        let mut engine = MockContentEngine::new();
        engine.expect_items().returning(|_| Err(EngineError::NotConnected));
        let vault = Vault::new(Arc::new(engine), Arc::new(MockSalesReads::new()));
        let shown = vault.list(OWNER, Sort::Buyers, Window::default(), Limit::default()).await;
        assert!(matches!(shown, Err(VaultError::Engine(EngineError::NotConnected))));
    }
}
