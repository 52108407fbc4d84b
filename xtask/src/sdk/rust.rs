//! Generator of the Rust SDK: for each noun of the document, a file of types and a file of methods.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use serde_json::Value;

use super::document::{
    Answer, Body, Document, Operation, Parameter, SHARED, Union, forms, only_word, reference, text_of,
};
use super::words::{documented, keyword, pascal, variant};

const HEAD: &str =
    "// Written by `cargo xtask sdk` from docs/openapi.json: changes made by hand are lost.\n\n";

/// Maximum length of a line, as in rustfmt.toml.
const WIDTH: usize = 110;

/// Returns the generated texts by their paths below the sources, before rustfmt.
pub(crate) fn files(document: &Document) -> BTreeMap<String, String> {
    let mut files = BTreeMap::new();
    let schemas = document.schemas_by_noun();
    let mut modules =
        format!("{HEAD}//! The bodies of requests and answers, named as in the OpenAPI document.\n\n");
    for noun in schemas.keys() {
        let _ = writeln!(modules, "mod {noun};");
    }
    for (noun, names) in &schemas {
        let _ = writeln!(modules, "pub use self::{noun}::*;");
        files.insert(format!("types/{noun}.rs"), types(document, noun, names));
    }
    for (before, now) in document.renamed_schemas() {
        let _ = write!(
            modules,
            "\n/// The name of [`{now}`] before.\n#[deprecated(note = \"use `{now}`, which is the same\")]\npub type {before} = {now};\n"
        );
    }
    files.insert("types.rs".to_string(), modules);

    let mut api = format!("{HEAD}//! The methods of the API, by noun.\n\n");
    let mut nouns = String::new();
    for noun in document.nouns() {
        let name = pascal(noun);
        let _ = writeln!(api, "mod {noun};");
        let _ = writeln!(nouns, "{}    {noun}: {name};\n", documented(&about(document, noun), "    "));
        files.insert(format!("api/{noun}.rs"), operations(document, noun));
    }
    for noun in document.nouns() {
        let _ = writeln!(api, "pub use self::{noun}::*;");
    }
    let _ = write!(api, "\nuse crate::operations::nouns;\n\nnouns! {{\n{}\n}}\n", nouns.trim_end());
    files.insert("api.rs".to_string(), api);
    files
}

fn about(document: &Document, noun: &str) -> String {
    let words = noun.replace('_', " ");
    match document.tags.get(noun) {
        Some(text) if !text.is_empty() => text.clone(),
        _ => format!("The methods of {words}."),
    }
}

fn types(document: &Document, noun: &str, names: &BTreeSet<&str>) -> String {
    let mut text = String::new();
    let mut uses = BTreeSet::new();
    for name in names {
        if let Some(schema) = document.schemas.get(*name) {
            text.push_str(&one_type(document, name, schema, &mut uses));
        }
    }
    let mut head = HEAD.to_string();
    for used in uses.iter().filter(|used| !names.contains(used.as_str())) {
        let _ = writeln!(head, "use crate::types::{used};");
    }
    let words = if noun == SHARED { "several nouns".to_string() } else { noun.replace('_', " ") };
    let mut outer = Vec::new();
    outer.extend(text.contains("Deserialize)]").then_some("use serde::{Deserialize, Serialize};"));
    outer.extend(text.contains("words! {").then_some("use crate::words::words;"));
    outer.extend(text.contains("Patch<").then_some("use crate::patch::Patch;"));
    outer.extend(text.contains("BTreeMap<").then_some("use std::collections::BTreeMap;"));
    let has_secret = [": Secret,", "<Secret>", "= Secret;"].iter().any(|used| text.contains(used));
    outer.extend(text.contains("UnknownValue").then_some("use crate::words::UnknownValue;"));
    outer.extend(has_secret.then_some("use crate::secret::Secret;"));
    format!("//! Types of {words}.\n{head}{}\n\n{text}", outer.join("\n"))
}

