//! Smart links, which split visitors between the paid link and the free trial.

use actix_web::web::{Path, Query};
use funnel_sdk::types::{
    Arm, Arms, Policy, PolicySimulate, PolicySimulation, SimulatedArm, SmartLink, SmartLinkCreate,
    SmartLinkUpdate,
};
use maud::{Markup, html};
use serde::Deserialize;

use super::smart_link_form::{change, form, places, typed};
use super::{Answer, moments};
use crate::context::Context;
use crate::failure::Failure;
use crate::faults::{Faults, Refused, Typed};
use crate::form::Form;
use crate::system;
use crate::text::Text;
use crate::view::{self, DomainTab, Input, Kind, enc, input};

/// Maps the API's places and codes to fields of the form for a new link.
const PLACES: [(&str, &str); 5] = [
    ("body.slug", "slug"),
    ("invalid_slug", "slug"),
    ("slug_reserved", "slug"),
    ("slug_taken", "slug"),
    ("body.name", "name"),
];

#[derive(Deserialize, Default)]
pub(crate) struct Shown {
    country: Option<String>,
    cursor: Option<String>,
    #[serde(default)]
    q: String,
}

fn path(domain: &str) -> String {
    format!("/domains/{}/smart-links", enc(domain))
}

pub(crate) async fn list(cx: Context, domain: Path<String>, shown: Query<Shown>) -> Answer {
    show_list(&cx, &domain, &shown, None).await
}

async fn show_list(cx: &Context, domain: &str, shown: &Shown, refused: Option<Refused>) -> Answer {
    let text = cx.text;
    let mut request = cx.api.smart_links().list(domain);
    if !shown.q.trim().is_empty() {
        request = request.search(shown.q.trim());
    }
    if let Some(cursor) = &shown.cursor {
        request = request.cursor(cursor);
    }
    let list = request.send().await?.into_inner();
    let is_first = list.items.is_empty() && shown.q.trim().is_empty() && shown.cursor.is_none();
    let here = path(domain);
    let body = html! {
        (view::search_of_list(text, &here, &shown.q, list.items.len(), &text.t("smart-search")))
        div.stack #results {
            section.card.card-flush {
                @if is_first {
                    (view::empty("links", &text.t("smart-empty-title"), &text.t("smart-empty-words"), html! {}))
                } @else {
                    (view::none_found(text, list.items.is_empty(), &here))
                    ul.list { @for link in &list.items { (row(cx, domain, link)) } }
                }
            }
            (view::pager(text, &format!("{here}?q={}", enc(&shown.q)), list.next_cursor.as_deref()))
        }
        @if cx.sends(&here) { (add(text, &here, is_first, refused.as_ref())) }
    };
    Ok(view::page_of(cx, domain, DomainTab::SmartLinks, html! {}, body))
}

/// Renders the form for a new link.
fn add(text: Text, action: &str, is_first: bool, refused: Option<&Refused>) -> Markup {
    let typed = Typed::of(refused, NEW);
    let field = |name: &str, label: &str, hint: &str, required: bool| {
        let (value, faults) = (typed.value(name, ""), typed.faults());
        input(&Input { name, label, hint, value, required, faults, ..Input::default() })
    };
    html! {
        details.panel open[is_first || typed.is_refused()] {
            summary { (text.t("smart-add")) }
            div {
                form.stack method="post" action=(action) {
                    @if let Some(faults) = typed.faults() { (faults.unplaced()) }
                    (view::hidden(&[("form", NEW)]))
                    (view::once())
                    div.fields {
                        (field("slug", &text.t("slug"), &text.t("slug-hint"), true))
                        (field("name", &text.t("name"), "", false))
                    }
                    div.row { button.button.primary type="submit" { (text.t("smart-add")) } }
                }
            }
        }
    }
}

/// Name of the form for a new link.
const NEW: &str = "new";

fn row(cx: &Context, domain: &str, link: &SmartLink) -> Markup {
    let text = cx.text;
    html! {
        li {
            div.body {
                span.row {
                    a.strong href={ (path(domain)) "/" (link.id) } translate="no" { (link.name) }
                    @if !link.active { (view::pill(Kind::Warn, &text.t("paused"))) }
                    (moments::timing(text, None, link.expires_at, system::now()))
                }
                span.small.muted.clip translate="no" { (link.url) }
                (split(cx, &link.policy.arms))
            }
            div.actions {
                (view::copy_button(text, &link.url))
                (code_button(cx, domain, &link.slug))
            }
        }
    }
}

/// Renders the split of a link for people who may not change it.
fn policy(cx: &Context, link: &SmartLink) -> Markup {
    let text = cx.text;
    html! {
        section.card { div.stack {
            h2 { (text.t("policy")) }
            p.strong { (text.t("policy-everywhere")) }
            (split(cx, &link.policy.arms))
            @for rule in &link.policy.geo {
                p.strong translate="no" { (rule.countries.join(", ")) }
                (split(cx, &rule.arms))
            }
        } }
    }
}

