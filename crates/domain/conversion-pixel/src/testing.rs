//! Small builders that the tests of this crate share.

use kernel::{Hostname, UnixTime, ValidationErrors};
use serde_json::Value;

use crate::event::{ClickIds, Conversion, Fan, Source};
use crate::money::{Currency, Money};
use crate::{ConversionType, EventMap};

/// 2026-11-20T12:00:00Z.
pub(crate) const NOW: UnixTime = UnixTime::from_seconds(1_795_176_000);

/// A purchase a minute ago, by a fan of whom everything is known.
pub(crate) fn conversion() -> Conversion {
    let text = |text: &str| Some(text.to_owned());
    Conversion {
        id: "77".to_owned(),
        kind: ConversionType::NewTransaction,
        occurred_at: NOW.plus_seconds(-60),
        money: Some(Money { minor: 4999, currency: Currency::parse("USD").unwrap() }),
        fan: Fan {
            fan_id: "fan-9".to_owned(),
            email: text(" Jane@Example.com "),
            phone: text("+49 151 12345678"),
            first_name: text("Jane"),
            last_name: text("Doe"),
            country: text("DE"),
        },
        source: Source::SmartLink {
            domain: Hostname::parse("links.example.com").unwrap(),
            slug: "bio".to_owned(),
        },
        click: ClickIds {
            fbclid: Some(("IwAR0AbC_-".to_owned(), UnixTime::from_millis(1_795_175_000_123))),
            ttclid: text("E.C.P.Xy"),
        },
    }
}

/// JSON as the tree that this crate reads; `None` where it is not JSON.
pub(crate) fn tree(json: &str) -> Option<Value> {
    serde_json::from_str(json).ok()
}

/// The event map of this text.
pub(crate) fn event_map(json: &str) -> Result<EventMap, ValidationErrors> {
    EventMap::parse(json, tree(json).as_ref())
}
