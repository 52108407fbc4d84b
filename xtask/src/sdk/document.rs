//! The parts of the OpenAPI document that the generator needs.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Context as _, bail};
use serde_json::{Map, Value};

/// Schemas of error bodies. The hand-written part of an SDK converts them to a single error type.
const ERRORS: [&str; 7] = [
    "CodedDetail",
    "CodedError",
    "CodedOrDetailError",
    "CodedOrValidationErrors",
    "DetailError",
    "ValidationErrors",
    "ValidationItem",
];

/// Module of schemas that several nouns share.
pub(crate) const SHARED: &str = "shared";

pub(crate) struct Document {
    pub(crate) operations: Vec<Operation>,
    pub(crate) schemas: Map<String, Value>,
    /// Descriptions by tag.
    pub(crate) tags: BTreeMap<String, String>,
}

/// Union of schemas, distinguished by one field.
pub(crate) struct Union<'a> {
    pub(crate) field: &'a str,
    /// Values of the field, each with the name of its schema.
    pub(crate) variants: Vec<(&'a str, &'a str)>,
}

impl<'a> Union<'a> {
    pub(crate) fn of(schema: &'a Value) -> Option<Self> {
        let discriminator = schema.get("discriminator")?;
        let mapping = discriminator.get("mapping")?.as_object()?;
        let name = |at: &'a Value| at.as_str()?.strip_prefix("#/components/schemas/");
        let variants = mapping.iter().map(|(word, at)| Some((word.as_str(), name(at)?)));
        Some(Self {
            field: discriminator.get("propertyName")?.as_str()?,
            variants: variants.collect::<Option<_>>()?,
        })
    }
}

/// Operation with the arguments and the result of its method.
pub(crate) struct Operation {
    pub(crate) id: String,
    /// Noun in snake case.
    pub(crate) noun: String,
    pub(crate) verb: String,
    pub(crate) method: String,
    pub(crate) path: String,
    pub(crate) summary: String,
    pub(crate) description: String,
    /// Path parameters in order.
    pub(crate) path_parameters: Vec<Parameter>,
    pub(crate) query: Vec<Parameter>,
    pub(crate) conditional: bool,
    pub(crate) keyed: bool,
    pub(crate) body: Body,
    pub(crate) answer: Answer,
}

pub(crate) struct Parameter {
    pub(crate) name: String,
    pub(crate) required: bool,
    pub(crate) schema: Value,
    pub(crate) description: String,
}

#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Body {
    None,
    Json(String),
    File,
}

#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Answer {
    Nothing,
    Json(String),
    Text,
    File,
}

impl Document {
    pub(crate) fn read(text: &str) -> anyhow::Result<Self> {
        let document: Value = serde_json::from_str(text).context("the document is not JSON")?;
        let paths = document.get("paths").and_then(Value::as_object).context("it has no paths")?;
        let mut operations = Vec::new();
        for (path, methods) in paths {
            for (method, operation) in methods.as_object().into_iter().flatten() {
                let read = Operation::read(path, method, operation);
                operations.push(read.with_context(|| format!("{method} {path}"))?);
            }
        }
        // Sorts, because the order of the document's maps in memory is arbitrary.
        operations.sort_by(|one, other| (&one.path, &one.method).cmp(&(&other.path, &other.method)));
        let mut schemas =
            document.pointer("/components/schemas").and_then(Value::as_object).cloned().unwrap_or_default();
        name_keys(&mut schemas);
        let tags = document.get("tags").and_then(Value::as_array).into_iter().flatten();
        let tags = tags.map(|tag| (text_of(tag, "name").replace(' ', "_"), text_of(tag, "description")));
        Ok(Self { operations, tags: tags.collect(), schemas })
    }

    /// Returns the nouns in alphabetical order.
    pub(crate) fn nouns(&self) -> BTreeSet<&str> {
        self.operations.iter().map(|operation| operation.noun.as_str()).collect()
    }

    /// Returns the old and the new name of each renamed schema.
    pub(crate) fn renamed_schemas(&self) -> impl Iterator<Item = (&str, &str)> {
        self.schemas.iter().filter_map(|(before, schema)| Some((before.as_str(), reference(schema)?)))
    }

    /// Returns the schemas by noun. Schemas of several nouns are under [`SHARED`]; schemas of errors alone are left
    /// out.
    pub(crate) fn schemas_by_noun(&self) -> BTreeMap<&str, BTreeSet<&str>> {
        let mut users: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
        for operation in &self.operations {
            for name in [operation.body.schema(), operation.answer.schema()].into_iter().flatten() {
                for used in self.reachable(name) {
                    users.entry(used).or_default().insert(&operation.noun);
                }
            }
            let parameters = operation.path_parameters.iter().chain(&operation.query);
            let named = parameters.filter_map(|parameter| reference(&parameter.schema));
            for (name, _) in named.filter_map(|name| self.schemas.get_key_value(name)) {
                users.entry(name).or_default().insert(&operation.noun);
            }
        }
        let mut nouns: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
        for (schema, users) in users {
            let alone = users.iter().next().filter(|_| users.len() == 1).copied();
            nouns.entry(alone.unwrap_or(SHARED)).or_default().insert(schema);
        }
        nouns
    }

