//! Runs the use-case `Vault` with mocks in place of the engine and the store.
use std::sync::Arc;

use content_vault::{ContentItem, Limit, MediaType, MockContentEngine, MockSalesReads, Sort, Vault, Window};
use kernel::{OwnerId, UnixTime};

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), content_vault::VaultError> {
    let mut engine = MockContentEngine::new();
    let items = Arc::new(vec![ContentItem::new(1, MediaType::Video, UnixTime::from_seconds(0))]);
    engine.expect_items().returning(move |_| Ok(items.clone()));
    let mut sales = MockSalesReads::new();
    sales.expect_totals_of().returning(|_, _, _| Ok(Default::default()));

    let vault = Vault::new(Arc::new(engine), Arc::new(sales));
    let listing = vault.list(OwnerId::new(1), Sort::Buyers, Window::default(), Limit::default()).await?;
    println!("items: {}", listing.total);
    Ok(())
}
