//! The operations of the OpenAPI document as tools.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use rmcp::model::{JsonObject, Tool, ToolAnnotations};
use serde_json::{Map, Value, json};

/// Operations that take something away, send something, or change what visitors see, each with the operation that shows what it
/// would do, if there is one. They need a confirmation.
const CONFIRMED: &[(&str, Option<&str>)] = &[
    ("api_keys_revoke", Some("api_keys_list")),
    ("api_keys_rotate", Some("api_keys_list")),
    ("banner_presets_delete", Some("banner_presets_list")),
    ("broadcasts_cancel", Some("broadcasts_show")),
    ("broadcasts_launch", Some("broadcasts_show")),
    ("broadcasts_resume", Some("broadcasts_show")),
    ("buttons_delete", Some("buttons_list")),
    ("content_requests_respond", Some("content_requests_list")),
    ("destinations_switch", Some("destinations_list")),
    ("domains_content_copy", None),
    ("domains_delete", Some("domains_show")),
    ("domains_draft_copy", Some("drafts_diff")),
    ("drafts_publish", Some("drafts_diff")),
    ("drafts_rollback", Some("drafts_diff")),
    ("funnel_links_provision", Some("funnel_links_plan")),
    ("funnel_links_toggle", None),
    ("members_delete", Some("members_show")),
    ("pixel_deliveries_redrive", Some("pixel_deliveries_list")),
    ("pixels_delete", Some("pixels_list")),
    ("pixels_test", None),
    ("segments_delete", Some("segments_list")),
    ("smart_links_delete", Some("smart_links_show")),
    ("transfer_import", None),
    ("webhook_deliveries_redeliver", Some("webhook_deliveries_list")),
    ("webhook_deliveries_redrive", Some("webhook_deliveries_list")),
    ("webhooks_delete", Some("webhooks_show")),
    ("webhooks_rotate", Some("webhooks_show")),
    ("webhooks_test", Some("webhooks_show")),
];

/// The name of the argument that holds a confirmation.
pub(crate) const CONFIRMATION: &str = "confirmation_token";

/// All operations, by their ids.
#[derive(Debug)]
pub struct Catalog {
    operations: BTreeMap<String, Operation>,
    document: String,
}

/// One operation of the API.
#[derive(Debug)]
pub(crate) struct Operation {
    pub(crate) id: String,
    pub(crate) method: String,
    /// From the root, with names in braces.
    pub(crate) path: String,
    pub(crate) parameters: Vec<Parameter>,
    pub(crate) body: Option<Body>,
    pub(crate) takes_key: bool,
    permission: Option<Permission>,
    tool: Tool,
}

#[derive(Debug)]
pub(crate) struct Parameter {
    pub(crate) name: String,
    pub(crate) place: Place,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place {
    Path,
    Query,
    IfMatch,
}

/// What a request carries.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Body {
    Json,
    File,
}

#[derive(Debug)]
struct Permission {
    tab: String,
    function: String,
    writes: bool,
}

/// What a key may do, as the API says.
#[derive(Debug)]
pub(crate) struct Rights {
    scopes: BTreeSet<String>,
    functions: BTreeMap<String, BTreeSet<String>>,
}

impl Rights {
    /// Of the answer of `api_keys_self_show`.
    pub(crate) fn of(shown: &Value) -> Self {
        let words = |value: &Value| {
            let words = value.as_array().into_iter().flatten().filter_map(Value::as_str);
            words.map(str::to_owned).collect::<BTreeSet<_>>()
        };
        let functions = shown.get("functions").and_then(Value::as_object).into_iter().flatten();
        Self {
            scopes: shown.get("scopes").map(words).unwrap_or_default(),
            functions: functions.map(|(tab, functions)| (tab.clone(), words(functions))).collect(),
        }
    }

    fn grants(&self, permission: &Permission) -> bool {
        let scope = if permission.writes { "write" } else { "read" };
        let functions = self.functions.get(&permission.tab);
        self.scopes.contains(scope) && functions.is_some_and(|all| all.contains(&permission.function))
    }
}

impl Catalog {
    /// The operations of an OpenAPI document, as its JSON text.
    ///
    /// # Errors
    ///
    /// Fails if it is no JSON.
    pub fn of(document: &str) -> Result<Self, serde_json::Error> {
        let parsed: Value = serde_json::from_str(document)?;
        let paths = parsed.get("paths").and_then(Value::as_object).into_iter().flatten();
        let operations = paths.flat_map(|(path, item)| {
            let methods = item.as_object().into_iter().flatten();
            methods.filter_map(|(method, operation)| Operation::of(&parsed, path, method, operation))
        });
        let operations = operations.map(|operation| (operation.id.clone(), operation)).collect();
        Ok(Self { operations, document: document.to_owned() })
    }

