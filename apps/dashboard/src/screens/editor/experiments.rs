//! Experiments of segments in the editor: versions with weights, a winner, and a variant of each
//! button per version.

use funnel_sdk::types::{ButtonOut, SegmentOut};
use maud::{Markup, html};
use serde_json::{Map, Value, json};

use super::draft::Draft;
use crate::context::Context;
use crate::form::Form;
use crate::view::{self, Input, enc, hidden, input};

/// Maximum number of versions in the API.
const MOST: usize = 20;

/// Returns the versions of a segment's experiment with their weights; empty without one.
pub(super) fn arms(segment: &SegmentOut) -> Vec<(String, i64)> {
    let arms = segment.ab.as_ref().and_then(|ab| ab.get("arms")).and_then(Value::as_array);
    let arm = |arm: &Value| {
        Some((arm.get("id")?.as_str()?.to_owned(), arm.get("weight")?.as_i64().unwrap_or_default()))
    };
    arms.into_iter().flatten().filter_map(arm).collect()
}

fn word<'a>(segment: &'a SegmentOut, name: &str) -> &'a str {
    segment.ab.as_ref().and_then(|ab| ab.get(name)).and_then(Value::as_str).unwrap_or_default()
}

fn path(draft: &Draft, segment: &SegmentOut) -> String {
    format!("/domains/{}/segments/{}/experiment", enc(&draft.domain), enc(&segment.segment_id))
}

/// Renders the experiment of a segment as a form.
pub(super) fn panel(cx: &Context, draft: &Draft, segment: &SegmentOut) -> Markup {
    let text = cx.text;
    let id = format!("ab-{}", segment.segment_id);
    let scope = format!("{id}-");
    let stored = arms(segment);
    let is_running = !stored.is_empty();
    let stock = vec![("a".to_owned(), 50), ("b".to_owned(), 50)];
    let rows = if is_running { &stored } else { &stock };
    let key = if is_running { word(segment, "key").to_owned() } else { text.t("experiment") };
    let nobody = (String::new(), text.t("experiment-no-winner"));
    let winners: Vec<(String, String)> =
        std::iter::once(nobody).chain(stored.iter().map(|(arm, _)| (arm.clone(), arm.clone()))).collect();
    let winner = draft.value(&id, "winner", word(segment, "winner"));
    html! {
        details.more open[draft.is_refused(&id)] {
            summary { (text.t("experiment")) span.visually-hidden translate="no" { " " (segment.name) } }
            form.stack method="post" action=(path(draft, segment)) {
                (hidden(&[("etag", &draft.etag), ("form", &id)]))
                p.small.muted { (text.t("experiment-about")) }
                div.fields { (input(&Input { name: "key", label: &text.t("experiment-key"), hint: &text.t("experiment-key-hint"), value: draft.value(&id, "key", &key), required: true, scope: &scope, ..Input::default() })) }
                (rows_of(cx, draft, &id, rows))
                @if is_running { div.fields { (view::select(&scope, "winner", &text.t("experiment-winner"), &winners, winner)) } }
                div.row { button.button.primary type="submit" { (text.t(if is_running { "save" } else { "experiment-start" })) } }
            }
            @if is_running {
                form method="post" action={ (path(draft, segment)) "/end" } data-confirm=(text.t("experiment-end-sure")) {
                    (hidden(&[("etag", &draft.etag)]))
                    button.button.danger type="submit" { (text.t("experiment-end")) }
                }
            }
        }
    }
}

/// Renders one row per version, and an empty one. Saving removes rows without a name.
fn rows_of(cx: &Context, draft: &Draft, id: &str, arms: &[(String, i64)]) -> Markup {
    let text = cx.text;
    let whole: i64 = arms.iter().map(|(_, weight)| (*weight).max(0)).sum();
    let share = |weight: i64| if whole > 0 { weight.max(0) as f64 / whole as f64 * 100.0 } else { 0.0 };
    html! {
        table.arms {
            thead { tr { th scope="col" { (text.t("experiment-arm")) } th scope="col" { (text.t("experiment-weight")) } th.num scope="col" { (text.t("experiment-share")) } } }
            tbody { @for place in 0..(arms.len() + 1).min(MOST) {
                @let (name, weight) = (format!("arm-{place}"), format!("weight-{place}"));
                @let stored = arms.get(place);
                @let stored_weight = stored.map_or_else(String::new, |(_, weight)| weight.to_string());
                tr {
                    td { input.input name=(name) value=(draft.value(id, &name, stored.map_or("", |(arm, _)| arm))) pattern="[a-z0-9_\\-]{1,32}" maxlength="32" aria-label={ (text.t("experiment-arm")) " " (place + 1) } autocomplete="off" translate="no"; }
                    td { input.input type="number" name=(weight) value=(draft.value(id, &weight, &stored_weight)) min="0" max="10000" step="1" aria-label={ (text.t("experiment-weight")) " " (place + 1) } translate="no"; }
                    td.num translate="no" { @if let Some((_, weight)) = stored { (text.percent(share(*weight))) } }
                }
            } }
        }
        p.hint { (text.t("experiment-arms-hint")) }
    }
}

