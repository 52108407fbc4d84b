use kernel::{Hostname, OwnerId};
use landing_draft::ports::{DraftStore, MockDraftStore};

#[tokio::test]
async fn a_store_can_be_replaced() {
    let mut drafts = MockDraftStore::new();
    drafts.expect_load().returning(|_, _| Ok(None));
    let domain = Hostname::parse("links.example.com").unwrap();
    assert!(drafts.load(OwnerId::new(1), &domain).await.unwrap().is_none());
}
