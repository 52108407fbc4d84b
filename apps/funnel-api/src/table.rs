//! Responses as tables: one line per item of a list, otherwise one line per field.

use std::collections::BTreeSet;

use chrono::DateTime;
use comfy_table::presets::NOTHING;
use comfy_table::{CellAlignment, ContentArrangement, Table};
use serde_json::{Map, Value};

type Object = Map<String, Value>;

/// Identifying columns, which come first.
const FIRST: [&str; 10] =
    ["at", "day", "id", "hostname", "host", "name", "slug", "label", "title", "version"];
/// State columns, which come after the identifying ones.
const STATES: [&str; 5] = ["status", "state", "kind", "type", "active"];
/// Maximum length of a cell in a list.
const LONGEST: usize = 60;
/// Spaces around each cell.
const PADDING: usize = 2;
const NOTHING_SAID: &str = "-";

/// Formats the response in lines of at most `width` characters, leaving out columns if necessary.
pub(crate) fn table(value: &Value, width: Option<usize>) -> String {
    match (value, objects(value)) {
        (_, Some(items)) => columns(&items, &Object::new(), width),
        (Value::Object(fields), None) => sections(fields, width),
        (value, None) => cell("", value),
    }
}

/// Formats the fields of a response, followed by its lists.
fn sections(fields: &Object, width: Option<usize>) -> String {
    let is_list = |name: &str, value: &Value| match value.as_array() {
        Some(items) => name == "items" || !items.is_empty() && objects(value).is_some(),
        None => false,
    };
    let (lists, others): (Vec<_>, Vec<_>) = fields.iter().partition(|(name, value)| is_list(name, value));
    let mut leaves = Vec::new();
    for (name, value) in others.iter().filter(|(name, _)| *name != "next_cursor") {
        flatten(name, value, &mut leaves);
    }
    // Omits empty fields next to a list, but shows them for a single item.
    leaves.retain(|(_, value)| lists.is_empty() || !value.is_null());
    let mut parts = Vec::new();
    if !leaves.is_empty() {
        let mut table = empty();
        for (name, value) in leaves {
            table.add_row([title(&name).to_string(), cell(&name, value)]);
        }
        parts.push(trimmed(&table));
    }
    for (name, value) in &lists {
        let items = columns(&objects(value).unwrap_or_default(), fields, width);
        let is_alone = *name == "items" || lists.len() == 1;
        parts.push(if is_alone { items } else { format!("{}\n{items}", name.to_uppercase()) });
    }
    parts.join("\n\n")
}

fn objects(value: &Value) -> Option<Vec<&Object>> {
    value.as_array()?.iter().map(Value::as_object).collect()
}

/// Flattens nested fields to names such as `totals.clicks`.
fn flatten<'a>(name: &str, value: &'a Value, leaves: &mut Vec<(String, &'a Value)>) {
    match value {
        Value::Object(fields) if !fields.is_empty() => {
            for (within, value) in fields {
                flatten(&format!("{name}.{within}"), value, leaves);
            }
        }
        _ => leaves.push((name.to_string(), value)),
    }
}

