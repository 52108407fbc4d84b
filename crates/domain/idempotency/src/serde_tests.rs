//! Tests that stored values survive a round trip, and that serde enforces the rules of values.

use kernel::fixed::through;
use serde_json::json;

use crate::{Claim, ClaimOutcome, IdempotentRequest, NumberedResource};

#[test]
fn values_are_stored_and_read_again() {
    let request = json!({ "operation": "POST /keys", "key": "k1", "body_hash": ([7; 32]) });
    assert_eq!(through::<IdempotentRequest>(request.clone()), Some(request));
    let claim = json!({ "number": 1, "now": 2, "until": 3 });
    assert_eq!(through::<Claim>(claim.clone()), Some(claim));
    let done = json!({ "done": { "status": 201, "revision": null, "body": "{}" } });
    for outcome in [json!({ "run": { "since": 5 } }), done, json!("running"), json!("other_body")] {
        assert_eq!(through::<ClaimOutcome>(outcome.clone()), Some(outcome));
    }
    assert_eq!(through::<NumberedResource>(json!("broadcast")), Some(json!("broadcast")));
}

#[test]
fn what_is_no_request_is_refused() {
    let short = json!({ "operation": "POST /keys", "key": "k1", "body_hash": ([7; 31]) });
    assert_eq!(through::<IdempotentRequest>(short), None);
    assert_eq!(through::<NumberedResource>(json!("domain")), None);
}
