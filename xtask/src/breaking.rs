//! Breaking changes of the API's document since the last release.

use std::collections::BTreeSet;

use anyhow::{Context as _, ensure};
use serde_json::{Map, Value};

use crate::process::say;
use crate::workspace::root;

/// Document of the last release, written by `cargo xtask openapi --release`.
pub(crate) const RELEASED: &str = "docs/openapi-released.json";

const METHODS: [&str; 5] = ["get", "put", "post", "patch", "delete"];

/// Maximum depth of comparison. Schemas may refer to themselves.
const DEPTH: usize = 12;

/// Fails if a breaking change is not named in the unreleased part of the change log.
pub(crate) fn check(current: &Value) -> anyhow::Result<()> {
    let released = std::fs::read_to_string(root().join(RELEASED)).context(RELEASED)?;
    let broken = changes(&serde_json::from_str(&released).context(RELEASED)?, current);
    let log = std::fs::read_to_string(root().join("CHANGELOG.md")).context("CHANGELOG.md")?;
    let unreleased = log.split("\n## [").nth(1).unwrap_or_default();
    let unnamed: Vec<&str> = broken
        .iter()
        .filter(|change| !change.is_named_in(unreleased))
        .map(|change| change.what.as_str())
        .collect();
    say(&format!("{} breaking changes of the API since the last release", broken.len()));
    ensure!(
        unnamed.is_empty(),
        "the API breaks for its callers; undo it, or name the operation in CHANGELOG.md under [Unreleased]:\n  {}",
        unnamed.join("\n  ")
    );
    Ok(())
}

/// Removes parts that the comparison ignores.
pub(crate) fn strip(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            // A property may have such a name; its value is an object.
            fields.retain(|name, value| {
                value.is_object() || !["description", "example", "summary"].contains(&name.as_str())
            });
            fields.retain(|name, _| name != "example");
            fields.values_mut().for_each(strip);
        }
        Value::Array(entries) => entries.iter_mut().for_each(strip),
        _ => {}
    }
}

#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Breaking {
    /// Id of the operation in the released document.
    operation: String,
    what: String,
}

impl Breaking {
    fn is_named_in(&self, log: &str) -> bool {
        log.split('`').skip(1).step_by(2).any(|word| word == self.operation)
    }
}

/// Returns each change that breaks callers of the old document.
fn changes(old: &Value, new: &Value) -> BTreeSet<Breaking> {
    let mut found = BTreeSet::new();
    for (path, method, before) in operations(old) {
        let id = text(before, "operationId");
        let mut add = |what: String| {
            found.insert(Breaking { operation: id.to_owned(), what: format!("{id}: {what}") });
        };
        let after = operations(new).find(|(at, by, _)| (plain(at), *by) == (plain(&path), method));
        let Some((_, _, after)) = after else {
            add(format!("{method} {path} is gone"));
            continue;
        };
        if text(after, "operationId") != id {
            add(format!("its id is {} now", text(after, "operationId")));
        }
        parameters(before, after, &mut add);
        let request = |operation| json_schema(operation, "/requestBody/content/application~1json/schema");
        if let (Some(before), Some(after)) = (request(before), request(after)) {
            Compare { old, new, asked: true }.schemas("body", before, after, DEPTH, &mut add);
        }
        for status in ["200", "201", "204"] {
            let answer = |operation: &Value| operation.pointer(&format!("/responses/{status}")).is_some();
            if answer(before) && !answer(after) {
                add(format!("it no longer answers {status}"));
            }
            let at = format!("/responses/{status}/content/application~1json/schema");
            if let (Some(before), Some(after)) = (json_schema(before, &at), json_schema(after, &at)) {
                Compare { old, new, asked: false }.schemas("answer", before, after, DEPTH, &mut add);
            }
        }
    }
    found
}

fn operations(document: &Value) -> impl Iterator<Item = (String, &'static str, &Value)> {
    let paths = document.get("paths").and_then(Value::as_object).into_iter().flatten();
    paths.flat_map(|(path, item)| {
        METHODS.into_iter().filter_map(|method| Some((path.clone(), method, item.get(method)?)))
    })
}

