//! The use-case that lists paying fans, over a mock of its port.

use std::sync::Arc;

use attribution::{MockSpenderReads, PageRequest, Statistics, Totals, Window};
use kernel::fixed::FixedClock;
use kernel::{Hostname, OwnerId, UnixTime};

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut reads = MockSpenderReads::new();
    reads.expect_of_domain().returning(|_, _| Ok(Some((vec![], Totals::default()))));
    let clock = FixedClock::at(UnixTime::from_seconds(1_795_176_000));
    let statistics = Statistics::new(Arc::new(reads), Arc::new(clock));
    let (domain, page) = (Hostname::parse("links.example.com")?, PageRequest::first(10));
    let listed = statistics.of_domain(OwnerId::new(1), &domain, Window::Week, false, &page).await?;
    assert_eq!((listed.totals, listed.next), (Totals::default(), None));
    Ok(())
}