fn one_type(document: &Document, name: &str, schema: &Value, uses: &mut BTreeSet<String>) -> String {
    let about = documented(&text_of(schema, "description"), "");
    if document.is_mark(name) {
        return mark(name, &about, only_word(schema).unwrap_or_default());
    }
    if let Some(words) = schema.get("enum").and_then(Value::as_array) {
        return enumeration(schema, name, words);
    }
    if let Some(union) = Union::of(schema) {
        return choice(document, name, &about, &union);
    }
    if let Some(forms) = forms(schema) {
        return untagged(document, name, &about, &forms, uses);
    }
    let Some(mut fields) = document.fields(schema) else {
        return format!("{about}pub type {name} = {};\n\n", plain(schema, uses));
    };
    // The surrounding union reads this field.
    let discriminator = document.discriminator_of(name);
    fields.retain(|field| Some(field.name.as_str()) != discriminator);
    let sent = document.is_sent(name);
    // In a body without required fields, an absent field and null have different meanings.
    let patches = document.is_body(name) && fields.iter().all(|field| !field.required);
    let mut derives = vec!["Debug", "Clone", "PartialEq"];
    derives.extend(has_default(document, &fields).then_some("Default"));
    derives.extend(["Serialize", "Deserialize"]);
    let mut text = format!("{about}#[derive({})]\n", derives.join(", "));
    if !sent {
        text.push_str("#[non_exhaustive]\n");
    }
    let _ = writeln!(text, "pub struct {name} {{");
    for field in fields {
        text.push_str(&documented(&field.description, "    "));
        let kind = match document.contains(&field.schema, name) {
            true => format!("Box<{}>", plain(&field.schema, uses)),
            false => plain(&field.schema, uses),
        };
        let (kind, skip) = match (field.required, is_nullable(&field.schema), patches) {
            (true, false, _) => (kind, None),
            (true, true, _) => (format!("Option<{kind}>"), None),
            (false, _, true) => (format!("Patch<{kind}>"), Some("Patch::is_keep")),
            (false, ..) => (format!("Option<{kind}>"), Some("Option::is_none")),
        };
        if let Some(skip) = skip {
            let _ = writeln!(text, "    #[serde(default, skip_serializing_if = \"{skip}\")]");
        }
        let _ = writeln!(text, "    pub {}: {kind},", keyword(&field.name));
    }
    text.push_str("}\n\n");
    text
}

fn choice(document: &Document, name: &str, about: &str, union: &Union<'_>) -> String {
    let mut text = format!(
        "{about}#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]\n#[serde(tag = \"{}\")]\n#[non_exhaustive]\npub enum {name} {{\n",
        union.field
    );
    for (word, schema) in &union.variants {
        let said = document.schemas.get(*schema).map(|schema| text_of(schema, "description"));
        text.push_str(&documented(&said.unwrap_or_default(), "    "));
        let _ = writeln!(text, "    #[serde(rename = \"{word}\")]\n    {}({schema}),", pascal(word));
    }
    text.push_str("    /// A word that is newer than this SDK.\n    #[serde(other)]\n    Other,\n}\n\n");
    text
}

/// Returns an enum of one word, which tells the forms of a union apart. No other word fits.
fn mark(name: &str, about: &str, word: &str) -> String {
    let derives = "#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]";
    let variant = variant(word);
    format!(
        "{about}{derives}\npub enum {name} {{\n    /// `{word}`\n    #[default]\n    #[serde(rename = \"{word}\")]\n    {variant},\n}}\n\n"
    )
}

/// Returns an enum of forms without a field that distinguishes them.
fn untagged(
    document: &Document,
    name: &str,
    about: &str,
    forms: &[&str],
    uses: &mut BTreeSet<String>,
) -> String {
    let derives = "#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]\n#[serde(untagged)]";
    let mut text = format!("{about}{derives}\n#[non_exhaustive]\npub enum {name} {{\n");
    for form in forms {
        uses.insert((*form).to_string());
        let said = document.schemas.get(*form).map(|schema| text_of(schema, "description"));
        text.push_str(&documented(&said.unwrap_or_default(), "    "));
        let _ = writeln!(text, "    {form}({form}),");
    }
    text.push_str("    /// A form that is newer than this SDK.\n    Other(UnknownValue),\n}\n\n");
    text
}

/// Returns the enum as input of the macro `words!`.
fn enumeration(schema: &Value, name: &str, words: &[Value]) -> String {
    let about = documented(&text_of(schema, "description"), "    ");
    let mut text = format!("words! {{\n{about}    {name} {{\n");
    for word in words.iter().filter_map(Value::as_str) {
        let _ = writeln!(text, "        {} = \"{word}\",", variant(word));
    }
    text.push_str("    }\n}\n\n");
    text
}

