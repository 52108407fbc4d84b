use std::sync::Arc;

use kernel::fixed::{FixedClock, SeededEntropy};
use kernel::{Acting, Hostname, OwnerId, UnixTime};
use landing_draft::{Context, Draft, EditDraft, Labels, MockDraftStore, NewSegment, Revision, SegmentName};

#[tokio::test]
async fn a_store_can_be_replaced() {
    let mut drafts = MockDraftStore::new();
    drafts.expect_load().returning(|_, _| Ok(Some(Draft { revision: Revision(7), landing: Arc::default() })));
    drafts.expect_save().returning(|_, _, _, _, _| Ok(Revision(8)));
    let clock = Arc::new(FixedClock::at(UnixTime::from_seconds(0)));
    let context = Context::inline(clock, Arc::new(SeededEntropy::new(1)));
    let (id, everyone) = (context.ids.segment(), NewSegment::named(SegmentName::parse("Everyone").unwrap()));
    let edit = EditDraft::new(Arc::new(drafts), Labels::untouched(), context);
    let domain = Hostname::parse("links.example.com").unwrap();
    let make = move |draft: &mut landing_draft::Landing| draft.create_segment(id, everyone.clone());
    let saved = edit.run(&Acting::service(OwnerId::new(1)), &domain, None, make).await.unwrap();
    assert_eq!(saved.revision, Revision(8));
}