/// Returns the path without the names of its variables.
fn plain(path: &str) -> String {
    path.split('/').map(|part| if part.starts_with('{') { "{}" } else { part }).collect::<Vec<_>>().join("/")
}

fn text<'a>(value: &'a Value, field: &str) -> &'a str {
    value.get(field).and_then(Value::as_str).unwrap_or_default()
}

fn json_schema<'a>(operation: &'a Value, at: &str) -> Option<&'a Value> {
    operation.pointer(at)
}

fn parameters(before: &Value, after: &Value, add: &mut impl FnMut(String)) {
    let listed = |operation: &Value| {
        let all = operation.get("parameters").and_then(Value::as_array).cloned().unwrap_or_default();
        all.into_iter().filter(|one| text(one, "in") != "path").collect::<Vec<_>>()
    };
    let same =
        |one: &Value, other: &Value| text(one, "name") == text(other, "name") && one["in"] == other["in"];
    let (old, new) = (listed(before), listed(after));
    for parameter in &old {
        if !new.iter().any(|other| same(parameter, other)) {
            add(format!("the parameter `{}` is gone", text(parameter, "name")));
        }
    }
    for parameter in &new {
        let required = |one: &Value| one["required"] == Value::Bool(true);
        let was = old.iter().find(|other| same(parameter, other));
        if required(parameter) && !was.is_some_and(required) {
            add(format!("the parameter `{}` is required now", text(parameter, "name")));
        }
    }
}

/// Comparison of two schemas at the same place.
struct Compare<'a> {
    old: &'a Value,
    new: &'a Value,
    /// Whether callers send the value; otherwise they receive it.
    asked: bool,
}

impl Compare<'_> {
    fn schemas(&self, at: &str, old: &Value, new: &Value, depth: usize, add: &mut impl FnMut(String)) {
        if depth == 0 {
            return;
        }
        let (old, new) = (resolved(self.old, old), resolved(self.new, new));
        self.types(at, &old, &new, add);
        let (before, after) = (properties(&old), properties(&new));
        for (name, schema) in before {
            let at = format!("{at}.{name}");
            match after.get(name) {
                Some(other) => self.schemas(&at, schema, other, depth - 1, add),
                None => add(format!("`{at}` is gone")),
            }
        }
        for name in required(&new).difference(&required(&old)).filter(|_| self.asked) {
            add(format!("`{at}.{name}` is required now"));
        }
        for name in required(&old).difference(&required(&new)).filter(|_| !self.asked) {
            add(format!("`{at}.{name}` may be missing now"));
        }
        if let (Some(old), Some(new)) = (old.get("items"), new.get("items")) {
            self.schemas(&format!("{at}[]"), old, new, depth - 1, add);
        }
    }

    fn types(
        &self,
        at: &str,
        old: &Map<String, Value>,
        new: &Map<String, Value>,
        add: &mut impl FnMut(String),
    ) {
        for (what, field) in [("type", "type"), ("value", "enum")] {
            let (before, after) = (set(old.get(field)), set(new.get(field)));
            // Callers may send all former values, and accept only the former ones.
            let lost: Vec<_> = match self.asked {
                _ if before.is_empty() || after.is_empty() => continue,
                true => before.difference(&after).collect(),
                // Responses may get new enum values, but no new types.
                false if field == "enum" => continue,
                false => after.difference(&before).collect(),
            };
            for word in lost {
                add(format!(
                    "`{at}`: the {what} {word} is {}",
                    if self.asked { "no longer taken" } else { "new" }
                ));
            }
        }
    }
}

/// Returns the schema with references followed and parts joined.
fn resolved(document: &Value, schema: &Value) -> Map<String, Value> {
    let mut whole = schema.as_object().cloned().unwrap_or_default();
    if let Some(place) = whole.remove("$ref").as_ref().and_then(Value::as_str)
        && let Some(target) = document.pointer(place.trim_start_matches('#'))
    {
        whole.extend(resolved(document, target));
    }
    let Some(Value::Array(parts)) = whole.remove("allOf") else { return whole };
    let mut joined: Map<String, Value> = properties(&whole).clone();
    for part in &parts {
        joined.extend(properties(&resolved(document, part)).clone());
    }
    whole.insert("properties".to_owned(), joined.into());
    whole
}

