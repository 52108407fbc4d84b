use idempotency::{AnswerRetention, MockAnswerRetention};
use kernel::UnixTime;

#[tokio::test]
async fn a_store_can_be_replaced() {
    let mut answers = MockAnswerRetention::new();
    answers.expect_purge_old().returning(|_| Ok(3));
    assert_eq!(answers.purge_old(UnixTime::from_seconds(0)).await.unwrap(), 3);
}
