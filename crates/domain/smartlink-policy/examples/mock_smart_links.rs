//! Runs the use-case `SmartLinks` with mocks in place of the stores.
use std::sync::Arc;

use kernel::{Acting, Hostname, OwnerId, UnixTime, fixed::FixedClock};
use smartlink_policy::{Expiry, MockFunnelLinkStore, MockSmartLinkStore};
use smartlink_policy::{Slug, SmartLink, SmartLinkId, SmartLinks};

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut store = MockSmartLinkStore::new();
    store.expect_insert().returning(|_, new| Ok(SmartLink::made(SmartLinkId::new(1), new)));
    let clock = Arc::new(FixedClock::at(UnixTime::from_seconds(1_795_176_000)));
    let links = SmartLinks::new(Arc::new(store), Arc::new(MockFunnelLinkStore::new()), clock);
    let domain = Hostname::parse("links.example.com")?;
    let link = links
        .create(&Acting::service(OwnerId::new(1)), domain, Slug::parse("vip")?, None, None, Expiry::default())
        .await?;
    println!("{}", link.url());
    Ok(())
}
