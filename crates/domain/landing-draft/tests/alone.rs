//! Example of a foreign program that uses this crate with its own store: no database, no web framework. The
//! page docs/rule-crates.md shows this test.

use std::sync::Arc;

use kernel::fixed::{FixedClock, SeededEntropy};
use kernel::{Acting, Hostname, OwnerId, UnixTime};
use landing_draft::context::Context;
use landing_draft::cpu::Cpu;
use landing_draft::domain::Revision;
use landing_draft::editing::EditDraft;
use landing_draft::id::Ids;
use landing_draft::labels::Labels;
use landing_draft::ports::{Draft, MockDraftStore};
use landing_draft::segment::NewSegment;
use landing_draft::text::SegmentName;

#[tokio::test]
async fn a_draft_is_edited_without_a_database() {
    let mut drafts = MockDraftStore::new();
    drafts.expect_load().returning(|_, _| Ok(Some(Draft { revision: Revision(7), landing: Arc::default() })));
    drafts
        .expect_save()
        .withf(|_, _, expected, landing, _| *expected == Revision(7) && landing.segments().len() == 1)
        .once()
        .returning(|_, _, _, _, _| Ok(Revision(8)));
    let clock = Arc::new(FixedClock::at(UnixTime::from_seconds(1_800_000_000)));
    let ids = Ids::new(clock.clone(), Arc::new(SeededEntropy::new(1)));
    let around = Context { clock, ids: ids.clone(), cpu: Cpu::inline() };
    let edit = EditDraft::new(Arc::new(drafts), Labels::untouched(), around);

    let domain = Hostname::parse("links.example.com").unwrap();
    let (id, everyone) = (ids.segment(), NewSegment::named(SegmentName::parse("Everyone").unwrap()));
    let by = Acting::service(OwnerId::new(1));
    let saved = edit
        .run(&by, &domain, None, move |landing| landing.create_segment(id, everyone.clone()))
        .await
        .unwrap();
    assert_eq!(saved.revision, Revision(8));
}

#[test]
fn the_page_shows_this_test() {
    let (page, this) = (include_str!("../../../../docs/rule-crates.md"), include_str!("alone.rs"));
    let shown = this.split_once("\n\n").and_then(|(_, rest)| rest.split("\n#[test]").next());
    assert!(page.contains(shown.unwrap().trim()), "bring docs/rule-crates.md up to date");
}
