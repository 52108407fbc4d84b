//! Broadcasts: the list, a campaign with its progress, its report and its log.

mod filtered;
pub(crate) mod wizard;

use std::collections::BTreeMap;

use actix_web::web::{Path, Query};
use funnel_sdk::types::{BroadcastAudit, BroadcastDetail, BroadcastReport, ScreeningReason};
use maud::{Markup, html};
use serde::Deserialize;

use super::Answer;
use crate::context::Context;
use crate::failure::Failure;
use crate::faults::Faults;
use crate::form::Form;
use crate::screens::stats::days;
use crate::text::Text;
use crate::view::{self, Kind, Section, act};

#[derive(Deserialize)]
pub(crate) struct Shown {
    #[serde(default)]
    q: String,
    cursor: Option<String>,
}

/// Renders the state of a campaign.
fn state(text: Text, status: &str) -> Markup {
    let kind = match status {
        "running" => Kind::Accent,
        "finished" => Kind::Good,
        "paused" | "scheduled" => Kind::Warn,
        "failed" => Kind::Bad,
        _ => Kind::Plain,
    };
    view::pill(kind, &text.word("campaign", status))
}

pub(crate) async fn list(cx: Context, shown: Query<Shown>) -> Answer {
    let text = cx.text;
    let mut request = cx.api.broadcasts().list().limit(50);
    if let Some(cursor) = &shown.cursor {
        request = request.cursor(cursor);
    }
    let list = request.send().await?.into_inner();
    let can_create = cx.opens("/broadcasts/new");
    let add = html! { @if can_create { a.button.primary href="/broadcasts/new" { (view::icon("plus")) (text.t("broadcast-add")) } } };
    let found: Vec<_> =
        list.items.iter().filter(|campaign| view::matches(&shown.q, &[&campaign.title])).collect();
    let body = html! {
        (view::search_of_page(text, "/broadcasts", &shown.q, list.items.len(), &[]))
        section.card.card-flush #results {
            @if list.items.is_empty() { (view::empty("broadcasts", &text.t("broadcasts-empty-title"), &text.t("broadcasts-empty-words"), add.clone())) }
            @else { (view::none_found(text, found.is_empty(), "/broadcasts")) ul.list { @for campaign in found { li {
                div.body {
                    span.row { a.strong href={ "/broadcasts/" (campaign.id) } translate="no" { (campaign.title) } (state(text, campaign.status.as_str())) }
                    span.small.muted { (text.word("mode", campaign.mode.as_str())) " · " (text.moment(campaign.created_at)) }
                    @if let Some(reason) = &campaign.pause_reason { span.small { (text.word("pause-reason", reason)) } }
                }
            } } } }
        }
        (view::pager(text, "/broadcasts", list.next_cursor.as_deref()))
    };
    Ok(view::page(&cx, Section::Broadcasts, &text.t("nav-broadcasts"), add, body))
}

pub(crate) async fn screen(cx: Context, id: Path<i64>) -> Answer {
    show(&cx, *id, None).await
}

/// Explains why sending is impossible, before somebody waits for it. Returns `None` if sending is
/// possible or the person may not know.
async fn closed(cx: &Context) -> Result<Option<Markup>, Failure> {
    if !cx.may("broadcasts", "view") {
        return Ok(None);
    }
    let gate = cx.api.broadcasts().gate_show().send().await?.into_inner();
    let text = cx.text;
    let why = || {
        let words = html! {
            p.strong { (text.t("gate-closed")) }
            @for by in &gate.closed_by { p { (text.word("gate-closed-by", by)) } }
            p { (text.t("gate-closed-then")) }
        };
        view::note(Kind::Warn, words)
    };
    Ok((!gate.open).then(why))
}

/// Warns of parts of a message that the content platform filters.
fn may_be_filtered(text: Text, message: &str) -> Markup {
    let parts = filtered::filtered(message);
    html! {
        @if !parts.is_empty() {
            (view::note(Kind::Warn, html! { p { (text.t("message-filtered")) } p translate="no" { (parts.join(" · ")) } }))
        }
    }
}

fn edit_button(cx: &Context, detail: &BroadcastDetail, is_main: bool) -> Markup {
    html! {
        @if cx.opens("/broadcasts/new") {
            a.button.primary[is_main] href={ "/broadcasts/new?from=" (detail.id) } { (cx.text.t("edit")) }
        }
    }
}

