//! `www.` before a registered domain: people type it out of habit.

use actix_web::http::StatusCode;
use actix_web::http::header::{self, HeaderValue};
use actix_web::{HttpRequest, HttpResponse};

use super::lookup::{EdgeLookup, requested_authority};
use super::operation::Operation;

/// Time for which browsers remember the redirect. The name with `www.` may be registered later.
const AN_HOUR: HeaderValue = HeaderValue::from_static("max-age=3600");

/// Redirects to the domain without `www.`, if only that one is registered. The path and the query stay.
pub(super) async fn redirect(
    request: &HttpRequest,
    operation: Operation<'_>,
    lookup: &EdgeLookup,
) -> Option<HttpResponse> {
    let authority = bare(requested_authority(request)?)?;
    if matches!(operation, Operation::Events) {
        return None;
    }
    // Boxed, because few requests come here.
    Box::pin(redirect_to(authority, request, lookup)).await
}

async fn redirect_to(authority: &str, request: &HttpRequest, lookup: &EdgeLookup) -> Option<HttpResponse> {
    if lookup.codes(request).await.ok()?.is_some() || !lookup.is_registered(authority).await.ok()? {
        return None;
    }
    // Without a scheme, so that the visitor keeps theirs, which only a proxy may know.
    let location = match request.uri().query() {
        Some(query) => format!("//{authority}{}?{query}", request.uri().path()),
        None => format!("//{authority}{}", request.uri().path()),
    };
    let mut answer = HttpResponse::new(StatusCode::MOVED_PERMANENTLY);
    answer.headers_mut().insert(header::LOCATION, HeaderValue::try_from(location).ok()?);
    answer.headers_mut().insert(header::CACHE_CONTROL, AN_HOUR);
    Some(answer)
}

/// Returns a host and its port without `www.`.
fn bare(authority: &str) -> Option<&str> {
    let (prefix, rest) = authority.split_at_checked(4)?;
    prefix.eq_ignore_ascii_case("www.").then_some(rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_first_label_counts() {
        for (authority, expected) in [
            ("www.a.example", Some("a.example")),
            ("WWW.a.example:8081", Some("a.example:8081")),
            ("www.www.a.example", Some("www.a.example")),
            ("wwwa.example", None),
            ("a.www.example", None),
            ("wwü.example", None),
            ("www", None),
            ("", None),
        ] {
            assert_eq!(bare(authority), expected, "{authority}");
        }
    }
}
