use kernel::UnixTime;
use touches::{MockTouchStore, TouchStore};

#[tokio::test]
async fn a_store_can_be_replaced() {
    let mut store = MockTouchStore::new();
    store.expect_purge().returning(|_, _| Ok(3));
    assert_eq!(store.purge(UnixTime::from_seconds(0), 10).await.unwrap(), 3);
}
