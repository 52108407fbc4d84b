//! Experiments of segments in the editor: versions with weights, a winner, and a variant of each
//! button per version.

use funnel_sdk::types::{Button, ButtonVariant, Segment, SplitTest, TestArm};
use maud::{Markup, html};

use super::draft::Draft;
use crate::context::Context;
use crate::form::Form;
use crate::view::{self, Input, enc, hidden, input};

/// Maximum number of versions in the API.
const MOST: usize = 20;

/// Returns the versions of a segment's experiment with their weights; empty without one.
pub(super) fn arms(segment: &Segment) -> Vec<(String, i64)> {
    let arms = segment.ab.iter().flat_map(|ab| &ab.arms);
    arms.map(|arm| (arm.id.clone(), arm.weight)).collect()
}

fn path(draft: &Draft, segment: &Segment) -> String {
    format!("/domains/{}/segments/{}/experiment", enc(&draft.domain), enc(&segment.segment_id))
}

/// Renders the experiment of a segment as a form.
pub(super) fn panel(cx: &Context, draft: &Draft, segment: &Segment) -> Markup {
    let text = cx.text;
    let id = format!("ab-{}", segment.segment_id);
    let scope = format!("{id}-");
    let stored = arms(segment);
    let is_running = !stored.is_empty();
    let stock = vec![("a".to_owned(), 50), ("b".to_owned(), 50)];
    let rows = if is_running { &stored } else { &stock };
    let key = segment.ab.as_ref().map_or_else(|| text.t("experiment"), |ab| ab.key.clone());
    let nobody = (String::new(), text.t("experiment-no-winner"));
    let winners: Vec<(String, String)> =
        std::iter::once(nobody).chain(stored.iter().map(|(arm, _)| (arm.clone(), arm.clone()))).collect();
    let winner = segment.ab.as_ref().and_then(|ab| ab.winner.as_deref()).unwrap_or_default();
    let winner = draft.value(&id, "winner", winner);
    html! {
        details.more open[draft.is_refused(&id)] {
            summary { (text.t("experiment")) span.visually-hidden translate="no" { " " (segment.name) } }
            form.stack method="post" action=(path(draft, segment)) {
                (hidden(&[("etag", &draft.etag), ("form", &id)]))
                p.small.muted { (text.t("experiment-about")) }
                div.fields { (input(&Input { name: "key", label: &text.t("experiment-key"), hint: &text.t("experiment-key-hint"), value: draft.value(&id, "key", &key), required: true, scope: &scope, faults: draft.faults(&id), ..Input::default() })) }
                (rows_of(cx, draft, &id, rows))
                @if is_running { div.fields { (view::select(&scope, "winner", &text.t("experiment-winner"), &winners, winner)) } }
                div.row { button.button.primary type="submit" { (text.t(if is_running { "save" } else { "experiment-start" })) } }
            }
            @if is_running {
                form method="post" action={ (path(draft, segment)) "/end" } data-confirm=(text.t("experiment-end-sure")) {
                    (hidden(&[("etag", &draft.etag)]))
                    (view::asks(&text.t("experiment-end-sure")))
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
                @let wrong = (place == 0 && draft.is_wrong(id, "arms")).then_some("true");
                @let stored = arms.get(place);
                @let stored_weight = stored.map_or_else(String::new, |(_, weight)| weight.to_string());
                tr {
                    td { input.input name=(name) value=(draft.value(id, &name, stored.map_or("", |(arm, _)| arm))) pattern="[a-z0-9_\\-]{1,32}" maxlength="32" aria-label={ (text.t("experiment-arm")) " " (place + 1) } aria-invalid=[wrong] autocomplete="off" translate="no"; }
                    td { input.input type="number" name=(weight) value=(draft.value(id, &weight, &stored_weight)) min="0" max="10000" step="1" aria-label={ (text.t("experiment-weight")) " " (place + 1) } translate="no"; }
                    td.num translate="no" { @if let Some((_, weight)) = stored { (text.percent(share(*weight))) } }
                }
            } }
        }
        p.hint { (text.t("experiment-arms-hint")) }
        (view::fault_of(&format!("{id}-arms"), draft.faults(id), "arms"))
    }
}

/// Reads the experiment of a form. Sends an invalid number as -1, so that the API reports it.
pub(super) fn from_form(form: &Form) -> SplitTest {
    let arms = (0..MOST).filter_map(|place| {
        let id = form.optional(&format!("arm-{place}"))?;
        Some(TestArm { id, weight: form.number(&format!("weight-{place}")).unwrap_or(-1) })
    });
    SplitTest {
        v: 1,
        key: form.text("key").trim().into(),
        arms: arms.collect(),
        winner: form.optional("winner"),
    }
}

