//! The files of codes: pictures for screens, pages for print shops, and sheets of several codes.

use actix_web::http::header;
use actix_web::web::{Path, Query};
use actix_web::{HttpRequest, HttpResponse};
use serde::Deserialize;

use super::code;
use crate::context::Context;
use crate::failure::Failure;
use crate::faults::Faults;
use crate::form::Form;
use crate::screens::{Answer, qr};
use crate::words::word;

/// Maps the API's places to fields of the file forms.
const PLACES: [(&str, &str); 4] = [
    ("query.size_mm", "size_mm"),
    ("query.copies", "copies"),
    ("query.ids", "ids"),
    ("query.paper", "paper"),
];

/// Query of a picture.
#[derive(Deserialize)]
pub(crate) struct Asked {
    download: Option<String>,
    size: Option<i64>,
}

/// Responds with a file of the API. The policy prevents the browser from running anything in it.
fn file(
    kind: &str,
    name: &str,
    is_download: bool,
    body: impl actix_web::body::MessageBody + 'static,
) -> HttpResponse {
    let place = if is_download { "attachment" } else { "inline" };
    HttpResponse::Ok()
        .content_type(kind)
        .insert_header((header::CONTENT_DISPOSITION, format!("{place}; filename=\"{name}\"")))
        .insert_header((
            header::CONTENT_SECURITY_POLICY,
            "default-src 'none'; style-src 'unsafe-inline'; sandbox",
        ))
        .body(body)
}

/// Removes characters that some file systems reject.
fn plain(text: &str) -> String {
    text.chars().filter(|letter| letter.is_ascii_alphanumeric() || matches!(letter, '-' | '.')).collect()
}

pub(crate) async fn png(cx: Context, at: Path<(String, i64)>, asked: Query<Asked>) -> Answer {
    let (domain, id) = at.into_inner();
    let size = asked.size.unwrap_or(1024);
    let bytes = cx.api.qr_codes().png_download(&domain, id).size(size).send().await?.into_inner();
    Ok(file("image/png", &format!("code-{id}.png"), asked.download.is_some(), bytes))
}

pub(crate) async fn svg(cx: Context, at: Path<(String, i64)>, asked: Query<Asked>) -> Answer {
    let (domain, id) = at.into_inner();
    let drawn = cx.api.qr_codes().svg_download(&domain, id).send().await?.into_inner();
    Ok(file("image/svg+xml", &format!("code-{id}.svg"), asked.download.is_some(), drawn))
}

/// Parses the query as a form.
fn form_of(request: &HttpRequest) -> Form {
    Form::parse(request.query_string().as_bytes())
}

/// Builds the fault of an invalid number.
fn no_number(cx: &Context, field: &str) -> Faults {
    Faults::one(field, &cx.text.word("fault", field))
}

/// Responds with a page for print shops, or reports an invalid width at its field.
async fn page(cx: &Context, at: (String, i64), form: Form, ending: &str) -> Answer {
    let (domain, id) = at;
    let refused = |form, faults| code::Refused { change: None, file: Some((form, faults)) };
    let Some(width) = form.number("size_mm") else {
        let faults = no_number(cx, "size_mm");
        return code::show(cx, &domain, id, refused(form, faults)).await;
    };
    let qr = cx.api.qr_codes();
    let (kind, made) = match ending {
        "eps" => ("application/postscript", qr.eps_download(&domain, id).size_mm(width).send().await),
        _ => ("application/pdf", qr.pdf_download(&domain, id).size_mm(width).send().await),
    };
    match made.map_err(Failure::from) {
        Ok(bytes) => {
            let name = format!("code-{id}-{width}mm.{ending}");
            Ok(file(kind, &name, true, bytes.into_inner()))
        }
        Err(failure) => {
            let faults = Faults::of(cx.text, failure, &PLACES)?;
            code::show(cx, &domain, id, refused(form, faults)).await
        }
    }
}

pub(crate) async fn pdf(cx: Context, at: Path<(String, i64)>, request: HttpRequest) -> Answer {
    page(&cx, at.into_inner(), form_of(&request), "pdf").await
}

pub(crate) async fn eps(cx: Context, at: Path<(String, i64)>, request: HttpRequest) -> Answer {
    page(&cx, at.into_inner(), form_of(&request), "eps").await
}

/// Responds with several codes on one sheet: the ticked ones, or the first ones.
pub(crate) async fn sheet(cx: Context, domain: Path<String>, request: HttpRequest) -> Answer {
    let form = form_of(&request);
    let refused = |form, faults| qr::Refused { studio: None, sheet: Some((form, faults)) };
    let (Some(copies), Some(width)) = (form.number("copies"), form.number("size_mm")) else {
        let field = if form.number("copies").is_none() { "copies" } else { "size_mm" };
        let faults = no_number(&cx, field);
        return qr::show(&cx, &domain, &qr::Shown::default(), refused(form, faults)).await;
    };
    let mut asked = cx.api.qr_codes().sheet_download(&domain).copies(copies).size_mm(width);
    if let Some(paper) = form.optional("paper").and_then(|paper| word(&paper)) {
        asked = asked.paper(paper);
    }
    let ids = form.all("ids");
    if !ids.is_empty() {
        asked = asked.ids(&ids.join(","));
    }
    match asked.send().await.map_err(Failure::from) {
        Ok(bytes) => {
            let name = format!("codes-{}.pdf", plain(&domain));
            Ok(file("application/pdf", &name, true, bytes.into_inner()))
        }
        Err(failure) => {
            let faults = Faults::of(cx.text, failure, &PLACES)?;
            qr::show(&cx, &domain, &qr::Shown::default(), refused(form, faults)).await
        }
    }
}
