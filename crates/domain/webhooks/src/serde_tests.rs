//! Tests that stored values survive a round trip, and that serde enforces the rules of values.

use kernel::fixed::through;
use serde_json::json;

use crate::ports::{Delivery, Settlement};
use crate::{Answer, Endpoint, EndpointState, Event, EventFilter, Pace, Progress};

#[test]
fn values_are_stored_and_read_again() {
    let endpoint = json!({
        "id": "hook_00000000000000000000000001", "url": "https://hooks.example/in", "events": ["link.changed"],
        "description": "CRM", "state": { "active": { "failing_since": null } }, "pace": 0, "made_by": 3,
        "created_at": 5,
    });
    assert_eq!(through::<Endpoint>(endpoint.clone()), Some(endpoint));
    for state in [json!("paused"), json!({ "disabled": "gone" })] {
        assert_eq!(through::<EndpointState>(state.clone()), Some(state));
    }
    let progress = json!({ "state": { "pending": { "next_attempt_at": 9 } }, "attempts": 1 });
    assert_eq!(through::<Progress>(progress.clone()), Some(progress.clone()));
    let answer = json!({ "status": 503, "text": "later" });
    let delivery = json!({
        "id": 1, "message_id": "msg_1", "kind": "key.created", "progress": progress, "last_answer": answer,
        "attempt_log": [{ "at": 4, "status": null, "failure": "dns", "millis": 20 }], "body": "{}", "created_at": 5,
    });
    assert_eq!(through::<Delivery>(delivery.clone()), Some(delivery));
    let settled = json!({
        "progress": progress, "answer": answer, "url": "https://hooks.example/in", "at": 5, "millis": 1,
    });
    assert_eq!(through::<Settlement>(settled.clone()), Some(settled));
    assert_eq!(through::<Pace>(json!(2_500)), Some(json!(2_500)));
}

#[test]
fn an_event_is_stored_by_its_type() {
    let conversion = json!({
        "id": 7, "kind": "new_transaction", "occurred_at": 5, "domain": "a.example", "link_id": 3,
        "gross_cents": 1_000, "net_cents": 800, "currency": "USD",
    });
    for (kind, data) in [
        ("conversion.created", conversion),
        ("domain.active", json!({ "domain": "a.example" })),
        ("broadcast.paused", json!({ "id": 7, "reason": "operator" })),
    ] {
        let stored = json!({ "type": kind, "data": data });
        let event: Event = serde_json::from_value(stored.clone()).unwrap();
        assert_eq!(event.kind().as_str(), kind);
        assert_eq!(serde_json::to_value(event).unwrap(), stored);
    }
}

#[test]
fn rules_hold_for_what_is_read() {
    for filter in [json!([]), json!(["*", "key.created"]), json!(["key.made"]), json!("*")] {
        assert_eq!(through::<EventFilter>(filter.clone()), None, "{filter}");
    }
    assert_eq!(through::<EventFilter>(json!(["*"])), Some(json!(["*"])));
    let answer = |text: &str| through::<Answer>(json!({ "status": 200, "text": text }));
    assert!(answer(&"x".repeat(crate::answer::KEPT)).is_some());
    assert_eq!(answer(&"x".repeat(crate::answer::KEPT + 1)), None);
    assert_eq!(answer("a\0b"), None);
    assert_eq!(through::<Event>(json!({ "type": "domain.active", "data": { "domain": "localhost" } })), None);
}
