//! Export and import of a workspace or a domain as files.

pub(crate) mod import;
pub(crate) mod writes;

use actix_web::body::BodyStream;
use actix_web::http::header;
use actix_web::{HttpRequest, HttpResponse};
use funnel_sdk::raw::{Call, Method};
use futures_util::StreamExt as _;
use maud::{Markup, html};

use super::Answer;
use crate::context::Context;
use crate::failure::Failure;
use crate::faults::Faults;
use crate::form::Form;
use crate::screens::transfer::import::{Outcome, domain_choice};
use crate::system;
use crate::view::{self, Section, hidden};

/// Parts of a document, each with the tab whose `view` right it requires.
const PARTS: [(&str, &str); 5] = [
    ("domains", "landings"),
    ("smartlinks", "links"),
    ("qr", "qr"),
    ("library", "notifications"),
    ("members", "team"),
];

/// Maps the API's places and codes to fields of the form.
const PLACES: [(&str, &str); 3] =
    [("query.parts", "parts"), ("query.domain", "export-domain"), ("domain_not_found", "export-domain")];

/// Rejected forms and the import result to show.
#[derive(Default)]
pub(super) struct Shown {
    pub(super) export: Option<(Form, Faults)>,
    pub(super) import: Option<(Form, Faults)>,
    pub(super) outcome: Option<Outcome>,
}

pub(crate) async fn screen(cx: Context) -> Answer {
    show(&cx, Shown::default()).await
}

pub(super) async fn show(cx: &Context, shown: Shown) -> Answer {
    let text = cx.text;
    let domains = domain_names(cx).await?;
    let (can_export, can_import) = (cx.opens("/transfer/export.json"), cx.sends("/transfer/import"));
    let body = html! {
        p.muted { (text.t("transfer-words")) }
        @if can_export { (export_form(cx, &domains, shown.export)) }
        @if can_import { (import::form(text, &domains, shown.import, shown.outcome.as_ref())) }
    };
    Ok(view::page(cx, Section::Transfer, &text.t("nav-transfer"), html! {}, body))
}

/// Returns the domains to choose from.
pub(super) async fn domain_names(cx: &Context) -> Result<Vec<String>, Failure> {
    let domains = match cx.may("landings", "view") {
        true => cx.api.domains().list().send().await?.into_inner().items,
        false => Vec::new(),
    };
    Ok(domains.into_iter().map(|domain| domain.hostname).collect())
}

fn export_form(cx: &Context, domains: &[String], refused: Option<(Form, Faults)>) -> Markup {
    let text = cx.text;
    let offered = || PARTS.into_iter().filter(|(_, tab)| cx.may(tab, "view")).map(|(part, _)| part);
    let (form, faults) = refused.unwrap_or_else(|| {
        let all = offered().map(|part| ("parts".to_owned(), part.to_owned()));
        (Form::of(all.collect()), Faults::default())
    });
    let parts = form.all("parts");
    let ticked = |part: &str| parts.iter().any(|known| known == part);
    html! {
        section.card #export { form.stack method="get" action="/transfer/export.json" hx-boost="false" {
            h2 { (text.t("export")) }
            (faults.above(text))
            p.small.muted { (text.t("export-words")) }
            div.fields {
                div.stack-s {
                    (domain_choice("export-", &text.t("export-what"), text.t("export-all"), domains, form.text("domain")))
                    (faults.slot("export-domain"))
                }
                fieldset.stack-s aria-describedby="parts-fault" {
                    legend { (text.t("export-parts")) }
                    (hidden(&[("asked", "1")]))
                    @for part in offered() { (view::check("parts", part, text.word("export-part", part), ticked(part))) }
                    (faults.slot("parts"))
                }
            }
            div.actions {
                button.button.primary type="submit" { (view::icon("download")) (text.t("export-json")) }
                button.button type="submit" formaction="/transfer/export.zip" { (text.t("export-zip")) }
                @if cx.opens("/transfer/links.csv") { button.button type="submit" formaction="/transfer/links.csv" { (text.t("export-csv")) } }
            }
            p.hint { (text.t("export-zip-words")) " " (text.t("export-csv-words")) }
        } }
    }
}

