//! The domains of an owner, and their DNS setup.

use actix_web::HttpResponse;
use actix_web::web::{Path, Query};
use funnel_sdk::types::{DnsRecord, Domain, DomainList, DomainRegister, DomainSort, DomainState, PlanUsage};
use maud::{Markup, html};
use serde::Deserialize;

use super::{Answer, usage};
use crate::context::Context;
use crate::failure::Failure;
use crate::faults::Refused;
use crate::form::Form;
use crate::text::Text;
use crate::view::{self, DomainTab, Input, Kind, Section, enc, input};

const PAGE: i64 = 100;

/// Maps the API's places and codes to fields of the form.
const PLACES: [(&str, &str); 7] = [
    ("body.hostname", "hostname"),
    ("domain_taken", "hostname"),
    ("hostname_quarantined", "hostname"),
    ("hostname_unproven", "hostname"),
    ("domain_cap_reached", "hostname"),
    ("invalid_request", "hostname"),
    ("body.display_name", "display_name"),
];

/// States in the filter; the first stands for all.
const STATES: [&str; 4] = ["", "active", "pending", "failed"];

#[derive(Deserialize, Default)]
pub(crate) struct Shown {
    #[serde(default)]
    q: String,
    #[serde(default)]
    sort: String,
    #[serde(default)]
    state: String,
    /// Domain to open, for keys that may not see the list.
    #[serde(default)]
    domain: String,
    cursor: Option<String>,
}

pub(crate) async fn list(cx: Context, shown: Query<Shown>) -> Answer {
    if !cx.may("landings", "view") {
        return Ok(by_name(&cx, &shown.domain));
    }
    show(&cx, &shown, None).await
}

/// Leads to a domain by its name, for keys that may not see the list.
fn by_name(cx: &Context, domain: &str) -> HttpResponse {
    let text = cx.text;
    let domain = domain.trim();
    if !domain.is_empty() {
        return view::see(&format!("/domains/{}", enc(domain)));
    }
    let body = html! {
        section.card { form.stack method="get" action="/domains" {
            p.muted { (text.t("domains-by-name")) }
            (input(&Input { name: "domain", label: &text.t("hostname"), hint: &text.t("hostname-hint"), required: true, ..Input::default() }))
            div.row { button.button.primary type="submit" { (text.t("domains-open")) } }
        } }
    };
    view::page(cx, Section::Domains, &text.t("nav-domains"), html! {}, body)
}

async fn show(cx: &Context, shown: &Shown, refused: Option<Refused>) -> Answer {
    let text = cx.text;
    let sort = if shown.sort == "new" { "new" } else { "name" };
    let state = STATES.into_iter().find(|known| *known == shown.state).unwrap_or_default();
    let list = found(cx, shown, sort, state);
    let (list, used) = match cx.may("landings", "register") {
        true => tokio::try_join!(list, usage::read(cx))?,
        false => (list.await?, None),
    };
    let is_first = list.items.is_empty() && shown.q.is_empty() && state.is_empty() && shown.cursor.is_none();
    let address = |sort: &str, state: &str| format!("/domains?q={}&sort={sort}&state={state}", enc(&shown.q));
    let sorts = ["name", "new"].map(|known| (address(known, state), text.word("sort", known), known == sort));
    let states = STATES.map(|known| {
        let words = if known.is_empty() { text.t("all") } else { text.word("infra", known) };
        (address(sort, known), words, known == state)
    });
    let body = html! {
        @if is_first {
            section.card { (view::empty("domains", &text.t("domains-empty-title"), &text.t("domains-empty-words"), html! {})) }
        } @else {
            div.spread {
                (view::search(text, "/domains", &shown.q, &text.t("domains-search"), &[("sort", sort), ("state", state)]))
                (view::segmented(&text.t("state"), &states))
                (view::segmented(&text.t("sort-label"), &sorts))
            }
            div #results {
                (results(cx, &list.items))
                (view::pager(text, &address(sort, state), list.next_cursor.as_deref()))
            }
        }
        @if cx.may("landings", "register") { (add(cx, refused.as_ref(), is_first, used.as_ref())) }
    };
    let actions = html! { @if cx.may("landings", "register") { a.button.primary href="#add-form" hx-boost="false" { (view::icon("plus")) (text.t("domains-add")) } } };
    Ok(view::page(cx, Section::Domains, &text.t("nav-domains"), actions, body))
}

/// Reads the requested page of the list.
async fn found(cx: &Context, shown: &Shown, sort: &str, state: &str) -> Result<DomainList, Failure> {
    let sort = if sort == "new" { DomainSort::CreatedAtDesc } else { DomainSort::Hostname };
    let mut request = cx.api.domains().list().sort(sort).limit(PAGE);
    if !shown.q.trim().is_empty() {
        request = request.search(shown.q.trim());
    }
    if let Some(state) = DomainState::parse(state) {
        request = request.state(state);
    }
    if let Some(cursor) = &shown.cursor {
        request = request.cursor(cursor);
    }
    Ok(request.send().await?.into_inner())
}

fn results(cx: &Context, found: &[Domain]) -> Markup {
    let text = cx.text;
    if found.is_empty() {
        return html! { section.card { (view::none_found(text, true, "/domains")) } };
    }
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
                tbody { @for domain in found { (row(cx, domain)) } }
            }
        }
    }
}

