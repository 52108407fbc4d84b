//! The domains of an owner, and how each is reached.

use actix_web::web::{Path, Query};
use funnel_sdk::types::{DomainOut, DomainRegister};
use maud::{Markup, html};
use serde::Deserialize;

use super::Answer;
use crate::context::Context;
use crate::form::Form;
use crate::view::{self, DomainTab, Input, Kind, Section, enc, input};

/// Rows of one page.
const PAGE: usize = 100;

#[derive(Deserialize, Default)]
pub(crate) struct Shown {
    #[serde(default)]
    q: String,
    #[serde(default)]
    sort: String,
    #[serde(default)]
    page: usize,
}

pub(crate) async fn list(cx: Context, shown: Query<Shown>) -> Answer {
    show(&cx, &shown, None).await
}

async fn show(cx: &Context, shown: &Shown, refused: Option<(Form, Vec<String>)>) -> Answer {
    let text = cx.text;
    let all = cx.api.domains().list().send().await?.into_inner().items;
    let wanted = shown.q.trim().to_lowercase();
    let total = all.len();
    let mut found: Vec<DomainOut> = all
        .into_iter()
        .filter(|domain| {
            domain.hostname.contains(&wanted) || domain.display_name.to_lowercase().contains(&wanted)
        })
        .collect();
    match shown.sort.as_str() {
        "new" => found.sort_by_key(|domain| std::cmp::Reverse(domain.created_at)),
        "state" => found.sort_by_key(|domain| (domain.infra_state == "active", domain.hostname.clone())),
        _ => found.sort_by(|one, other| one.hostname.cmp(&other.hostname)),
    }
    let sorts = ["name", "new", "state"].map(|sort| {
        let chosen = sort == shown.sort || (sort == "name" && shown.sort.is_empty());
        let q: String = url::form_urlencoded::byte_serialize(shown.q.as_bytes()).collect();
        (format!("/domains?q={q}&sort={sort}"), text.word("sort", sort), chosen)
    });
    let body = html! {
        @if total > 0 {
            div.spread {
                (view::search(text, "/domains", &shown.q, &text.t("domains-search"), &[("sort", &shown.sort)]))
                (view::segmented(&text.t("sort-label"), &sorts))
            }
            div #results { (results(cx, &found, shown)) }
        } @else {
            section.card { (view::empty("domains", &text.t("domains-empty-title"), &text.t("domains-empty-words"), html! {})) }
        }
        @if cx.may("landings", "register") { (add(cx, refused, total == 0)) }
    };
    let actions = html! { @if cx.may("landings", "register") { a.button.primary href="#add" hx-boost="false" { (view::icon("plus")) (text.t("domains-add")) } } };
    Ok(view::page(cx, Section::Domains, &text.t("nav-domains"), actions, body))
}

fn results(cx: &Context, found: &[DomainOut], shown: &Shown) -> Markup {
    let text = cx.text;
    if found.is_empty() {
        return html! { section.card { (view::empty("search", &text.t("nothing-found"), &text.t("nothing-found-words"), html! {
            a.button href="/domains" { (text.t("show-all")) }
        })) } };
    }
    let q: String = url::form_urlencoded::byte_serialize(shown.q.as_bytes()).collect();
    let more = found.len() > (shown.page + 1) * PAGE;
    html! {
        section.card.card-flush {
            table.fold {
                thead { tr {
                    th scope="col" { (text.t("domain")) }
                    th scope="col" { (text.t("state")) }
                    th.num scope="col" { (text.t("buttons")) }
                    th scope="col" { (text.t("added")) }
                    th scope="col" { span.visually-hidden { (text.t("actions")) } }
                } }
                tbody { @for domain in found.iter().skip(shown.page * PAGE).take(PAGE) { (row(cx, domain)) } }
            }
        }
        @if more {
            div.row { a.button rel="next" href={ "/domains?q=" (q) "&sort=" (shown.sort) "&page=" (shown.page + 1) } { (text.t("next-page")) } }
        }
    }
}

fn row(cx: &Context, domain: &DomainOut) -> Markup {
    let text = cx.text;
    let path = format!("/domains/{}", enc(&domain.hostname));
    html! {
        tr {
            th scope="row" {
                div.body {
                    a href={ (path) "/page" } translate="no" { (domain.display_name) }
                    span.small.muted translate="no" { (domain.hostname) }
                }
            }
            td data-label=(text.t("state")) {
                div.body {
                    div { (state(cx, &domain.infra_state)) }
                    @if let Some(reason) = &domain.provisioning_error { span.small.muted translate="no" { (reason) } }
                }
            }
            td.num data-label=(text.t("buttons")) { (view::raw(text.number(domain.button_count))) }
            td data-label=(text.t("added")) { (text.moment(domain.created_at)) }
            td {
                div.actions {
                    @if domain.infra_state != "active" { a.button href={ (path) "/setup" } { (text.t("domains-fix")) } }
                    @else { a.button.quiet href={ (path) "/page" } { (text.t("edit")) } }
                }
            }
        }
    }
}

