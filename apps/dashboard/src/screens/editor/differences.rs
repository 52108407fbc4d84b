//! Differences between the live page and the draft, in words.

use std::collections::HashMap;

use funnel_sdk::types::{Button, ChangeOp, DraftDifference, Segment};
use maud::{Markup, html};
use serde_json::{Map, Value};

use super::conditions;
use crate::text::Text;
use crate::view;
use crate::words::read;

/// Names of the draft's segments and buttons by id.
#[derive(Default)]
pub(crate) struct Names(HashMap<String, String>);

impl Names {
    pub(crate) fn of(segments: &[(Segment, Vec<Button>)]) -> Self {
        let names = segments.iter().flat_map(|(segment, buttons)| {
            let buttons = buttons.iter().map(|button| (button.button_id.clone(), button.label.clone()));
            buttons.chain([(segment.segment_id.clone(), segment.name.clone())])
        });
        Self(names.collect())
    }
}

/// One difference as people read it.
#[derive(Debug, PartialEq, Eq)]
struct Line {
    class: &'static str,
    sign: &'static str,
    sentence: String,
    /// Name of the segment or the button.
    name: Option<String>,
    from: Option<Said>,
    to: Option<Said>,
    /// Texts of the buttons of a whole segment.
    buttons: Vec<String>,
}

/// A value as people read it.
#[derive(Debug, PartialEq, Eq)]
enum Said {
    Words(String),
    /// Time in Unix seconds.
    Moment(i64),
}

/// Renders each difference as a sentence. Differences that read the same are told once.
pub(crate) fn list(text: Text, changes: &[DraftDifference], names: &Names) -> Markup {
    let mut lines: Vec<Line> = Vec::new();
    for line in changes.iter().map(|change| line(text, change, names)) {
        if !lines.contains(&line) {
            lines.push(line);
        }
    }
    if lines.is_empty() {
        return html! { div.empty { (view::icon("check")) p { (text.t("publish-nothing")) } } };
    }
    html! {
        ul.diff { @for line in &lines {
            li class=(line.class) {
                span.sign aria-hidden="true" { (line.sign) }
                div.body {
                    span { span.strong { (line.sentence) } @if let Some(name) = &line.name { " " span translate="no" { (name) } } }
                    @if line.from.is_some() || line.to.is_some() {
                        span.row {
                            @if let Some(from) = &line.from { del { (said(text, from)) } }
                            @if let Some(to) = &line.to { ins { (said(text, to)) } }
                        }
                    }
                    @if !line.buttons.is_empty() { span.small.muted { (text.t("buttons")) ": " span translate="no" { (line.buttons.join(" · ")) } } }
                }
            }
        } }
    }
}

fn said(text: Text, said: &Said) -> Markup {
    match said {
        Said::Words(words) => view::raw(words),
        Said::Moment(seconds) => text.moment(*seconds),
    }
}

fn line(text: Text, change: &DraftDifference, names: &Names) -> Line {
    let place = Place::of(&change.path);
    let (class, sign, key) = match change.op {
        ChangeOp::Add => ("add", "+", "change-added"),
        ChangeOp::Remove => ("remove", "−", "change-removed"),
        _ => ("change", "~", "change-changed"),
    };
    let sentence = text.with(key, [("what", place.what(text).into())]);
    let whole = if change.to.is_null() { &change.from } else { &change.to };
    match place {
        Place::Item { id, field: None, .. } => Line {
            class,
            sign,
            sentence,
            name: item_name(whole).or_else(|| names.0.get(id).cloned()),
            from: None,
            to: None,
            buttons: labels(whole),
        },
        Place::Item { id, field: Some(field), .. } => {
            let (from, to) = (value(text, field, &change.from), value(text, field, &change.to));
            let name = names.0.get(id).cloned().filter(|_| !is_name(field));
            Line { class, sign, sentence, name, from, to, buttons: Vec::new() }
        }
        Place::Page { field, .. } => {
            let (from, to) = (value(text, field, &change.from), value(text, field, &change.to));
            Line { class, sign, sentence, name: None, from, to, buttons: Vec::new() }
        }
    }
}

fn is_name(field: &str) -> bool {
    matches!(field, "label" | "name")
}

fn item_name(item: &Value) -> Option<String> {
    ["label", "name"].iter().find_map(|field| item.get(field)?.as_str().map(str::to_owned))
}

/// Returns the texts of the buttons of a segment.
fn labels(segment: &Value) -> Vec<String> {
    let buttons = segment.get("buttons").and_then(Value::as_array);
    buttons.into_iter().flatten().filter_map(item_name).collect()
}

