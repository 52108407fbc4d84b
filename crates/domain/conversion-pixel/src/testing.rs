//! Builders shared by the tests of this crate.

use kernel::{Hostname, UnixTime, ValidationErrors};
use serde_json::Value;

use crate::event::{ClickData, Conversion, Fan, Source};
use crate::money::{Currency, Money};
use crate::{ConversionType, EventMap};

/// 2026-11-20T12:00:00Z.
pub(crate) const NOW: UnixTime = UnixTime::from_seconds(1_795_176_000);

/// Purchase a minute ago by a fan with all data.
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
        click: ClickData {
            fbclid: Some(("IwAR0AbC_-".to_owned(), UnixTime::from_millis(1_795_175_000_123))),
            ttclid: text("E.C.P.Xy"),
            user_agent: text("Mozilla/5.0 (iPhone \"13\")"),
        },
    }
}

/// Parses JSON to the tree that this crate reads; `None` if invalid.
pub(crate) fn tree(json: &str) -> Option<Value> {
    serde_json::from_str(json).ok()
}

/// Builds an event map from its text.
pub(crate) fn event_map(json: &str) -> Result<EventMap, ValidationErrors> {
    EventMap::parse(json, tree(json).as_ref())
}