/// Renders the link to the QR studio with this smart link chosen.
fn code_button(cx: &Context, domain: &str, slug: &str) -> Markup {
    let to = format!("/domains/{}/codes?link={}#studio", enc(domain), enc(slug));
    html! {
        @if cx.may("qr", "edit") && cx.opens(&to) {
            a.button.quiet href=(to) { (view::icon("qr")) span { (cx.text.t("smart-code")) } span.visually-hidden translate="no" { " " (slug) } }
        }
    }
}

/// Returns the paid arm's share of the enabled weights.
fn share(arms: &Arms) -> f64 {
    let weight = |arm: &Arm| if arm.enabled { arm.weight } else { 0.0 };
    let whole = weight(&arms.paid) + weight(&arms.ftl);
    if whole > 0.0 { weight(&arms.paid) / whole } else { 0.0 }
}

fn split(cx: &Context, arms: &Arms) -> Markup {
    let text = cx.text;
    let paid = share(arms);
    let label = text.with(
        "split-label",
        [
            ("paid", text.percent((paid * 100.0).round()).into()),
            ("ftl", text.percent(((1.0 - paid) * 100.0).round()).into()),
        ],
    );
    html! { (view::split_bar(&label, paid)) span.small.muted { (label) } }
}

pub(crate) async fn screen(cx: Context, at: Path<(String, i64)>, shown: Query<Shown>) -> Answer {
    let (domain, id) = at.into_inner();
    show(&cx, &domain, id, shown.country.as_deref(), None).await
}

/// Simulates visitors of a country, or says what is wrong with the country.
async fn simulate(
    cx: &Context,
    id: i64,
    country: Option<&str>,
) -> Result<Result<PolicySimulation, Faults>, Failure> {
    let asked = PolicySimulate {
        country: country.map(str::to_uppercase).into(),
        samples: 1000.into(),
        ..PolicySimulate::default()
    };
    match cx.api.smart_links().simulate(id, &asked).send().await.map_err(Failure::from) {
        Ok(simulated) => Ok(Ok(simulated.into_inner())),
        Err(failure) => Faults::of(cx.text, failure, &[("body.country", "country")]).map(Err),
    }
}

/// Returns the link of this domain.
async fn of_domain(cx: &Context, domain: &str, id: i64) -> Result<SmartLink, Failure> {
    let link = cx.api.smart_links().show(id).send().await?.into_inner();
    if link.domain == domain { Ok(link) } else { Err(Failure::NotFound) }
}

async fn show(
    cx: &Context,
    domain: &str,
    id: i64,
    country: Option<&str>,
    refused: Option<Refused>,
) -> Answer {
    let text = cx.text;
    let country = country.map(str::trim).filter(|country| !country.is_empty());
    let (mut link, simulated) = tokio::try_join!(of_domain(cx, domain, id), simulate(cx, id, country))?;
    let (stored_name, is_active, rows) = (link.name.clone(), link.active, link.policy.geo.len());
    if let Some(refused) = &refused {
        typed(&mut link, &refused.form);
    }
    let base = format!("{}/{id}", path(domain));
    let faults = refused.as_ref().map(|refused| &refused.faults);
    let body = html! {
        @if let Some(faults) = faults { (faults.unplaced()) }
        section.card { div.stack {
            div.spread {
                div.body {
                    span.row { h2 translate="no" { (stored_name) } (moments::timing(text, None, link.expires_at, system::now())) }
                    span.small.muted { (text.t("updated")) " " (text.moment(link.updated_at)) @if link.expires_at.is_some() { " · " (moments::schedule(text, None, link.expires_at)) } }
                }
                (view::act(cx, &format!("{base}/active"), "", &text.t(if is_active { "pause" } else { "resume" }), None, &[("active", if is_active { "" } else { "1" })]))
            }
            (view::copy(text, &link.url))
            div.row { (code_button(cx, domain, &link.slug)) }
        } }
        div.cols {
            @if cx.sends(&base) { (form(cx, &link, rows, &base, refused.as_ref())) }
            @else { (policy(cx, &link)) }
            (simulation(cx, &base, country.unwrap_or_default(), &simulated))
        }
        @if cx.sends(&format!("{base}/delete")) { section.card { div.spread {
            div.body { h2 { (text.t("smart-delete")) } p.small.muted { (text.t("smart-delete-words")) } }
            (view::act(cx, &format!("{base}/delete"), "danger", &text.t("smart-delete"), Some(&text.t("smart-delete-sure")), &[]))
        } } }
    };
    let crumb = html! { a.button.quiet href=(path(domain)) { (text.t("smart-all")) } };
    Ok(view::page_of(cx, domain, DomainTab::SmartLinks, crumb, body))
}

fn simulation(
    cx: &Context,
    base: &str,
    country: &str,
    simulated: &Result<PolicySimulation, Faults>,
) -> Markup {
    let text = cx.text;
    let faults = simulated.as_ref().err();
    html! {
        section.card { div.stack {
            h2 { (text.t("simulate")) }
            form.row method="get" action=(base) hx-swap="outerHTML show:none" {
                (input(&Input { name: "country", label: &text.t("country"), hint: &text.t("country-hint"), value: country, scope: "simulate-", faults, ..Input::default() }))
                button.button type="submit" { (text.t("simulate-show")) }
            }
            @match simulated {
                Ok(simulated) => { (shares(cx, simulated)) }
                Err(faults) => { (faults.unplaced()) }
            }
        } }
    }
}

