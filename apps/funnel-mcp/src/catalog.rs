//! Operations of the OpenAPI document as tools.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use rmcp::model::{JsonObject, Tool, ToolAnnotations};
use serde_json::{Map, Value, json};

use crate::resources::CONDITIONS_URI;
use crate::tools::{Effect, Tool as Row, Toolsets, tool};

/// Name of the argument with a confirmation.
pub(crate) const CONFIRMATION: &str = "confirmation_token";

/// All operations by id.
#[derive(Debug)]
pub struct Catalog {
    operations: BTreeMap<String, Operation>,
    document: String,
}

/// An operation of the API.
#[derive(Debug)]
pub(crate) struct Operation {
    pub(crate) id: String,
    pub(crate) method: String,
    /// Full path, with names in braces.
    pub(crate) path: String,
    pub(crate) parameters: Vec<Parameter>,
    pub(crate) body: Option<Body>,
    pub(crate) takes_key: bool,
    pub(crate) takes_etag: bool,
    row: &'static Row,
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
}

/// Body of a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Body {
    Json,
    /// Text of one of [`MEDIA_TYPES`].
    Text,
}

/// Name of the argument with the media type of a text.
pub(crate) const MEDIA_TYPE: &str = "media_type";

/// Media types that operations accept for texts.
pub(crate) const MEDIA_TYPES: [&str; 3] = ["text/csv", "text/plain", "text/html"];

#[derive(Debug)]
struct Permission {
    tab: String,
    function: String,
    writes: bool,
}

/// Rights of a key, as the API reports them.
#[derive(Debug)]
pub(crate) struct Rights {
    scopes: BTreeSet<String>,
    functions: BTreeMap<String, BTreeSet<String>>,
}

impl Rights {
    /// Reads the response of `api_keys_self_show`.
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
    /// Reads the operations of an OpenAPI document from JSON text.
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

    /// Returns the tools of these toolsets that the rights grant.
    pub(crate) fn tools(&self, rights: &Rights, toolsets: &Toolsets, writes: bool) -> Vec<Tool> {
        let all = self.operations.values().filter(|operation| operation.is_offered(toolsets));
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
        let row = tool(&id)?;
        let listed: Vec<&Value> =
            operation.get("parameters").and_then(Value::as_array).into_iter().flatten().collect();
        let body = operation.pointer("/requestBody/content").and_then(Value::as_object);
        let body_kind =
            body.map(|body| if body.contains_key("application/json") { Body::Json } else { Body::Text });
        let permission = operation.get("x-permission").map(|needed| Permission {
            tab: needed.get("tab").and_then(Value::as_str).unwrap_or_default().to_owned(),
            function: needed.get("function").and_then(Value::as_str).unwrap_or_default().to_owned(),
            writes: needed.get("scope").and_then(Value::as_str) == Some("write"),
        });
        let confirmed = row.effect.needs_confirmation();
        let schema = input_schema(document, operation, &listed, body_kind, confirmed);
        let mut tool = Tool::new(id.clone(), described(row.description, confirmed), Arc::new(schema));
        tool.title = Some(text("summary").to_owned());
        let mut hints = ToolAnnotations::new();
        hints.read_only_hint = Some(row.effect == Effect::Reads);
        hints.destructive_hint = Some(confirmed);
        hints.idempotent_hint = Some(["get", "put", "delete"].contains(&method));
        hints.open_world_hint = Some(false);
        tool.annotations = Some(hints);
        let named =
            |name: &str, place: &str| listed.iter().any(|one| one["name"] == name && one["in"] == place);
        Some(Self {
            takes_key: named("Idempotency-Key", "header"),
            takes_etag: named("If-Match", "header"),
            parameters: listed.iter().filter_map(|one| Parameter::of(one)).collect(),
            method: method.to_uppercase(),
            path: path.to_owned(),
            body: body_kind,
            row,
            permission,
            tool,
            id,
        })
    }

    /// Returns whether the operation requires the write scope.
    pub(crate) fn writes(&self) -> bool {
        self.permission.as_ref().is_some_and(|permission| permission.writes)
    }

