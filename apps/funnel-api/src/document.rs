//! The command line's view of the OpenAPI document.

use std::collections::BTreeMap;

use funnel_sdk::raw::Method;
use serde_json::Value;

use crate::failure::Failure;

/// Embedded, so that the program and the document always agree.
const TEXT: &str = include_str!("../../../docs/openapi.json");

pub(crate) struct Document {
    pub(crate) nouns: BTreeMap<String, Noun>,
}

#[derive(Default)]
pub(crate) struct Noun {
    pub(crate) about: String,
    pub(crate) verbs: BTreeMap<String, Operation>,
}

pub(crate) struct Operation {
    pub(crate) id: String,
    pub(crate) method: Method,
    pub(crate) path: String,
    pub(crate) summary: String,
    pub(crate) description: String,
    pub(crate) places: Vec<Field>,
    pub(crate) query: Vec<Field>,
    pub(crate) keyed: bool,
    pub(crate) conditional: bool,
    pub(crate) body: Body,
    /// Path of the operation's dry run, if there is one.
    pub(crate) dry_run: Option<String>,
    /// Field of the response with the list, for paged lists.
    pub(crate) list: Option<String>,
}

/// A path or query parameter, or a field of a body.
pub(crate) struct Field {
    pub(crate) name: String,
    pub(crate) about: String,
    pub(crate) required: bool,
    pub(crate) kind: Type,
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Type {
    Text,
    /// One of these words.
    Word(Vec<String>),
    Whole,
    Number,
    Flag,
    /// A list of texts.
    Texts,
    /// A type that only `--data` can express.
    Other,
}

pub(crate) enum Body {
    None,
    File,
    Json(Vec<Field>),
}

impl Document {
    pub(crate) fn read() -> Result<Self, Failure> {
        let broken = |_| Failure::usage("the document of this program is broken");
        Self::of(&serde_json::from_str(TEXT).map_err(broken)?)
    }

    fn of(document: &Value) -> Result<Self, Failure> {
        let mut nouns: BTreeMap<String, Noun> = BTreeMap::new();
        let paths = document.get("paths").and_then(Value::as_object);
        for (path, methods) in paths.into_iter().flatten() {
            for (method, operation) in methods.as_object().into_iter().flatten() {
                let method = Method::from_bytes(method.to_uppercase().as_bytes());
                let method = method.map_err(|_| Failure::usage("the document has a method that is none"))?;
                let tag = operation.pointer("/tags/0").and_then(Value::as_str).unwrap_or_default();
                let id = text(operation, "operationId");
                let verb = id.strip_prefix(&format!("{}_", tag.replace(' ', "_"))).unwrap_or(&id);
                let noun = nouns.entry(tag.replace(' ', "-")).or_default();
                let read = Operation::read(document, method, path, operation);
                noun.verbs.insert(verb.replace('_', "-"), read);
            }
        }
        for tag in document.get("tags").and_then(Value::as_array).into_iter().flatten() {
            if let Some(noun) = nouns.get_mut(&text(tag, "name").replace(' ', "-")) {
                noun.about = text(tag, "description");
            }
        }
        // A dry-run operation becomes a flag of the operation itself.
        let paths: Vec<String> = paths.into_iter().flatten().map(|(path, _)| path.clone()).collect();
        for operation in nouns.values_mut().flat_map(|noun| noun.verbs.values_mut()) {
            let dry_run = format!("{}/dry-run", operation.path);
            operation.dry_run = paths.contains(&dry_run).then_some(dry_run);
        }
        Ok(Self { nouns })
    }

