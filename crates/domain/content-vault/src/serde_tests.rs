//! Tests that stored values survive a serde round trip, and that serde enforces the validation
//! rules.

use kernel::fixed::through;
use serde_json::json;

use crate::detail::Detail;
use crate::listing::{Limit, Listed, Window};
use crate::request::{Answer, ContentRequest, Outgoing};

#[test]
fn values_are_stored_and_read_again() {
    let item = json!({
        "content_id": 1, "media_type": "video", "buyers_count": 2, "tips_cents": 3, "likes_count": 4,
        "has_cover": true, "created_at": 5,
    });
    let listed = json!({ "item": item, "period": { "sales": 1, "revenue_cents": 800 } });
    assert_eq!(through::<Listed>(listed.clone()), Some(listed.clone()));
    let totals = &listed["period"];
    let bundle = json!({
        "key": "1-2", "n_media": 2, "times_sold": 1, "revenue_cents": 9, "avg_price_cents": 9, "last_sold_at": 7,
        "name": "", "cover_ids": [1, 2],
    });
    let detail = json!({
        "item": item, "rank": 1, "rank_total": 1,
        "stats": { "captured": totals, "standalone": totals, "sales": [], "bundles": [bundle] },
    });
    assert_eq!(through::<Detail>(detail.clone()), Some(detail));
    let request = json!({
        "id": 1, "status": "declined", "media_ids": [], "reason": "no", "updated_at": 2,
        "request": {
            "account": 1, "upstream_id": 2, "fan_id": "ann", "fan_username": "", "text": "a film",
            "offered_cents": 500, "created_at": 1,
        },
    });
    assert_eq!(through::<ContentRequest>(request.clone()), Some(request));
    let answer = json!({ "action": "fulfill", "media_ids": ["10"], "reason": null });
    let outgoing = json!({ "request": 1, "account": 1, "upstream_id": 2, "answer": answer });
    assert_eq!(through::<Outgoing>(outgoing.clone()), Some(outgoing));
}

#[test]
fn rules_hold_for_what_is_read() {
    for (answer, reads) in [
        (json!({ "action": "start" }), true),
        (json!({ "action": "decline", "reason": "no" }), true),
        (json!({ "action": "decline" }), false),
        (json!({ "action": "fulfill", "media_ids": [] }), false),
        (json!({ "action": "fulfill", "media_ids": ["1", "1"] }), false),
        (json!({}), false),
    ] {
        assert_eq!(through::<Answer>(answer.clone()).is_some(), reads, "{answer}");
    }
    for (limit, reads) in [(0, false), (1, true), (200, true), (201, false)] {
        assert_eq!(through::<Limit>(json!(limit)), reads.then_some(json!(limit)));
    }
    assert_eq!(through::<Window>(json!({ "from": 1, "until": 2 })), Some(json!({ "from": 1, "until": 2 })));
    assert_eq!(through::<Window>(json!({ "from": 2, "until": 1 })), None);
}