fn columns(items: &[&Object], above: &Object, width: Option<usize>) -> String {
    let rows: Vec<Vec<(String, &Value)>> = items.iter().map(|item| leaves_of(item)).collect();
    let names: BTreeSet<&str> =
        rows.iter().flatten().filter(|(_, value)| !is_empty(value)).map(|(name, _)| name.as_str()).collect();
    // Columns that are empty, or already shown above the list, are omitted.
    let mut names: Vec<&str> = names.into_iter().filter(|name| !above.contains_key(*name)).collect();
    names.sort_by_key(|name| place(name));
    if names.is_empty() {
        return "(none)".to_string();
    }
    let cells: Vec<Vec<String>> = rows
        .iter()
        .map(|row| {
            let of = |name: &&str| row.iter().find(|(found, _)| found == name).map(|(_, value)| *value);
            names.iter().map(|name| cut(&cell(name, of(name).unwrap_or(&Value::Null)))).collect()
        })
        .collect();
    let shown = fitting(&names, &cells, width);
    let mut table = empty();
    table.set_header(names.iter().take(shown).map(|name| title(name).to_uppercase()));
    for row in &cells {
        table.add_row(row.iter().take(shown));
    }
    for (index, name) in names.iter().take(shown).enumerate() {
        let is_number_column = rows.iter().flatten().any(|(found, value)| found == name && value.is_number());
        if let Some(column) = table.column_mut(index).filter(|_| is_number_column && !is_time(name)) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    let left_out: Vec<&str> = names.iter().skip(shown).map(|name| title(name)).collect();
    let note = if left_out.is_empty() {
        String::new()
    } else {
        format!("\nWithout room: {}. --json shows everything.", left_out.join(", "))
    };
    trimmed(&table) + &note
}

/// Returns the columns of a list item. Nested numbers get columns such as `stats.clicks`; deeper
/// values are only in `--json`.
fn leaves_of(item: &Object) -> Vec<(String, &Value)> {
    let mut leaves = Vec::new();
    for (name, value) in item {
        match value.as_object() {
            Some(fields) if fields.iter().all(|(name, value)| name == "day" || value.is_number()) => {
                flatten(name, value, &mut leaves)
            }
            Some(fields) if !fields.values().all(is_scalar) => {}
            None if objects(value).is_some_and(|parts| !parts.is_empty()) => {}
            _ => leaves.push((name.clone(), value)),
        }
    }
    leaves
}

fn place(name: &str) -> usize {
    let last = FIRST.len() + STATES.len();
    let first = FIRST.iter().position(|first| *first == name);
    let state = || STATES.iter().position(|state| *state == name).map(|state| FIRST.len() + 1 + state);
    first.or_else(state).unwrap_or_else(|| match name {
        "request_id" => last + 4,
        name if name.ends_with("_id") => FIRST.len(),
        name if is_time(name) => last + 3,
        name if name.ends_with("url") => last + 2,
        _ => last + 1,
    })
}

/// Returns how many columns fit, from the first on.
fn fitting(names: &[&str], cells: &[Vec<String>], width: Option<usize>) -> usize {
    let Some(width) = width else { return names.len() };
    let longest = |(index, name): (usize, &&str)| {
        let lengths = cells.iter().filter_map(|row| row.get(index)).map(|cell| cell.chars().count());
        lengths.chain([title(name).chars().count()]).max().unwrap_or_default()
    };
    let mut end = 0;
    let ends = names.iter().enumerate().map(longest).map(|length| {
        end += length + PADDING;
        end
    });
    // The spaces at both ends of a line are trimmed.
    ends.take_while(|end| *end <= width + PADDING).count().max(1)
}

fn empty() -> Table {
    let mut table = Table::new();
    table.load_style(NOTHING).set_content_arrangement(ContentArrangement::Disabled);
    table
}

/// Removes spaces at the ends of lines. Leading ones beyond the padding align right-aligned
/// numbers.
fn trimmed(table: &Table) -> String {
    let lines: Vec<String> = table
        .lines()
        .map(|line| {
            let line = line.trim_end();
            line.strip_prefix(' ').unwrap_or(line).to_string()
        })
        .collect();
    lines.join("\n")
}

/// Returns the name of a field without the unit.
fn title(name: &str) -> &str {
    name.strip_suffix("_cents").unwrap_or(name)
}

fn is_time(name: &str) -> bool {
    name == "at" || name.ends_with(".at") || name.ends_with("_at") || name.ends_with("_ts")
}

fn is_scalar(value: &Value) -> bool {
    !value.is_array() && !value.is_object()
}

fn is_empty(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::String(text) => text.is_empty(),
        Value::Array(parts) => parts.is_empty(),
        Value::Object(fields) => fields.values().all(is_empty),
        Value::Bool(_) | Value::Number(_) => false,
    }
}

/// Formats a value for people: times in UTC, amounts with two decimals.
fn cell(name: &str, value: &Value) -> String {
    match value {
        value if is_empty(value) => NOTHING_SAID.to_string(),
        Value::Bool(yes) => if *yes { "yes" } else { "no" }.to_string(),
        Value::Number(_) => number(name, value),
        Value::String(text) => time(name, text).unwrap_or_else(|| text.replace(char::is_control, " ")),
        Value::Array(parts) if parts.iter().all(is_scalar) => {
            parts.iter().map(|part| cell(name, part)).collect::<Vec<_>>().join(", ")
        }
        Value::Object(fields) if fields.values().all(is_scalar) => {
            let said = fields.iter().filter(|(_, value)| !is_empty(value));
            said.map(|(name, value)| format!("{} {}", title(name), cell(name, value)))
                .collect::<Vec<_>>()
                .join(", ")
        }
        other => other.to_string(),
    }
}