/// Reads the experiment of a form. Sends an invalid number as null, so that the API reports it.
pub(super) fn from_form(form: &Form) -> Map<String, Value> {
    let arms = (0..MOST).filter_map(|place| {
        let id = form.optional(&format!("arm-{place}"))?;
        Some(json!({ "id": id, "weight": form.number(&format!("weight-{place}")) }))
    });
    let mut experiment = Map::new();
    experiment.insert("v".to_owned(), 1.into());
    experiment.insert("key".to_owned(), form.text("key").trim().into());
    experiment.insert("arms".to_owned(), arms.collect());
    experiment.insert("winner".to_owned(), form.optional("winner").into());
    experiment
}

/// Renders the fields of a button's variant for each version.
pub(super) fn variant_fields(
    cx: &Context,
    draft: &Draft,
    form: &str,
    button: &ButtonOut,
    arms: &[(String, i64)],
) -> Markup {
    let text = cx.text;
    let stored = |arm: &str, name: &str| {
        let variant = variants(button).iter().find(|variant| id_of(variant) == arm)?;
        variant.get(name).cloned()
    };
    let shown = ["", "no", "yes"].map(|word| {
        (word.to_owned(), text.word("variant-hidden", if word.is_empty() { "same" } else { word }))
    });
    let ids: Vec<&str> = arms.iter().map(|(arm, _)| arm.as_str()).collect();
    html! {
        details.more {
            summary { (text.t("variants")) }
            div.stack {
                (hidden(&[("arms", &ids.join(","))]))
                p.hint { (text.t("variants-hint")) }
                @for arm in ids {
                    @let text_of = |name: &str| stored(arm, name).and_then(|value| value.as_str().map(str::to_owned)).unwrap_or_default();
                    @let hidden_now = match stored(arm, "hidden") { Some(Value::Bool(true)) => "yes", Some(Value::Bool(false)) => "no", _ => "" };
                    @let (label, url, kept) = (format!("{arm}-label"), format!("{arm}-url"), format!("{arm}-hidden"));
                    @let scope = format!("{form}-");
                    fieldset.stack-s {
                        legend { (text.t("experiment-arm")) " " span translate="no" { (arm) } }
                        div.fields {
                            (input(&Input { name: &label, label: &text.t("button-label"), value: draft.value(form, &label, &text_of("label")), scope: &scope, ..Input::default() }))
                            (input(&Input { name: &url, label: &text.t("button-url"), value: draft.value(form, &url, &text_of("url")), scope: &scope, ..Input::default() }))
                            (view::select(&scope, &kept, &text.t("variant-hidden"), &shown, draft.value(form, &kept, hidden_now)))
                        }
                    }
                }
            }
        }
    }
}

fn variants(button: &ButtonOut) -> &[Map<String, Value>] {
    button.variants.as_deref().unwrap_or_default()
}

fn id_of(variant: &Map<String, Value>) -> &str {
    variant.get("id").and_then(Value::as_str).unwrap_or_default()
}

/// Merges the variants of a form into the stored ones. Keeps icons, and versions that the form does
/// not know.
pub(super) fn variants_of(form: &Form, stored: &[Map<String, Value>]) -> Option<Vec<Map<String, Value>>> {
    let arms = form.list("arms");
    let mut found: Vec<_> =
        stored.iter().filter(|variant| !arms.iter().any(|arm| arm == id_of(variant))).cloned().collect();
    for arm in &arms {
        let mut variant = stored.iter().find(|variant| id_of(variant) == arm).cloned().unwrap_or_default();
        variant.insert("id".to_owned(), arm.as_str().into());
        for name in ["label", "url"] {
            set_or_remove(&mut variant, name, form.optional(&format!("{arm}-{name}")).map(Value::from));
        }
        let hidden = match form.text(&format!("{arm}-hidden")) {
            "yes" => Some(Value::Bool(true)),
            "no" => Some(Value::Bool(false)),
            _ => None,
        };
        set_or_remove(&mut variant, "hidden", hidden);
        if variant.len() > 1 {
            found.push(variant);
        }
    }
    (!found.is_empty()).then_some(found)
}

fn set_or_remove(variant: &mut Map<String, Value>, name: &str, value: Option<Value>) {
    match value {
        Some(value) => variant.insert(name.to_owned(), value),
        None => variant.remove(name),
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    fn map(value: Value) -> Map<String, Value> {
        value.as_object().unwrap().clone()
    }

    #[test]
    fn rows_without_a_name_are_taken_away() {
        let form =
            Form::parse(b"key=headline&arm-0=a&weight-0=70&arm-1=&weight-1=30&arm-2=c&weight-2=x&winner=");
        let expected = json!({
            "v": 1, "key": "headline", "winner": null,
            "arms": [{ "id": "a", "weight": 70 }, { "id": "c", "weight": null }],
        });
        assert_eq!(from_form(&form), map(expected));
    }

    #[test]
    fn a_form_keeps_of_variants_what_it_does_not_show() {
        let stored = [
            map(json!({ "id": "a", "label": "Old", "icon": "heart.svg", "hidden": true })),
            map(json!({ "id": "gone", "label": "Kept" })),
        ];
        let form = Form::parse(b"arms=a,b&a-label=New&a-url=&a-hidden=no&b-label=&b-url=&b-hidden=");
        let expected = vec![
            map(json!({ "id": "gone", "label": "Kept" })),
            map(json!({ "id": "a", "label": "New", "icon": "heart.svg", "hidden": false })),
        ];
        assert_eq!(variants_of(&form, &stored), Some(expected));
        assert_eq!(variants_of(&Form::parse(b"arms=a&a-label=&a-url=&a-hidden="), &[]), None);
    }
}
