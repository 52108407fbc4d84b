use kernel::{Hostname, OwnerId};
use qr_catalog::ports::{CodeStore, MockCodeStore};

#[tokio::test]
async fn a_store_can_be_replaced() {
    let mut store = MockCodeStore::new();
    store.expect_has_domain().returning(|_, _| Ok(true));
    let domain = Hostname::parse("links.example.com").unwrap();
    assert!(store.has_domain(OwnerId::new(1), &domain).await.unwrap());
}