    pub(crate) fn document(&self) -> &str {
        &self.document
    }

    pub(crate) fn operation(&self, id: &str) -> Option<&Operation> {
        self.operations.get(id)
    }

    /// The tools that these rights grant.
    pub(crate) fn tools(&self, rights: &Rights, writes: bool) -> Vec<Tool> {
        let all = self.operations.values();
        let granted = all.filter(|operation| writes || !operation.writes());
        let granted = granted
            .filter(|operation| operation.permission.as_ref().is_none_or(|needed| rights.grants(needed)));
        granted.map(|operation| operation.tool.clone()).collect()
    }
}

impl Operation {
    fn of(document: &Value, path: &str, method: &str, operation: &Value) -> Option<Self> {
        let text = |field: &str| operation.get(field).and_then(Value::as_str).unwrap_or_default();
        let id = operation.get("operationId")?.as_str()?.to_owned();
        // People sign in to the dashboard, assistants don't.
        if id.starts_with("sessions_") {
            return None;
        }
        let listed: Vec<&Value> =
            operation.get("parameters").and_then(Value::as_array).into_iter().flatten().collect();
        let body = operation.pointer("/requestBody/content").and_then(Value::as_object);
        let body_kind =
            body.map(|body| if body.contains_key("application/json") { Body::Json } else { Body::File });
        let permission = operation.get("x-permission").map(|needed| Permission {
            tab: needed.get("tab").and_then(Value::as_str).unwrap_or_default().to_owned(),
            function: needed.get("function").and_then(Value::as_str).unwrap_or_default().to_owned(),
            writes: needed.get("scope").and_then(Value::as_str) == Some("write"),
        });
        let writes = permission.as_ref().is_some_and(|permission| permission.writes);
        let confirmed = is_confirmed(&id);
        let schema = input_schema(document, operation, &listed, body_kind, confirmed);
        let mut tool = Tool::new(id.clone(), described(text("description"), confirmed), Arc::new(schema));
        tool.title = Some(text("summary").to_owned());
        let mut hints = ToolAnnotations::new();
        hints.read_only_hint = Some(!writes);
        hints.destructive_hint = Some(confirmed);
        hints.idempotent_hint = Some(["get", "put", "delete"].contains(&method));
        hints.open_world_hint = Some(false);
        tool.annotations = Some(hints);
        let named =
            |name: &str, place: &str| listed.iter().any(|one| one["name"] == name && one["in"] == place);
        Some(Self {
            takes_key: named("Idempotency-Key", "header"),
            parameters: listed.iter().filter_map(|one| Parameter::of(one)).collect(),
            method: method.to_uppercase(),
            path: path.to_owned(),
            body: body_kind,
            permission,
            tool,
            id,
        })
    }

    /// Whether it changes something.
    pub(crate) fn writes(&self) -> bool {
        self.permission.as_ref().is_some_and(|permission| permission.writes)
    }

    /// Whether it needs a confirmation.
    pub(crate) fn is_confirmed(&self) -> bool {
        is_confirmed(&self.id)
    }

    /// The operation that shows what this one would do.
    pub(crate) fn preview(&self) -> Option<&'static str> {
        CONFIRMED.iter().find(|(id, _)| *id == self.id).and_then(|(_, preview)| *preview)
    }
}

impl Parameter {
    fn of(parameter: &Value) -> Option<Self> {
        let name = parameter.get("name")?.as_str()?;
        let place = match (parameter.get("in")?.as_str()?, name) {
            ("path", _) => Place::Path,
            ("query", _) => Place::Query,
            ("header", "If-Match") => Place::IfMatch,
            _ => return None,
        };
        let name = if place == Place::IfMatch { "if_match" } else { name };
        Some(Self { name: name.to_owned(), place })
    }
}

fn is_confirmed(id: &str) -> bool {
    CONFIRMED.iter().any(|(confirmed, _)| *confirmed == id)
}

fn described(description: &str, confirmed: bool) -> String {
    let note = "Call it without `confirmation_token` first: nothing is done then, and the answer shows what would be done and \
                holds the token.";
    if confirmed { format!("{description} {note}") } else { description.to_owned() }
}

