//! Attributes an engine event, and lists the paying fans of the domain.

use attribution::{
    Conversion, FanAction, FanEvent, FanHistory, KnownLink, LinkId, Transaction, attribute, spenders,
};
use kernel::{Hostname, UnixTime, Window};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let domain = Hostname::parse("links.example.com")?;
    let link = KnownLink::new(LinkId::new(7), domain.clone());
    let tip = FanAction::NewTransaction(Transaction::tip("t1", 500, "USD"));
    let event = FanEvent::new("e1", "ann", UnixTime::from_seconds(1_795_176_000), tip);
    let conversion = Conversion::of(&event.into(), attribute(None, Some(&link)));
    let histories = FanHistory::of_all(conversion);
    let (fans, totals) = spenders::of_domain(&histories, &domain, Window::default(), false)?;
    assert_eq!((fans.len(), totals.revenue_cents), (1, 500));
    Ok(())
}
