//! Webhooks: the servers to notify of events, and their responses.

pub(crate) mod writes;

use actix_web::web::{Path, Query};
use funnel_sdk::types::{Webhook, WebhookDelivery};
use maud::{Markup, html};
use serde::Deserialize;

use super::Answer;
use super::moments;
use super::moments::Moment;
use crate::context::Context;
use crate::faults::{Refused, Typed};
use crate::system;
use crate::text::Text;
use crate::view::{self, Input, Kind, Section, act, enc, input};

/// Event types of the form. The API validates; types that this list lacks stay ticked.
const EVENTS: [&str; 14] = [
    "domain.active",
    "domain.failed",
    "landing.published",
    "link.changed",
    "conversion.created",
    "request.created",
    "broadcast.finished",
    "broadcast.paused",
    "pixel.failing",
    "key.created",
    "key.revoked",
    "webhook.disabled",
    "destination.broken",
    "destination.mended",
];

/// Names of the forms: the fields of a webhook, and failed deliveries to send again.
const FIELDS: &str = "fields";
const REDRIVE: &str = "redrive";

/// Value that stands for all event types.
pub(super) const ALL: &str = "*";

/// Seconds for which the old secret still signs.
const OVERLAPS: [i64; 4] = [0, 3_600, 86_400, 604_800];

#[derive(Deserialize)]
pub(crate) struct Shown {
    cursor: Option<String>,
}

/// Content that the next page shows after a write.
#[derive(Default)]
pub(super) struct Said {
    /// Content such as a new secret or the result of a test.
    pub(super) words: Markup,
    pub(super) refused: Option<Refused>,
}

pub(super) fn path(id: &str) -> String {
    format!("/webhooks/{}", enc(id))
}

pub(crate) async fn list(cx: Context) -> Answer {
    show_list(&cx, Said::default()).await
}

pub(super) async fn show_list(cx: &Context, said: Said) -> Answer {
    let text = cx.text;
    let items = cx.api.webhooks().list().send().await?.into_inner().items;
    let refused = said.refused.as_ref();
    let can_write = cx.may("integrations", "webhooks");
    let body = html! {
        (faults(refused))
        (said.words)
        p.muted { (text.t("webhooks-words")) }
        section.card.card-flush {
            @if items.is_empty() { (view::empty("webhooks", &text.t("webhooks-empty-title"), &text.t("webhooks-empty-words"), html! {})) }
            @else { ul.list { @for hook in &items { (row(text, hook)) } } }
        }
        @if can_write {
            details.panel open[items.is_empty() || refused.is_some()] {
                summary { (text.t("webhook-add")) }
                div { (form(text, "/webhooks", None, refused)) }
            }
        }
    };
    Ok(view::page(cx, Section::Webhooks, &text.t("nav-webhooks"), html! {}, body))
}

fn faults(refused: Option<&Refused>) -> Markup {
    html! { @if let Some(refused) = refused { (refused.faults.unplaced()) } }
}

fn state(text: Text, hook: &Webhook) -> Markup {
    match (&hook.disabled_reason, hook.active) {
        (Some(_), _) => view::pill(Kind::Bad, &text.t("webhook-switched-off")),
        (None, false) => view::pill(Kind::Warn, &text.t("paused")),
        (None, true) => view::pill(Kind::Good, &text.t("active")),
    }
}

/// Returns the description of a webhook, or else its address.
pub(super) fn name(hook: &Webhook) -> &str {
    if hook.description.is_empty() { &hook.url } else { &hook.description }
}

fn row(text: Text, hook: &Webhook) -> Markup {
    html! {
        li {
            div.body {
                span.row { a.strong href=(path(&hook.id)) translate="no" { (name(hook)) } (state(text, hook)) }
                @if !hook.description.is_empty() { span.small.muted.clip translate="no" { (hook.url) } }
                (wanted(text, &hook.events))
            }
        }
    }
}

fn wanted(text: Text, events: &[impl AsRef<str>]) -> Markup {
    html! {
        span.row.small {
            @for event in events {
                @if event.as_ref() == ALL { span.tag { (text.t("webhook-all")) } }
                @else { span.tag { (text.word("webhook-event", event)) } }
            }
        }
    }
}

