//! Funnel links: a preview of the upstream links that a domain's buttons need, and their creation.

pub(crate) mod tracked_links;

use actix_web::web::Path;
use funnel_sdk::types::{DryRun, PaidCountries, ProvisionLinks, TrackedLink};
use maud::{Markup, html};

use super::Answer;
use crate::context::{Context, Undo};
use crate::failure::Failure;
use crate::faults::Faults;
use crate::form::Form;
use crate::view::{self, DomainTab, Input, Kind, check, enc, input, select};
use crate::words::word;

/// Maps the API's places to fields of the form.
const PLACES: [(&str, &str); 2] =
    [("body.trial_countries", "trial_countries"), ("invalid_request.trial_countries", "trial_countries")];

pub(crate) async fn screen(cx: Context, domain: Path<String>) -> Answer {
    // The list of all links says nothing of a domain that is somebody else's.
    cx.api.smart_links().list(&domain).limit(1).send().await?;
    let start = Form::parse(b"trial_days=7&paid_countries=rest&default_paid=1");
    let made = made(&cx, &domain).await?;
    Ok(show(&cx, &domain, &start, None, made))
}

/// Renders the links in this domain's slots, and the platform's links with its name.
async fn made(cx: &Context, domain: &str) -> Result<Markup, Failure> {
    let text = cx.text;
    let own = format!("{domain}/");
    let listed = cx.api.funnel_links().list().search(&own).limit(100).send().await.map_err(Failure::from);
    let links = match listed {
        Ok(links) => links.into_inner().items,
        Err(failure) if failure.code() == Some("engine_not_connected") => {
            let (title, words) = (text.t("engine-none-title"), text.t("engine-none-words"));
            return Ok(html! { section.card { (view::empty("links", &title, &words, html! {})) } });
        }
        Err(failure) => return Err(failure),
    };
    let is_own = |link: &TrackedLink| {
        link.domain.as_deref().map_or_else(|| link.name.starts_with(&own), |its| its == domain)
    };
    let links: Vec<_> = links.into_iter().filter(is_own).collect();
    Ok(html! {
        section.card.card-flush {
            div.card-head { h2 { (text.t("funnel-made")) } }
            @if links.is_empty() { (view::empty("links", &text.t("funnel-none-title"), &text.t("funnel-none-words"), html! {})) }
            @else { (tracked_links::table(cx, &links, true)) }
        }
    })
}

fn show(
    cx: &Context,
    domain: &str,
    form: &Form,
    faults: Option<&Faults>,
    result: Markup,
) -> actix_web::HttpResponse {
    let text = cx.text;
    let path = format!("/domains/{}/funnel-links", enc(domain));
    let rest = ["rest", "none"].map(|word| (word.to_owned(), text.word("paid-countries", word)));
    let days = [1, 3, 7, 14, 30, 90, 180, 360]
        .map(|days| (days.to_string(), text.with("days", [("n", days.into())])));
    let plan = format!("{path}/plan");
    let body = html! {
        @if cx.sends(&plan) { form.card method="post" action=(plan) {
            div.stack {
                @if let Some(faults) = faults { (faults.unplaced()) }
                p.muted { (text.t("funnel-words")) }
                div.fields {
                    (input(&Input { name: "trial_countries", label: &text.t("trial-countries"), hint: &text.t("trial-countries-hint"), value: form.text("trial_countries"), faults, ..Input::default() }))
                    (select("", "trial_days", &text.t("trial-days"), &days, form.text("trial_days")))
                    (select("", "paid_countries", &text.t("paid-countries"), &rest, form.text("paid_countries")))
                }
                (check("default_paid", "1", text.t("default-paid"), form.ticked("default_paid")))
                div.row { button.button.primary type="submit" { (text.t("funnel-plan")) } }
            }
        } }
        (result)
        p.small.muted { a href="/links" { (text.t("funnel-all")) } }
    };
    view::page_of(cx, domain, DomainTab::FunnelLinks, html! {}, body)
}

fn asked(form: &Form) -> ProvisionLinks {
    let trial_countries: Vec<String> =
        form.list("trial_countries").iter().map(|code| code.to_uppercase()).collect();
    ProvisionLinks {
        default_paid: form.ticked("default_paid"),
        paid_countries: word(form.text("paid_countries")).unwrap_or(PaidCountries::None),
        trial_days: if trial_countries.is_empty() { None } else { form.number("trial_days") },
        trial_countries,
    }
}

pub(crate) async fn plan(cx: Context, domain: Path<String>, form: Form) -> Answer {
    match cx.api.funnel_links().plan(&domain, &asked(&form)).send().await.map_err(Failure::from) {
        Ok(planned) => Ok(show(&cx, &domain, &form, None, table(&cx, &domain, &form, &planned))),
        Err(failure) => {
            let faults = Faults::of(cx.text, failure, &PLACES)?;
            Ok(show(&cx, &domain, &form, Some(&faults), html! {}))
        }
    }
}

