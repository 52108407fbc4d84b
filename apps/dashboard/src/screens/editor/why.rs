//! Explanation of the page that a visitor gets.

use actix_web::web::{Path, Query};
use funnel_sdk::types::{ButtonReason, LeafReason, SegmentReason, Simulation, Timing, Truth};
use maud::{Markup, html};

use super::draft::is_pending;
use super::visitor;
use super::visitor::Visitor;
use crate::context::Context;
use crate::failure::Failure;
use crate::faults::Faults;
use crate::screens::moments::Moment;
use crate::screens::{Answer, moments};
use crate::text::Text;
use crate::view::{self, DomainTab, Input, Kind, enc, input};

pub(crate) async fn screen(cx: Context, domain: Path<String>, visitor: Query<Visitor>) -> Answer {
    let (found, faults) = match visitor::simulated(&cx, &domain, &visitor).await {
        Ok(found) => (Some(found), Faults::default()),
        Err(failure) => (None, visitor::faults_of(&cx, failure)?),
    };
    let explained = match &found {
        Some(found) => explanation(&cx, &domain, found).await?,
        None => html! {},
    };
    let body = html! { (question(&cx, &domain, &visitor, &faults)) (explained) };
    Ok(view::page_of(&cx, &domain, DomainTab::Why, html! {}, body))
}

/// Renders the form for the visitor.
fn question(cx: &Context, domain: &str, visitor: &Visitor, faults: &Faults) -> Markup {
    let text = cx.text;
    let devices = ["", "mobile", "tablet", "desktop"].map(|device| {
        (device.to_owned(), text.word("value", if device.is_empty() { "any" } else { device }))
    });
    html! {
        form.card method="get" action={ "/domains/" (enc(domain)) "/why" } {
            div.stack {
                (faults.unplaced())
                p.muted { (text.t("why-words")) }
                div.fields {
                    (input(&Input { name: "country", label: &text.t("country"), hint: &text.t("country-hint"), value: &visitor.country, faults: Some(faults), ..Input::default() }))
                    (view::select("", "device", &text.t("device"), &devices, &visitor.device))
                    (input(&Input { name: "lang", label: &text.t("language"), hint: &text.t("language-hint"), value: &visitor.lang, faults: Some(faults), ..Input::default() }))
                    (moments::input(text, &Moment { name: "at", label: "at", value: &visitor.at, faults: Some(faults), ..Moment::default() }))
                }
                div.row { button.button.primary type="submit" { (text.t("why-ask")) } }
            }
        }
    }
}

/// Renders the page that the visitor gets, and the reasons.
async fn explanation(cx: &Context, domain: &str, simulated: &Simulation) -> Result<Markup, Failure> {
    let text = cx.text;
    let labels = labels(cx, domain, simulated).await?;
    Ok(html! {
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
                ul.reasons { @for reason in &simulated.segments { (segment_reason(cx, reason)) } }
                h2 { (text.t("why-buttons")) }
                @if simulated.button_reasons.is_empty() { p.muted { (text.t("why-no-buttons")) } }
                ul.reasons { @for reason in &simulated.button_reasons { (button_reason(cx, reason, simulated, &labels)) } }
            } }
        }
    })
}

/// Returns the texts of the buttons of the chosen segment by id.
async fn labels(cx: &Context, domain: &str, found: &Simulation) -> Result<Vec<(String, String)>, Failure> {
    let Some(segment) = &found.segment else { return Ok(Vec::new()) };
    let list = cx.api.buttons().list(domain, &segment.segment_id).send().await?.into_inner();
    Ok(list.items.into_iter().map(|button| (button.button_id, button.label)).collect())
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

/// Why a segment or a button is not shown, as far as the facts of the visitor tell.
#[derive(Debug, PartialEq, Eq)]
enum Verdict<'a> {
    /// These fields don't match.
    Excluded(Vec<&'a str>),
    /// These fields decide, and are unknown.
    Open(Vec<&'a str>),
    Matches,
}

const COUNTRY: &str = "country";

/// Judges the country and the conditions. A fact that excludes comes before one that is unknown.
fn verdict<'a>(countries: &Truth, rule: &Truth, leaves: &'a [LeafReason]) -> Verdict<'a> {
    let with = |truth: &Truth| {
        let mut fields: Vec<&'a str> = Vec::new();
        if countries == truth {
            fields.push(COUNTRY);
        }
        if rule == truth {
            fields.extend(leaves.iter().filter(|leaf| leaf.result == *truth).map(|leaf| leaf.field.as_str()));
        }
        fields.dedup();
        fields
    };
    if [countries, rule].contains(&&Truth::No) {
        Verdict::Excluded(with(&Truth::No))
    } else if [countries, rule].contains(&&Truth::Unknown) {
        Verdict::Open(with(&Truth::Unknown))
    } else {
        Verdict::Matches
    }
}