/// Renders the fields of a webhook: the typed values after a rejection, else the stored ones.
fn form(text: Text, action: &str, hook: Option<&Webhook>, refused: Option<&Refused>) -> Markup {
    let rejected = Typed::of(refused, FIELDS);
    let (typed, faults) = (rejected.form(), rejected.faults());
    let value = |name: &str, stored: Option<&String>| match typed {
        Some(form) => form.text(name).to_owned(),
        None => stored.cloned().unwrap_or_default(),
    };
    let chosen = match (typed, hook) {
        (Some(form), _) => form.all("events"),
        (None, Some(hook)) => hook.events.iter().map(ToString::to_string).collect(),
        (None, None) => vec![ALL.to_owned()],
    };
    let is_chosen = |event: &str| chosen.iter().any(|known| known == event);
    let newer = chosen.iter().map(String::as_str).filter(|event| *event != ALL && !EVENTS.contains(event));
    let (url, description) =
        (value("url", hook.map(|hook| &hook.url)), value("description", hook.map(|hook| &hook.description)));
    html! {
        form.stack method="post" action=(action) {
            (view::hidden(&[("form", FIELDS)]))
            @if hook.is_none() { (view::once()) }
            div.fields {
                (input(&Input { name: "url", label: &text.t("webhook-url"), hint: &text.t("webhook-url-hint"), value: &url, kind: "url", required: true, faults, ..Input::default() }))
                (input(&Input { name: "description", label: &text.t("webhook-description"), hint: &text.t("webhook-description-hint"), value: &description, faults, ..Input::default() }))
            }
            fieldset.stack-s {
                legend { (text.t("webhook-events")) }
                (view::fault_of("events", faults, "events"))
                (view::check("events", ALL, text.t("webhook-all-later"), is_chosen(ALL)))
                div.choices { @for event in EVENTS.into_iter().chain(newer) { (view::check("events", event, text.word("webhook-event", event), is_chosen(event))) } }
            }
            div.row { button.button.primary type="submit" { (text.t(if hook.is_some() { "save" } else { "webhook-add" })) } }
        }
    }
}

pub(crate) async fn screen(cx: Context, id: Path<String>, shown: Query<Shown>) -> Answer {
    show(&cx, &id, shown.cursor.as_deref(), Said::default()).await
}

pub(super) async fn show(cx: &Context, id: &str, cursor: Option<&str>, said: Said) -> Answer {
    let text = cx.text;
    let mut deliveries = cx.api.webhook_deliveries().list(id).limit(50);
    if let Some(cursor) = cursor {
        deliveries = deliveries.cursor(cursor);
    }
    let hooks = cx.api.webhooks();
    let (hook, deliveries) = tokio::try_join!(hooks.show(id).send(), deliveries.send())?;
    let base = path(id);
    let can_write = cx.may("integrations", "webhooks");
    let refused = said.refused.as_ref();
    let body = html! {
        (faults(refused))
        (said.words)
        @if let Some(reason) = &hook.disabled_reason { (view::note(Kind::Bad, text.word("webhook-disabled", reason))) }
        @if !hook.withheld.is_empty() { (view::note(Kind::Warn, html! { p { (text.t("webhook-withheld")) } (wanted(text, &hook.withheld)) })) }
        section.card { div.stack {
            div.spread {
                span.row { (state(text, &hook)) (wanted(text, &hook.events)) }
                @if can_write {
                    div.actions {
                        (act(cx, &format!("{base}/test"), "", &text.t("webhook-test"), None, &[]))
                        (act(cx, &format!("{base}/active"), "", &text.t(if hook.active { "pause" } else { "resume" }), None, &[("active", if hook.active { "" } else { "1" })]))
                    }
                }
            }
            (view::copy(text, &hook.url))
        } }
        section.card.card-flush #deliveries {
            div.card-head { h2 { (text.t("deliveries")) } p.small.muted { (text.t("webhook-deliveries-words")) } }
            @if deliveries.items.is_empty() { (view::empty("pulse", &text.t("deliveries-empty-title"), &text.t("webhook-deliveries-empty"), html! {})) }
            @else {
                table.fold {
                    thead { tr { th scope="col" { (text.t("event")) } th scope="col" { (text.t("state")) } th scope="col" { (text.t("last-answer")) } th.num scope="col" { (text.t("attempts")) } th scope="col" { (text.t("when")) } th scope="col" { span.visually-hidden { (text.t("actions")) } } } }
                    tbody { @for delivery in &deliveries.items { (delivery_row(text, &base, delivery, can_write)) } }
                }
            }
        }
        (view::pager(text, &base, deliveries.next_cursor.as_deref()))
        @if can_write { (changes(cx, &base, &hook, refused)) }
    };
    let crumb = html! { a.button.quiet href="/webhooks" { (text.t("webhooks-all")) } };
    let title = text.with("webhook-of", [("name", name(&hook).to_owned().into())]);
    Ok(view::page(cx, Section::Webhooks, &title, crumb, body))
}