    pub(crate) fn find(&self, noun: &str, verb: &str) -> Option<&Operation> {
        self.nouns.get(noun)?.verbs.get(verb)
    }
}

impl Operation {
    fn read(document: &Value, method: Method, path: &str, operation: &Value) -> Self {
        let parameters = operation.get("parameters").and_then(Value::as_array);
        let parameters = || parameters.into_iter().flatten();
        let within = |place: &str| {
            let found = parameters().filter(|one| text(one, "in") == place);
            found.map(|one| Field::parameter(document, one)).collect::<Vec<_>>()
        };
        let takes = |name: &str| parameters().any(|one| text(one, "name").eq_ignore_ascii_case(name));
        let query = within("query");
        let is_paged = query.iter().any(|field| field.name == "cursor");
        Self {
            id: text(operation, "operationId"),
            method,
            path: path.to_string(),
            summary: text(operation, "summary"),
            description: text(operation, "description"),
            places: within("path"),
            query,
            keyed: takes("Idempotency-Key"),
            conditional: takes("If-Match"),
            body: Body::read(document, operation),
            dry_run: None,
            list: list(document, operation).filter(|_| is_paged),
        }
    }
}

impl Body {
    fn read(document: &Value, operation: &Value) -> Self {
        let content = operation.pointer("/requestBody/content").and_then(Value::as_object);
        let Some((media, body)) = content.and_then(|content| content.iter().next()) else {
            return Self::None;
        };
        if media != "application/json" {
            return Self::File;
        }
        let mut fields = Vec::new();
        collect(document, body.get("schema").unwrap_or(&Value::Null), &mut fields);
        if fields.is_empty() { Self::None } else { Self::Json(fields) }
    }
}

impl Field {
    fn parameter(document: &Value, parameter: &Value) -> Self {
        Self {
            name: text(parameter, "name"),
            about: text(parameter, "description"),
            required: parameter.get("required") == Some(&Value::Bool(true)),
            kind: Type::read(document, parameter.get("schema").unwrap_or(&Value::Null)),
        }
    }
}

impl Type {
    fn read(document: &Value, schema: &Value) -> Self {
        let schema = resolved(document, schema);
        if let Some(words) = schema.get("enum").and_then(Value::as_array) {
            return Self::Word(words.iter().filter_map(Value::as_str).map(str::to_string).collect());
        }
        let kind = match schema.get("type") {
            Some(Value::Array(kinds)) => kinds.iter().filter_map(Value::as_str).find(|kind| *kind != "null"),
            other => other.and_then(Value::as_str),
        };
        match kind {
            Some("string") => Self::Text,
            Some("integer") => Self::Whole,
            Some("number") => Self::Number,
            Some("boolean") => Self::Flag,
            Some("array") => {
                let item = schema.get("items").map(|item| Self::read(document, item));
                if matches!(item, Some(Self::Text | Self::Word(_))) { Self::Texts } else { Self::Other }
            }
            _ => Self::Other,
        }
    }
}

/// Resolves references, and the non-null part of a nullable schema.
fn resolved<'a>(document: &'a Value, schema: &'a Value) -> &'a Value {
    let is_null = |part: &&Value| part.get("type").and_then(Value::as_str) == Some("null");
    let parts = schema.get("oneOf").and_then(Value::as_array);
    let schema = parts.and_then(|parts| parts.iter().find(|part| !is_null(part))).unwrap_or(schema);
    let reference = schema.get("$ref").and_then(Value::as_str).and_then(|path| path.strip_prefix('#'));
    reference.and_then(|path| document.pointer(path)).unwrap_or(schema)
}

/// Collects the fields of an object, including all parts of an `allOf`.
fn collect(document: &Value, schema: &Value, fields: &mut Vec<Field>) {
    let schema = resolved(document, schema);
    for part in schema.get("allOf").and_then(Value::as_array).into_iter().flatten() {
        collect(document, part, fields);
    }
    let required: Vec<&str> = schema
        .get("required")
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
        .collect();
    for (name, field) in schema.get("properties").and_then(Value::as_object).into_iter().flatten() {
        let within = || field.pointer("/oneOf/0/description").and_then(Value::as_str);
        let about = field.get("description").and_then(Value::as_str).or_else(within);
        fields.push(Field {
            name: name.clone(),
            about: about.unwrap_or_default().to_string(),
            required: required.contains(&name.as_str()),
            kind: Type::read(document, field),
        });
    }
}

/// Returns the list field of a successful response.
fn list(document: &Value, operation: &Value) -> Option<String> {
    let schema = operation.pointer("/responses/200/content/application~1json/schema")?;
    let fields = resolved(document, schema).get("properties")?.as_object()?;
    fields.iter().find(|(_, field)| field.get("items").is_some()).map(|(name, _)| name.clone())
}

fn text(value: &Value, field: &str) -> String {
    value.get(field).and_then(Value::as_str).unwrap_or_default().to_string()
}
