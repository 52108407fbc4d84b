use std::sync::Arc;

use attribution::{
    Window,
    ports::MockSpenderReads,
    statistics::{Statistics, StatisticsError},
};
use kernel::{OwnerId, UnixTime, fixed::FixedClock};

#[tokio::test]
async fn a_store_can_be_replaced() {
    let mut reads = MockSpenderReads::new();
    reads.expect_history().returning(|_, _| Ok(None));
    let clock = Arc::new(FixedClock::at(UnixTime::from_seconds(0)));
    let found = Statistics::new(Arc::new(reads), clock).history(OwnerId::new(1), "fan", Window::All).await;
    assert!(matches!(found, Err(StatisticsError::FanNotFound)));
}