/// Whether every required field has a default value.
fn has_default(document: &Document, fields: &[Parameter]) -> bool {
    fields.iter().filter(|field| field.required && !is_nullable(&field.schema)).all(|field| {
        let Some(schema) = reference(&field.schema).and_then(|name| document.schemas.get(name)) else {
            return true;
        };
        let is_mark = reference(&field.schema).is_some_and(|name| document.is_mark(name));
        (is_mark || schema.get("enum").is_none())
            && forms(schema).is_none()
            && document.fields(schema).is_none_or(|fields| has_default(document, &fields))
    })
}

fn is_nullable(schema: &Value) -> bool {
    let is_null = |kind: &Value| kind.as_str() == Some("null");
    let among = |kinds: &Value| kinds.as_array().is_some_and(|kinds| kinds.iter().any(is_null));
    let parts = schema.get("oneOf").and_then(Value::as_array);
    schema.get("type").is_some_and(among)
        || parts.is_some_and(|parts| parts.iter().filter_map(|part| part.get("type")).any(is_null))
}

/// Returns the type of a value that is present and not null.
fn plain(schema: &Value, uses: &mut BTreeSet<String>) -> String {
    if let Some(name) = reference(schema) {
        uses.insert(name.to_string());
        return name.to_string();
    }
    let kind = match schema.get("type") {
        Some(Value::String(kind)) => kind.as_str(),
        Some(Value::Array(kinds)) => {
            kinds.iter().filter_map(Value::as_str).find(|kind| *kind != "null").unwrap_or("")
        }
        _ => "",
    };
    match kind {
        "string" if schema.get("format").and_then(Value::as_str) == Some("password") => "Secret".to_string(),
        "string" => "String".to_string(),
        "boolean" => "bool".to_string(),
        "integer" => "i64".to_string(),
        "number" => "f64".to_string(),
        "array" if schema.get("prefixItems").is_some() => {
            let items = schema.get("prefixItems").and_then(Value::as_array).into_iter().flatten();
            format!("({})", items.map(|item| plain(item, uses)).collect::<Vec<_>>().join(", "))
        }
        "array" => {
            let item =
                schema.get("items").map_or_else(|| "serde_json::Value".to_string(), |item| plain(item, uses));
            format!("Vec<{item}>")
        }
        "object" => match schema.get("additionalProperties").filter(|value| value.is_object()) {
            Some(value) => {
                let key =
                    schema.get("propertyNames").map_or_else(|| "String".to_string(), |key| plain(key, uses));
                format!("BTreeMap<{key}, {}>", plain(value, uses))
            }
            None => "serde_json::Map<String, serde_json::Value>".to_string(),
        },
        _ => "serde_json::Value".to_string(),
    }
}

/// Returns the macro call that declares the operations of a noun.
fn operations(document: &Document, noun: &str) -> String {
    let name = pascal(noun);
    let of_noun = document.operations.iter().filter(|operation| operation.noun == noun);
    let described: Vec<String> = of_noun.map(|one| one_operation(document, one)).collect();
    let described = described.join("\n");
    let mut text = format!("{HEAD}use super::{name};\nuse crate::operations::operations;\n");
    if described.contains("types::") {
        text.push_str("use crate::types;\n");
    }
    let _ = write!(text, "\noperations! {{\n    {name}:\n\n{described}}}\n");
    text
}

/// Returns an operation as input of the macro `operations!`. rustfmt does not format macro calls.
fn one_operation(document: &Document, operation: &Operation) -> String {
    let mut text = documented(&about_operation(operation), "    ");
    let (verb, kind) = (keyword(&operation.verb), pascal(&operation.id));
    let output = match &operation.answer {
        Answer::Nothing => "nothing ()".to_string(),
        Answer::Text => "text String".to_string(),
        Answer::File => "bytes bytes::Bytes".to_string(),
        Answer::Json(schema) => format!("json types::{schema}"),
    };
    let arguments = arguments(document, operation);
    let line = format!("    fn {verb}({}) -> {output} {{\n", arguments.join(", "));
    text.push_str(&match line.trim_end().len() {
        ..=WIDTH => line,
        _ => format!("    fn {verb}(\n        {},\n    ) -> {output} {{\n", arguments.join(",\n        ")),
    });

    let mut traits = String::new();
    traits.push_str(if operation.conditional { ", Conditional" } else { "" });
    traits.push_str(if operation.keyed { ", Keyed" } else { "" });
    if let Some((list, item)) = paged(document, operation) {
        let _ = write!(traits, ", Paged({list}: types::{item})");
    }
    let place = format!("        {kind} = {} \"{}\"", operation.method, operation.path);
    let id = format!("as \"{}\"{traits};", operation.id);
    let is_short = place.len() + " ".len() + id.len() <= WIDTH;
    let _ = writeln!(text, "{place}{}{id}", if is_short { " " } else { "\n            " });

    for option in operation.query.iter().filter(|parameter| !parameter.required) {
        text.push_str(&documented(&option.description, "        "));
        let _ = writeln!(text, "        {};", typed(document, option));
    }
    text.push_str("    }\n");
    text
}