/// Returns the names of fields as a list.
fn named(text: Text, fields: &[&str]) -> String {
    fields.iter().map(|field| text.word("field", field)).collect::<Vec<_>>().join(", ")
}

/// Describes a verdict; `None` if everything matches.
fn in_words(text: Text, verdict: &Verdict<'_>) -> Option<String> {
    match verdict {
        Verdict::Excluded(fields) if fields.as_slice() == [COUNTRY] => Some(text.t("why-other-country")),
        Verdict::Excluded(fields) => {
            Some(text.with("why-conditions", [("list", named(text, fields).into())]))
        }
        Verdict::Open(fields) => Some(text.with("why-unknown", [("list", named(text, fields).into())])),
        Verdict::Matches => None,
    }
}

fn segment_reason(cx: &Context, reason: &SegmentReason) -> Markup {
    let text = cx.text;
    let verdict = verdict(&reason.countries, &reason.r#match, &reason.conditions);
    let words = if reason.chosen {
        text.t("why-chosen")
    } else {
        out_of_time(text, reason.schedule.as_ref())
            .or_else(|| in_words(text, &verdict))
            .unwrap_or_else(|| text.t("why-later"))
    };
    html! { li { (mark(cx, reason.chosen)) span { span.strong translate="no" { (reason.name) } " " (words) } } }
}

/// Returns whether a button leads to a funnel link that was not created yet.
fn is_unmade(reason: &ButtonReason, simulated: &Simulation) -> bool {
    let shown = simulated.buttons.iter().find(|button| button.button_id == reason.button_id);
    shown.is_some_and(|button| is_pending(&button.url, button.stamped_url.as_deref()))
}

fn button_reason(
    cx: &Context,
    reason: &ButtonReason,
    simulated: &Simulation,
    labels: &[(String, String)],
) -> Markup {
    let text = cx.text;
    let label = labels
        .iter()
        .find(|(id, _)| *id == reason.button_id)
        .map_or(reason.button_id.as_str(), |(_, label)| label);
    let verdict = verdict(&Truth::Yes, &reason.r#match, &reason.conditions);
    let words = if reason.shown {
        text.t(if is_unmade(reason, simulated) { "why-unmade" } else { "why-shown" })
    } else if reason.hidden {
        text.t("why-hidden")
    } else {
        out_of_time(text, reason.schedule.as_ref())
            .or_else(|| in_words(text, &verdict))
            .unwrap_or_else(|| text.t("why-hidden"))
    };
    html! { li { (mark(cx, reason.shown)) span { span.strong translate="no" { (label) } " " (words) } } }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_is_unknown_is_not_told_as_decided() {
        let leaf = |field: &str, result: &str| {
            serde_json::from_value(json!({ "path": "all.0", "field": field, "result": result })).unwrap()
        };
        let leaves: [LeafReason; 3] = [leaf("device", "no"), leaf("os", "unknown"), leaf("lang", "yes")];
        for (countries, rule, expected) in [
            (Truth::Unknown, Truth::Yes, Verdict::Open(vec!["country"])),
            (Truth::No, Truth::Yes, Verdict::Excluded(vec!["country"])),
            (Truth::Unknown, Truth::No, Verdict::Excluded(vec!["device"])),
            (Truth::Unknown, Truth::Unknown, Verdict::Open(vec!["country", "os"])),
            (Truth::Yes, Truth::Unknown, Verdict::Open(vec!["os"])),
            (Truth::Yes, Truth::Yes, Verdict::Matches),
        ] {
            assert_eq!(verdict(&countries, &rule, &leaves), expected, "{countries} {rule}");
        }
    }
}