fn delivery_row(text: Text, base: &str, delivery: &WebhookDelivery, can_write: bool) -> Markup {
    let kind = match delivery.state.as_str() {
        "delivered" => Kind::Good,
        "failed" => Kind::Bad,
        _ => Kind::Accent,
    };
    let again = format!("{base}/deliveries/{}/redeliver", delivery.delivery_id);
    html! {
        tr {
            th scope="row" { div.body { span { (text.word("webhook-event", &delivery.r#type)) } span.small.muted.mono.clip translate="no" title=(delivery.message_id) { (delivery.message_id) } } }
            td data-label=(text.t("state")) { div.body {
                div { (view::pill(kind, &text.word("webhook-delivery", &delivery.state))) }
                @if let Some(next) = &delivery.next_attempt_at { span.small.muted { (text.t("webhook-next-try")) " " (text.moment_of(next)) } }
            } }
            td data-label=(text.t("last-answer")) { div.body {
                (answer(text, delivery.last_status, delivery.last_answer.as_deref()))
                (history(text, delivery))
            } }
            td.num data-label=(text.t("attempts")) { (view::raw(text.number(delivery.attempts))) }
            td data-label=(text.t("when")) { (text.moment(delivery.created_at)) }
            td { @if can_write {
                form method="post" action=(again) {
                    button.button.quiet type="submit" { (text.t("redeliver")) span.visually-hidden translate="no" { " " (delivery.message_id) } }
                }
            } }
        }
    }
}

/// Renders the attempts of a delivery, and its payload.
fn history(text: Text, delivery: &WebhookDelivery) -> Markup {
    let payload = delivery.payload.as_ref().and_then(|payload| serde_json::to_string(payload).ok());
    html! { @if !delivery.attempt_log.is_empty() {
        details.more {
            summary { (text.t("webhook-history")) span.visually-hidden translate="no" { " " (delivery.message_id) } }
            ol.small { @for attempt in &delivery.attempt_log { li {
                (text.moment(attempt.attempted_at)) " "
                @match (attempt.status, attempt.error.as_ref()) {
                    (Some(status), _) => { span translate="no" { "HTTP " (status) } },
                    (None, Some(word)) => { (text.word("no-answer", word)) },
                    (None, None) => { "–" },
                }
                " " span.muted translate="no" { (text.number(attempt.duration_ms)) " ms" }
            } } }
            @if let Some(payload) = &payload { code.wrap translate="no" { (payload) } }
        }
    } }
}

/// Renders the response of an endpoint: its status and the start of its body, or the reason for the
/// failure.
pub(super) fn answer(text: Text, status: Option<i64>, said: Option<&str>) -> Markup {
    match (status, said) {
        (Some(status), said) => html! {
            div.body {
                span translate="no" { "HTTP " (status) }
                @if let Some(said) = said.map(str::trim).filter(|said| !said.is_empty()) { code.excerpt.muted translate="no" { (said) } }
            }
        },
        (None, Some(word)) => html! { span { (text.word("no-answer", word)) } },
        (None, None) => html! { "–" },
    }
}

/// Renders the settings of a webhook.
fn changes(cx: &Context, base: &str, hook: &Webhook, refused: Option<&Refused>) -> Markup {
    let text = cx.text;
    let redrive = Typed::of(refused, REDRIVE);
    let overlaps = OVERLAPS.map(|seconds| (seconds.to_string(), text.word("overlap", seconds.to_string())));
    let day_ago = moments::field(Some(system::now() - 86_400));
    html! {
        details.panel open[Typed::of(refused, FIELDS).is_refused()] {
            summary { (text.t("webhook-edit")) }
            div { (form(text, base, Some(hook), refused)) }
        }
        details.panel open[redrive.is_refused()] {
            summary { (text.t("webhook-redrive")) }
            div {
                form.stack method="post" action={ (base) "/redrive" } {
                    (view::hidden(&[("form", REDRIVE)]))
                    p.small.muted { (text.t("webhook-redrive-words")) }
                    div.fields { (moments::input(text, &Moment { scope: "redrive-", name: "since", label: "since", value: redrive.value("since", &day_ago), faults: redrive.faults(), ..Moment::default() })) }
                    div.row { button.button.primary type="submit" { (text.t("redrive")) } }
                }
            }
        }
        details.panel {
            summary { (text.t("webhook-rotate")) }
            div {
                form.stack method="post" action={ (base) "/rotate" } data-confirm=(text.t("webhook-rotate-sure")) {
                    (view::asks(&text.t("webhook-rotate-sure")))
                    p.small.muted { (text.t("webhook-rotate-words")) }
                    div.fields { (view::select("rotate-", "overlap", &text.t("webhook-overlap"), &overlaps, "86400")) }
                    div.row { button.button type="submit" { (text.t("webhook-rotate")) } }
                }
            }
        }
        section.card { div.spread {
            div.body { h2 { (text.t("webhook-delete")) } p.small.muted { (text.t("webhook-delete-words")) } }
            (act(cx, &format!("{base}/delete"), "danger", &text.t("webhook-delete"), Some(&text.t("webhook-delete-sure")), &[]))
        } }
    }
}
