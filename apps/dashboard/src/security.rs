//! Security of all requests and responses: headers, and the origin of writes.

use actix_web::body::MessageBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::header::{self, HeaderMap, HeaderName, HeaderValue};
use actix_web::http::{ConnectionType, Method};
use actix_web::middleware::Next;
use actix_web::web::Data;
use actix_web::{HttpMessage as _, HttpResponse, ResponseError as _};

use crate::context::{Context, Look};
use crate::failure::Failure;
use crate::session::{self, cookie_name};
use crate::{App, body, failure_page, system};

/// Content security policy of the dashboard's own pages.
pub(crate) const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
    connect-src 'self'; frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/// Makes browsers use https for this host for a year. Sent if a trusted proxy reports TLS.
const STRICT: HeaderValue = HeaderValue::from_static("max-age=31536000");

/// Headers set unless the response sets its own.
const DEFAULTS: [(HeaderName, &str); 7] = [
    (header::CONTENT_SECURITY_POLICY, POLICY),
    (header::CACHE_CONTROL, "no-store"),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::X_FRAME_OPTIONS, "DENY"),
    // With `no-referrer`, browsers send `Origin: null` even for the dashboard's own forms.
    (header::REFERRER_POLICY, "same-origin"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("permissions-policy"), "camera=(), geolocation=(), microphone=()"),
];

