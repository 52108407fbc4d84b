//! Tests that stored values survive a serde round trip, and that serde enforces the validation
//! rules.

use kernel::fixed::through;
use serde_json::json;

use crate::{RepeatKey, ShownArm, Touch, Traits};

#[test]
fn a_touch_is_stored_and_read_again() {
    let ids = json!({ "fbclid": "IwAR0", "rdt_cid": "5" });
    let click = json!({ "button": "btn_1", "smart_link": null, "link": 7, "ids": ids });
    let mut told = click.clone();
    told["user_agent"] = json!("Mozilla/5.0");
    let acts = [
        json!({ "scan": { "code": 4 } }),
        json!("visit"),
        json!({ "click": click }),
        json!({ "click": told }),
    ];
    for act in acts {
        let touch = json!({
            "id": "00000000000000000000000007", "owner": 1, "domain": "links.example.com", "at": 5, "act": act,
            "source": "qr-flyer", "country": "DE", "device": "mobile", "visitor": ([7; 16]), "bot": false,
            "context": { "browser": "instagram", "referrer": "example.org", "arm": "seg_1/b/summer" },
        });
        assert_eq!(through::<Touch>(touch.clone()), Some(touch));
    }
}

#[test]
fn values_are_stored_and_read_again() {
    let key = json!({ "domain": "links.example.com", "target": "visit", "visitor": ([7; 16]) });
    assert_eq!(through::<RepeatKey>(key.clone()), Some(key));
    let traits = json!({
        "country": "DE", "device": null, "browser": null, "button": null, "referrer": null, "arm": null,
    });
    assert_eq!(through::<Traits>(traits.clone()), Some(traits));
}

#[test]
fn rules_hold_for_what_is_read() {
    let touch = |field: &str, value: serde_json::Value| {
        let mut touch = json!({
            "id": "00000000000000000000000007", "owner": 1, "domain": "links.example.com", "at": 5, "act": "visit",
            "source": null, "country": null, "device": null, "visitor": ([7; 16]), "bot": false,
            "context": { "browser": null, "referrer": null, "arm": null },
        });
        touch[field] = value;
        through::<Touch>(touch).is_some()
    };
    assert!(touch("country", json!("DE")));
    for (field, wrong) in [
        ("id", json!("7")),
        ("domain", json!("localhost")),
        ("source", json!("newsletter")),
        ("device", json!("toaster")),
        ("country", json!("DEU")),
        ("visitor", json!([7])),
        (
            "act",
            json!({ "click": { "button": null, "smart_link": null, "link": null, "ids": { "fbclid": "" } } }),
        ),
        (
            "act",
            json!({ "click": { "button": null, "smart_link": null, "link": null, "user_agent": "a\nb" } }),
        ),
    ] {
        assert!(!touch(field, wrong), "{field}");
    }
    assert_eq!(through::<ShownArm>(json!("seg_1/b")), None);
}