    pub(crate) fn is_offered(&self, toolsets: &Toolsets) -> bool {
        toolsets.offers(self.row)
    }

    pub(crate) fn needs_confirmation(&self) -> bool {
        self.row.effect.needs_confirmation()
    }

    /// Returns the operation whose response a confirmation shows.
    pub(crate) fn shown_by(&self) -> Option<&'static str> {
        self.row.shown_by
    }
}

impl Parameter {
    fn of(parameter: &Value) -> Option<Self> {
        let name = parameter.get("name")?.as_str()?.to_owned();
        let place = match parameter.get("in")?.as_str()? {
            "path" => Place::Path,
            "query" => Place::Query,
            _ => return None,
        };
        Some(Self { name, place })
    }
}

fn described(description: &str, confirmed: bool) -> String {
    let note = "The first call, without `confirmation_token`, does nothing: it shows what would be done and returns the token.";
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
            Body::Text => {
                let kinds =
                    json!({ "type": "string", "enum": MEDIA_TYPES, "description": "What the text is." });
                properties.insert(MEDIA_TYPE.to_owned(), kinds);
                required.push(MEDIA_TYPE.to_owned());
                Some(json!({ "type": "string", "description": "The text to take in." }))
            }
        };
        if operation.pointer("/requestBody/required") == Some(&Value::Bool(true)) {
            required.push("body".to_owned());
        }
        properties.insert("body".to_owned(), schema.unwrap_or_default());
    }
    if confirmed {
        let words = "The token that a call with the same arguments returned. It is good for one use within ten minutes.";
        properties.insert(CONFIRMATION.to_owned(), json!({ "type": "string", "description": words }));
    }
    let mut schema = Map::new();
    schema.insert("type".to_owned(), json!("object"));
    schema.insert("properties".to_owned(), properties.into());
    schema.insert("required".to_owned(), json!(required));
    schema.insert("additionalProperties".to_owned(), json!(false));
    with_definitions(document, schema)
}

/// Returns the schema of a condition in a few words. The definitions of all fields would be repeated in each tool that
/// takes conditions, and make up half of the text that an assistant reads at its start.
fn short_condition() -> Value {
    let words = format!(
        "A condition, such as `{{\"field\": \"country\", \"op\": \"in\", \"values\": [\"DE\"]}}`, or a group: `{{\"all\": […]}}`, \
         `{{\"any\": […]}}` or `{{\"not\": …}}`. The resource {CONDITIONS_URI} has every field and operator."
    );
    json!({ "type": "object", "description": words })
}