fn shares(cx: &Context, simulated: &PolicySimulation) -> Markup {
    let text = cx.text;
    let arms = &simulated.arms;
    html! {
        @if let Some(target) = &simulated.expired_target {
            (view::note(Kind::Warn, html! { p { (text.t("smart-expired")) " " span translate="no" { (target) } } }))
        }
        (view::split_bar(&text.t("simulate"), arms.paid.share))
        dl.kv {
            @for (name, arm) in [("paid", &arms.paid), ("ftl", &arms.ftl)] {
                dt { span.dot.b[name == "ftl"] {} " " (text.word("arm", name)) }
                dd { (arm_line(cx, arm)) }
            }
        }
        p.small.muted { (match simulated.geo_rule { Some(rule) => text.with("simulate-rule", [("n", (rule + 1).into())]), None => text.t("simulate-base") }) }
    }
}

fn arm_line(cx: &Context, arm: &SimulatedArm) -> Markup {
    let text = cx.text;
    html! {
        span translate="no" { (text.percent(arm.share * 100.0)) }
        @if let Some(reason) = &arm.left_out {
            // An arm can get all visitors because nothing else is left, whatever its own share is.
            " · " span.muted { (text.word(if arm.share > 0.0 { "served-although" } else { "left-out" }, reason)) }
        }
        @if let Some(target) = &arm.target { br; span.small.muted translate="no" { (target) } }
    }
}

pub(crate) async fn create(cx: Context, domain: Path<String>, form: Form) -> Answer {
    let asked = SmartLinkCreate {
        domain: domain.clone(),
        slug: form.text("slug").trim().into(),
        name: form.optional("name"),
        ..SmartLinkCreate::default()
    };
    let made = cx.api.smart_links().create(&asked).idempotency_key(form.once()).send().await;
    match made.map_err(Failure::from) {
        Ok(made) => {
            Ok(view::see_saying(&cx, &format!("{}/{}", path(&domain), made.id), cx.text.t("smart-added")))
        }
        Err(failure) => {
            let refused = Refused::of(cx.text, form, failure, &PLACES)?;
            show_list(&cx, &domain, &Shown::default(), Some(refused)).await
        }
    }
}

/// Changes a link as a form says.
async fn write(cx: &Context, id: i64, stored: Policy, form: &Form) -> Result<(), Failure> {
    let mut policy = stored;
    change(&mut policy, form);
    let asked = SmartLinkUpdate {
        name: form.text("name").trim().into(),
        policy: policy.into(),
        expires_at: moments::of(form, "expires_at")?.into(),
        expired_url: form.optional("expired_url").into(),
        ..SmartLinkUpdate::default()
    };
    cx.api.smart_links().update(id, &asked).send().await?;
    Ok(())
}

pub(crate) async fn update(cx: Context, at: Path<(String, i64)>, form: Form) -> Answer {
    let (domain, id) = at.into_inner();
    let stored = of_domain(&cx, &domain, id).await?.policy;
    let places = places(stored.geo.len());
    match write(&cx, id, stored, &form).await {
        Ok(()) => Ok(view::see_saying(&cx, &format!("{}/{id}", path(&domain)), cx.text.t("said-saved"))),
        Err(failure) => {
            let places: Vec<_> =
                places.iter().map(|(place, field)| (place.as_str(), field.as_str())).collect();
            let refused = Refused::of(cx.text, form, failure, &places)?;
            show(&cx, &domain, id, None, Some(refused)).await
        }
    }
}

pub(crate) async fn activate(cx: Context, at: Path<(String, i64)>, form: Form) -> Answer {
    let (domain, id) = at.into_inner();
    of_domain(&cx, &domain, id).await?;
    let asked = SmartLinkUpdate { active: form.ticked("active").into(), ..SmartLinkUpdate::default() };
    cx.api.smart_links().update(id, &asked).send().await?;
    Ok(view::see_saying(&cx, &format!("{}/{id}", path(&domain)), cx.text.t("said-saved")))
}

pub(crate) async fn delete(cx: Context, at: Path<(String, i64)>, _: Form) -> Answer {
    let (domain, id) = at.into_inner();
    of_domain(&cx, &domain, id).await?;
    cx.api.smart_links().delete(id).send().await?;
    Ok(view::see_saying(&cx, &path(&domain), cx.text.t("smart-deleted")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_share_is_of_what_is_enabled() {
        let mut arms = Arms::default();
        (arms.paid.enabled, arms.paid.weight) = (true, 70.0);
        (arms.ftl.enabled, arms.ftl.weight) = (true, 30.0);
        assert!((share(&arms) - 0.7).abs() < 1e-9);
        arms.ftl.enabled = false;
        assert!((share(&arms) - 1.0).abs() < 1e-9);
    }
}
