//! Tests that stored values survive a round trip, and that serde enforces the rules of values.

use kernel::fixed::through;
use serde_json::json;

use crate::{LinkState, Revision};

#[test]
fn values_without_secrets_are_stored_and_read_again() {
    for state in [json!("connected"), json!({ "refused": { "since": 5 } })] {
        assert_eq!(through::<LinkState>(state.clone()), Some(state));
    }
    assert_eq!(through::<Revision>(json!(7)), Some(json!(7)));
    assert_eq!(through::<LinkState>(json!("lost")), None);
}