    /// Returns the names of a schema and of all schemas in its fields. Leaves out the parts of an `allOf`, because
    /// their fields are merged into the schema.
    fn reachable(&self, name: &str) -> BTreeSet<&str> {
        let (mut found, mut open) = (BTreeSet::new(), vec![name.to_string()]);
        while let Some(name) = open.pop() {
            let Some((name, schema)) = self.schemas.get_key_value(&name) else { continue };
            if !ERRORS.contains(&name.as_str()) && found.insert(name.as_str()) {
                match self.fields(schema) {
                    Some(fields) => fields.iter().for_each(|field| references(&field.schema, &mut open)),
                    None => references(schema, &mut open),
                }
            }
        }
        found
    }

    /// Returns the fields of an object, including those of an `allOf`; `None` if the schema is not an object with known
    /// fields.
    pub(crate) fn fields(&self, schema: &Value) -> Option<Vec<Parameter>> {
        if let Some(name) = reference(schema) {
            return self.fields(self.schemas.get(name)?);
        }
        if let Some(parts) = schema.get("allOf").and_then(Value::as_array) {
            let parts: Option<Vec<_>> = parts.iter().map(|part| self.fields(part)).collect();
            return parts.map(|parts| sorted(parts.into_iter().flatten()));
        }
        let properties = schema.get("properties").and_then(Value::as_object);
        let is_empty = schema.get("additionalProperties") == Some(&Value::Bool(false));
        if properties.is_none() && !is_empty {
            return None;
        }
        let required: BTreeSet<&str> = schema
            .get("required")
            .and_then(Value::as_array)
            .into_iter()
            .flatten()
            .filter_map(Value::as_str)
            .collect();
        let fields = properties.into_iter().flatten().map(|(name, schema)| Parameter {
            required: required.contains(name.as_str()),
            description: described(schema),
            schema: schema.clone(),
            name: name.clone(),
        });
        Some(sorted(fields))
    }

    /// Returns the field that distinguishes this schema in a union; `None` if no union contains the schema.
    pub(crate) fn discriminator_of(&self, name: &str) -> Option<&str> {
        let unions = self.schemas.values().filter_map(Union::of);
        unions
            .filter(|union| union.variants.iter().any(|(_, one)| *one == name))
            .map(|union| union.field)
            .next()
    }

    /// Whether the schema is the whole body of a request.
    pub(crate) fn is_body(&self, name: &str) -> bool {
        self.operations.iter().any(|operation| operation.body.schema() == Some(name))
    }

    /// Whether the schema is a set of one word that tells the forms of a union apart.
    pub(crate) fn is_mark(&self, name: &str) -> bool {
        let forms =
            self.schemas.values().filter_map(forms).flatten().filter_map(|form| self.schemas.get(form));
        let mut fields = forms.filter_map(|form| self.fields(form)).flatten();
        self.schemas.get(name).is_some_and(|schema| only_word(schema).is_some())
            && fields.any(|field| reference(&field.schema) == Some(name))
    }

    /// Whether a value of the schema contains `name` without a list between, so that its type would contain itself.
    pub(crate) fn contains(&self, schema: &Value, name: &str) -> bool {
        let union = reference(schema).and_then(|union| self.schemas.get(union));
        union.and_then(forms).is_some_and(|forms| forms.contains(&name))
    }

    /// Whether a request contains the schema.
    pub(crate) fn is_sent(&self, name: &str) -> bool {
        let mut bodies = self.operations.iter().filter_map(|operation| operation.body.schema());
        bodies.any(|body| self.reachable(body).contains(name))
    }
}

impl Operation {
    fn read(path: &str, method: &str, operation: &Value) -> anyhow::Result<Self> {
        let id = text_of(operation, "operationId");
        let tag = operation.pointer("/tags/0").and_then(Value::as_str).context("it has no tag")?;
        let noun = tag.replace(' ', "_");
        let verb = id.strip_prefix(&format!("{noun}_")).context("its id does not begin with its tag")?;
        let parameters = operation.get("parameters").and_then(Value::as_array);
        let parameters = || parameters.into_iter().flatten();
        let within = |place: &str| {
            let found = parameters().filter(|one| text_of(one, "in") == place);
            found.map(Parameter::read).collect::<Vec<_>>()
        };
        let headers = within("header");
        let takes = |name: &str| headers.iter().any(|header| header.name.eq_ignore_ascii_case(name));
        Ok(Self {
            verb: verb.to_string(),
            noun,
            method: method.to_uppercase(),
            path: path.to_string(),
            summary: text_of(operation, "summary"),
            description: text_of(operation, "description"),
            path_parameters: within("path"),
            query: within("query"),
            conditional: takes("If-Match"),
            keyed: takes("Idempotency-Key"),
            body: Body::read(operation)?,
            answer: Answer::read(operation)?,
            id,
        })
    }
}