fn input_schema(
    document: &Value,
    operation: &Value,
    parameters: &[&Value],
    body: Option<Body>,
    confirmed: bool,
) -> JsonObject {
    let (mut properties, mut required) = (Map::new(), Vec::new());
    for parameter in parameters {
        let Some(known) = Parameter::of(parameter) else { continue };
        let mut schema = parameter.get("schema").cloned().unwrap_or_else(|| json!({}));
        if let (Some(fields), Some(words)) = (schema.as_object_mut(), parameter.get("description")) {
            fields.insert("description".to_owned(), words.clone());
        }
        if parameter.get("required") == Some(&Value::Bool(true)) {
            required.push(known.name.clone());
        }
        properties.insert(known.name, schema);
    }
    if let Some(body) = body {
        let schema = match body {
            Body::Json => operation.pointer("/requestBody/content/application~1json/schema").cloned(),
            Body::File => Some(
                json!({ "type": "string", "contentEncoding": "base64", "description": "The file, as base64." }),
            ),
        };
        if operation.pointer("/requestBody/required") == Some(&Value::Bool(true)) {
            required.push("body".to_owned());
        }
        properties.insert("body".to_owned(), schema.unwrap_or_default());
    }
    if confirmed {
        let words = "The token of the dry run with the same arguments.";
        properties.insert(CONFIRMATION.to_owned(), json!({ "type": "string", "description": words }));
    }
    let mut schema = Map::new();
    schema.insert("type".to_owned(), json!("object"));
    schema.insert("properties".to_owned(), properties.into());
    schema.insert("required".to_owned(), json!(required));
    schema.insert("additionalProperties".to_owned(), json!(false));
    with_definitions(document, schema)
}

/// The schema with all that it refers to inside.
fn with_definitions(document: &Value, schema: JsonObject) -> JsonObject {
    let mut whole = Value::Object(schema);
    let mut definitions = Map::new();
    let mut missing = BTreeSet::new();
    rewrite(&mut whole, &mut missing);
    while let Some(name) = missing.pop_first() {
        if definitions.contains_key(&name) {
            continue;
        }
        let place = format!("/components/schemas/{name}");
        let mut definition = document.pointer(&place).cloned().unwrap_or_default();
        rewrite(&mut definition, &mut missing);
        definitions.insert(name, definition);
    }
    let Value::Object(mut schema) = whole else { return Map::new() };
    if !definitions.is_empty() {
        schema.insert("$defs".to_owned(), definitions.into());
    }
    schema
}

fn rewrite(value: &mut Value, names: &mut BTreeSet<String>) {
    match value {
        Value::Object(fields) => {
            if let Some(Value::String(place)) = fields.get_mut("$ref")
                && let Some(name) = place.strip_prefix("#/components/schemas/").map(str::to_owned)
            {
                *place = format!("#/$defs/{name}");
                names.insert(name);
            }
            fields.remove("example");
            fields.values_mut().for_each(|value| rewrite(value, names));
        }
        Value::Array(entries) => entries.iter_mut().for_each(|value| rewrite(value, names)),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn catalog() -> Catalog {
        Catalog::of(include_str!("../../../docs/openapi.json")).unwrap()
    }

    fn rights(scopes: &[&str], tab: &str, functions: &[&str]) -> Rights {
        Rights::of(&json!({ "scopes": scopes, "functions": { tab: functions } }))
    }

    fn names(tools: &[Tool]) -> Vec<&str> {
        tools.iter().map(|tool| tool.name.as_ref()).collect()
    }

    #[test]
    fn tools_are_what_the_rights_grant() {
        let catalog = catalog();
        let both = rights(&["read", "write"], "vault", &["view", "respond"]);
        let reads = ["api_keys_self_show", "content_list", "content_requests_list", "content_show"];
        assert_eq!(names(&catalog.tools(&both, false)), reads);
        let all = [
            "api_keys_self_show",
            "content_list",
            "content_requests_list",
            "content_requests_respond",
            "content_show",
        ];
        assert_eq!(names(&catalog.tools(&both, true)), all);
        assert_eq!(names(&catalog.tools(&rights(&["read"], "vault", &["view", "respond"]), true)), reads);
        assert_eq!(
            names(&catalog.tools(&rights(&["write"], "vault", &["view"]), true)),
            ["api_keys_self_show"]
        );
    }

    #[test]
    fn what_takes_away_needs_a_confirmation() {
        let catalog = catalog();
        for operation in catalog.operations.values() {
            assert!(operation.method != "DELETE" || operation.is_confirmed(), "{}", operation.id);
            let shown = operation.preview().map(|id| catalog.operation(id).unwrap());
            assert!(shown.is_none_or(|shown| !shown.writes()), "{}", operation.id);
        }
        for (id, _) in CONFIRMED {
            assert!(catalog.operation(id).is_some_and(Operation::writes), "{id}");
        }
    }

    #[test]
    fn schemas_hold_all_that_they_refer_to() {
        for operation in catalog().operations.values() {
            let schema = Value::Object((*operation.tool.input_schema).clone());
            let text = schema.to_string();
            assert!(!text.contains("#/components"), "{}", operation.id);
            for part in text.split("#/$defs/").skip(1) {
                let name = part.split('"').next().unwrap();
                assert!(schema["$defs"][name].is_object(), "{} {name}", operation.id);
            }
        }
    }
}
