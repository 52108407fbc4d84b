//! Tests that stored values survive a round trip, and that serde enforces the rules of values.

use kernel::fixed::through;
use serde_json::json;

use crate::testing::{NOW, conversion, event_map};
use crate::{
    Answer, Body, Conversion, DeliveryState, Event, EventMap, NoAnswer, ParkReason, Pixel, Platform,
    Progress, Switches, Verdict,
};

#[test]
fn a_conversion_is_stored_and_makes_the_same_event() {
    let known = conversion();
    let stored = serde_json::to_value(&known).unwrap();
    assert_eq!(
        (&stored["kind"], &stored["occurred_at"]),
        (&json!("new_transaction"), &json!(1_795_175_940_000_i64))
    );
    assert_eq!(stored["source"], json!({ "smart_link": { "domain": "links.example.com", "slug": "bio" } }));
    let read: Conversion = serde_json::from_value(stored).unwrap();
    assert_eq!(read, known);
    let switches = Switches { send_user_agent: true, ..Switches::default() };
    let event =
        |conversion| Event::of(conversion, Platform::Meta, &EventMap::default(), switches, NOW).unwrap();
    assert_eq!(event(&read), event(&known));
}

#[test]
fn values_are_stored_and_read_again() {
    let event = json!({ "platform": "meta", "name": "Lead", "id": "77", "time": 5, "json": "{}" });
    assert_eq!(through::<Event>(event.clone()), Some(event));
    let refused = Answer { verdict: Verdict::Auth, status: Some(401), code: Some(190), ..Answer::NONE };
    for (state, last_answer) in [
        (DeliveryState::Pending { next_attempt_at: NOW }, Some(Answer::none(NoAnswer::Dns))),
        (DeliveryState::Delivered, None),
        (DeliveryState::WaitingToken, Some(refused)),
        (DeliveryState::Parked(ParkReason::TooOld), Some(Answer::NONE)),
    ] {
        let progress = Progress { state, attempts: 2, last_answer };
        let stored = serde_json::to_value(progress).unwrap();
        assert_eq!(serde_json::from_value::<Progress>(stored).unwrap(), progress);
    }
    assert_eq!(through::<Body>(json!({ "json": { "code": 0 } })), Some(json!({ "json": { "code": 0 } })));
    let pixel = json!({
        "provider_id": "p1", "platform": "tiktok", "pixel_id": "C4A1", "event_map": "", "active": true,
        "send_user_agent": true, "has_token": true, "updated_at": 5, "last_error": null,
    });
    assert_eq!(through::<Pixel>(pixel.clone()), Some(pixel.clone()));
    // A pixel that an earlier release wrote has no such switch.
    let mut earlier = pixel;
    earlier.as_object_mut().unwrap().remove("send_user_agent");
    assert!(!serde_json::from_value::<Pixel>(earlier).unwrap().send_user_agent);
}

#[test]
fn an_event_map_is_its_text_and_its_rules_hold() {
    let text = r#"{ "new_subscriber": "StartTrial", "new_transaction": null }"#;
    let map: EventMap = serde_json::from_value(json!(text)).unwrap();
    assert_eq!(map, event_map(text).unwrap());
    assert_eq!(serde_json::to_value(map).unwrap(), json!(text));
    for wrong in
        [json!("["), json!("[]"), json!(r#"{"new_fan": "x"}"#), json!(r#"{"new_subscriber": 1}"#), json!({})]
    {
        assert_eq!(through::<EventMap>(wrong.clone()), None, "{wrong}");
    }
}

#[test]
fn rules_hold_for_what_is_read() {
    let mut stored = serde_json::to_value(conversion()).unwrap();
    stored["money"]["currency"] = json!("dollars");
    assert_eq!(through::<Conversion>(stored), None);
    assert_eq!(through::<Answer>(json!({ "verdict": "perhaps", "status": null, "code": null })), None);
}