fn table(cx: &Context, domain: &str, form: &Form, planned: &DryRun) -> Markup {
    let text = cx.text;
    let counts = &planned.counts;
    html! {
        section.card.card-flush {
            div.card-head {
                div.body {
                    h2 { (text.t("plan")) }
                    p.small.muted { (text.with("plan-counts", [("made", counts.new.into()), ("adopted", counts.adoptable.into()), ("kept", counts.exists.into())])) }
                }
                @if cx.sends(&format!("/domains/{}/funnel-links", enc(domain))) {
                    form method="post" action={ "/domains/" (enc(domain)) "/funnel-links" } {
                        @for (name, value) in form.pairs() { input type="hidden" name=(name) value=(value); }
                        button.button.primary type="submit" { (text.t("plan-apply")) }
                    }
                }
            }
            table.fold {
                thead { tr { th scope="col" { (text.t("offer")) } th scope="col" { (text.t("country")) } th scope="col" { (text.t("plan-does")) } } }
                tbody { @for item in &planned.items {
                    @let kind = match item.status.as_str() { "new" => Kind::Accent, "adoptable" => Kind::Warn, _ => Kind::Good };
                    tr {
                        th scope="row" { (text.word("arm", &item.offer)) }
                        td data-label=(text.t("country")) { @match &item.country { Some(country) => { span translate="no" { (country) } } None => { (text.t("everywhere")) } } }
                        td data-label=(text.t("plan-does")) { (view::pill(kind, &text.word("plan-item", &item.status))) }
                    }
                } }
            }
        }
    }
}

pub(crate) async fn apply(cx: Context, domain: Path<String>, form: Form) -> Answer {
    let text = cx.text;
    let made =
        match cx.api.funnel_links().provision(&domain, &asked(&form)).send().await.map_err(Failure::from) {
            Ok(made) => made.into_inner(),
            Err(failure) => {
                let faults = Faults::of(text, failure, &PLACES)?;
                return Ok(show(&cx, &domain, &form, Some(&faults), html! {}));
            }
        };
    let path = format!("/domains/{}/funnel-links", enc(&domain));
    let values = [
        ("made", made.created.into()),
        ("adopted", made.adopted.into()),
        ("kept", made.reused.into()),
        ("stamped", made.stamped.into()),
    ];
    let result = html! {
        (view::note(if made.unresolved.is_empty() { Kind::Good } else { Kind::Warn }, text.with("plan-applied", values)))
        @if !made.unresolved.is_empty() { (view::note(Kind::Warn, text.with("plan-unresolved", [("n", made.unresolved.len().into())]))) }
        section.card.card-flush {
            div.card-head { h2 { (text.t("tab-funnel-links")) } }
            ul.list { @for link in &made.links.items {
                li {
                    div.body {
                        span.row { span.strong translate="no" { (link.name) } (view::pill(if link.active { Kind::Good } else { Kind::Warn }, &text.t(if link.active { "active" } else { "paused" }))) }
                        span.small.muted { (text.word("arm", &link.offer)) @if let Some(country) = &link.country { " · " span translate="no" { (country) } } }
                        span.small.muted.clip translate="no" { (link.url) }
                    }
                    (view::act(&cx, &format!("{path}/{}", link.id), "quiet", &text.t(if link.active { "pause" } else { "resume" }), None, &[("active", if link.active { "" } else { "1" })]))
                    @let (pixels, spenders) = (format!("/links/{}/pixels", enc(&link.provider_id)), format!("/domains/{}/links/{}/spenders", enc(&domain), link.id));
                    @if cx.opens(&pixels) { a.button.quiet href=(pixels) { (text.t("pixels")) } }
                    @if cx.opens(&spenders) { a.button.quiet href=(spenders) { (text.t("spenders")) } }
                }
            } }
        }
    };
    Ok(show(&cx, &domain, &form, None, result))
}

pub(crate) async fn toggle(cx: Context, at: Path<(String, i64)>, form: Form) -> Answer {
    let (domain, link) = at.into_inner();
    let asked = funnel_sdk::types::LinkToggle { active: form.ticked("active") };
    let toggled = cx.api.funnel_links().toggle(&domain, link, &asked).send().await?;
    let said = cx
        .text
        .with(if toggled.active { "link-resumed" } else { "link-paused" }, [("n", toggled.stamped.into())]);
    let path = format!("/domains/{}/funnel-links", enc(&domain));
    let before = if toggled.active { "" } else { "1" };
    let undo = Undo { action: format!("{path}/{link}"), fields: vec![("active".into(), before.into())] };
    Ok(view::see_undoable(&cx, &path, said, undo))
}
