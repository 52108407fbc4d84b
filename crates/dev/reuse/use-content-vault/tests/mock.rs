use std::sync::Arc;

use content_vault::{Limit, MockContentEngine, MockSalesReads, Sort, Vault, Window};
use kernel::OwnerId;

#[tokio::test]
async fn engine_and_store_can_be_replaced() {
    let (mut engine, mut sales) = (MockContentEngine::new(), MockSalesReads::new());
    engine.expect_items().returning(|_| Ok(Arc::default()));
    sales.expect_totals().returning(|_, _| Ok(Default::default()));
    let vault = Vault::new(Arc::new(engine), Arc::new(sales));
    let listing =
        vault.list(OwnerId::new(1), Sort::Sales, Window::default(), Limit::default()).await.unwrap();
    assert_eq!(listing.total, 0);
}
