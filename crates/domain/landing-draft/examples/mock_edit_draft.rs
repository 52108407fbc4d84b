//! Runs the use-case `EditDraft` with a mock in place of the store.
use std::sync::Arc;

use kernel::{Acting, Hostname, OwnerId, UnixTime, fixed::FixedClock, fixed::SeededEntropy};
use landing_draft::{Context, Draft, EditDraft, Labels, MockDraftStore, NewSegment, Revision, SegmentName};

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut drafts = MockDraftStore::new();
    drafts.expect_load().returning(|_, _| Ok(Some(Draft { revision: Revision(7), landing: Arc::default() })));
    drafts.expect_save().returning(|_, _, _, _, _| Ok(Revision(8)));
    let clock = FixedClock::at(UnixTime::from_seconds(1_795_176_000));
    let context = Context::inline(Arc::new(clock), Arc::new(SeededEntropy::new(1)));
    let (id, new) = (context.ids.segment(), NewSegment::named(SegmentName::parse("Everyone")?));
    let edit = EditDraft::new(Arc::new(drafts), Labels::untouched(), context);
    let (acting, domain) = (Acting::service(OwnerId::new(1)), Hostname::parse("links.example.com")?);
    let saved = edit.run(&acting, &domain, None, move |draft| draft.create_segment(id, new.clone())).await?;
    assert_eq!(saved.revision, Revision(8));
    Ok(())
}