/// Part of a page that a path of the API names.
#[derive(Debug, PartialEq, Eq)]
enum Place<'a> {
    /// A segment or a button as a whole, or one of its fields.
    Item { part: &'static str, id: &'a str, field: Option<&'a str> },
    /// A section of the look, and the last step of the path.
    Page { section: &'a str, field: &'a str },
}

impl<'a> Place<'a> {
    fn of(path: &'a str) -> Self {
        let steps: Vec<&str> = path.split('.').collect();
        match steps.as_slice() {
            ["segments", _, "buttons", id, rest @ ..] => {
                Self::Item { part: "button", id, field: rest.first().copied() }
            }
            ["segments", id, rest @ ..] => Self::Item { part: "segment", id, field: rest.first().copied() },
            ["appearance", "ui", section, ..] | ["appearance" | "reach", section, ..] => {
                Self::Page { section, field: steps.last().copied().unwrap_or_default() }
            }
            [section, ..] => Self::Page { section, field: steps.last().copied().unwrap_or_default() },
            [] => Self::Page { section: "", field: "" },
        }
    }

    fn what(&self, text: Text) -> String {
        match self {
            Self::Item { part, field: None, .. } => text.word("part", part),
            Self::Item { part, field: Some(field), .. } => {
                let field = if *field == "stamped_url" { "url" } else { *field };
                let (what, part) = (text.word("part", field), text.word("part", part));
                text.with("change-of", [("what", what.into()), ("part", part.into())])
            }
            Self::Page { section, field } => {
                let named = section_name(text, section);
                match label(text, field).filter(|_| field != section) {
                    Some(field) => format!("{named} · {field}"),
                    None => named,
                }
            }
        }
    }
}

/// Returns the name of a section of the look, as the editor has it.
fn section_name(text: Text, section: &str) -> String {
    match section {
        "canvas_color" => text.t("canvas-color"),
        "sources" => text.t("look-background"),
        "picture" => text.t("background-share"),
        "design" => text.word("part", section),
        _ => text.word("look", section),
    }
}

/// Returns the label of a field, as the editor has it.
fn label(text: Text, field: &str) -> Option<String> {
    let key = match field {
        "color" => "look-color",
        "mode" => "gate-mode",
        "status_text" => "profile-status",
        "bio" => "profile-bio",
        "title" => "banner-title",
        "body" => "banner-body",
        "link_text" => "banner-link-text",
        "target_url" => "banner-url",
        "description" => "share-description",
        "theme" => "banner-theme",
        "position" => "banner-position",
        "enabled" => "active",
        "mobile" | "desktop" => return text.known(&format!("background-{field}")),
        "source" | "medium" | "campaign" => return text.known(&format!("utm-{field}")),
        _ => return text.known(&format!("look-field-{}", field.replace('_', "-"))),
    };
    text.known(key)
}

/// Fields whose values are texts of people.
const TEXTS: [&str; 16] = [
    "label",
    "name",
    "url",
    "stamped_url",
    "title",
    "body",
    "link_text",
    "target_url",
    "status_text",
    "bio",
    "description",
    "source",
    "medium",
    "campaign",
    "lang",
    "font",
];

/// Returns a value as people read it; `None` for values that say nothing to them, such as names of files.
fn value(text: Text, field: &str, value: &Value) -> Option<Said> {
    match value {
        Value::Number(seconds) if field.ends_with("_ts") => seconds.as_i64().map(Said::Moment),
        _ => words(text, field, value).filter(|words| !words.is_empty()).map(Said::Words),
    }
}

fn words(text: Text, field: &str, value: &Value) -> Option<String> {
    match (field, value) {
        (_, Value::Bool(true)) => Some(text.t("yes")),
        (_, Value::Bool(false)) => Some(text.t("no")),
        ("countries", Value::Array(codes)) => {
            Some(codes.iter().filter_map(Value::as_str).collect::<Vec<_>>().join(", "))
        }
        ("match", Value::Object(_)) => {
            let rule = read(value.clone());
            Some(conditions::in_words(text, rule.as_ref()).join(&format!(" {} ", text.t("rule-and"))))
        }
        ("color" | "canvas_color", Value::String(color)) => Some(color.clone()),
        (_, Value::String(words)) if TEXTS.contains(&field) => Some(shortened(words)),
        ("mode", Value::String(word)) => {
            ["gate-mode", "in-app"].iter().find_map(|prefix| text.known(&format!("{prefix}-{word}")))
        }
        (_, Value::String(word)) => text.known(&format!("look-value-{word}")),
        (_, Value::Object(fields)) => Some(fields_in_words(text, fields)),
        _ => None,
    }
}

