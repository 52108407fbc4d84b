//! Transport security of requests: TLS as reported by trusted proxies, and HSTS.

use std::net::IpAddr;

use actix_web::HttpRequest;
use actix_web::http::header::{self, HeaderMap, HeaderName, HeaderValue};

static X_FORWARDED_PROTO: HeaderName = HeaderName::from_static("x-forwarded-proto");

/// One year, for this host only, because subdomains may belong to others.
const STRICT: HeaderValue = HeaderValue::from_static("max-age=31536000");

/// Returns whether a request came by https to a proxy in front. Only proxies that `is_trusted`
/// accepts count; the first entry of a header is the client's own connection.
pub fn came_by_https(request: &HttpRequest, is_trusted: impl Fn(IpAddr) -> bool) -> bool {
    if !request.peer_addr().is_some_and(|peer| is_trusted(peer.ip())) {
        return false;
    }
    let first = |name| request.headers().get(name)?.to_str().ok()?.split(',').next();
    match (first(&X_FORWARDED_PROTO), first(&header::FORWARDED)) {
        (Some(scheme), _) => scheme.trim().eq_ignore_ascii_case("https"),
        (None, Some(hop)) => hop.split(';').filter_map(|pair| pair.split_once('=')).any(|(name, value)| {
            name.trim().eq_ignore_ascii_case("proto")
                && value.trim().trim_matches('"').eq_ignore_ascii_case("https")
        }),
        (None, None) => false,
    }
}

/// Makes browsers use https only.
pub fn require_https(headers: &mut HeaderMap) {
    headers.insert(header::STRICT_TRANSPORT_SECURITY, STRICT);
}

#[cfg(test)]
mod tests {
    use actix_web::test::TestRequest;

    use super::*;

    #[test]
    fn only_a_trusted_proxy_says_that_a_request_came_by_https() {
        let trusted = IpAddr::from([10, 0, 0, 1]);
        for (peer, name, value, https) in [
            ("10.0.0.1:1", "x-forwarded-proto", "https", true),
            ("10.0.0.1:1", "x-forwarded-proto", "HTTPS, http", true),
            ("10.0.0.1:1", "x-forwarded-proto", "http, https", false),
            ("10.0.0.1:1", "forwarded", "for=192.0.2.1;proto=\"https\";by=10.0.0.1", true),
            ("10.0.0.1:1", "forwarded", "for=192.0.2.1", false),
            ("10.0.0.1:1", "x-other", "https", false),
            ("192.0.2.1:1", "x-forwarded-proto", "https", false),
        ] {
            let request =
                TestRequest::default().peer_addr(peer.parse().unwrap()).insert_header((name, value));
            let came = came_by_https(&request.to_http_request(), |address| address == trusted);
            assert_eq!(came, https, "{peer} {name}: {value}");
        }
    }
}
