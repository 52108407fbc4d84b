//! Error pages.

use actix_web::http::header::{self, HeaderName, HeaderValue};
use actix_web::{HttpResponse, ResponseError as _};
use funnel_sdk::Kind as SdkKind;
use maud::html;

use crate::context::Look;
use crate::failure::Failure;
use crate::view::{self, Kind};

/// Returns the error page.
pub(crate) fn screen(failure: &Failure, look: &Look) -> HttpResponse {
    let text = look.text;
    if matches!(failure, Failure::SignedOut) {
        return signed_out(look);
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
    let markup = view::bare(look, &title, &body);
    let mut response = view::answer(&markup);
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

fn words(failure: &Failure, look: &Look) -> (String, String) {
    let text = look.text;
    let pair = |key: &str| (text.word("failure-title", key), text.word("failure-words", key));
    match failure {
        Failure::CrossSite => pair("cross-site"),
        Failure::SignedOut | Failure::TooOften => pair("too-often"),
        Failure::Busy(_) => pair("busy"),
        Failure::TooSlow => pair("too-slow"),
        Failure::NotFound => pair("not-found"),
        Failure::Unusable(key) => (text.t("failure-title-unusable"), text.t(key)),
        Failure::Api(error) => match (error.kind(), error.status()) {
            (SdkKind::Refused, Some(403)) => pair("forbidden"),
            (SdkKind::Refused, Some(404)) => pair("not-found"),
            (SdkKind::Refused, Some(429)) => pair("busy"),
            (SdkKind::Refused, Some(status)) if status < 500 => {
                (text.t("failure-title-refused"), failure.faults().unwrap_or_default().join(" "))
            }
            _ => pair("unavailable"),
        },
    }
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