/// Renders the fields of a button's variant for each version.
pub(super) fn variant_fields(
    cx: &Context,
    draft: &Draft,
    form: &str,
    button: &Button,
    arms: &[(String, i64)],
) -> Markup {
    let text = cx.text;
    let stored = |arm: &str| button.variants.iter().flatten().find(|variant| variant.id == arm);
    let shown = ["", "no", "yes"].map(|word| {
        (word.to_owned(), text.word("variant-hidden", if word.is_empty() { "same" } else { word }))
    });
    let ids: Vec<&str> = arms.iter().map(|(arm, _)| arm.as_str()).collect();
    html! {
        details.more open[draft.is_wrong(form, "variants")] {
            summary { (text.t("variants")) }
            div.stack {
                (view::fault_of(&format!("{form}-variants"), draft.faults(form), "variants"))
                (hidden(&[("arms", &ids.join(","))]))
                p.hint { (text.t("variants-hint")) }
                @for arm in ids {
                    @let (old_label, old_url) = stored(arm).map_or((None, None), |variant| (variant.label.as_deref(), variant.url.as_deref()));
                    @let hidden_now = match stored(arm).and_then(|variant| variant.hidden) { Some(true) => "yes", Some(false) => "no", None => "" };
                    @let (label, url, kept) = (format!("{arm}-label"), format!("{arm}-url"), format!("{arm}-hidden"));
                    @let scope = format!("{form}-");
                    fieldset.stack-s {
                        legend { (text.t("experiment-arm")) " " span translate="no" { (arm) } }
                        div.fields {
                            (input(&Input { name: &label, label: &text.t("button-label"), value: draft.value(form, &label, old_label.unwrap_or_default()), scope: &scope, ..Input::default() }))
                            (input(&Input { name: &url, label: &text.t("button-url"), value: draft.value(form, &url, old_url.unwrap_or_default()), scope: &scope, ..Input::default() }))
                            (view::select(&scope, &kept, &text.t("variant-hidden"), &shown, draft.value(form, &kept, hidden_now)))
                        }
                    }
                }
            }
        }
    }
}

/// Merges the variants of a form into the stored ones. Keeps icons, and versions that the form does
/// not know.
pub(super) fn variants_of(form: &Form, stored: &[ButtonVariant]) -> Option<Vec<ButtonVariant>> {
    let arms = form.list("arms");
    let mut found: Vec<_> = stored.iter().filter(|variant| !arms.contains(&variant.id)).cloned().collect();
    for arm in arms {
        let icon = stored.iter().find(|variant| variant.id == arm).and_then(|variant| variant.icon.clone());
        let variant = ButtonVariant {
            label: form.optional(&format!("{arm}-label")),
            url: form.optional(&format!("{arm}-url")),
            hidden: match form.text(&format!("{arm}-hidden")) {
                "yes" => Some(true),
                "no" => Some(false),
                _ => None,
            },
            icon,
            id: arm,
        };
        let ButtonVariant { id: _, label, url, icon, hidden } = &variant;
        if label.is_some() || url.is_some() || icon.is_some() || hidden.is_some() {
            found.push(variant);
        }
    }
    (!found.is_empty()).then_some(found)
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn variant(value: Value) -> ButtonVariant {
        serde_json::from_value(value).unwrap()
    }

    #[test]
    fn rows_without_a_name_are_taken_away() {
        let form =
            Form::parse(b"key=headline&arm-0=a&weight-0=70&arm-1=&weight-1=30&arm-2=c&weight-2=x&winner=");
        let expected = json!({
            "v": 1, "key": "headline",
            "arms": [{ "id": "a", "weight": 70 }, { "id": "c", "weight": -1 }],
        });
        assert_eq!(serde_json::to_value(from_form(&form)).unwrap(), expected);
    }

    #[test]
    fn a_form_keeps_of_variants_what_it_does_not_show() {
        let stored = [
            variant(json!({ "id": "a", "label": "Old", "icon": "heart.svg", "hidden": true })),
            variant(json!({ "id": "gone", "label": "Kept" })),
        ];
        let form = Form::parse(b"arms=a,b&a-label=New&a-url=&a-hidden=no&b-label=&b-url=&b-hidden=");
        let expected = vec![
            variant(json!({ "id": "gone", "label": "Kept" })),
            variant(json!({ "id": "a", "label": "New", "icon": "heart.svg", "hidden": false })),
        ];
        assert_eq!(variants_of(&form, &stored), Some(expected));
        assert_eq!(variants_of(&Form::parse(b"arms=a&a-label=&a-url=&a-hidden="), &[]), None);
    }
}