fn row(cx: &Context, domain: &Domain) -> Markup {
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
                    div { (state(cx, domain.infra_state.as_str())) }
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

/// Renders the state of a domain.
pub(crate) fn state(cx: &Context, state: &str) -> Markup {
    let kind = match state {
        "active" => Kind::Good,
        "failed" => Kind::Bad,
        _ => Kind::Warn,
    };
    view::pill(kind, &cx.text.word("infra", state))
}

fn add(cx: &Context, refused: Option<&Refused>, open: bool, used: Option<&PlanUsage>) -> Markup {
    let text = cx.text;
    let typed = |name: &str| refused.map_or("", |refused| refused.form.text(name));
    let faults = refused.map(|refused| &refused.faults);
    html! {
        details.panel #add open[open || refused.is_some()] {
            summary { (text.t("domains-add")) }
            // Browsers open the panel around a fragment's target, without a script.
            div #add-form {
                form.stack method="post" action="/domains" {
                    @if let Some(faults) = faults { (faults.unplaced()) }
                    (view::once())
                    @if let Some(used) = used { (usage::domains(text, used)) }
                    div.fields {
                        (input(&Input { name: "hostname", label: &text.t("hostname"), hint: &text.t("hostname-hint"), value: typed("hostname"), required: true, faults, ..Input::default() }))
                        (input(&Input { name: "display_name", label: &text.t("display-name"), hint: &text.t("display-name-hint"), value: typed("display_name"), required: true, faults, ..Input::default() }))
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
    let made = cx.api.domains().create(&asked).idempotency_key(form.once()).send().await;
    match made.map_err(Failure::from) {
        Ok(made) => {
            let path = format!("/domains/{}/setup", enc(&made.hostname));
            Ok(view::see_saying(&cx, &path, cx.text.t("domain-added")))
        }
        Err(failure) => {
            let refused = Refused::of(cx.text, form, failure, &PLACES)?;
            show(&cx, &Shown::default(), Some(refused)).await
        }
    }
}

/// Shows how to reach a domain: its state, its DNS record, and its removal.
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
                div.spread { h2 { (text.t("state")) } (state(&cx, domain_.infra_state.as_str())) }
                dl.kv {
                    dt { (text.t("display-name")) } dd translate="no" { (domain_.display_name) }
                    dt { (text.t("added")) } dd { (text.moment(domain_.created_at)) }
                    dt { (text.t("setup-tried")) } dd { (text.moment_or_never(domain_.infra_attempted_at)) }
                }
                @if domain_.infra_state != "active" && cx.may("landings", "register") {
                    (view::act(&cx, &format!("{path}/provision"), "primary", &text.t("setup-retry"), None, &[]))
                }
            } }
            section.card { div.stack {
                h2 { (text.t("setup-dns")) }
                p.muted { (text.t(if domain_.infra_state == "active" { "setup-dns-active" } else { "setup-dns-words" })) }
                (records(text, &domain, domain_.dns_records.as_deref().unwrap_or_default()))
            } }
        }
        @if cx.sends(&format!("{path}/delete")) {
            section.card { div.spread {
                div.body { h2 { (text.t("domain-delete")) } p.small.muted { (text.t("domain-delete-words")) } }
                (view::act(&cx, &format!("{path}/delete"), "danger", &text.t("domain-delete"), Some(&text.t("domain-delete-sure")), &[]))
            } }
        }
    };
    Ok(view::page_of(&cx, &domain, DomainTab::Setup, html! {}, body))
}

/// Renders the records to set at the DNS provider, or whom to ask if the service knows none.
fn records(text: Text, domain: &str, records: &[DnsRecord]) -> Markup {
    let field = |label: &str, value: &str| html! { div.field { span.small.muted { (text.t(label)) } (view::copy(text, value)) } };
    let record = |record: &DnsRecord| {
        html! {
            div.stack-s data-record=(record.r#type) {
                dl.kv { dt { (text.t("dns-type")) } dd translate="no" { (record.r#type) } }
                (field("dns-name", &record.name))
                (field("dns-target", &record.value))
            }
        }
    };
    let (names, addresses): (Vec<_>, Vec<_>) = records.iter().partition(|record| record.r#type == "CNAME");
    html! {
        @if records.is_empty() {
            dl.kv { dt { (text.t("dns-type")) } dd translate="no" { "CNAME" } }
            (field("dns-name", domain))
            div.field { span.small.muted { (text.t("dns-target")) } p.small { (text.t("dns-target-words")) } }
        }
        @for name in &names { (record(name)) }
        @if !names.is_empty() && !addresses.is_empty() { p.small.muted { (text.t("dns-or-addresses")) } }
        @for address in &addresses { (record(address)) }
    }
}

pub(crate) async fn provision(cx: Context, domain: Path<String>, _: Form) -> Answer {
    let state = cx.api.domains().provision(&domain).send().await?.infra_state.clone();
    let key = if state == "failed" { "setup-still-failed" } else { "setup-tried-again" };
    Ok(view::see_saying(&cx, &format!("/domains/{}/setup", enc(&domain)), cx.text.word("said", key)))
}

pub(crate) async fn delete(cx: Context, domain: Path<String>, _: Form) -> Answer {
    cx.api.domains().delete(&domain).send().await?;
    Ok(view::see_saying(&cx, "/domains", cx.text.t("domain-deleted")))
}
