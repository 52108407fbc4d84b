//! The stored form of a campaign: what an earlier version wrote is read, and written again as it was.

use broadcast_gate::{Audience, Definition, FanTier};
use serde_json::{Value, json};

fn stored() -> Value {
    json!({
        "title": "Sommer 🎁", "mode": "tiered",
        "audience": {
            "tier": "whale", "status": "active", "countries": ["AT", "DE"], "min_spent_cents": 1,
            "max_spent_cents": 99, "last_seen_days": 30, "exclude_fan_ids": ["f 1"],
        },
        "message": {
            "text": null, "media_ids": ["10"], "price_cents": 500,
            "tiers": { "whale": { "text": "Hi whale", "media_ids": ["10"], "price_cents": 500 } },
        },
        "start_at": 1_795_176_000, "operator_id": 3, "platform_account_id": "acct_1",
        "pace": { "per_minute": 5, "per_day": 9, "jitter": 0.125 },
        "auto_stop": {
            "max_sends": 1, "max_per_day": 2, "revenue_cents": 3, "end_at": 1_795_176_999, "on_reply": true,
        },
    })
}

#[test]
fn a_stored_definition_is_written_as_it_was() {
    let definition: Definition = serde_json::from_value(stored()).unwrap();
    assert_eq!(serde_json::to_value(definition).unwrap(), stored());
}

#[test]
fn serde_is_no_way_around_the_rules_of_a_definition() {
    for (pointer, wrong) in [
        ("/mode", json!("loud")),
        ("/title", json!(" ")),
        ("/audience/countries/0", json!("Germany")),
        ("/message/price_cents", json!(-1)),
        ("/pace/per_minute", json!(0)),
        ("/auto_stop/max_sends", json!(0)),
    ] {
        let mut stored = stored();
        *stored.pointer_mut(pointer).unwrap() = wrong;
        assert!(serde_json::from_value::<Definition>(stored).is_err(), "{pointer}");
    }
}

#[test]
fn an_audience_alone_is_read_by_its_rules() {
    let sent = stored()["audience"].clone();
    let audience: Audience = serde_json::from_value(sent.clone()).unwrap();
    assert_eq!(serde_json::to_value(audience).unwrap(), sent);
    assert!(serde_json::from_value::<FanTier>(json!("shark")).is_err());
}
