//! Responses of the edge.

use std::sync::LazyLock;

use actix_web::body::BoxBody;
use actix_web::http::StatusCode;
use actix_web::http::header::{self, HeaderName, HeaderValue};
use actix_web::{HttpRequest, HttpResponse};
use application::routing::Passed;
use kernel::StoreError;
use landing_page::Rendering;

const HTML: HeaderValue = HeaderValue::from_static("text/html; charset=utf-8");
const ACCEPT_ENCODING: HeaderValue = HeaderValue::from_static("Accept-Encoding");
const GZIP: HeaderValue = HeaderValue::from_static("gzip");
/// Pages differ by visitor, so only the visitor's browser may cache them, and must revalidate.
const PRIVATE: HeaderValue = HeaderValue::from_static("private, no-cache");
const NO_STORE: HeaderValue = HeaderValue::from_static("private, no-store");
const REFERRER: HeaderValue = HeaderValue::from_static("strict-origin-when-cross-origin");
const X_ROBOTS_TAG: HeaderName = HeaderName::from_static("x-robots-tag");

static NOT_FOUND: LazyLock<Rendering> = LazyLock::new(|| Rendering::stock(&landing_page::not_found()));
static UNAVAILABLE: LazyLock<Rendering> = LazyLock::new(|| Rendering::stock(&landing_page::unavailable()));

/// Responds with a live page that passes on the visitor's query.
pub(super) fn live(request: &HttpRequest, rendering: &Rendering, passed: &Passed<'_>) -> HttpResponse {
    let answer = html(request, StatusCode::OK, rendering, PRIVATE);
    if !passed.as_str().is_empty() {
        let zipped = answer.headers().contains_key(header::CONTENT_ENCODING);
        if let Some(page) = rendering.with_query(passed.as_str(), zipped) {
            return answer.set_body(BoxBody::new(page));
        }
    }
    answer
}

/// Responds with a preview of an address that redirects.
pub(super) fn preview(request: &HttpRequest, rendering: &Rendering) -> HttpResponse {
    html(request, StatusCode::OK, rendering, NO_STORE)
}

/// Responds that nothing exists at the address.
pub(super) fn not_found(request: &HttpRequest) -> HttpResponse {
    html(request, StatusCode::NOT_FOUND, &NOT_FOUND, NO_STORE)
}

/// Responds that the lookup failed.
pub(super) fn unavailable(request: &HttpRequest, error: &StoreError) -> HttpResponse {
    tracing::warn!(cause = ?error, "a page or link could not be looked up");
    let mut answer = html(request, StatusCode::SERVICE_UNAVAILABLE, &UNAVAILABLE, NO_STORE);
    answer.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from_static("2"));
    answer
}

/// Responds to an unexpected error.
pub(super) fn failed() -> HttpResponse {
    let mut answer = HttpResponse::build(StatusCode::INTERNAL_SERVER_ERROR);
    answer
        .insert_header((header::CONTENT_TYPE, HTML))
        .insert_header((header::CACHE_CONTROL, NO_STORE))
        .insert_header((header::CONTENT_SECURITY_POLICY, UNAVAILABLE.policy.clone()));
    answer.body(UNAVAILABLE.html.clone())
}

/// Redirects this visitor once. A location that is no valid header leads back to the page.
pub(super) fn redirect(location: String) -> HttpResponse {
    let mut answer = HttpResponse::new(StatusCode::FOUND);
    let headers = answer.headers_mut();
    headers.reserve(6);
    let location = HeaderValue::from_maybe_shared(actix_web::web::Bytes::from(location));
    headers.insert(header::LOCATION, location.unwrap_or(HeaderValue::from_static("/")));
    headers.insert(header::CACHE_CONTROL, NO_STORE);
    headers.insert(X_ROBOTS_TAG, HeaderValue::from_static("noindex"));
    headers.insert(header::REFERRER_POLICY, REFERRER);
    answer
}

fn html(
    request: &HttpRequest,
    status: StatusCode,
    rendering: &Rendering,
    cache: HeaderValue,
) -> HttpResponse {
    let zipped = takes_gzip(request) && !rendering.gzip.is_empty();
    let body = if zipped { &rendering.gzip } else { &rendering.html };
    // For a HEAD request actix reports the length of the body but omits the body.
    let mut answer = HttpResponse::with_body(status, body.clone()).map_into_boxed_body();
    let headers = answer.headers_mut();
    headers.reserve(8);
    headers.insert(header::CONTENT_TYPE, HTML);
    headers.insert(header::CACHE_CONTROL, cache);
    headers.insert(header::CONTENT_SECURITY_POLICY, rendering.policy.clone());
    headers.insert(header::REFERRER_POLICY, REFERRER);
    headers.insert(header::VARY, ACCEPT_ENCODING);
    if zipped {
        headers.insert(header::CONTENT_ENCODING, GZIP);
    }
    answer
}

fn takes_gzip(request: &HttpRequest) -> bool {
    let accepted = request.headers().get(header::ACCEPT_ENCODING).and_then(|value| value.to_str().ok());
    accepted.is_some_and(|text| {
        text.split(',').any(|entry| {
            let (name, quality) = entry.split_once(';').unwrap_or((entry, "q=1"));
            let refused = quality.trim().trim_start_matches("q=").parse::<f32>().is_ok_and(|q| q == 0.0);
            name.trim().eq_ignore_ascii_case("gzip") && !refused
        })
    })
}

#[cfg(test)]
mod tests {
    use actix_web::test::TestRequest;

    use super::*;

    #[test]
    fn gzip_is_sent_only_where_it_is_taken() {
        for (accepted, expected) in [
            ("gzip, deflate, br", true),
            ("GZIP;q=0.5", true),
            ("gzip;q=0", false),
            ("br", false),
            ("", false),
        ] {
            let request =
                TestRequest::default().insert_header((header::ACCEPT_ENCODING, accepted)).to_http_request();
            assert_eq!(takes_gzip(&request), expected, "{accepted}");
        }
    }
}
