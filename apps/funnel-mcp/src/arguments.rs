//! Conversion of a tool's arguments to a call of the API.

use funnel_sdk::raw::{Call, Method};
use rmcp::model::JsonObject;
use serde_json::Value;

use crate::catalog::{Body, CONFIRMATION, MEDIA_TYPE, MEDIA_TYPES, Operation, Parameter, Place};

/// Builds the call from the arguments. The error is a sentence for the assistant.
pub(crate) fn call(operation: &Operation, arguments: &JsonObject) -> Result<Call, String> {
    let is_known = |name: &str| {
        name == CONFIRMATION
            || (name == "body" && operation.body.is_some())
            || (name == MEDIA_TYPE && operation.body == Some(Body::Text))
            || operation.parameters.iter().any(|parameter| parameter.name == name)
    };
    if let Some(name) = arguments.keys().find(|name| !is_known(name)) {
        return Err(format!("`{name}` is no argument of {}", operation.id));
    }
    let method = Method::from_bytes(operation.method.as_bytes()).map_err(|error| error.to_string())?;
    let named = |place: Place| operation.parameters.iter().filter(move |parameter| parameter.place == place);
    let mut values = Vec::new();
    for name in names_in(&operation.path) {
        let value = arguments.get(name).and_then(text);
        values.push(value.ok_or_else(|| format!("`{name}` is missing"))?);
    }
    let values: Vec<&str> = values.iter().map(String::as_str).collect();
    let mut call = Call::new(method, &operation.path, &values).map_err(|error| error.to_string())?;
    for Parameter { name, .. } in named(Place::Query) {
        if let Some(value) = arguments.get(name).filter(|value| !value.is_null()) {
            call = call.query(name, &text(value).ok_or_else(|| format!("`{name}` is no text or number"))?);
        }
    }
    if operation.takes_key {
        call = call.keyed();
    }
    match (operation.body, arguments.get("body")) {
        (None, _) => Ok(call),
        (Some(Body::Json), body) => Ok(call.json(body.map_or_else(|| "{}".to_owned(), json_text))),
        (Some(Body::Text), Some(Value::String(content))) => {
            let given = arguments.get(MEDIA_TYPE).and_then(Value::as_str);
            match MEDIA_TYPES.into_iter().find(|known| Some(*known) == given) {
                Some(media_type) => Ok(call.content(media_type, content.clone())),
                None => Err(format!("`{MEDIA_TYPE}` must be one of: {}", MEDIA_TYPES.join(", "))),
            }
        }
        (Some(Body::Text), _) => Err("`body` must be a text".to_owned()),
    }
}

/// Converts a body to JSON text. Some assistants send an object as a string.
fn json_text(body: &Value) -> String {
    match body {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

/// Returns the names in the braces of a path, in order.
fn names_in(path: &str) -> impl Iterator<Item = &str> {
    path.split('/').filter_map(|part| part.strip_prefix('{')?.strip_suffix('}'))
}

fn text(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(_) | Value::Bool(_) => Some(value.to_string()),
        _ => None,
    }
}

/// Returns whether the arguments request a dry run.
pub(crate) fn asks_for_dry_run(arguments: &JsonObject) -> bool {
    let is_set = |fields: &JsonObject| fields.get("dry_run") == Some(&Value::Bool(true));
    is_set(arguments) || arguments.get("body").and_then(Value::as_object).is_some_and(is_set)
}

/// Returns the arguments that another operation takes too.
pub(crate) fn shared(other: &Operation, arguments: &JsonObject) -> JsonObject {
    let takes = |name: &str| {
        other.parameters.iter().any(|parameter| parameter.name == name)
            || (name == "body" && other.body.is_some())
    };
    // Paths use two names for a segment.
    let renamed = |name: &str| if name == "segment_id" { "tier" } else { name }.to_owned();
    let pairs = arguments.iter().map(|(name, value)| {
        let name = if takes(name) { name.clone() } else { renamed(name) };
        (name, value.clone())
    });
    pairs.filter(|(name, _)| takes(name)).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::catalog::Catalog;

    fn tried(id: &str, arguments: Value) -> Result<String, String> {
        let catalog = Catalog::of(include_str!("../../../docs/openapi.json")).unwrap();
        let Value::Object(arguments) = arguments else { panic!("{arguments}") };
        call(catalog.operation(id).unwrap(), &arguments).map(|call| format!("{call:?}"))
    }

    #[test]
    fn arguments_become_a_call() {
        let call = tried("drafts_versions_list", json!({ "domain": "x.example", "limit": 5 })).unwrap();
        assert!(
            call.contains("/api/admin/domains/x.example/versions") && call.contains("(\"limit\", \"5\")"),
            "{call}"
        );
        let body = json!({ "domain": "x.example", "tier": "seg_1", "body": { "label": "a", "url": "https://a.example" } });
        assert!(tried("buttons_create", body).unwrap().contains("keyed: true"));
    }

    #[test]
    fn what_does_not_fit_is_named() {
        for (id, arguments, error) in [
            ("domains_show", json!({}), "`domain` is missing"),
            ("domains_show", json!({ "domain": "x", "more": 1 }), "`more` is no argument of domains_show"),
            ("domains_list", json!({ "body": {} }), "`body` is no argument of domains_list"),
            ("transfer_links_import", json!({ "body": ["a"] }), "`body` must be a text"),
            (
                "transfer_links_import",
                json!({ "body": "a", "media_type": "csv" }),
                "`media_type` must be one of: text/csv, text/plain, text/html",
            ),
            ("drafts_versions_list", json!({ "domain": "x", "limit": [1] }), "`limit` is no text or number"),
        ] {
            assert_eq!(tried(id, arguments).unwrap_err(), error, "{id}");
        }
    }
}
