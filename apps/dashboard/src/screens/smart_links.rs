//! Smart links, which split visitors between the paid link and the free trial.

use actix_web::web::{Path, Query};
use funnel_sdk::types::{
    Arm, Arms, GeoRule, Policy, PolicySimulate, PolicySimulation, SimulatedArm, SmartLink, SmartLinkCreate,
    SmartLinkUpdate,
};
use maud::{Markup, html};
use serde::Deserialize;

use super::{Answer, moments};
use crate::context::Context;
use crate::failure::Failure;
use crate::form::Form;
use crate::system;
use crate::view::{self, DomainTab, Input, Kind, enc, input};

#[derive(Deserialize)]
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
    let text = cx.text;
    let mut request = cx.api.smart_links().list(&domain);
    if !shown.q.trim().is_empty() {
        request = request.search(shown.q.trim());
    }
    if let Some(cursor) = &shown.cursor {
        request = request.cursor(cursor);
    }
    let list = request.send().await?.into_inner();
    let is_first = list.items.is_empty() && shown.q.trim().is_empty() && shown.cursor.is_none();
    let here = path(&domain);
    let body = html! {
        (view::search_of_list(text, &here, &shown.q, list.items.len(), &text.t("smart-search")))
        div.stack #results {
            section.card.card-flush {
                @if is_first {
                    (view::empty("links", &text.t("smart-empty-title"), &text.t("smart-empty-words"), html! {}))
                } @else {
                    (view::none_found(text, list.items.is_empty(), &here))
                    ul.list { @for link in &list.items { (row(&cx, &domain, link)) } }
                }
            }
            (view::pager(text, &format!("{here}?q={}", enc(&shown.q)), list.next_cursor.as_deref()))
        }
        @if cx.may("links", "create") {
            details.panel open[is_first] {
                summary { (text.t("smart-add")) }
                div {
                    form.stack method="post" action=(path(&domain)) {
                        div.fields {
                            (input(&Input { name: "slug", label: &text.t("slug"), hint: &text.t("slug-hint"), required: true, ..Input::default() }))
                            (input(&Input { name: "name", label: &text.t("name"), ..Input::default() }))
                        }
                        div.row { button.button.primary type="submit" { (text.t("smart-add")) } }
                    }
                }
            }
        }
    };
    Ok(view::page_of(&cx, &domain, DomainTab::SmartLinks, html! {}, body))
}

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

