//! The content of an owner, its revenue, and fans' requests.

use actix_web::web::{Path, Query};
use funnel_sdk::types::{ContentOrder, ContentRequest, RequestAction, RequestRespond};
use maud::{Markup, html};
use serde::Deserialize;

use super::Answer;
use super::stats::days::other_currencies;
use crate::context::Context;
use crate::failure::Failure;
use crate::faults::{Refused, Typed};
use crate::form::Form;
use crate::view::{self, Input, Kind, Section, input};
use crate::words::word;

/// Maps the API's places to fields of an answer to a request.
const PLACES: [(&str, &str); 2] = [("body.media_ids", "media_ids"), ("body.reason", "reason")];

#[derive(Deserialize, Default)]
pub(crate) struct Shown {
    #[serde(default)]
    sort: String,
    #[serde(default)]
    status: String,
    #[serde(default)]
    q: String,
    cursor: Option<String>,
}

pub(crate) async fn list(cx: Context, shown: Query<Shown>) -> Answer {
    let text = cx.text;
    let sort = ContentOrder::parse(&shown.sort).unwrap_or(ContentOrder::Buyers);
    let sorts = ["buyers", "tips", "sales"]
        .map(|known| (format!("/vault?sort={known}"), text.word("vault-sort", known), sort == known));
    let content =
        match cx.api.content().list().sort(sort.clone()).limit(60).send().await.map_err(Failure::from) {
            Ok(content) => content.into_inner(),
            Err(failure) if failure.code() == Some("engine_not_connected") => {
                let words = view::empty(
                    "vault",
                    &text.t("engine-none-title"),
                    &text.t("engine-none-words"),
                    html! {},
                );
                return Ok(view::page(
                    &cx,
                    Section::Vault,
                    &text.t("nav-vault"),
                    html! {},
                    html! { section.card { (words) } },
                ));
            }
            Err(failure) => return Err(failure),
        };
    let body = html! {
        p.muted { (text.with("vault-total", [("n", content.total.into())])) }
        (other_currencies(text, &content.other_currencies))
        section.card.card-flush {
            @if content.items.is_empty() { (view::empty("vault", &text.t("vault-empty-title"), &text.t("vault-empty-words"), html! {})) }
            @else {
                table.fold {
                    thead { tr { th scope="col" { (text.t("content")) } th.num scope="col" { (text.t("buyers")) } th.num scope="col" { (text.t("tips")) } th.num scope="col" { (text.t("likes")) } th.num scope="col" { (text.t("sales-captured")) } th.num scope="col" { (text.t("metric-revenue")) } } }
                    tbody { @for (place, item) in content.items.iter().enumerate() { tr {
                        th scope="row" { div.row {
                            span.face aria-hidden="true" translate="no" { (place + 1) }
                            div.body { a href={ "/vault/" (item.content_id) } { (text.word("media", &item.media_type)) " " span translate="no" { (item.content_id) } } span.small.muted { (text.moment_of(&item.vendor_created_at)) } }
                        } }
                        td.num data-label=(text.t("buyers")) { (view::raw(text.number(item.buyers_count))) }
                        td.num data-label=(text.t("tips")) { (view::raw(text.money(item.tips_cents))) }
                        td.num data-label=(text.t("likes")) { (view::raw(text.number(item.likes_count))) }
                        td.num data-label=(text.t("sales-captured")) { (view::raw(text.number(item.period_sales))) }
                        td.num data-label=(text.t("metric-revenue")) { (view::raw(text.money(item.period_revenue_cents))) }
                    } } }
                }
            }
        }
    };
    Ok(view::page(
        &cx,
        Section::Vault,
        &text.t("nav-vault"),
        view::segmented(&text.t("sort-label"), &sorts),
        body,
    ))
}

pub(crate) async fn item(cx: Context, id: Path<i64>) -> Answer {
    let text = cx.text;
    let item = cx.api.content().show(*id).send().await?.into_inner();
    let body = html! {
        dl.stats {
            div.stat { dt { (text.t("rank")) } dd translate="no" { (text.number(item.rank)) " / " (text.number(item.rank_total)) } }
            div.stat { dt { (text.t("buyers")) } dd translate="no" { (text.number(item.buyers_count)) } }
            div.stat { dt { (text.t("sales-captured")) } dd translate="no" { (text.number(item.captured_sales)) } }
            div.stat { dt { (text.t("tips")) } dd translate="no" { (text.money(item.tips_cents)) } }
            div.stat { dt { (text.t("standalone")) } dd translate="no" { (text.money(item.standalone_revenue_cents)) } }
        }
        (other_currencies(text, &item.other_currencies))
        div.cols {
            section.card.card-flush {
                div.card-head { h2 { (text.t("sales-captured")) } }
                @if item.sales.is_empty() { div.empty { p { (text.t("sales-empty")) } } }
                ul.list { @for sale in &item.sales { li {
                    div.body { span.strong translate="no" { (sale.fan_username) } span.small.muted { (text.moment_of(&sale.sold_at)) } }
                    span.num translate="no" { (text.in_currency(sale.currency.as_deref().unwrap_or_default()).money(sale.price_cents)) }
                } } }
            }
            section.card.card-flush {
                div.card-head { h2 { (text.t("bundles")) } }
                @if item.bundles.is_empty() { div.empty { p { (text.t("bundles-empty")) } } }
                ul.list { @for bundle in &item.bundles { li {
                    div.body { span.strong translate="no" { (bundle.name) } span.small.muted { (text.with("bundle-facts", [("media", bundle.n_media.into()), ("sold", bundle.times_sold.into())])) } }
                    span.num translate="no" { (text.money(bundle.revenue_cents)) }
                } } }
            }
        }
    };
    let title = format!("{} {}", text.word("media", &item.media_type), item.content_id);
    Ok(view::page(
        &cx,
        Section::Vault,
        &title,
        html! { a.button.quiet href="/vault" { (text.t("nav-vault")) } },
        body,
    ))
}

