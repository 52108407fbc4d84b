use std::sync::Arc;

use conversion_pixel::{MockPixelStore, Pixels};
use kernel::{OwnerId, UnixTime, fixed::FixedClock};

#[tokio::test]
async fn a_store_can_be_replaced() {
    let mut store = MockPixelStore::new();
    store.expect_list().returning(|_, _| Ok(Some(Vec::new())));
    let pixels = Pixels::new(Arc::new(store), Arc::new(FixedClock::at(UnixTime::from_seconds(0))));
    assert!(pixels.list(OwnerId::new(1), "link-1").await.unwrap().is_empty());
}
