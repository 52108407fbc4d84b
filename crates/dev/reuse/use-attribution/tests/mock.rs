use std::sync::Arc;

use attribution::{
    ports::MockSpenderReads,
    statistics::{Statistics, StatisticsError},
};
use kernel::OwnerId;

#[tokio::test]
async fn a_store_can_be_replaced() {
    let mut reads = MockSpenderReads::new();
    reads.expect_history().returning(|_, _| Ok(None));
    let found = Statistics::new(Arc::new(reads)).history(OwnerId::new(1), "fan").await;
    assert!(matches!(found, Err(StatisticsError::FanNotFound)));
}
