//! The buttons of a segment in the editor, sortable by drag and drop or by keys.

use funnel_sdk::types::{Button, Segment};
use maud::{Markup, html};

use super::draft::{Draft, rule_fields, schedule_fields};
use super::{conditions, experiments};
use crate::assets;
use crate::context::Context;
use crate::screens::moments;
use crate::system;
use crate::view::{self, Input, Kind, enc, hidden, input};

fn base(draft: &Draft, segment: &Segment) -> String {
    format!("/domains/{}/segments/{}/buttons", enc(&draft.domain), enc(&segment.segment_id))
}

/// Renders the buttons as a sortable list.
pub(crate) fn list(
    cx: &Context,
    draft: &Draft,
    segment: &Segment,
    buttons: &[Button],
    can_edit: bool,
) -> Markup {
    let text = cx.text;
    let base = base(draft, segment);
    let form = format!("order-{}", segment.segment_id);
    if buttons.is_empty() {
        return html! { div.empty { p { (text.t("buttons-empty")) } } };
    }
    html! {
        @if can_edit {
            form method="post" id=(form) action={ (base) "/order" } hidden { (hidden(&[("etag", &draft.etag), ("order", "")])) }
        }
        ul.list.sortable data-sortable[can_edit] data-library=(assets::path("sortable.js")) data-form=(form) {
            @for (place, button) in buttons.iter().enumerate() {
                li data-id=(button.button_id) {
                    @if can_edit { span.grip title=(text.t("drag")) data-needs-script { (view::icon("grip")) } }
                    (row(cx, draft, segment, button, can_edit))
                    @if can_edit { (arrows(cx, draft, &base, buttons, place)) }
                }
            }
        }
    }
}

fn row(cx: &Context, draft: &Draft, segment: &Segment, button: &Button, can_edit: bool) -> Markup {
    let text = cx.text;
    let (from, until) = (button.from_ts, button.until_ts);
    let words = conditions::in_words(text, button.r#match.as_ref());
    let target = button.stamped_url.as_deref().unwrap_or(&button.url);
    html! {
        div.body {
            span.row { span.strong translate="no" { (button.label) } @if button.hidden { (view::pill(Kind::Warn, &text.t("hidden"))) } (moments::timing(text, from, until, system::now())) }
            span.small.muted.clip translate="no" title=(target) { (destination(cx, button)) }
            @if !words.is_empty() { span.small.muted { (text.t("button-for")) " " span translate="no" { (words.join(&format!(" {} ", text.t("rule-and")))) } } }
            @if from.is_some() || until.is_some() { span.small.muted { (moments::schedule(text, from, until)) } }
            @if can_edit {
                details.more open[draft.is_refused(&button.button_id)] {
                    summary.small { (text.t("edit")) span.visually-hidden translate="no" { " " (button.label) } }
                    (form(cx, draft, segment, Some(button)))
                }
            }
        }
    }
}

fn destination(cx: &Context, button: &Button) -> String {
    let text = cx.text;
    match button.url.as_str() {
        "funnel:paid" => {
            text.t(if button.stamped_url.is_some() { "target-paid" } else { "target-paid-missing" })
        }
        "funnel:ftl" => {
            text.t(if button.stamped_url.is_some() { "target-ftl" } else { "target-ftl-missing" })
        }
        url => url.to_owned(),
    }
}

/// Renders buttons for sorting without a pointer. Each press sends the whole new order.
fn arrows(cx: &Context, draft: &Draft, base: &str, buttons: &[Button], place: usize) -> Markup {
    let text = cx.text;
    let swapped = |other: Option<usize>| {
        let mut ids: Vec<&str> = buttons.iter().map(|button| button.button_id.as_str()).collect();
        let other = other.filter(|other| *other < ids.len())?;
        ids.swap(place, other);
        Some(ids.join(","))
    };
    let label = buttons.get(place).map_or("", |button| &button.label);
    html! {
        div.row {
            @for (order, name, icon) in [(swapped(place.checked_sub(1)), "up", "up"), (swapped(Some(place + 1)), "down", "down")] {
                form method="post" action={ (base) "/order" } {
                    (hidden(&[("etag", &draft.etag), ("order", order.as_deref().unwrap_or_default())]))
                    button.button.quiet.square type="submit" data-move=(name) disabled[order.is_none()] {
                        (view::icon(icon)) span.visually-hidden { (text.word("move", name)) " " span translate="no" { (label) } }
                    }
                }
            }
        }
    }
}

fn form(cx: &Context, draft: &Draft, segment: &Segment, button: Option<&Button>) -> Markup {
    let text = cx.text;
    let base = base(draft, segment);
    let id = button.map_or_else(|| format!("new-{}", segment.segment_id), |button| button.button_id.clone());
    let scope = format!("{id}-");
    let action = button.map_or_else(|| base.clone(), |button| format!("{base}/{}", enc(&button.button_id)));
    let arms = experiments::arms(segment);
    let (label, url) = button.map_or(("", ""), |button| (&button.label, &button.url));
    let faults = draft.faults(&id);
    html! {
        form.stack method="post" action=(action) {
            (hidden(&[("etag", &draft.etag), ("form", &id)]))
            @if button.is_none() { (view::once()) }
            div.fields {
                (input(&Input { name: "label", label: &text.t("button-label"), value: draft.value(&id, "label", label), required: true, scope: &scope, faults, ..Input::default() }))
                (input(&Input { name: "url", label: &text.t("button-url"), hint: &text.t("button-url-hint"), value: draft.value(&id, "url", url), required: true, scope: &scope, faults, ..Input::default() }))
            }
            (view::check("hidden", "1", text.t("button-hidden"), draft.ticked(&id, "hidden", button.is_some_and(|button| button.hidden))))
            (schedule_fields(cx, draft, &id, button.map_or((None, None), |button| (button.from_ts, button.until_ts))))
            @if let Some(button) = button {
                (rule_fields(cx, draft, &id, button.r#match.as_ref()))
                @if !arms.is_empty() { (experiments::variant_fields(cx, draft, &id, button, &arms)) }
            }
            div.row { button.button.primary type="submit" { (text.t(if button.is_some() { "save" } else { "button-add" })) } }
        }
        @if button.is_some() {
            form method="post" action={ (action) "/delete" } data-confirm=(text.t("button-delete-sure")) {
                (hidden(&[("etag", &draft.etag)]))
                (view::asks(&text.t("button-delete-sure")))
                button.button.danger type="submit" { (text.t("button-delete")) span.visually-hidden translate="no" { " " (label) } }
            }
        }
    }
}

/// Renders the form of a new button.
pub(crate) fn add(cx: &Context, draft: &Draft, segment: &Segment) -> Markup {
    let open = draft.is_refused(&format!("new-{}", segment.segment_id));
    html! {
        details.more open[open] {
            summary { (cx.text.t("button-add")) span.visually-hidden translate="no" { " " (segment.name) } }
            (form(cx, draft, segment, None))
        }
    }
}