impl Parameter {
    fn read(parameter: &Value) -> Self {
        Self {
            name: text_of(parameter, "name"),
            required: parameter.get("required") == Some(&Value::Bool(true)),
            schema: parameter.get("schema").cloned().unwrap_or_default(),
            description: text_of(parameter, "description"),
        }
    }
}

impl Body {
    fn read(operation: &Value) -> anyhow::Result<Self> {
        let Some(content) = operation.pointer("/requestBody/content").and_then(Value::as_object) else {
            return Ok(Self::None);
        };
        match content.iter().next() {
            Some((media, body)) if media == "application/json" => {
                let schema =
                    body.get("schema").and_then(reference).context("its body has no named schema")?;
                // A body whose fields are all optional, and that may be left out, is not an argument.
                Ok(if schema == "NoFields" { Self::None } else { Self::Json(schema.to_string()) })
            }
            Some(_) => Ok(Self::File),
            None => bail!("its body has no content"),
        }
    }

    fn schema(&self) -> Option<&str> {
        match self {
            Self::Json(name) => Some(name),
            Self::None | Self::File => None,
        }
    }
}

impl Answer {
    fn read(operation: &Value) -> anyhow::Result<Self> {
        let responses =
            operation.get("responses").and_then(Value::as_object).context("it has no responses")?;
        let good = responses.iter().find(|(status, _)| status.starts_with('2'));
        let (_, good) = good.context("it has no good response")?;
        let content = good.get("content").and_then(Value::as_object);
        let Some((media, body)) = content.and_then(|content| content.iter().next()) else {
            return Ok(Self::Nothing);
        };
        Ok(match media.as_str() {
            "application/json" => {
                let schema = body.get("schema").and_then(reference);
                Self::Json(schema.context("its answer has no named schema")?.to_string())
            }
            text if text.starts_with("text/") || text == "image/svg+xml" => Self::Text,
            _ => Self::File,
        })
    }

    fn schema(&self) -> Option<&str> {
        match self {
            Self::Json(name) => Some(name),
            Self::Nothing | Self::Text | Self::File => None,
        }
    }
}

/// Replaces the words of the keys of maps by references to the schemas with these words.
fn name_keys(schemas: &mut Map<String, Value>) {
    let sets: Vec<(Value, String)> = schemas
        .iter()
        .filter_map(|(name, schema)| Some((schema.get("enum")?.clone(), name.clone())))
        .collect();
    schemas.values_mut().for_each(|schema| name_keys_in(schema, &sets));
}

fn name_keys_in(value: &mut Value, sets: &[(Value, String)]) {
    match value {
        Value::Object(fields) => {
            if let Some(keys) = fields.get_mut("propertyNames")
                && let Some(words) = keys.get("enum")
                && let Some((_, name)) = sets.iter().find(|(known, _)| known == words)
            {
                *keys = serde_json::json!({ "$ref": format!("#/components/schemas/{name}") });
            }
            fields.values_mut().for_each(|field| name_keys_in(field, sets));
        }
        Value::Array(parts) => parts.iter_mut().for_each(|part| name_keys_in(part, sets)),
        _ => {}
    }
}

/// Returns the names of the schemas of a union without a field that distinguishes them.
pub(crate) fn forms(schema: &Value) -> Option<Vec<&str>> {
    let forms = schema.get("oneOf").and_then(Value::as_array)?;
    forms.iter().map(reference).collect()
}

/// Returns the word of a set of one word.
pub(crate) fn only_word(schema: &Value) -> Option<&str> {
    match schema.get("enum").and_then(Value::as_array)?.as_slice() {
        [word] => word.as_str(),
        _ => None,
    }
}

/// Returns the schema's name in a reference, or in a union of a reference and null.
pub(crate) fn reference(schema: &Value) -> Option<&str> {
    let one = schema.get("oneOf").and_then(Value::as_array).and_then(|parts| match parts.as_slice() {
        [one, null] | [null, one] if null.get("type").and_then(Value::as_str) == Some("null") => Some(one),
        _ => None,
    });
    one.unwrap_or(schema).get("$ref")?.as_str()?.strip_prefix("#/components/schemas/")
}

fn sorted(fields: impl Iterator<Item = Parameter>) -> Vec<Parameter> {
    let mut fields: Vec<_> = fields.collect();
    fields.sort_by(|one, other| one.name.cmp(&other.name));
    fields
}

fn references(schema: &Value, found: &mut Vec<String>) {
    match schema {
        Value::Object(fields) => {
            found.extend(reference(schema).map(str::to_string));
            fields.values().for_each(|value| references(value, found));
        }
        Value::Array(parts) => parts.iter().for_each(|part| references(part, found)),
        _ => {}
    }
}

fn described(schema: &Value) -> String {
    let within = || schema.get("oneOf")?.get(0)?.get("description")?.as_str();
    match schema.get("description").and_then(Value::as_str) {
        Some(text) => text.to_string(),
        None => within().unwrap_or_default().to_string(),
    }
}

pub(crate) fn text_of(value: &Value, field: &str) -> String {
    value.get(field).and_then(Value::as_str).unwrap_or_default().to_string()
}