async fn show(cx: &Context, id: i64, faults: Option<&Faults>) -> Answer {
    let text = cx.text;
    let broadcasts = cx.api.broadcasts();
    let (detail, report, audit) = tokio::try_join!(
        broadcasts.show(id).send(),
        broadcasts.report(id).send(),
        broadcasts.audit(id).send()
    )?;
    let closed = match detail.status.as_str() {
        "draft" | "scheduled" | "paused" => closed(cx).await?,
        _ => None,
    };
    let watched = matches!(detail.status.as_str(), "running" | "scheduled");
    let body = html! {
        @if let Some(faults) = faults { (faults.unplaced()) }
        @if let Some(closed) = &closed { (closed) }
        @if detail.status == "draft" { (may_be_filtered(text, detail.message.text.as_deref().unwrap_or_default())) }
        div #live hx-get=[watched.then(|| format!("/broadcasts/{}", detail.id))] hx-trigger=[watched.then_some("every 2s")]
            hx-select="#live" hx-target="#live" hx-swap="outerHTML" hx-push-url="false" hx-select-oob="unset" {
            div.stack { (progress(cx, &detail)) @if detail.status != "draft" { (counters(text, &detail)) } }
        }
        div.cols {
            (facts(text, &detail))
            @if detail.status != "draft" { (results(text, &report)) }
        }
        (trail(text, &audit))
    };
    let actions = actions(cx, &detail, closed.is_none());
    Ok(view::page_about(cx, Section::Broadcasts, &detail.title, actions, body))
}

fn actions(cx: &Context, detail: &BroadcastDetail, is_open: bool) -> Markup {
    let text = cx.text;
    let path = |verb: &str| format!("/broadcasts/{}/{verb}", detail.id);
    let can = cx.may("broadcasts", "deliver");
    html! {
        a.button.quiet href="/broadcasts" { (text.t("nav-broadcasts")) }
        @if can { @match detail.status.as_str() {
            "draft" => {
                (edit_button(cx, detail, !is_open))
                // A closed gate rejects each launch.
                @if is_open { (act(cx, &path("launch"), "primary", &text.t("launch"), Some(&text.t("launch-sure")), &[])) }
                (act(cx, &path("cancel"), "quiet", &text.t("discard"), Some(&text.t("discard-sure")), &[]))
            }
            "scheduled" => { (act(cx, &path("unschedule"), "", &text.t("unschedule"), None, &[])) (act(cx, &path("cancel"), "danger", &text.t("cancel-campaign"), Some(&text.t("cancel-sure")), &[])) }
            "running" => { (act(cx, &path("pause"), "", &text.t("pause"), None, &[])) (act(cx, &path("cancel"), "danger", &text.t("cancel-campaign"), Some(&text.t("cancel-sure")), &[])) }
            "paused" => { (act(cx, &path("resume"), "primary", &text.t("resume"), None, &[])) (act(cx, &path("cancel"), "danger", &text.t("cancel-campaign"), Some(&text.t("cancel-sure")), &[])) }
            _ => {}
        } }
    }
}

fn progress(cx: &Context, detail: &BroadcastDetail) -> Markup {
    let text = cx.text;
    let counters = &detail.counters;
    let done = counters.sent + counters.failed + counters.unknown;
    let whole = done + counters.pending + counters.waiting;
    html! {
        section.card { div.stack {
            div.spread {
                div.row { (state(text, detail.status.as_str())) @if let Some(reason) = &detail.finish_reason { span.muted { (text.word("finish-reason", reason)) } } }
                @if detail.status != "draft" { span.num.muted { (text.with("progress", [("done", text.number(done).into()), ("whole", text.number(whole).into())])) } }
            }
            @if let Some(reason) = &detail.pause_reason { (view::note(Kind::Warn, text.word("pause-reason", reason))) }
            @if detail.status == "draft" { (view::note(Kind::Plain, text.t("draft-words"))) }
            @else { progress max=(whole.max(1)) value=(done) aria-label=(text.t("progress-label")) {} }
            div.spread.small.muted {
                @if let Some(next) = &detail.next_send_at { span { (text.t("next-send")) " " (text.moment_of(next)) } }
                @if let Some(end) = &detail.estimated_finish_at { span { (text.t("finish-about")) " " (text.moment_of(end)) } }
            }
        } }
    }
}

fn counters(text: Text, detail: &BroadcastDetail) -> Markup {
    let c = &detail.counters;
    let shown = [
        ("matched", c.matched),
        ("sent", c.sent),
        ("pending", c.pending),
        ("failed", c.failed),
        ("replied", c.replied),
        ("purchased", c.purchased),
    ];
    html! { dl.stats { @for (name, value) in shown { div.stat { dt { (text.word("counter", name)) } dd translate="no" { (text.number(value)) } } } } }
}

