//! Tests of the document as a whole.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use strum::IntoEnumIterator as _;

use http_kit::error::ApiError;
use http_kit::fallback::KnownPaths;

use super::*;

/// Returns every operation of the document with its name.
fn operations_of(document: &Value) -> impl Iterator<Item = (String, &Value)> {
    let paths = document["paths"].as_object().unwrap();
    paths.iter().flat_map(|(path, item)| {
        let methods = item.as_object().unwrap().iter();
        methods.map(move |(method, operation)| (format!("{method} {path}"), operation))
    })
}

#[test]
fn every_operation_describes_its_failures() {
    let document = serde_json::to_value(document()).unwrap();
    for (name, operation) in operations_of(&document) {
        let answers = operation["responses"].as_object().unwrap();
        let mut expected = vec!["401", "403", "429", "500", "503"];
        if operation.get("requestBody").is_some() {
            expected.extend(["408", "413", "415", "422"]);
        }
        for status in expected {
            let schema = &answers[status]["content"]["application/json"]["schema"];
            assert!(schema.is_object(), "{name} does not describe its {status}");
        }
    }
}

#[test]
fn headers_are_reported_where_they_are_looked_at() {
    let document = serde_json::to_value(document()).unwrap();
    let takes = |operation: &Value, header: &str| {
        let parameters = operation["parameters"].as_array().into_iter().flatten();
        parameters.filter(|one| one["in"] == "header").any(|one| one["name"] == header)
    };
    let (mut conditional, mut repeatable) = (0, 0);
    for (name, operation) in operations_of(&document) {
        let answers = operation["responses"].as_object().unwrap();
        assert_eq!(takes(operation, "If-Match"), answers.contains_key("412"), "{name}");
        if takes(operation, "Idempotency-Key") {
            assert!(name.starts_with("post ") && answers.contains_key("400"), "{name}");
            repeatable += 1;
        }
        conditional += u32::from(takes(operation, "If-Match"));
    }
    assert!(conditional > 5 && repeatable > 5, "{conditional} {repeatable}");
}

#[test]
fn operations_have_ids_and_words() {
    let document = serde_json::to_value(document()).unwrap();
    let tags = document["tags"].as_array().unwrap();
    let mut ids = BTreeSet::new();
    for (name, operation) in operations_of(&document) {
        let text = |field: &str| operation[field].as_str().unwrap_or_default();
        let id = text("operationId");
        let parts: Vec<_> = id.split('_').collect();
        assert!(parts.len() > 1 && parts.iter().all(|part| is_word(part)), "{name}: {id}");
        assert!(ids.insert(id.to_owned()), "{id} is not unique");
        assert!((1..=8).contains(&text("summary").split_whitespace().count()), "{name}: its summary");
        assert!(!text("description").is_empty(), "{name} has no description");
        assert!(tags.iter().any(|tag| tag["name"] == operation["tags"][0]), "{name}: its tag");
        for parameter in operation["parameters"].as_array().into_iter().flatten() {
            assert!(parameter["description"].is_string(), "{name}: {}", parameter["name"]);
        }
        let is_of_any_key = id == "api_keys_self_show" || id.starts_with("sessions_");
        assert_eq!(operation["x-permission"].is_object(), !is_of_any_key, "{name}");
    }
}

fn is_word(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_lowercase())
}

/// Validates an example. The document is embedded, so that references resolve.
fn fits(document: &Value, schema: &Value, example: &Value) -> Result<(), String> {
    let mut whole = json!({ "allOf": [schema] });
    whole["components"] = document["components"].clone();
    let validator = jsonschema::validator_for(&whole).map_err(|error| error.to_string())?;
    validator.validate(example).map_err(|error| error.to_string())
}

