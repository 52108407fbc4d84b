//! Tests that stored values survive a round trip, and that serde enforces the rules of values.

use kernel::fixed::through;
use serde_json::json;

use crate::conversions::ListedConversion;
use crate::event::{EngineEvent, FanEvent};
use crate::history::FanHistory;
use crate::intake::Outcome;
use crate::overview::Period;
use crate::spenders::DomainSpender;
use crate::{FanAction, PageRequest, Range};

#[test]
fn values_are_stored_and_read_again() {
    let attributed = json!({ "domain": "links.example.com", "link": 7, "basis": { "click": "c1" } });
    let listed = json!({
        "id": 4, "kind": "new_transaction", "occurred_at": 5, "fan_id": "ann", "attribution": attributed,
        "source": "qr", "account": "acct_1",
        "money": { "kind": "tip", "gross_cents": 500, "net_cents": 400, "currency": "USD" },
    });
    assert_eq!(through::<ListedConversion>(listed.clone()), Some(listed));
    let spender = json!({
        "fan_id": "ann", "fan_username": null, "country": "DE", "total_net_cents": 9, "purchases": 1,
        "first_at": 1, "last_at": 2, "is_returning": true, "pre_anchor_cents": 3,
    });
    assert_eq!(through::<DomainSpender>(spender.clone()), Some(spender));
    let outcome = json!({
        "accepted": 1, "duplicates": 0, "quarantined": 0, "unknown": 0,
        "rejected": [[3, { "code": "invalid_event", "message": "must be an object" }]],
    });
    assert_eq!(through::<Outcome>(outcome.clone()), Some(outcome));
    for window in ["24h", "7d", "30d", "90d", "all"] {
        assert_eq!(through::<Range>(json!(window)), Some(json!(window)));
    }
}

#[test]
fn an_event_is_stored_by_its_kind() {
    let event = FanEvent::new("e1", "ann", kernel::UnixTime::from_seconds(0), FanAction::FanOnline);
    let stored = serde_json::to_value(EngineEvent::from(event.clone())).unwrap();
    assert!(stored.get("fan").is_some(), "{stored}");
    assert_eq!(serde_json::from_value::<EngineEvent>(stored).unwrap(), EngineEvent::from(event));
}

#[test]
fn a_history_is_put_into_its_order_and_is_of_one_fan() {
    let event = |id: &str, fan: &str, at: i64| {
        json!({
            "event_id": id, "fan_id": fan, "occurred_at": at, "attribution": null, "payment": null,
            "username": null, "country": null,
        })
    };
    let history = |events: &[serde_json::Value]| json!({ "fan_id": "ann", "events": events });
    let (first, last) = (event("b", "ann", 1), event("a", "ann", 2));
    let ordered = Some(history(&[first.clone(), last.clone()]));
    assert_eq!(through::<FanHistory>(history(&[last.clone(), first, last])), ordered);
    assert_eq!(through::<FanHistory>(history(&[event("a", "bob", 1)])), None);
    assert_eq!(through::<FanHistory>(history(&[event("a", "ann", 1), event("b", "bob", 1)])), None);
    assert_eq!(through::<FanHistory>(history(&[])), None);
}

#[test]
fn rules_hold_for_what_is_read() {
    const DAY: i64 = 86_400;
    let period = |from: i64, to: i64| json!({ "from_ts": from, "to_ts": to });
    for (stored, expected) in [
        (period(0, DAY - 1), Some(period(0, DAY - 1))),
        (period(-DAY, 5), Some(period(-DAY, DAY - 1))),
        (period(DAY, 0), None),
        (period(0, Period::MOST_DAYS * DAY), None),
        (period(i64::MIN, 0), None),
    ] {
        assert_eq!(through::<Period>(stored), expected);
    }
    assert_eq!(through::<Range>(json!("1y")), None);
    assert_eq!(through::<PageRequest>(json!({ "limit": 1, "after": null, "search": " " })), None);
    assert_eq!(through::<Outcome>(json!({ "accepted": -1 })), None);
}
