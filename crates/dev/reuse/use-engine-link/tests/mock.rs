use engine_link::{EngineConnections, MockEngineConnections};
use kernel::OwnerId;

#[tokio::test]
async fn a_store_can_be_replaced() {
    let mut connections = MockEngineConnections::new();
    connections.expect_find().returning(|_| Ok(None));
    assert!(connections.find(OwnerId::new(1)).await.unwrap().is_none());
}
