//! Runs the use-case `Codes` with a mock of the store.
use std::sync::Arc;

use kernel::{Acting, Hostname, OwnerId, UnixTime, fixed::FixedClock};
use qr_catalog::{Code, CodeId, CodeRequest, Codes, MockCodeRenderer, MockCodeStore, Slug};

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut store = MockCodeStore::new();
    store.expect_has_domain().returning(|_, _| Ok(true));
    store.expect_insert().returning(|_, new| Ok(Code::made(CodeId::new(1), new)));
    let clock = FixedClock::at(UnixTime::from_seconds(1_795_176_000));
    let codes = Codes::new(Arc::new(store), Arc::new(MockCodeRenderer::new()), Arc::new(clock));
    let request = CodeRequest { slug: Slug::parse("flyer")?, ..CodeRequest::default() };
    let by = Acting::service(OwnerId::new(1));
    let made = codes.create(&by, &Hostname::parse("links.example.com")?, request).await?;
    println!("{} is counted as {}", made.code.url(), made.code.source);
    Ok(())
}
