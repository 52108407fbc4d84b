//! Tests a handler with a mock in place of the journal.
use kernel::{Hostname, OwnerId, UnixTime};
use touches::{Act, MockTouchSink, Touch, TouchId, TouchSink, VisitorDigest};

fn show_page(sink: &dyn TouchSink, domain: Hostname) {
    let (at, visitor) = (UnixTime::from_seconds(1_800_000_000), VisitorDigest([7; 16]));
    sink.take(Touch::new(TouchId::from_u128(1), OwnerId::new(1), domain, at, visitor, Act::Visit));
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut sink = MockTouchSink::new();
    sink.expect_take().times(1).withf(|touch| touch.act == Act::Visit).return_const(());
    show_page(&sink, Hostname::parse("links.example.com")?);
    println!("the visit was taken");
    Ok(())
}