/// Responds with a download, named after the domain and the day.
fn file(
    kind: &'static str,
    form: &Form,
    what: &str,
    ending: &str,
    body: impl actix_web::body::MessageBody + 'static,
) -> HttpResponse {
    let domain = form.optional("domain").unwrap_or_else(|| "all".to_owned());
    let domain: String = domain
        .chars()
        .filter(|letter| letter.is_ascii_alphanumeric() || matches!(letter, '-' | '.'))
        .collect();
    let day =
        jiff::Timestamp::from_second(system::now()).unwrap_or_default().strftime("%Y-%m-%d").to_string();
    HttpResponse::Ok()
        .content_type(kind)
        .insert_header((
            header::CONTENT_DISPOSITION,
            format!("attachment; filename=\"{what}-{domain}-{day}.{ending}\""),
        ))
        .body(body)
}

/// Reports at the form why there is no file.
async fn refused(cx: &Context, form: Form, failure: Failure) -> Answer {
    let faults = Faults::of(cx.text, failure, &PLACES)?;
    show(cx, Shown { export: Some((form, faults)), ..Shown::default() }).await
}

/// Builds the export call of a form; `None` if no part is ticked.
fn export(form: &Form) -> Result<Option<Call>, Failure> {
    let parts = form.all("parts");
    if form.ticked("asked") && parts.is_empty() {
        return Ok(None);
    }
    // Passes the JSON through, so that fields unknown to this version remain.
    let mut call = Call::new(Method::GET, "/api/admin/export", &[])?;
    if !parts.is_empty() {
        call = call.query("parts", &parts.join(","));
    }
    if let Some(domain) = form.optional("domain") {
        call = call.query("domain", &domain);
    }
    Ok(Some(call))
}

async fn without_parts(cx: &Context, form: Form) -> Answer {
    let faults = Faults::one("parts", &cx.text.t("fault-parts"));
    show(cx, Shown { export: Some((form, faults)), ..Shown::default() }).await
}

/// Responds with the export as one document, sent once it is complete. A truncated document would
/// be invalid JSON.
pub(crate) async fn document(cx: Context, request: HttpRequest) -> Answer {
    let form = Form::parse(request.query_string().as_bytes());
    let Some(call) = export(&form)? else { return without_parts(&cx, form).await };
    match cx.patient_api()?.send(call).await {
        Ok(document) => Ok(file("application/json", &form, "export", "json", document.into_inner())),
        Err(error) => refused(&cx, form, error.into()).await,
    }
}

/// Streams the document with its files. The archive may exceed memory, and a truncated archive
/// can't be opened.
pub(crate) async fn archive(cx: Context, request: HttpRequest) -> Answer {
    let form = Form::parse(request.query_string().as_bytes());
    let Some(call) = export(&form)? else { return without_parts(&cx, form).await };
    match cx.patient_api()?.open(call.accept("application/zip")).await {
        Ok(archive) => {
            let parts = BodyStream::new(archive.into_inner().into_stream().boxed());
            Ok(file("application/zip", &form, "export", "zip", parts))
        }
        Err(error) => refused(&cx, form, error.into()).await,
    }
}

/// Responds with the links as a table.
pub(crate) async fn table(cx: Context, request: HttpRequest) -> Answer {
    let form = Form::parse(request.query_string().as_bytes());
    let api = cx.patient_api()?.transfer();
    let mut asked = api.links_export();
    if let Some(domain) = form.optional("domain") {
        asked = asked.domain(&domain);
    }
    match asked.send().await {
        Ok(table) => Ok(file("text/csv; charset=utf-8", &form, "links", "csv", table.into_inner())),
        Err(error) => refused(&cx, form, error.into()).await,
    }
}