fn facts(text: Text, detail: &BroadcastDetail) -> Markup {
    let message = &detail.message;
    html! {
        section.card { div.stack {
            h2 { (text.t("message")) }
            @if let Some(words) = &message.text { p translate="no" { (words) } }
            dl.kv {
                dt { (text.t("mode")) } dd { (text.word("mode", detail.mode.as_str())) }
                dt { (text.t("audience")) } dd { (audience_words(text, detail)) }
                @if let Some(media) = message.media_ids.as_ref().filter(|media| !media.is_empty()) { dt { (text.t("media")) } dd translate="no" { (media.join(", ")) } }
                @if let Some(price) = message.price_cents.filter(|price| *price > 0) { dt { (text.t("price")) } dd translate="no" { (text.money(price)) } }
                @if let Some(pace) = detail.pace.as_ref().and_then(|pace| pace.per_minute) { dt { (text.t("pace")) } dd { (text.with("per-minute", [("n", pace.into())])) } }
                @if let Some(start) = detail.schedule.as_ref().and_then(|schedule| schedule.start_at) { dt { (text.t("starts")) } dd { (text.moment(start)) } }
            }
        } }
    }
}

fn audience_words(text: Text, detail: &BroadcastDetail) -> Markup {
    let audience = &detail.audience;
    let tier = audience.tier.as_ref().map_or("all", |tier| tier.as_str());
    html! {
        (text.word("tier", tier))
        @if let Some(countries) = audience.countries.as_ref().filter(|countries| !countries.is_empty()) { " · " span translate="no" { (countries.join(", ")) } }
        @if let Some(days) = audience.last_seen_days { " · " (text.with("seen-within", [("n", days.into())])) }
    }
}

/// Renders the reasons why fans got no message, most frequent first.
fn screened(text: Text, screened: &BTreeMap<ScreeningReason, i64>) -> Markup {
    let greatest = screened.values().copied().max().unwrap_or_default();
    let mut rows: Vec<_> = screened.iter().filter(|(_, count)| **count > 0).collect();
    rows.sort_by_key(|(_, count)| std::cmp::Reverse(**count));
    html! { @for (reason, count) in rows { div.stack-s { div.spread { span { (text.word("screened", reason)) } span.num translate="no" { (text.number(*count)) } } (view::bar(*count, greatest)) } } }
}

fn results(text: Text, report: &BroadcastReport) -> Markup {
    let most = report.sent_by_hour.iter().map(|hour| hour.n).max().unwrap_or_default();
    html! {
        section.card { div.stack {
            h2 { (text.t("report")) }
            dl.kv {
                dt { (text.t("counter-replied")) } dd translate="no" { (text.number(report.replies)) }
                dt { (text.t("counter-purchased")) } dd translate="no" { (text.number(report.purchases)) }
                dt { (text.t("metric-revenue")) } dd translate="no" { (text.money(report.revenue_cents)) }
            }
            (days::other_currencies(text, &report.other_currencies))
            @if !report.sent_by_hour.is_empty() {
                h3 { (text.t("sent-by-hour")) }
                @for hour in report.sent_by_hour.iter().rev().take(24) { div.stack-s { div.spread.small { (text.moment_of(&hour.hour)) span.num translate="no" { (text.number(hour.n)) } } (view::bar(hour.n, most)) } }
            }
            @if report.screened.values().any(|count| *count > 0) { h3 { (text.t("screened-title")) } (screened(text, &report.screened)) }
        } }
    }
}

fn trail(text: Text, audit: &BroadcastAudit) -> Markup {
    html! {
        details.panel {
            summary { (text.t("audit")) }
            ul.list { @for entry in &audit.items { li { div.body {
                span { (text.word("campaign", &entry.from)) " → " span.strong { (text.word("campaign", &entry.to)) } @if let Some(reason) = &entry.reason { " · " (text.word("pause-reason", reason)) } }
                span.small.muted { (text.moment_of(&entry.at)) " · " span translate="no" { (entry.actor) @if let Some(key) = &entry.key { " · " (key.name) } } }
            } } } }
        }
    }
}

pub(crate) async fn act_on(cx: Context, at: Path<(i64, String)>, _: Form) -> Answer {
    let (id, verb) = at.into_inner();
    let broadcasts = cx.api.broadcasts();
    let done = match verb.as_str() {
        "launch" => broadcasts.launch(id).send().await,
        "pause" => broadcasts.pause(id).send().await,
        "resume" => broadcasts.resume(id).send().await,
        "cancel" => broadcasts.cancel(id).send().await,
        "unschedule" => broadcasts.unschedule(id).send().await,
        _ => return Err(Failure::NotFound),
    };
    match done.map_err(Failure::from) {
        Ok(campaign) => Ok(view::see_saying(
            &cx,
            &format!("/broadcasts/{id}"),
            cx.text.word("campaign-said", &campaign.status),
        )),
        Err(failure) => {
            let faults = Faults::of(cx.text, failure, &[])?;
            show(&cx, id, Some(&faults)).await
        }
    }
}