fn properties(schema: &Map<String, Value>) -> &Map<String, Value> {
    static NONE: std::sync::LazyLock<Map<String, Value>> = std::sync::LazyLock::new(Map::new);
    schema.get("properties").and_then(Value::as_object).unwrap_or(&NONE)
}

fn required(schema: &Map<String, Value>) -> BTreeSet<String> {
    set(schema.get("required"))
}

/// Returns the words of a list, or the single word.
fn set(value: Option<&Value>) -> BTreeSet<String> {
    let word = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    match value {
        Some(Value::Array(words)) => words.iter().map(word).collect(),
        Some(one) => [word(one)].into(),
        None => BTreeSet::new(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn document(id: &str, body: &Value, answer: &Value) -> Value {
        let json = |schema: &Value| json!({ "content": { "application/json": { "schema": schema } } });
        let operation = json!({
            "operationId": id,
            "parameters": [{ "name": "limit", "in": "query", "required": false }],
            "requestBody": json(body),
            "responses": { "200": json(answer) },
        });
        json!({ "paths": { "/things/{id}": { "patch": operation } },
            "components": { "schemas": { "Name": { "type": "string" } } } })
    }

    fn plain_document() -> Value {
        let body = json!({ "properties": { "name": { "$ref": "#/components/schemas/Name" } } });
        let answer = json!({ "properties": { "id": { "type": "integer" } }, "required": ["id"] });
        document("things_update", &body, &answer)
    }

    fn found(change: impl FnOnce(&mut Value)) -> Vec<String> {
        let (old, mut new) = (plain_document(), plain_document());
        let operation = new.pointer_mut("/paths/~1things~1{id}/patch").unwrap();
        change(operation);
        changes(&old, &new).into_iter().map(|change| change.what).collect()
    }

    #[test]
    fn what_callers_do_not_notice_breaks_nothing() {
        assert_eq!(found(|_| {}), [""; 0]);
        let (old, mut new) = (plain_document(), plain_document());
        let item = new["paths"]["/things/{id}"].take();
        new["paths"] = json!({ "/things/{thing}": item });
        assert!(changes(&old, &new).is_empty(), "the names of variables are free");
        let more = |operation: &mut Value| {
            let schema = "/responses/200/content/application~1json/schema/properties";
            operation.pointer_mut(schema).unwrap()["more"] = json!({ "type": "string" });
        };
        assert_eq!(found(more), [""; 0], "answers grow");
    }

    #[test]
    fn what_callers_rely_on_breaks() {
        let body = "/requestBody/content/application~1json/schema";
        let answer = "/responses/200/content/application~1json/schema";
        let cases: [(&str, &str, Value, &str); 6] = [
            ("", "operationId", json!("things_change"), "things_update: its id is things_change now"),
            ("", "parameters", json!([]), "things_update: the parameter `limit` is gone"),
            (body, "required", json!(["name"]), "things_update: `body.name` is required now"),
            (body, "properties", json!({}), "things_update: `body.name` is gone"),
            (answer, "required", json!([]), "things_update: `answer.id` may be missing now"),
            (
                answer,
                "properties",
                json!({ "id": { "type": ["integer", "null"] } }),
                "things_update: `answer.id`: the type null is new",
            ),
        ];
        for (place, field, value, what) in cases {
            let change = |operation: &mut Value| operation.pointer_mut(place).unwrap()[field] = value.clone();
            assert_eq!(found(change), [what], "{field}");
        }
    }

    #[test]
    fn a_change_is_named_by_its_operation() {
        let change = Breaking { operation: "things_update".to_owned(), what: String::new() };
        assert!(change.is_named_in("- `things_update` lost a field."));
        assert!(!change.is_named_in("- things_update lost a field; `things_list` did not."));
    }
}
