//! Small builders that the tests of this crate share.

use kernel::{Hostname, Node, UnixTime, ValidationErrors};

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
pub(crate) fn tree(json: &str) -> Option<Node> {
    fn node(value: &serde_json::Value) -> Node {
        match value {
            serde_json::Value::Null => Node::Null,
            serde_json::Value::Bool(value) => Node::Bool(*value),
            serde_json::Value::Number(number) => {
                number.as_i64().map_or_else(|| Node::Float(number.as_f64().unwrap_or(0.0)), Node::Int)
            }
            serde_json::Value::String(text) => Node::from(text.as_str()),
            serde_json::Value::Array(items) => Node::list(items.iter().map(node)),
            serde_json::Value::Object(entries) => {
                Node::map(entries.iter().map(|(key, value)| (key.as_str(), node(value))))
            }
        }
    }
    serde_json::from_str(json).ok().as_ref().map(node)
}

/// The event map of this text.
pub(crate) fn event_map(json: &str) -> Result<EventMap, ValidationErrors> {
    EventMap::parse(json, tree(json).as_ref())
}
