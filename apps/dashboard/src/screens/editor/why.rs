//! Explanation of the page that a visitor gets.

use actix_web::web::{Path, Query};
use funnel_sdk::types::{ButtonReason, LeafReason, SegmentReason, Timing, Truth};
use maud::{Markup, html};

use crate::context::Context;
use crate::screens::editor::Visitor;
use crate::screens::{Answer, moments};
use crate::text::Text;
use crate::view::{self, DomainTab, Input, Kind, enc, input};

pub(crate) async fn screen(cx: Context, domain: Path<String>, visitor: Query<Visitor>) -> Answer {
    let text = cx.text;
    let mut request = cx.api.drafts().simulate(&domain).draft(true);
    if !visitor.country.is_empty() {
        request = request.country(&visitor.country);
    }
    if let Some(device) = visitor.device() {
        request = request.device(device);
    }
    if !visitor.lang.is_empty() {
        request = request.lang(&visitor.lang);
    }
    if let Some(moment) = visitor.moment() {
        request = request.at(moment);
    }
    let (segments, simulated) = tokio::try_join!(cx.api.segments().list(&domain).send(), request.send())?;
    let labels =
        labels(&cx, &domain, segments.items.iter().map(|segment| segment.segment_id.as_str())).await?;
    let devices = ["", "mobile", "tablet", "desktop"].map(|device| {
        (device.to_owned(), text.word("value", if device.is_empty() { "any" } else { device }))
    });
    let body = html! {
        form.card method="get" action={ "/domains/" (enc(&domain)) "/why" } {
            div.stack {
                p.muted { (text.t("why-words")) }
                div.fields {
                    (input(&Input { name: "country", label: &text.t("country"), hint: &text.t("country-hint"), value: &visitor.country, ..Input::default() }))
                    (view::select("", "device", &text.t("device"), &devices, &visitor.device))
                    (input(&Input { name: "lang", label: &text.t("language"), hint: &text.t("language-hint"), value: &visitor.lang, ..Input::default() }))
                    (moments::input(text, "", "at", "at", "", &visitor.at))
                }
                div.row { button.button.primary type="submit" { (text.t("why-ask")) } }
            }
        }
        div.cols {
            section.card.card-flush {
                div.card-head {
                    h2 { (text.t("why-gets")) }
                    @if let Some(arm) = &simulated.arm { (view::pill(Kind::Accent, &text.with("why-arm", [("arm", arm.clone().into())]))) }
                }
                @if let Some(segment) = &simulated.segment {
                    ul.list {
                        li { (view::icon("domains")) div.body { span.small.muted { (text.t("segment")) } span.strong translate="no" { (segment.name) } } }
                        @for button in &simulated.buttons { li { (view::icon("links")) span.clip translate="no" { (button.label) } } }
                    }
                    @if simulated.buttons.is_empty() { div.empty { p { (text.t("why-no-buttons")) } } }
                } @else { div.empty { p { (text.t("why-no-segment")) } } }
            }
            section.card { div.stack {
                h2 { (text.t("why-segments")) }
                ul.reasons { @for reason in &simulated.segments { (segment_reason(&cx, reason)) } }
                h2 { (text.t("why-buttons")) }
                @if simulated.button_reasons.is_empty() { p.muted { (text.t("why-no-buttons")) } }
                ul.reasons { @for reason in &simulated.button_reasons { (button_reason(&cx, reason, &labels)) } }
            } }
        }
    };
    Ok(view::page_of(&cx, &domain, DomainTab::Why, html! {}, body))
}

async fn labels(
    cx: &Context,
    domain: &str,
    segments: impl Iterator<Item = &str>,
) -> Result<Vec<(String, String)>, crate::failure::Failure> {
    let lists = segments.map(|segment| cx.api.buttons().list(domain, segment).send());
    let lists = futures_util::future::try_join_all(lists).await?;
    let buttons = lists.into_iter().flat_map(|list| list.into_inner().items);
    Ok(buttons.map(|button| (button.button_id, button.label)).collect())
}

/// Explains why a schedule excludes something, if it does.
fn out_of_time(text: Text, timing: Option<&Timing>) -> Option<String> {
    match timing? {
        Timing::NotYet => Some(text.t("why-not-yet")),
        Timing::Over => Some(text.t("why-over")),
        _ => None,
    }
}

fn mark(cx: &Context, good: bool) -> Markup {
    html! { span class=(if good { "yes" } else { "no" }) { (view::icon(if good { "check" } else { "close" })) span.visually-hidden { (cx.text.t(if good { "yes" } else { "no" })) } } }
}

fn segment_reason(cx: &Context, reason: &SegmentReason) -> Markup {
    let text = cx.text;
    let words = if reason.chosen {
        text.t("why-chosen")
    } else if let Some(words) = out_of_time(text, reason.schedule.as_ref()) {
        words
    } else if reason.countries == Truth::No {
        text.t("why-other-country")
    } else if reason.r#match != Truth::Yes {
        text.with("why-conditions", [("list", failing(cx, &reason.conditions).into())])
    } else {
        text.t("why-later")
    };
    html! { li { (mark(cx, reason.chosen)) span { span.strong translate="no" { (reason.name) } " " (words) } } }
}

fn button_reason(cx: &Context, reason: &ButtonReason, labels: &[(String, String)]) -> Markup {
    let text = cx.text;
    let label = labels
        .iter()
        .find(|(id, _)| *id == reason.button_id)
        .map_or(reason.button_id.as_str(), |(_, label)| label);
    let words = if reason.shown {
        text.t("why-shown")
    } else if reason.hidden {
        text.t("why-hidden")
    } else if let Some(words) = out_of_time(text, reason.schedule.as_ref()) {
        words
    } else {
        text.with("why-conditions", [("list", failing(cx, &reason.conditions).into())])
    };
    html! { li { (mark(cx, reason.shown)) span { span.strong translate="no" { (label) } " " (words) } } }
}

/// Returns the fields that do not match.
fn failing(cx: &Context, leaves: &[LeafReason]) -> String {
    let mut fields: Vec<String> = leaves
        .iter()
        .filter(|leaf| leaf.result != Truth::Yes)
        .map(|leaf| cx.text.word("field", &leaf.field))
        .collect();
    fields.dedup();
    fields.join(", ")
}
