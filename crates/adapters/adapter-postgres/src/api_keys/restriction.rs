//! Stored form of a restriction: {"tabs": [..] or null, "caps": {tab: [function]} or null}.

use auth_scopes::Restriction;
use kernel::StoreError;
use serde_json::Value;

use crate::database::error::corrupt;

/// Serializes a restriction.
pub(crate) fn write(restriction: &Restriction) -> Result<Value, StoreError> {
    serde_json::to_value(restriction).map_err(corrupt)
}

/// Parses a stored restriction.
pub(crate) fn read(document: Value) -> Result<Restriction, StoreError> {
    serde_json::from_value(document).map_err(corrupt)
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
