//! Reports of trusted proxies about a request: its client and TLS. Also HSTS.

use std::net::IpAddr;

use actix_web::HttpRequest;
use actix_web::http::header::{self, HeaderMap, HeaderName, HeaderValue};

static X_FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");
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

/// Returns the address of a request's client: the last address of `X-Forwarded-For`, or else of `Forwarded` (RFC 7239),
/// that is not of a trusted proxy. Without a trusted proxy, it is the peer.
pub fn client_address(request: &HttpRequest, is_trusted: impl Fn(IpAddr) -> bool) -> Option<IpAddr> {
    let peer = request.peer_addr()?.ip().to_canonical();
    if !is_trusted(peer) {
        return Some(peer);
    }
    let hops = match values(request, &X_FORWARDED_FOR) {
        lines if lines.is_empty() => {
            values(request, &header::FORWARDED).iter().flat_map(|line| line.split(',')).map(node_of).collect()
        }
        lines => lines.iter().flat_map(|line| line.split(',')).map(address_of_node).collect::<Vec<_>>(),
    };
    let mut nearest = peer;
    for hop in hops.into_iter().rev() {
        // A proxy that hides an address ends what is known.
        let Some(hop) = hop else { break };
        nearest = hop;
        if !is_trusted(hop) {
            break;
        }
    }
    Some(nearest)
}

fn values<'a>(request: &'a HttpRequest, name: &HeaderName) -> Vec<&'a str> {
    request.headers().get_all(name).filter_map(|value| value.to_str().ok()).collect()
}

/// Returns the address of `for` in an element of `Forwarded`.
fn node_of(element: &str) -> Option<IpAddr> {
    let mut pairs = element.split(';').filter_map(|pair| pair.split_once('='));
    pairs
        .find(|(name, _)| name.trim().eq_ignore_ascii_case("for"))
        .and_then(|(_, node)| address_of_node(node))
}

/// Parses an address with or without a port: `192.0.2.1`, `192.0.2.1:80`, `2001:db8::1`, `[2001:db8::1]:80`. It may be
/// quoted, and have a zone.
fn address_of_node(node: &str) -> Option<IpAddr> {
    let node = node.trim().trim_matches('"').trim();
    let host = match node.strip_prefix('[') {
        Some(bracketed) => bracketed.split_once(']')?.0,
        None => match node.split_once(':') {
            Some((host, port)) if !port.contains(':') => host,
            _ => node,
        },
    };
    let address = host.split('%').next()?.parse::<IpAddr>().ok()?;
    Some(address.to_canonical())
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
    fn the_client_is_the_last_address_that_no_trusted_proxy_has() {
        let xff = "x-forwarded-for";
        for (peer, headers, expected) in [
            ("8.8.8.8:1", &[(xff, "1.1.1.1")][..], "8.8.8.8"),
            ("10.0.0.1:1", &[(xff, "1.1.1.1")], "1.1.1.1"),
            ("10.0.0.1:1", &[(xff, "6.6.6.6, 1.1.1.1, 10.0.0.2")], "1.1.1.1"),
            ("10.0.0.1:1", &[(xff, "6.6.6.6"), (xff, "1.1.1.1,10.0.0.2")], "1.1.1.1"),
            ("10.0.0.1:1", &[(xff, "garbage")], "10.0.0.1"),
            ("10.0.0.1:1", &[(xff, "1.1.1.1, garbage")], "10.0.0.1"),
            ("10.0.0.1:1", &[(xff, "1.1.1.1, unknown, 10.0.0.2")], "10.0.0.2"),
            ("10.0.0.1:1", &[(xff, "10.0.0.7, 10.0.0.2")], "10.0.0.7"),
            ("[::ffff:10.0.0.1]:1", &[(xff, "1.1.1.1")], "1.1.1.1"),
            ("10.0.0.1:1", &[(xff, "81.2.69.142:51234")], "81.2.69.142"),
            ("10.0.0.1:1", &[(xff, "::ffff:81.2.69.142")], "81.2.69.142"),
            ("10.0.0.1:1", &[(xff, "2001:DB8::1")], "2001:db8::1"),
            ("10.0.0.1:1", &[(xff, "[2001:db8::1]")], "2001:db8::1"),
            ("10.0.0.1:1", &[(xff, "[2001:db8::1]:51234")], "2001:db8::1"),
            ("10.0.0.1:1", &[(xff, "\"[2001:db8::1]:51234\"")], "2001:db8::1"),
            ("10.0.0.1:1", &[(xff, "fe80::1%eth0")], "fe80::1"),
            ("10.0.0.1:1", &[(xff, "")], "10.0.0.1"),
            ("10.0.0.1:1", &[("forwarded", "for=1.1.1.1")], "1.1.1.1"),
            (
                "10.0.0.1:1",
                &[("forwarded", "For=\"[2001:db8:cafe::17]:4711\";proto=https")],
                "2001:db8:cafe::17",
            ),
            (
                "10.0.0.1:1",
                &[("forwarded", "proto=http; for=1.1.1.1:80;by=10.0.0.2, for=10.0.0.2")],
                "1.1.1.1",
            ),
            ("10.0.0.1:1", &[("forwarded", "for=1.1.1.1"), ("forwarded", "for=10.0.0.2")], "1.1.1.1"),
            ("10.0.0.1:1", &[("forwarded", "for=1.1.1.1, for=unknown")], "10.0.0.1"),
            ("10.0.0.1:1", &[("forwarded", "for=_hidden, for=2.2.2.2")], "2.2.2.2"),
            ("10.0.0.1:1", &[("forwarded", "for=2.2.2.2"), (xff, "1.1.1.1")], "1.1.1.1"),
            ("8.8.8.8:1", &[("forwarded", "for=1.1.1.1")], "8.8.8.8"),
            ("10.0.0.1:1", &[], "10.0.0.1"),
        ] {
            let request = TestRequest::default().peer_addr(peer.parse().unwrap());
            let request = headers.iter().fold(request, |request, header| request.append_header(*header));
            let is_trusted = |address| matches!(address, IpAddr::V4(address) if address.octets()[0] == 10);
            let address = client_address(&request.to_http_request(), is_trusted);
            assert_eq!(address, Some(expected.parse().unwrap()), "{peer} {headers:?}");
        }
    }

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