/// The state of a domain in one word.
pub(crate) fn state(cx: &Context, state: &str) -> Markup {
    let kind = match state {
        "active" => Kind::Good,
        "failed" => Kind::Bad,
        _ => Kind::Warn,
    };
    view::pill(kind, &cx.text.word("infra", state))
}

fn add(cx: &Context, refused: Option<(Form, Vec<String>)>, open: bool) -> Markup {
    let text = cx.text;
    let (form, faults) = refused.unwrap_or_default();
    html! {
        details.panel #add open[open || !faults.is_empty()] {
            summary { (text.t("domains-add")) }
            div {
                form.stack method="post" action="/domains" {
                    @for fault in &faults { (view::note(Kind::Bad, view::raw(fault))) }
                    div.fields {
                        (input(&Input { name: "hostname", label: &text.t("hostname"), hint: &text.t("hostname-hint"), value: form.text("hostname"), required: true, ..Input::default() }))
                        (input(&Input { name: "display_name", label: &text.t("display-name"), hint: &text.t("display-name-hint"), value: form.text("display_name"), required: true, ..Input::default() }))
                    }
                    div.row { button.button.primary type="submit" { (text.t("domains-add")) } }
                }
            }
        }
    }
}

pub(crate) async fn create(cx: Context, form: Form) -> Answer {
    let asked = DomainRegister {
        hostname: form.text("hostname").trim().into(),
        display_name: form.text("display_name").trim().into(),
    };
    match cx.api.domains().create(&asked).send().await.map_err(crate::failure::Failure::from) {
        Ok(made) => {
            let path = format!("/domains/{}/setup", enc(&made.hostname));
            Ok(view::see_saying(&cx, &path, cx.text.t("domain-added")))
        }
        Err(failure) => match failure.faults() {
            Some(faults) => show(&cx, &Shown::default(), Some((form, faults))).await,
            None => Err(failure),
        },
    }
}

/// How a domain is reached: its state, the record to set, and the end of it.
pub(crate) async fn setup(cx: Context, domain: Path<String>) -> Answer {
    let text = cx.text;
    let domain_ = cx.api.domains().show(&domain).send().await?.into_inner();
    let path = format!("/domains/{}", enc(&domain));
    let body = html! {
        @if domain_.infra_state == "failed" {
            (view::note(Kind::Bad, html! {
                p { (text.t("setup-failed")) }
                @if let Some(reason) = &domain_.provisioning_error { p translate="no" { (reason) } }
            }))
        }
        div.cols {
            section.card { div.stack {
                div.spread { h2 { (text.t("state")) } (state(&cx, &domain_.infra_state)) }
                dl.kv {
                    dt { (text.t("display-name")) } dd translate="no" { (domain_.display_name) }
                    dt { (text.t("added")) } dd { (text.moment(domain_.created_at)) }
                    dt { (text.t("setup-tried")) } dd { (text.moment_or_never(domain_.infra_attempted_at)) }
                }
                @if domain_.infra_state != "active" && cx.may("landings", "register") {
                    (view::act(&format!("{path}/provision"), "primary", &text.t("setup-retry"), None, &[]))
                }
            } }
            section.card { div.stack {
                h2 { (text.t("setup-dns")) }
                p.muted { (text.t("setup-dns-words")) }
                dl.kv {
                    dt { (text.t("dns-type")) } dd translate="no" { "CNAME" }
                }
                div.field { span.small.muted { (text.t("dns-name")) } (view::copy(text, &domain)) }
                div.field { span.small.muted { (text.t("dns-target")) } p.small { (text.t("dns-target-words")) } }
            } }
        }
        @if cx.may("landings", "register") {
            section.card { div.spread {
                div.body { h2 { (text.t("domain-delete")) } p.small.muted { (text.t("domain-delete-words")) } }
                (view::act(&format!("{path}/delete"), "danger", &text.t("domain-delete"), Some(&text.t("domain-delete-sure")), &[]))
            } }
        }
    };
    Ok(view::page_of(&cx, &domain, DomainTab::Setup, html! {}, body))
}

pub(crate) async fn provision(cx: Context, domain: Path<String>) -> Answer {
    let state = cx.api.domains().provision(&domain).send().await?.infra_state.clone();
    let key = if state == "failed" { "setup-still-failed" } else { "setup-tried-again" };
    Ok(view::see_saying(&cx, &format!("/domains/{}/setup", enc(&domain)), cx.text.word("said", key)))
}

pub(crate) async fn delete(cx: Context, domain: Path<String>) -> Answer {
    cx.api.domains().delete(&domain).send().await?;
    Ok(view::see_saying(&cx, "/domains", cx.text.t("domain-deleted")))
}