fn number(name: &str, value: &Value) -> String {
    let shown = value.as_i64().and_then(|whole| match name {
        name if name.ends_with("_cents") => {
            let sign = if whole < 0 { "-" } else { "" };
            let cents = whole.unsigned_abs();
            Some(format!("{sign}{}.{:02}", cents / 100, cents % 100))
        }
        name if is_time(name) => Some(written(DateTime::from_timestamp_secs(whole)?)),
        _ => None,
    });
    shown.unwrap_or_else(|| value.to_string())
}

fn time(name: &str, text: &str) -> Option<String> {
    let time = is_time(name).then(|| DateTime::parse_from_rfc3339(text).ok())??;
    Some(written(time.to_utc()))
}

fn written(time: DateTime<chrono::Utc>) -> String {
    time.format("%Y-%m-%d %H:%M:%SZ").to_string()
}

fn cut(text: &str) -> String {
    if text.chars().count() <= LONGEST {
        return text.to_string();
    }
    text.chars().take(LONGEST.saturating_sub(1)).chain(['…']).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn times_amounts_and_flags_are_printed_as_people_write_them() {
        for (name, value, expected) in [
            ("revenue_cents", json!(12_796), "127.96"),
            ("revenue_cents", json!(-5), "-0.05"),
            ("revenue_cents", json!(null), "-"),
            ("created_at", json!(1_795_459_366), "2026-11-23 18:42:46Z"),
            ("at", json!("2026-11-23T18:42:47Z"), "2026-11-23 18:42:47Z"),
            ("at", json!("2026-11-23T20:42:47.5+02:00"), "2026-11-23 18:42:47Z"),
            ("anchor.at", json!("2026-11-23T18:42:47Z"), "2026-11-23 18:42:47Z"),
            ("at", json!("tomorrow"), "tomorrow"),
            ("clicks", json!(1_795_459_366), "1795459366"),
            ("active", json!(true), "yes"),
            ("scopes", json!(["read", "write"]), "read, write"),
            ("text", json!("a\nb\u{1b}[2J"), "a b [2J"),
            ("subject", json!({ "id": "1", "of": null, "type": "qr_code" }), "id 1, type qr_code"),
        ] {
            assert_eq!(cell(name, &value), expected, "{name} {value}");
        }
    }

    #[test]
    fn numbers_within_an_item_have_columns_and_empty_columns_are_left_out() {
        let list = json!({ "next_cursor": null, "items": [
            { "id": 1, "title": "Flyer", "stats": { "clicks": 7 }, "design": { "parts": [{}] }, "reason": null },
            { "id": 12, "title": "Card", "stats": { "clicks": 10 }, "design": { "parts": [{}] }, "reason": "" },
        ] });
        let expected = "ID  TITLE  STATS.CLICKS\n 1  Flyer             7\n12  Card             10";
        assert_eq!(table(&list, None), expected);
    }

    #[test]
    fn each_list_of_an_answer_is_printed_under_its_name() {
        let answer = json!({
            "domain": "x.example", "totals": { "visits": 3 },
            "days": [{ "day": "2026-11-23", "visits": 3 }], "sources": [{ "source": "qr", "visits": 3 }],
        });
        let printed = table(&answer, None);
        for expected in ["x.example", "totals.visits", "DAYS\n", "2026-11-23", "SOURCES\n", "qr"] {
            assert!(printed.contains(expected), "{expected}: {printed}");
        }
    }

    #[test]
    fn columns_without_room_are_named() {
        let list = json!({ "items": [{ "id": 1, "name": "Ann", "url": "https://a.example/quite/long" }] });
        let expected = "ID  NAME\n 1  Ann\nWithout room: url. --json shows everything.";
        assert_eq!(table(&list, Some(12)), expected);
        assert!(table(&list, Some(80)).contains("https://a.example/quite/long"));
    }

    #[test]
    fn the_answers_of_the_document_are_printed_without_json() {
        let document: Value = serde_json::from_str(include_str!("../../../docs/openapi.json")).unwrap();
        let paths = document["paths"].as_object().unwrap();
        let mut printed = 0;
        for (path, methods) in paths {
            // Whole drafts and their diffs are documents instead of tables.
            if path.ends_with("/export") || path.ends_with("/diff") {
                continue;
            }
            let example = methods["get"].pointer("/responses/200/content/application~1json/example");
            if let Some(example) = example {
                let text = table(example, None);
                assert!(!text.contains("{\""), "{path}:\n{text}");
                printed += 1;
            }
        }
        assert!(printed > 30, "{printed}");
    }
}