/// Renders the link to the QR studio with this smart link chosen.
fn code_button(cx: &Context, domain: &str, slug: &str) -> Markup {
    let to = format!("/domains/{}/codes?link={}#studio", enc(domain), enc(slug));
    html! {
        @if cx.may("qr", "edit") {
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
    show(&cx, &domain, id, shown.country.as_deref(), &[]).await
}

async fn show(cx: &Context, domain: &str, id: i64, country: Option<&str>, faults: &[String]) -> Answer {
    let text = cx.text;
    let country = country.map(str::trim).filter(|country| !country.is_empty());
    let asked = PolicySimulate {
        country: country.map(str::to_uppercase).into(),
        samples: 1000.into(),
        ..PolicySimulate::default()
    };
    let smart_links = cx.api.smart_links();
    let (link, simulated) =
        tokio::try_join!(smart_links.show(id).send(), smart_links.simulate(id, &asked).send())?;
    let base = format!("{}/{id}", path(domain));
    let body = html! {
        @for fault in faults { (view::note(Kind::Bad, view::raw(fault))) }
        section.card { div.stack {
            div.spread {
                div.body {
                    span.row { h2 translate="no" { (link.name) } (moments::timing(text, None, link.expires_at, system::now())) }
                    span.small.muted { (text.t("updated")) " " (text.moment(link.updated_at)) @if link.expires_at.is_some() { " · " (moments::schedule(text, None, link.expires_at)) } }
                }
                (view::act(&format!("{base}/active"), "", &text.t(if link.active { "pause" } else { "resume" }), None, &[("active", if link.active { "" } else { "1" })]))
            }
            (view::copy(text, &link.url))
            div.row { (code_button(cx, domain, &link.slug)) }
        } }
        div.cols {
            (policy_form(cx, &link, &base))
            (simulation(cx, &base, country.unwrap_or_default(), &simulated))
        }
        section.card { div.spread {
            div.body { h2 { (text.t("smart-delete")) } p.small.muted { (text.t("smart-delete-words")) } }
            (view::act(&format!("{base}/delete"), "danger", &text.t("smart-delete"), Some(&text.t("smart-delete-sure")), &[]))
        } }
    };
    let crumb = html! { a.button.quiet href=(path(domain)) { (text.t("smart-all")) } };
    Ok(view::page_of(cx, domain, DomainTab::SmartLinks, crumb, body))
}

fn policy_form(cx: &Context, link: &SmartLink, base: &str) -> Markup {
    let text = cx.text;
    let policy = &link.policy;
    html! {
        form.card method="post" action=(base) {
            div.stack {
                h2 { (text.t("policy")) }
                (input(&Input { name: "name", label: &text.t("name"), value: &link.name, required: true, ..Input::default() }))
                p.strong { (text.t("policy-everywhere")) }
                (arms(cx, "base", &policy.arms))
                @for (place, rule) in policy.geo.iter().enumerate() {
                    (geo_row(cx, &format!("geo{place}"), Some(rule)))
                }
                details.more { summary { (text.t("policy-geo-add")) } (geo_row(cx, &format!("geo{}", policy.geo.len()), None)) }
                (ending(cx, link))
                div.row { button.button.primary type="submit" { (text.t("save")) } }
            }
        }
    }
}

/// Renders the fields for the end of the link, and for its target afterwards.
fn ending(cx: &Context, link: &SmartLink) -> Markup {
    let text = cx.text;
    let until = moments::field(link.expires_at);
    html! {
        details.more open[link.expires_at.is_some()] {
            summary { (text.t("smart-end")) }
            div.stack {
                (moments::input(text, "", "expires_at", "until", &text.t("smart-end-hint"), &until))
                (input(&Input { name: "expired_url", label: &text.t("smart-expired-url"), hint: &text.t("smart-expired-url-hint"), value: link.expired_url.as_deref().unwrap_or_default(), kind: "url", ..Input::default() }))
            }
        }
    }
}

fn geo_row(cx: &Context, scope: &str, rule: Option<&GeoRule>) -> Markup {
    let text = cx.text;
    let countries = rule.map_or_else(String::new, |rule| rule.countries.join(", "));
    let stock = Arms::default();
    let id = format!("{scope}-countries");
    html! {
        fieldset.stack {
            div.field {
                label for=(id) { (text.t("policy-geo")) }
                input.input id=(id) name=(id) value=(countries) translate="no" autocomplete="off" aria-describedby={ (id) "-hint" };
                p.hint id={ (id) "-hint" } { (text.t("policy-geo-hint")) }
            }
            (arms(cx, scope, rule.map_or(&stock, |rule| &rule.arms)))
        }
    }
}

fn arms(cx: &Context, scope: &str, arms: &Arms) -> Markup {
    let text = cx.text;
    let paid = if arms.paid.weight + arms.ftl.weight > 0.0 {
        (arms.paid.weight / (arms.paid.weight + arms.ftl.weight) * 100.0).round()
    } else {
        50.0
    };
    let days = if arms.ftl.trial_days > 0 { arms.ftl.trial_days } else { 7 };
    html! {
        div.stack-s data-shares {
            @for (arm, weight) in [("paid", paid), ("ftl", 100.0 - paid)] {
                div.field {
                    div.spread {
                        label for={ (scope) "-" (arm) } { (text.word("arm", arm)) }
                        output for={ (scope) "-" (arm) } translate="no" { (weight) " %" }
                    }
                    input type="range" id={ (scope) "-" (arm) } name={ (scope) "-" (arm) } min="0" max="100" step="1" value=(weight);
                }
            }
            div.row {
                (view::check(&format!("{scope}-require"), "1", text.t("policy-require"), arms.ftl.require_country_link))
                div.field {
                    label for={ (scope) "-days" } { (text.t("trial-days")) }
                    select.input id={ (scope) "-days" } name={ (scope) "-days" } {
                        @for known in [1, 3, 7, 14, 30, 90, 180, 360] { option value=(known) selected[known == days] translate="no" { (known) } }
                    }
                }
            }
        }
    }
}

fn simulation(cx: &Context, base: &str, country: &str, simulated: &PolicySimulation) -> Markup {
    let text = cx.text;
    let arms = &simulated.arms;
    html! {
        section.card { div.stack {
            h2 { (text.t("simulate")) }
            form.row method="get" action=(base) hx-swap="outerHTML show:none" {
                (input(&Input { name: "country", label: &text.t("country"), hint: &text.t("country-hint"), value: country, scope: "simulate-", ..Input::default() }))
                button.button type="submit" { (text.t("simulate-show")) }
            }
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
        } }
    }
}

fn arm_line(cx: &Context, arm: &SimulatedArm) -> Markup {
    let text = cx.text;
    html! {
        span translate="no" { (text.percent(arm.share * 100.0)) }
        @if let Some(reason) = &arm.left_out { " · " span.muted { (text.word("left-out", reason)) } }
        @if let Some(target) = &arm.target { br; span.small.muted translate="no" { (target) } }
    }
}

/// Merges the arms of a form into the stored ones; labels can't be edited here.
fn arms_of(form: &Form, scope: &str, stored: &Arms) -> Arms {
    let number = |name: &str| form.number(&format!("{scope}-{name}"));
    let weight = |name: &str| number(name).unwrap_or(50).clamp(0, 100) as f64;
    let label = |label: &str, stock: &str| if label.is_empty() { stock.to_owned() } else { label.to_owned() };
    let mut arms = stored.clone();
    arms.paid.enabled = true;
    arms.paid.weight = weight("paid");
    arms.paid.label = label(&stored.paid.label, "Paid");
    arms.ftl.enabled = true;
    arms.ftl.weight = 100.0 - weight("paid");
    arms.ftl.label = label(&stored.ftl.label, "Free trial");
    arms.ftl.trial_days = number("days").unwrap_or(7);
    arms.ftl.require_country_link = form.ticked(&format!("{scope}-require"));
    arms
}

/// Applies a form to a policy. Removes rows without countries.
fn change(policy: &mut Policy, form: &Form) {
    policy.arms = arms_of(form, "base", &policy.arms);
    let rows = policy.geo.len();
    let mut geo = std::mem::take(&mut policy.geo);
    geo.push(GeoRule::default());
    for (place, rule) in geo.into_iter().enumerate().take(rows + 1) {
        let countries = form.list(&format!("geo{place}-countries"));
        if countries.is_empty() {
            continue;
        }
        let mut rule = rule;
        rule.countries = countries.iter().map(|code| code.to_uppercase()).collect();
        rule.arms = arms_of(form, &format!("geo{place}"), &rule.arms);
        policy.geo.push(rule);
    }
}

pub(crate) async fn create(cx: Context, domain: Path<String>, form: Form) -> Answer {
    let asked = SmartLinkCreate {
        domain: domain.clone(),
        slug: form.text("slug").trim().into(),
        name: form.optional("name"),
        ..SmartLinkCreate::default()
    };
    let made = cx.api.smart_links().create(&asked).send().await?;
    Ok(view::see_saying(&cx, &format!("{}/{}", path(&domain), made.id), cx.text.t("smart-added")))
}

pub(crate) async fn update(cx: Context, at: Path<(String, i64)>, form: Form) -> Answer {
    let (domain, id) = at.into_inner();
    let mut policy = cx.api.smart_links().show(id).send().await?.into_inner().policy;
    change(&mut policy, &form);
    let asked = SmartLinkUpdate {
        name: form.text("name").trim().into(),
        policy: policy.into(),
        expires_at: moments::of(&form, "expires_at")?.into(),
        expired_url: form.optional("expired_url").into(),
        ..SmartLinkUpdate::default()
    };
    match cx.api.smart_links().update(id, &asked).send().await.map_err(Failure::from) {
        Ok(_) => Ok(view::see_saying(&cx, &format!("{}/{id}", path(&domain)), cx.text.t("said-saved"))),
        Err(failure) => match failure.faults() {
            Some(faults) => show(&cx, &domain, id, None, &faults).await,
            None => Err(failure),
        },
    }
}

pub(crate) async fn activate(cx: Context, at: Path<(String, i64)>, form: Form) -> Answer {
    let (domain, id) = at.into_inner();
    let asked = SmartLinkUpdate { active: form.ticked("active").into(), ..SmartLinkUpdate::default() };
    cx.api.smart_links().update(id, &asked).send().await?;
    Ok(view::see_saying(&cx, &format!("{}/{id}", path(&domain)), cx.text.t("said-saved")))
}

pub(crate) async fn delete(cx: Context, at: Path<(String, i64)>) -> Answer {
    let (domain, id) = at.into_inner();
    cx.api.smart_links().delete(id).send().await?;
    Ok(view::see_saying(&cx, &path(&domain), cx.text.t("smart-deleted")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_sliders_are_one_whole() {
        let form = Form::parse(b"base-paid=70&base-ftl=90&base-days=14&base-require=1");
        let arms = arms_of(&form, "base", &Arms::default());
        assert_eq!((arms.paid.weight, arms.ftl.weight, arms.ftl.trial_days), (70.0, 30.0, 14));
        assert!(arms.ftl.require_country_link);
        assert!((share(&arms) - 0.7).abs() < 1e-9);
    }
}
