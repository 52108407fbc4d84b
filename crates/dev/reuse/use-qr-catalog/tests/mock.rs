use std::sync::Arc;

use kernel::fixed::FixedClock;
use kernel::{Acting, Hostname, OwnerId, UnixTime};
use qr_catalog::{Code, CodeId, CodeRequest, Codes, MockCodeRenderer, MockCodeStore, Slug};

#[tokio::test]
async fn a_store_can_be_replaced() {
    let mut store = MockCodeStore::new();
    store.expect_has_domain().returning(|_, _| Ok(true));
    store.expect_insert().returning(|_, new| Ok(Code::made(CodeId::new(1), new)));
    let clock = FixedClock::at(UnixTime::from_seconds(0));
    let codes = Codes::new(Arc::new(store), Arc::new(MockCodeRenderer::new()), Arc::new(clock));
    let domain = Hostname::parse("links.example.com").unwrap();
    let request = CodeRequest { slug: Slug::parse("flyer").unwrap(), ..CodeRequest::default() };
    let made = codes.create(&Acting::service(OwnerId::new(1)), &domain, request).await.unwrap();
    assert_eq!(made.code.url(), "https://links.example.com/qr/flyer");
}