/// Describes the fields of a section that was set or reset as a whole.
fn fields_in_words(text: Text, fields: &Map<String, Value>) -> String {
    let one = |(name, value): (&String, &Value)| {
        Some(format!("{}: {}", label(text, name)?, words(text, name, value)?))
    };
    let mut parts: Vec<String> = fields.iter().filter_map(one).collect();
    parts.sort();
    shortened(&parts.join(", "))
}

/// Maximum length of a value, in characters.
const LONGEST: usize = 160;

fn shortened(words: &str) -> String {
    match words.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", words.get(..end).unwrap_or_default()),
        None => words.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn told(path: &str, from: Value, to: Value) -> (String, Option<String>, Option<Said>, Option<Said>) {
        let op = match (&from, &to) {
            (Value::Null, _) => "add",
            (_, Value::Null) => "remove",
            _ => "change",
        };
        let change = json!({ "op": op, "path": path, "from": from, "to": to });
        let change: DraftDifference = serde_json::from_value(change).unwrap();
        let names = Names(HashMap::from([("btn_1".to_owned(), "First".to_owned())]));
        let line = line(Text::by_code("en").unwrap(), &change, &names);
        (line.sentence, line.name, line.from, line.to)
    }

    fn words(words: &str) -> Option<Said> {
        Some(Said::Words(words.to_owned()))
    }

    #[test]
    fn a_difference_is_told_without_json_and_names_of_files() {
        let file = "0a1b2c3d4e5f.webp";
        for (path, from, to, sentence, shown_from, shown_to) in [
            (
                "segments.seg_1.buttons.btn_1.label",
                json!("Old"),
                json!("New"),
                "Changed: text of the button",
                words("Old"),
                words("New"),
            ),
            (
                "segments.seg_1.buttons.btn_1.hidden",
                json!(false),
                json!(true),
                "Changed: visibility of the button",
                words("no"),
                words("yes"),
            ),
            (
                "segments.seg_1.buttons.btn_1.position",
                json!(0),
                json!(1),
                "Changed: position of the button",
                None,
                None,
            ),
            (
                "appearance.sources.mobile",
                json!("a.png"),
                json!(file),
                "Changed: Background · Picture for phones",
                None,
                None,
            ),
            (
                "appearance.ui.buttons",
                json!({ "shape": "pill" }),
                json!({ "shape": "square", "color": "#112233" }),
                "Changed: Look of the buttons",
                words("Shape: Pill"),
                words("Colour: #112233, Shape: Square"),
            ),
            (
                "appearance.ui.buttons.shape",
                json!("pill"),
                json!("sharp"),
                "Changed: Look of the buttons · Shape",
                words("Pill"),
                words("Sharp"),
            ),
            (
                "reach.in_app",
                Value::Null,
                json!({ "mode": "auto" }),
                "Added: Open outside apps",
                None,
                words("How: Open the browser where the phone allows it"),
            ),
            ("banner.delay_ms", json!(0), json!(3000), "Changed: Banner", None, None),
        ] {
            let (told, _, from, to) = told(path, from, to);
            assert_eq!((told.as_str(), from, to), (sentence, shown_from, shown_to), "{path}");
        }
        let (_, name, ..) = told("segments.seg_1.buttons.btn_1.url", json!("https://a"), json!("https://b"));
        assert_eq!(name.as_deref(), Some("First"));
    }

    #[test]
    fn a_new_segment_shows_its_buttons_and_the_same_sentence_comes_once() {
        let text = Text::by_code("en").unwrap();
        let changes: Vec<DraftDifference> = serde_json::from_value(json!([
            { "op": "add", "path": "segments.seg_2", "from": null,
              "to": { "name": "Germany", "buttons": [{ "label": "Shop" }, { "label": "VIP" }] } },
            { "op": "change", "path": "banner.style.radius", "from": 1, "to": 2 },
            { "op": "change", "path": "banner.style.dim", "from": 1, "to": 2 },
        ]))
        .unwrap();
        let shown = list(text, &changes, &Names::default()).0;
        assert!(shown.contains("Germany") && shown.contains("Shop · VIP"), "{shown}");
        assert_eq!(shown.matches("<li").count(), 2, "{shown}");
    }
}