/// Middleware that rejects cross-site writes, limits the time of bodies, renews sessions in use,
/// and sets headers.
pub(crate) async fn guard(
    mut request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse, actix_web::Error> {
    let look = Look::of(request.request());
    let app = request.app_data::<Data<App>>().cloned();
    let is_write = request.method() == Method::POST;
    let is_strict = app.as_ref().is_some_and(|app| app.knows_of_tls(request.request()));
    let payload = body::timed(request.take_payload(), request.headers());
    request.set_payload(payload);
    let mut response = if is_own(request.method(), request.headers()) {
        answered(request, next, &look, app.as_ref()).await?
    } else {
        request.into_response(failure_page::screen(&Failure::CrossSite, &look, None))
    };
    if is_write {
        keep_address(response.headers_mut());
    }
    renew(&look, app.as_ref(), response.response_mut());
    if is_strict {
        response.headers_mut().insert(header::STRICT_TRANSPORT_SECURITY, STRICT);
    }
    harden(response.headers_mut());
    Ok(response)
}

/// Returns the response to a request, or an error page.
async fn answered(
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
    look: &Look,
    app: Option<&Data<App>>,
) -> Result<ServiceResponse, actix_web::Error> {
    let is_preview = is_preview(request.path());
    let response = next.call(request).await?.map_into_boxed_body();
    let Some(failure) = response.response().error().and_then(|error| error.as_error::<Failure>()) else {
        return Ok(response);
    };
    if failure.status_code().is_server_error() {
        tracing::warn!(cause = %failure, "a screen can't be shown");
    }
    let signed_out = matches!(failure, Failure::SignedOut);
    let is_late = matches!(failure, Failure::TooSlow);
    let screen = match is_preview && !signed_out {
        true => failure_page::framed(failure, look),
        false => {
            let known = response.request().extensions().get::<Context>().cloned();
            failure_page::screen(failure, look, known.as_ref().filter(|_| !signed_out))
        }
    };
    let mut response = response.into_response(screen);
    if is_late {
        // The rest of the body is still arriving.
        response.response_mut().head_mut().set_connection_type(ConnectionType::Close);
    }
    if signed_out {
        drop_workspace(look, app, response.response_mut());
    }
    Ok(response)
}

/// Keeps the address of the form's screen in htmx, because the target of a form can't be reloaded.
fn keep_address(headers: &mut HeaderMap) {
    headers.insert(HeaderName::from_static("hx-push-url"), HeaderValue::from_static("false"));
}

/// Returns whether the path is a screen within the editor: `/domains/{domain}/preview`.
fn is_preview(path: &str) -> bool {
    path.strip_prefix("/domains/")
        .and_then(|path| path.split_once('/'))
        .is_some_and(|(_, rest)| rest == "preview")
}

/// Returns whether a response already sets the session cookie.
fn sets_session(response: &HttpResponse, look: &Look) -> bool {
    response.cookies().any(|cookie| cookie.name() == cookie_name(look.https))
}

/// Renews the cookie while it is used, so that only idle time ends the session.
fn renew(look: &Look, app: Option<&Data<App>>, response: &mut HttpResponse) {
    let (Some(session), Some(app)) = (&look.session, app) else { return };
    if session.is_due(system::now())
        && !sets_session(response, look)
        && let Some(cookie) = app.sealer.cookie(session, look.https)
    {
        // A cookie of ASCII letters always fits into a header.
        let _ = response.add_cookie(&cookie);
    }
}

/// Removes the workspace whose key is no longer valid.
fn drop_workspace(look: &Look, app: Option<&Data<App>>, response: &mut HttpResponse) {
    let (Some(session), Some(app)) = (look.session.clone(), app) else { return };
    let cookie = match session.left() {
        Some(left) => app.sealer.cookie(&left, look.https),
        None => Some(session::ended(look.https)),
    };
    if let Some(cookie) = cookie {
        let _ = response.add_cookie(&cookie);
    }
}

/// Sets each header that is missing.
pub(crate) fn harden(headers: &mut HeaderMap) {
    for (name, value) in DEFAULTS {
        if !headers.contains_key(&name) {
            headers.insert(name, HeaderValue::from_static(value));
        }
    }
}

/// Returns whether a request reads, or comes from a page of the dashboard. Browsers send
/// `Sec-Fetch-Site` or `Origin` with each write. A program without either header has no cookie, and
/// so no session to misuse.
fn is_own(method: &Method, headers: &HeaderMap) -> bool {
    if method.is_safe() {
        return true;
    }
    let text = |name: HeaderName| headers.get(name).and_then(|value| value.to_str().ok());
    let from = text(HeaderName::from_static("sec-fetch-site"));
    let origin = text(header::ORIGIN);
    let same_host = origin.map(|origin| {
        let host = origin.split_once("://").map(|(_, host)| host);
        host.is_some() && host == text(header::HOST)
    });
    match (from, same_host) {
        (Some("same-origin"), None | Some(true)) | (None, Some(true)) => true,
        (None, None) => !headers.contains_key(header::COOKIE),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(lines: &[(&'static str, &'static str)]) -> HeaderMap {
        let pairs = lines
            .iter()
            .map(|(name, value)| (HeaderName::from_static(name), HeaderValue::from_static(value)));
        pairs.collect()
    }

    #[test]
    fn only_our_own_pages_write() {
        let host = ("host", "panel.example");
        let table: [(&[(&str, &str)], bool); 10] = [
            (&[("sec-fetch-site", "same-origin")], true),
            (&[("sec-fetch-site", "same-origin"), ("origin", "https://panel.example")], true),
            (&[("origin", "https://panel.example")], true),
            (&[("sec-fetch-site", "cross-site"), ("origin", "https://evil.example")], false),
            (&[("sec-fetch-site", "same-site"), ("origin", "https://other.panel.example")], false),
            (&[("sec-fetch-site", "none")], false),
            (&[("sec-fetch-site", "same-origin"), ("origin", "https://evil.example")], false),
            (&[("origin", "null")], false),
            (&[("cookie", "funnel-session=x")], false),
            (&[], true),
        ];
        for (lines, expected) in table {
            let mut lines: Vec<_> = lines.iter().map(|(a, b)| (*a, *b)).collect();
            lines.push(host);
            let lines: Vec<(&'static str, &'static str)> =
                lines.into_iter().map(|(a, b)| (&*a.to_owned().leak(), &*b.to_owned().leak())).collect();
            assert_eq!(is_own(&Method::POST, &headers(&lines)), expected, "{lines:?}");
            assert!(is_own(&Method::GET, &headers(&lines)));
        }
    }

    #[test]
    fn the_policy_allows_no_inline_code() {
        assert!(!POLICY.contains("unsafe"));
        assert!(POLICY.starts_with("default-src 'none'"));
    }
}
