//! Lists paying fans with a mock of the port.

use std::sync::Arc;

use attribution::{MockSpenderReads, PageRequest, Range, Statistics, Totals};
use kernel::{Hostname, OwnerId, UnixTime};

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut reads = MockSpenderReads::new();
    reads.expect_of_domain().returning(|_, _| Ok(Some((vec![], Totals::default()))));
    let statistics = Statistics::new(Arc::new(reads));
    let week = Range::Week.window(UnixTime::from_seconds(1_795_176_000));
    let (domain, page) = (Hostname::parse("links.example.com")?, PageRequest::first(10));
    let listed = statistics.of_domain(OwnerId::new(1), &domain, week, false, &page).await?;
    assert_eq!((listed.totals, listed.next), (Totals::default(), None));
    Ok(())
}