/// Embeds all referenced definitions in the schema.
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
        let mut definition = match name.as_str() {
            "Condition" => short_condition(),
            _ => document.pointer(&place).cloned().unwrap_or_default(),
        };
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
    use crate::tools::{LEFT_OUT, TOOLS};

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
    fn tools_are_what_the_rights_and_the_toolsets_grant() {
        let catalog = catalog();
        let both = rights(&["read", "write"], "vault", &["view", "respond"]);
        let vault = Toolsets::parse("vault").unwrap();
        let reads = ["api_keys_self_show", "content_list", "content_requests_list", "content_show"];
        assert_eq!(names(&catalog.tools(&both, &vault, false)), reads);
        let all = [
            "api_keys_self_show",
            "content_list",
            "content_requests_list",
            "content_requests_respond",
            "content_show",
        ];
        assert_eq!(names(&catalog.tools(&both, &vault, true)), all);
        let reader = rights(&["read"], "vault", &["view", "respond"]);
        assert_eq!(names(&catalog.tools(&reader, &vault, true)), reads);
        let writer = rights(&["write"], "vault", &["view"]);
        assert_eq!(names(&catalog.tools(&writer, &vault, true)), ["api_keys_self_show"]);
        assert_eq!(names(&catalog.tools(&both, &Toolsets::default(), true)), ["api_keys_self_show"]);
    }

    /// Returns the ids of all operations of the document, with their methods.
    fn documented() -> BTreeMap<String, String> {
        let document: Value = serde_json::from_str(include_str!("../../../docs/openapi.json")).unwrap();
        let paths = document["paths"].as_object().unwrap().values();
        let operations = paths.flat_map(|item| item.as_object().unwrap());
        let named = operations.filter_map(|(method, operation)| {
            Some((operation.get("operationId")?.as_str()?.to_owned(), method.clone()))
        });
        named.collect()
    }

    #[test]
    fn each_operation_is_a_tool_or_left_out_on_purpose() {
        let documented = documented();
        let mut rows: Vec<&str> = TOOLS.iter().map(|row| row.id).chain(LEFT_OUT.iter().copied()).collect();
        rows.sort_unstable();
        assert_eq!(
            rows,
            documented.keys().map(String::as_str).collect::<Vec<_>>(),
            "extend the table in tools.rs"
        );
    }

    #[test]
    fn effects_fit_the_operations() {
        let (catalog, documented) = (catalog(), documented());
        for operation in catalog.operations.values() {
            let id = &operation.id;
            assert_eq!(operation.writes(), operation.row.effect != Effect::Reads, "{id}");
            assert!(documented[id] != "delete" || operation.needs_confirmation(), "{id}");
            let shown = operation.shown_by().map(|id| catalog.operation(id).unwrap());
            assert!(shown.is_none_or(|shown| shown.row.effect == Effect::Reads), "{id}");
            // Ensures single use: a repeated POST is detected by its key, any other call by the changed
            // state.
            assert!(!operation.needs_confirmation() || operation.takes_key || shown.is_some(), "{id}");
        }
    }

    #[test]
    fn descriptions_are_for_an_assistant() {
        for operation in catalog().operations.values() {
            let text = serde_json::to_string(&operation.tool).unwrap();
            for word in ["header", "`Accept", "ETag", "If-Match", "Idempotency-Key", "base64"] {
                assert!(!text.contains(word), "{} mentions {word}", operation.id);
            }
            let first = operation.row.description.split_whitespace().next().unwrap();
            assert!(first.trim_end_matches(',').ends_with('s'), "{} starts with {first}", operation.id);
        }
    }

    /// A token is roughly four bytes.
    #[test]
    fn the_default_toolsets_are_short() {
        let catalog = catalog();
        let functions: Map<String, Value> =
            catalog.operations.values().fold(Map::new(), |mut all, operation| {
                if let Some(needed) = &operation.permission {
                    let tab = all.entry(needed.tab.clone()).or_insert_with(|| json!([]));
                    tab.as_array_mut().unwrap().push(json!(needed.function));
                }
                all
            });
        let all = Rights::of(&json!({ "scopes": ["read", "write"], "functions": functions }));
        let tokens = |toolsets: &Toolsets, writes: bool| {
            serde_json::to_string(&catalog.tools(&all, toolsets, writes)).unwrap().len() / 4
        };
        let default = Toolsets::default();
        let (reads, writes) = (tokens(&default, false), tokens(&default, true));
        println!(
            "default toolsets: {reads} tokens to read, {writes} to write too; all: {}",
            tokens(&Toolsets::parse("all").unwrap(), true)
        );
        assert!(reads < 6_500 && writes < 22_000, "{reads} {writes}");
    }

    /// The description is all that an assistant sees of the grammar, so it must be an example of it.
    #[test]
    fn a_condition_is_described_by_an_example_and_its_page() {
        let catalog = catalog();
        let tool = &catalog.operation("segments_create").unwrap().tool;
        let schema = Value::Object((*tool.input_schema).clone());
        let words = schema.pointer("/$defs/Condition/description").and_then(Value::as_str).unwrap();
        let example: Value = serde_json::from_str(words.split('`').nth(1).unwrap()).unwrap();
        assert_eq!(example, json!({ "field": "country", "op": "in", "values": ["DE"] }));
        assert!(words.contains(CONDITIONS_URI) && schema.pointer("/$defs/CountryCondition").is_none());
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