pub(crate) async fn requests(cx: Context, shown: Query<Shown>) -> Answer {
    show_requests(&cx, &shown, None).await
}

async fn show_requests(cx: &Context, shown: &Shown, refused: Option<&Refused>) -> Answer {
    let text = cx.text;
    let status = shown.status.as_str();
    let mut request = cx.api.content_requests().list().limit(50);
    if let Some(status) = word(status).filter(|_| !status.is_empty()) {
        request = request.status(status);
    }
    if let Some(cursor) = &shown.cursor {
        request = request.cursor(cursor);
    }
    let list = request.send().await?.into_inner();
    let found: Vec<_> =
        list.items.iter().filter(|item| view::matches(&shown.q, &[&item.fan_username, &item.text])).collect();
    let filters = ["", "new", "in_progress", "fulfilled", "declined"].map(|known| {
        let word = if known.is_empty() { "all" } else { known };
        (format!("/requests?status={known}"), text.word("request", word), known == status)
    });
    let body = html! {
        @if let Some(refused) = refused { (refused.faults.unplaced()) }
        div.spread {
            (view::segmented(&text.t("state"), &filters))
            (view::search_of_page(text, "/requests", &shown.q, list.items.len(), &[("status", status)]))
        }
        section.card.card-flush #results {
            @if list.items.is_empty() { (view::empty("requests", &text.t("requests-empty-title"), &text.t("requests-empty-words"), html! {})) }
            @else { (view::none_found(text, found.is_empty(), "/requests")) }
            ul.list { @for item in found { (one_request(cx, item, refused)) } }
        }
        (view::pager(text, &format!("/requests?status={status}"), list.next_cursor.as_deref()))
    };
    Ok(view::page(cx, Section::Requests, &text.t("nav-requests"), html! {}, body))
}

fn one_request(cx: &Context, item: &ContentRequest, refused: Option<&Refused>) -> Markup {
    let text = cx.text;
    let kind = match item.status.as_str() {
        "new" => Kind::Accent,
        "in_progress" => Kind::Warn,
        "fulfilled" => Kind::Good,
        _ => Kind::Plain,
    };
    let action = format!("/requests/{}", item.id);
    let open = matches!(item.status.as_str(), "new" | "in_progress");
    let scope = format!("r{}-", item.id);
    let form = |action: &str| format!("{action}-{}", item.id);
    let (fulfill, decline) = (Typed::of(refused, &form("fulfill")), Typed::of(refused, &form("decline")));
    html! {
        li {
            div.body {
                span.spread { span.row { span.strong translate="no" { (item.fan_username) } (view::pill(kind, &text.word("request", &item.status))) } span.strong translate="no" { (text.money(item.offered_cents)) } }
                p translate="no" { (item.text) }
                span.small.muted { (text.moment(item.created_at)) @if let Some(reason) = &item.reason { " · " span translate="no" { (reason) } } }
                @if open && cx.may("vault", "respond") {
                    div.row {
                        @if item.status == "new" { (view::act(cx, &action, "", &text.t("request-start"), None, &[("action", "start")])) }
                        details.more open[fulfill.is_refused()] { summary { (text.t("request-fulfill")) span.visually-hidden translate="no" { " " (item.fan_username) } }
                            form.stack method="post" action=(action) {
                                (view::hidden(&[("action", "fulfill"), ("form", &form("fulfill"))]))
                                (view::once())
                                (input(&Input { name: "media_ids", label: &text.t("media-ids"), hint: &text.t("media-ids-hint"), value: fulfill.value("media_ids", ""), required: true, scope: &scope, faults: fulfill.faults(), ..Input::default() }))
                                div.row { button.button.primary type="submit" { (text.t("request-send")) } }
                            }
                        }
                        details.more open[decline.is_refused()] { summary { (text.t("request-decline")) span.visually-hidden translate="no" { " " (item.fan_username) } }
                            form.stack method="post" action=(action) {
                                (view::hidden(&[("action", "decline"), ("form", &form("decline"))]))
                                (view::once())
                                (input(&Input { name: "reason", label: &text.t("request-reason"), value: decline.value("reason", ""), required: true, scope: &scope, faults: decline.faults(), ..Input::default() }))
                                div.row { button.button.danger type="submit" { (text.t("request-decline")) } }
                            }
                        }
                    }
                }
            }
        }
    }
}

pub(crate) async fn respond(cx: Context, id: Path<i64>, form: Form) -> Answer {
    let media = form.list("media_ids");
    let asked = RequestRespond {
        action: word(form.text("action")).unwrap_or(RequestAction::Start),
        media_ids: (!media.is_empty()).then_some(media),
        reason: form.optional("reason"),
    };
    let asked = cx.api.content_requests().respond(*id, &asked).idempotency_key(form.once());
    match asked.send().await.map_err(Failure::from) {
        Ok(answered) => {
            Ok(view::see_saying(&cx, "/requests", cx.text.word("request-said", &answered.status)))
        }
        Err(failure) => {
            let refused = Refused::of(cx.text, form, failure, &PLACES)?;
            show_requests(&cx, &Shown::default(), Some(&refused)).await
        }
    }
}