#[test]
fn every_body_has_an_example_that_fits_its_schema() {
    let document = serde_json::to_value(document()).unwrap();
    let mut wrong = Vec::new();
    for (name, operation) in operations_of(&document) {
        let request = operation["requestBody"].as_object().map(|body| ("request", body));
        let answers = operation["responses"].as_object().unwrap();
        let answers = answers.iter().map(|(status, answer)| (status.as_str(), answer.as_object().unwrap()));
        for (which, body) in request.into_iter().chain(answers) {
            let json = &body.get("content").map_or(&Value::Null, |content| &content["application/json"]);
            if json.is_null() {
                continue;
            }
            match json.get("example").map(|example| fits(&document, &json["schema"], example)) {
                None => wrong.push(format!("{name} {which}: there is none")),
                Some(Err(error)) => wrong.push(format!("{name} {which}: {error}")),
                Some(Ok(())) => {}
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn the_table_alone_says_what_is_deprecated() {
    assert_eq!(deprecation::faults(&document(), DEPRECATED), [""; 0]);
    let unmarked = serde_json::to_string(&document_with(|_| {}, &[])).unwrap();
    assert!(!unmarked.contains("\"deprecated\":true"));
}

/// Collects every property of every schema with its name.
fn properties<'a>(value: &'a Value, found: &mut Vec<(&'a str, &'a Value)>) {
    match value {
        Value::Object(fields) => {
            for (name, schema) in fields.get("properties").and_then(Value::as_object).into_iter().flatten() {
                found.push((name, schema));
            }
            fields.values().for_each(|field| properties(field, found));
        }
        Value::Array(entries) => entries.iter().for_each(|entry| properties(entry, found)),
        _ => {}
    }
}

#[test]
fn times_of_creation_and_change_are_unix_seconds_in_every_resource() {
    let document = serde_json::to_value(document()).unwrap();
    let mut found = Vec::new();
    properties(&document["components"]["schemas"], &mut found);
    let times = found.into_iter().filter(|(name, _)| ["created_at", "updated_at"].contains(name));
    let mut count = 0;
    for (name, schema) in times {
        assert_eq!((&schema["type"], &schema["format"]), (&json!("integer"), &json!("int64")), "{name}");
        count += 1;
    }
    assert!(count > 10, "{count}");
}

#[test]
fn a_closed_set_is_an_enum() {
    let document = serde_json::to_value(document()).unwrap();
    let mut open = Vec::new();
    for (name, schema) in document["components"]["schemas"].as_object().unwrap() {
        let mut found = Vec::new();
        properties(schema, &mut found);
        let open_text = |schema: &Value| schema["type"] == "string" && schema.get("enum").is_none();
        let said = |schema: &Value| schema["description"].as_str().unwrap_or_default().to_owned();
        // A description that begins with words in code is that of a closed set.
        let lists = |said: &str| said.starts_with('`') && said.contains("` or `") && !said.contains('<');
        for (field, schema) in found {
            if open_text(schema) && lists(&said(schema)) {
                open.push(format!("{name}.{field}: {}", said(schema)));
            }
        }
    }
    assert_eq!(open, [""; 0]);
}

/// Keys of maps can't be references, so a set of words also counts as used where keys have its words.
#[test]
fn every_schema_is_used() {
    fn used<'a>(value: &'a Value, names: &mut BTreeSet<&'a str>, keys: &mut Vec<&'a Value>) {
        if let Some(name) = value["$ref"].as_str().and_then(|place| place.rsplit('/').next()) {
            names.insert(name);
        }
        keys.extend(value["propertyNames"].get("enum"));
        let fields = value.as_object().into_iter().flat_map(|fields| fields.values());
        fields.chain(value.as_array().into_iter().flatten()).for_each(|part| used(part, names, keys));
    }
    let document = serde_json::to_value(document()).unwrap();
    let (mut names, mut keys) = (BTreeSet::new(), Vec::new());
    used(&document, &mut names, &mut keys);
    let aliases: BTreeSet<_> = RENAMED.iter().map(|(before, _)| *before).collect();
    let schemas = document["components"]["schemas"].as_object().unwrap();
    let is_unused = |(name, schema): &(&String, &Value)| {
        let is_key = schema.get("enum").is_some_and(|words| keys.contains(&words));
        !is_key && !names.contains(name.as_str()) && !aliases.contains(name.as_str())
    };
    let unused: Vec<_> = schemas.iter().filter(is_unused).map(|(name, _)| name).collect();
    assert!(unused.is_empty(), "{unused:?}");
}

#[test]
fn a_name_does_not_say_which_way_a_body_goes() {
    let document = serde_json::to_value(document()).unwrap();
    let schemas = document["components"]["schemas"].as_object().unwrap();
    for (before, now) in RENAMED {
        assert_eq!(schemas[before]["$ref"], format!("#/components/schemas/{now}"));
        assert!(schemas[now].get("$ref").is_none(), "{now}");
    }
    let is_old = |name: &str| RENAMED.iter().any(|(before, _)| *before == name);
    let direction = |name: &str| ["In", "Out", "Figures"].iter().any(|end| name.ends_with(end));
    let found: Vec<_> = schemas.keys().filter(|name| direction(name) && !is_old(name)).collect();
    assert_eq!(found, [""; 0]);
}

#[test]
fn an_id_has_one_type() {
    let document = serde_json::to_value(document()).unwrap();
    let mut texts = BTreeSet::new();
    for (_, operation) in operations_of(&document) {
        let tag = operation["tags"][0].as_str().unwrap();
        let parameters = operation["parameters"].as_array().into_iter().flatten();
        for variable in parameters.filter(|one| one["in"] == "path" && one["schema"]["type"] == "string") {
            let name = variable["name"].as_str().unwrap();
            texts.insert(if name == "id" { format!("id of {tag}") } else { name.to_owned() });
        }
    }
    let expected = [
        "button_id",
        "domain",
        "fan_id",
        "id of api keys",
        "id of sessions",
        "id of webhook deliveries",
        "id of webhooks",
        "provider_id",
        "segment_id",
        "tier",
    ];
    assert_eq!(texts.iter().map(String::as_str).collect::<Vec<_>>(), expected);
}

#[test]
fn every_code_is_documented() {
    let document = serde_json::to_value(document()).unwrap();
    let listed = document["components"]["schemas"]["ErrorCode"]["enum"].as_array().unwrap();
    for code in http_kit::wire::ErrorCode::iter() {
        assert!(listed.iter().any(|word| word == code.as_str()), "{code:?}");
    }
}

#[test]
fn a_path_without_variables_goes_before_one_with_some() {
    let known = KnownPaths::of(&document(), &PAGES);
    let path = |path: &str| format!("/api/admin{path}");
    for (method, at, allow) in [
        ("POST", "/qr/presets", Some("GET, HEAD")),
        ("GET", "/qr/presets", None),
        ("POST", "/qr/links.example.com", None),
        ("DELETE", "/api-keys/self", Some("GET, HEAD")),
        ("DELETE", "/api-keys/selfish", None),
        ("PATCH", "/library/notifications/from-domain", Some("POST")),
        ("DELETE", "/buttons/links.example.com/seg/order", Some("PUT")),
        ("DELETE", "/buttons/links.example.com/seg/other", None),
    ] {
        let reported = match known.overlooked(method, &path(at)) {
            Some(ApiError::MethodNotAllowed { allow }) => Some(allow),
            Some(other) => panic!("{other:?}"),
            None => None,
        };
        assert_eq!(reported.as_deref(), allow, "{method} {at}");
    }
}
