//! The stored form of a restriction: {"tabs": [..] or null, "caps": {tab: [function]} or null}.

use std::collections::BTreeMap;

use auth_scopes::Restriction;
use kernel::StoreError;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::error::corrupt;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Document {
    tabs: Option<Vec<String>>,
    caps: Option<BTreeMap<String, Vec<String>>>,
}

/// The document of a restriction.
pub(crate) fn write(restriction: &Restriction) -> Result<Value, StoreError> {
    let caps = restriction.cap_words().map(|caps| caps.into_iter().collect());
    serde_json::to_value(Document { tabs: restriction.tab_words(), caps }).map_err(corrupt)
}

/// The restriction of a document. One that restricts nothing was never written: reading it as "everything is allowed"
/// would be the worst of guesses.
pub(crate) fn read(document: Value) -> Result<Restriction, StoreError> {
    let Document { tabs, caps } = serde_json::from_value(document).map_err(corrupt)?;
    let caps: Option<Vec<_>> = caps.map(|caps| caps.into_iter().collect());
    Restriction::parse(tabs.as_deref(), caps.as_deref())
        .map_err(corrupt)?
        .ok_or_else(|| corrupt("a restriction of nothing"))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_document_is_read_as_it_was_written() {
        for document in [
            json!({"tabs": ["qr", "keys"], "caps": null}),
            json!({"tabs": null, "caps": {"qr": ["view"], "landings": ["publish", "view"]}}),
            json!({"tabs": ["qr", "keys"], "caps": {"qr": ["edit"]}}),
        ] {
            assert_eq!(write(&read(document.clone()).unwrap()).unwrap(), document);
        }
    }

    #[test]
    fn what_was_never_written_is_no_permission() {
        for document in [
            json!({}),
            json!({"tabs": null, "caps": null}),
            json!({"tabs": []}),
            json!({"tabs": ["nope"]}),
            json!({"tab": ["qr"]}),
            json!([]),
            Value::Null,
        ] {
            assert!(matches!(read(document), Err(StoreError::Failed(_))));
        }
    }
}
