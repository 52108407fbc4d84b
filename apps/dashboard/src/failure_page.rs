//! Error pages.

use actix_web::http::header::{self, HeaderName, HeaderValue};
use actix_web::{HttpResponse, ResponseError as _};
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use funnel_sdk::Kind as SdkKind;
use maud::{DOCTYPE, Markup, PreEscaped, html};
use sha2::{Digest as _, Sha256};

use crate::context::{Context, Look};
use crate::failure::{Failure, Unsure};
use crate::faults::told;
use crate::form::{QUESTION, SURE};
use crate::view::{self, Kind, Section};

/// Returns the error page, with the menu if the rights of the key are known.
pub(crate) fn screen(failure: &Failure, look: &Look, cx: Option<&Context>) -> HttpResponse {
    let text = look.text;
    if matches!(failure, Failure::SignedOut) {
        return signed_out(look);
    }
    if let Failure::Unsure(unsure) = failure {
        return question(unsure, look, cx);
    }
    let (title, words) = words(failure, look);
    let body = html! {
        (view::note(if failure.status_code().is_server_error() { Kind::Warn } else { Kind::Bad }, &words))
        @if let Failure::Api(error) = failure {
            @if let Some(id) = error.request_id() {
                p.hint { (text.t("failure-request-id")) " " code translate="no" { (id) } }
            }
        }
        div.actions {
            a.button href=(look.path) { (text.t("failure-retry")) }
            a.button.quiet href="/" { (text.t("failure-home")) }
        }
    };
    let mut response = page(look, cx, &title, body);
    *response.status_mut() = failure.status_code();
    if look.htmx {
        // The error page replaces the whole screen, whichever part was requested.
        for (name, value) in
            [("hx-retarget", "#main"), ("hx-reselect", "#main"), ("hx-reswap", "outerHTML show:window:top")]
        {
            response.headers_mut().insert(HeaderName::from_static(name), HeaderValue::from_static(value));
        }
    }
    response
}

/// Style of a failed preview. The frame has no origin, so its policy allows this text alone.
const FRAMED: &str = ":root{color-scheme:light dark}body{margin:0;min-height:100vh;display:grid;place-content:center;padding:1.5rem;\
    text-align:center;font:1rem/1.5 system-ui,sans-serif}p{margin:0}";

/// Returns the error of a preview for the editor's frame, which has a frame of its own around it.
pub(crate) fn framed(failure: &Failure, look: &Look) -> HttpResponse {
    let (_, words) = words(failure, look);
    let markup = html! {
        (DOCTYPE)
        html lang=(look.text.code()) {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { (look.text.t("preview")) }
                style { (PreEscaped(FRAMED)) }
            }
            body { p { (words) } }
        }
    };
    let digest = BASE64_STANDARD.encode(Sha256::digest(FRAMED));
    let policy = format!(
        "default-src 'none'; style-src 'sha256-{digest}'; frame-ancestors 'self'; base-uri 'none'; sandbox"
    );
    let mut response = view::answer(&markup);
    *response.status_mut() = failure.status_code();
    if let Ok(policy) = HeaderValue::try_from(policy) {
        response.headers_mut().insert(header::CONTENT_SECURITY_POLICY, policy);
    }
    response.headers_mut().insert(header::X_FRAME_OPTIONS, HeaderValue::from_static("SAMEORIGIN"));
    response
}

/// Asks a question before a write, for browsers in which no script asked.
fn question(unsure: &Unsure, look: &Look, cx: Option<&Context>) -> HttpResponse {
    let text = look.text;
    let body = html! {
        (view::note(Kind::Warn, &unsure.question))
        form method="post" action=(unsure.action) {
            @for (name, value) in &unsure.fields {
                @if ![QUESTION, SURE].contains(&name.as_str()) { input type="hidden" name=(name) value=(value); }
            }
            (view::hidden(&[(SURE, "1")]))
            div.actions {
                button.button.danger type="submit" { (text.t("sure-yes")) }
                a.button.quiet href=(look.path) { (text.t("sure-no")) }
            }
        }
    };
    page(look, cx, &text.t("sure-title"), body)
}

fn page(look: &Look, cx: Option<&Context>, title: &str, body: Markup) -> HttpResponse {
    match cx {
        Some(cx) => {
            view::page(cx, Section::Nowhere, title, html! {}, html! { section.card { div.stack { (body) } } })
        }
        None => view::answer(&view::bare(look, title, &body)),
    }
}

fn words(failure: &Failure, look: &Look) -> (String, String) {
    let text = look.text;
    let pair = |key: &str| (text.word("failure-title", key), text.word("failure-words", key));
    match failure {
        Failure::CrossSite => pair("cross-site"),
        Failure::Forbidden => pair("forbidden"),
        Failure::SignedOut | Failure::TooOften => pair("too-often"),
        Failure::Unsure(unsure) => (text.t("sure-title"), unsure.question.clone()),
        Failure::Busy(_) => pair("busy"),
        Failure::TooSlow => pair("too-slow"),
        Failure::NotFound => pair("not-found"),
        Failure::Unusable(key) => (text.t("failure-title-unusable"), text.t(key)),
        Failure::UnusableTime(_) => (text.t("failure-title-unusable"), text.t("unusable-time")),
        Failure::Api(error) => match (error.kind(), error.status()) {
            (SdkKind::Refused, Some(403)) if is_of_key(error.code()) => pair("forbidden"),
            (SdkKind::Refused, Some(404)) => pair("not-found"),
            (SdkKind::Refused, Some(429)) => pair("busy"),
            (SdkKind::Refused, Some(status)) if status < 500 => {
                (text.t("failure-title-refused"), told(text, error))
            }
            _ => pair("unavailable"),
        },
    }
}

/// Returns whether a code says that the key lacks a right, not that a limit or a rule forbids the call.
fn is_of_key(code: Option<&str>) -> bool {
    matches!(code, None | Some("insufficient_scope" | "insufficient_rights"))
}

/// Redirects to the sign-in page, with a message if the key was valid before.
fn signed_out(look: &Look) -> HttpResponse {
    let reason = if look.session.is_some() { "ended" } else { "first" };
    let next: String = url::form_urlencoded::byte_serialize(look.path.as_bytes()).collect();
    let target = format!("/sign-in?reason={reason}&next={next}");
    if look.htmx {
        return HttpResponse::Ok().insert_header(("HX-Redirect", target)).finish();
    }
    HttpResponse::SeeOther().insert_header((header::LOCATION, target)).finish()
}