/// Returns the arguments of the method: path parameters, required query parameters, and the body.
fn arguments(document: &Document, operation: &Operation) -> Vec<String> {
    let path = operation.path_parameters.iter();
    let path = path.map(|place| format!("path {}: {}", keyword(&place.name), argument_type(document, place)));
    let required = operation.query.iter().filter(|parameter| parameter.required);
    let query = required.map(|parameter| format!("query {}", typed(document, parameter)));
    let body = match &operation.body {
        Body::None => None,
        Body::Json(schema) => Some(format!("json body: &types::{schema}")),
        Body::File => Some("file file: impl Into<bytes::Bytes>".to_string()),
    };
    path.chain(query).chain(body).collect()
}

/// Returns a query parameter: its name in the API, its name in Rust, and its type.
fn typed(document: &Document, parameter: &Parameter) -> String {
    format!("\"{}\" {}: {}", parameter.name, keyword(&parameter.name), argument_type(document, parameter))
}

/// Returns the type of a parameter in a method's signature.
fn argument_type(document: &Document, parameter: &Parameter) -> String {
    let named = reference(&parameter.schema);
    let is_set = |name: &str| document.schemas.get(name).is_some_and(|schema| schema.get("enum").is_some());
    match named.filter(|name| is_set(name)) {
        Some(name) => format!("types::{name}"),
        None => match plain(&parameter.schema, &mut BTreeSet::new()).as_str() {
            kind @ ("i64" | "bool") => kind.to_string(),
            _ => "&str".to_string(),
        },
    }
}

fn about_operation(operation: &Operation) -> String {
    let mut text = operation.summary.clone();
    if !text.ends_with('.') {
        text.push('.');
    }
    if !operation.description.is_empty() {
        let _ = write!(text, "\n\n{}", operation.description);
    }
    let arguments = operation.path_parameters.iter().chain(operation.query.iter().filter(|one| one.required));
    let described: Vec<String> = arguments
        .filter(|one| !one.description.is_empty())
        .map(|one| format!("- `{}`: {}", one.name, one.description.replace('\n', " ")))
        .collect();
    if !described.is_empty() {
        let _ = write!(text, "\n\n{}", described.join("\n"));
    }
    text
}

