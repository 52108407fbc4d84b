use kernel::OwnerId;
use webhooks::{EndpointStore, MockEndpointStore};

#[tokio::test]
async fn a_store_can_be_replaced() {
    let mut store = MockEndpointStore::new();
    store.expect_list().returning(|_| Ok(Vec::new()));
    assert!(store.list(OwnerId::new(1)).await.unwrap().is_empty());
}
