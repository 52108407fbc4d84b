//! Answers for people and for programs.

use std::collections::BTreeSet;
use std::fs;
use std::io::{Read, Write};

use clap::ArgMatches;
use comfy_table::presets::NOTHING;
use comfy_table::{ContentArrangement, Table};
use serde_json::{Map, Value};

use crate::Console;
use crate::answer::Answer;
use crate::document::Operation;
use crate::failure::Failure;

/// What tells an item from others comes first.
const FIRST: [&str; 8] = ["id", "hostname", "host", "name", "slug", "label", "title", "version"];

/// A cell of a list that is longer is cut.
const LONGEST: usize = 60;

pub(crate) fn write<In: Read, Out: Write, Err: Write>(
    answer: &Answer,
    operation: &Operation,
    matches: &ArgMatches,
    console: &mut Console<'_, In, Out, Err>,
) -> Result<(), Failure> {
    if let Some(path) = matches.get_one::<String>("output") {
        return fs::write(path, &answer.body)
            .map_err(|error| Failure::usage(format!("{path} can't be written: {error}")));
    }
    let value = serde_json::from_slice(&answer.body).ok();
    let Some(value) = value.filter(|_| !matches.get_flag("json")) else {
        console.output.write_all(&answer.body)?;
        // A file ends as it ends; a line of text ends with a line break.
        let is_line = matches!(answer.body.first(), Some(b'{' | b'['));
        if is_line {
            writeln!(console.output)?;
        }
        return Ok(console.output.flush()?);
    };
    writeln!(console.output, "{}", table(&value))?;
    if let Some(etag) = answer.etag.as_deref().filter(|_| console.watched) {
        writeln!(console.errors, "ETag {etag}")?;
    }
    if operation.list.is_some() && value.get("next_cursor").is_some_and(Value::is_string) {
        writeln!(console.errors, "There are more: --all reads them.")?;
    }
    Ok(console.output.flush()?)
}

/// A list as one row for each item, anything else as one row for each field.
fn table(value: &Value) -> String {
    let fields = value.as_object();
    let list = fields.and_then(|fields| fields.values().find_map(objects)).or_else(|| objects(value));
    match (list, fields) {
        (Some(items), Some(fields)) => {
            let others =
                fields.iter().filter(|(name, value)| objects(value).is_none() && *name != "next_cursor");
            let others: Vec<_> = others.filter(|(_, value)| !value.is_null()).collect();
            let head =
                if others.is_empty() { String::new() } else { format!("{}\n\n", rows(others.into_iter())) };
            format!("{head}{}", columns(&items, fields))
        }
        (Some(items), None) => columns(&items, &Map::new()),
        (None, Some(fields)) => rows(fields.iter()),
        (None, None) => text(value),
    }
}

fn objects(value: &Value) -> Option<Vec<&Map<String, Value>>> {
    value.as_array()?.iter().map(Value::as_object).collect()
}

fn rows<'a>(fields: impl Iterator<Item = (&'a String, &'a Value)>) -> String {
    let mut table = empty();
    for (name, value) in fields {
        table.add_row([name.clone(), text(value)]);
    }
    trimmed(&table)
}

fn columns(items: &[&Map<String, Value>], above: &Map<String, Value>) -> String {
    let names: BTreeSet<&String> = items.iter().flat_map(|item| item.keys()).collect();
    // What stands above the list already, or in no row, says nothing; what is nested is for --json.
    let is_said = |name: &&String| {
        let mut values = items.iter().filter_map(|item| item.get(*name));
        !above.contains_key(*name) && values.any(|value| !value.is_object() && !value.is_null())
    };
    let mut names: Vec<&String> = names.into_iter().filter(is_said).collect();
    names.sort_by_key(|name| {
        let place = FIRST.iter().position(|first| first == name);
        place.unwrap_or(if name.ends_with("_id") { FIRST.len() } else { FIRST.len() + 1 })
    });
    if names.is_empty() {
        return "(none)".to_string();
    }
    let mut table = empty();
    table.set_header(names.iter().map(|name| name.to_uppercase()));
    for item in items {
        table.add_row(names.iter().map(|name| cut(&text(item.get(*name).unwrap_or(&Value::Null)))));
    }
    trimmed(&table)
}

fn empty() -> Table {
    let mut table = Table::new();
    table.load_style(NOTHING).set_content_arrangement(ContentArrangement::Disabled);
    table
}

fn trimmed(table: &Table) -> String {
    let lines: Vec<String> = table.lines().map(|line| line.trim().to_string()).collect();
    lines.join("\n")
}

fn text(value: &Value) -> String {
    match value {
        Value::Null => "-".to_string(),
        Value::String(text) => text.replace(char::is_control, " "),
        Value::Array(parts) if parts.iter().all(|part| !part.is_array() && !part.is_object()) => {
            parts.iter().map(text).collect::<Vec<_>>().join(", ")
        }
        other => other.to_string(),
    }
}

fn cut(text: &str) -> String {
    if text.chars().count() <= LONGEST {
        return text.to_string();
    }
    text.chars().take(LONGEST.saturating_sub(1)).chain(['…']).collect()
}