/// Returns the name of the list in a paged response, and the schema of its items.
fn paged(document: &Document, operation: &Operation) -> Option<(String, String)> {
    let Answer::Json(schema) = &operation.answer else { return None };
    let fields = document.fields(document.schemas.get(schema)?)?;
    let has_cursor = operation.query.iter().any(|one| one.name == "cursor")
        && fields.iter().any(|field| field.name == "next_cursor");
    let list = fields.iter().find(|field| field.schema.get("items").is_some())?;
    let item = list.schema.get("items").and_then(reference)?;
    has_cursor.then(|| (keyword(&list.name), item.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    const DOCUMENT: &str = r##"{
        "tags": [{"name": "smart things", "description": "Things that think."}],
        "paths": {
            "/things": {"get": {
                "tags": ["smart things"], "operationId": "smart_things_list", "summary": "List things",
                "parameters": [
                    {"name": "domain", "in": "query", "required": true, "schema": {"type": "string"}},
                    {"name": "cursor", "in": "query", "schema": {"type": "string"}},
                    {"name": "kind", "in": "query", "schema": {"$ref": "#/components/schemas/Kind"}}
                ],
                "responses": {"200": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Things"}}}}}
            }},
            "/things/{id}": {"patch": {
                "tags": ["smart things"], "operationId": "smart_things_update", "summary": "Change a thing",
                "parameters": [
                    {"name": "id", "in": "path", "required": true, "schema": {"type": "integer"}},
                    {"name": "If-Match", "in": "header", "schema": {"type": "string"}},
                    {"name": "Idempotency-Key", "in": "header", "schema": {"type": "string"}}
                ],
                "requestBody": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Change"}}}},
                "responses": {"204": {}}
            }}
        },
        "components": {"schemas": {
            "Base": {"type": "object", "required": ["name"], "properties": {"name": {"type": "string"}}},
            "Change": {"type": "object", "properties": {
                "counts": {"type": "object", "additionalProperties": {"type": "integer"}, "propertyNames": {"type": "string", "enum": ["odd_one", "even"]}},
                "match": {"type": ["string", "null"]}, "rule": {"$ref": "#/components/schemas/Rule"},
                "stops": {"type": "array", "items": {"type": "array", "prefixItems": [{"type": "number"}, {"type": "string"}]}}
            }},
            "Rule": {"oneOf": [{"$ref": "#/components/schemas/Not"}, {"$ref": "#/components/schemas/Is"}]},
            "Not": {"type": "object", "required": ["not"], "properties": {"not": {"$ref": "#/components/schemas/Rule"}}},
            "Is": {"type": "object", "required": ["field"], "properties": {"field": {"$ref": "#/components/schemas/IsField"}}},
            "IsField": {"type": "string", "enum": ["is"]},
            "Kind": {"type": "string", "enum": ["odd_one", "even"]},
            "Thing": {"allOf": [{"$ref": "#/components/schemas/Base"}, {"type": "object", "required": ["kind"], "properties": {
                "kind": {"$ref": "#/components/schemas/Kind"},
                "next": {"oneOf": [{"$ref": "#/components/schemas/Kind"}, {"type": "null"}]}
            }}]},
            "Things": {"type": "object", "required": ["items", "next_cursor"], "properties": {
                "items": {"type": "array", "items": {"$ref": "#/components/schemas/Thing"}},
                "next_cursor": {"type": ["string", "null"]}
            }},
            "Objects": {"$ref": "#/components/schemas/Things", "description": "Deprecated."},
            "Unused": {"type": "object", "properties": {}}
        }}
    }"##;

    /// Returns a generated file with normalized white space, because rustfmt changes it.
    fn file(path: &str) -> String {
        let files = files(&Document::read(DOCUMENT).unwrap());
        files[path].split_whitespace().collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn a_noun_has_a_method_for_each_operation() {
        let api = file("api/smart_things.rs");
        for expected in [
            "use super::SmartThings;",
            "/// List things. fn list(query \"domain\" domain: &str) -> json types::Things {",
            "SmartThingsList = GET \"/things\" as \"smart_things_list\", Paged(items: types::Thing);",
            "/// Not described. \"cursor\" cursor: &str; /// Not described. \"kind\" kind: types::Kind; }",
            "fn update(path id: i64, json body: &types::Change) -> nothing () {",
            "SmartThingsUpdate = PATCH \"/things/{id}\" as \"smart_things_update\", Conditional, Keyed; }",
        ] {
            assert!(api.contains(expected), "{expected}\nis not in\n{api}");
        }
        let noun = "/// Things that think. smart_things: SmartThings;";
        assert!(file("api.rs").contains(noun), "{}", file("api.rs"));
    }

    #[test]
    fn a_schema_that_is_used_is_a_type() {
        let types = file("types/smart_things.rs");
        for expected in [
            "#[serde(default, skip_serializing_if = \"Patch::is_keep\")] pub r#match: Patch<String>,",
            "#[non_exhaustive] pub struct Thing { /// Not described. pub kind: Kind,",
            "#[serde(default, skip_serializing_if = \"Option::is_none\")] pub next: Option<Kind>, }",
            "pub next_cursor: Option<String>, }",
            "pub counts: Patch<BTreeMap<Kind, i64>>,",
            "pub stops: Patch<Vec<(f64, String)>>, }",
            "Default, Serialize, Deserialize)] pub enum IsField { /// `is` #[default] #[serde(rename = \"is\")] Is, }",
            "#[serde(untagged)] #[non_exhaustive] pub enum Rule { /// Not described. Not(Not), /// Not described. Is(Is), \
             /// A form that is newer than this SDK. Other(UnknownValue), }",
            "pub struct Not { /// Not described. pub not: Box<Rule>, }",
            "words! { /// Not described. Kind { OddOne = \"odd_one\", Even = \"even\", } }",
        ] {
            assert!(types.contains(expected), "{expected}\nis not in\n{types}");
        }
        let renamed = "#[deprecated(note = \"use `Things`, which is the same\")] pub type Objects = Things;";
        assert!(file("types.rs").contains(renamed), "{}", file("types.rs"));
        assert!(!types.contains("Unused") && !types.contains("struct Base"));
    }
}
