//! The query with which a visitor arrives: the label of a printed code, and everything that goes along.

use actix_web::HttpRequest;
use actix_web::http::header;
use application::routing::{Passed, SOURCE_PARAMETER, label_in};
use touches::Source;

use super::lookup::{EdgeLookup, requested_host};

/// Query of a visitor, taken apart.
pub(super) struct Arrival<'a> {
    /// Label of the printed code that brought the visitor.
    pub(super) source: Option<Source>,
    /// Query that our hops pass on.
    pub(super) passed: Passed<'a>,
}

impl<'a> Arrival<'a> {
    /// Reads the query of a request.
    pub(super) async fn of(request: &'a HttpRequest, lookup: &EdgeLookup) -> Self {
        Self::read(request.query_string(), "", request, lookup).await
    }

    /// Reads the query of a request that a link on a page made. Parameters that the link lacks come from the address of
    /// the page, which browsers send as the referrer. So they also reach links of an owner's own document, and pages
    /// with very long queries.
    pub(super) async fn by_link(request: &'a HttpRequest, lookup: &EdgeLookup) -> Self {
        let page = page_query(request).unwrap_or_default();
        Self::read(request.query_string(), page, request, lookup).await
    }

    async fn read(query: &'a str, page: &'a str, request: &HttpRequest, lookup: &EdgeLookup) -> Self {
        if query.contains(SOURCE_PARAMETER) || page.contains(SOURCE_PARAMETER) {
            // Boxed, because most queries have no label.
            return Box::pin(Self::labelled(query, page, request, lookup)).await;
        }
        Self { source: None, passed: passed(query, page, |_| false) }
    }

    /// If codes can't be looked up, nothing is counted for a label, because the page matters more than its statistics.
    /// Whatever looks like a label is kept from other sites nevertheless.
    async fn labelled(query: &'a str, page: &'a str, request: &HttpRequest, lookup: &EdgeLookup) -> Self {
        match lookup.codes(request).await {
            Ok(Some(known)) => Self::apart(query, page, |label| known.codes.bears(label)),
            Ok(None) => Self::apart(query, page, |_| false),
            Err(_) => {
                let arrival = Self::apart(query, page, |label| Source::parse(label).is_some());
                Self { source: None, ..arrival }
            }
        }
    }

    fn apart(query: &'a str, page: &'a str, is_label: impl Fn(&str) -> bool) -> Self {
        let source = label_in(query, &is_label).or_else(|| label_in(page, &is_label));
        Self { source, passed: passed(query, page, is_label) }
    }
}

fn passed<'a>(query: &'a str, page: &'a str, is_label: impl Fn(&str) -> bool) -> Passed<'a> {
    let passed = Passed::of(query, &is_label);
    if page.is_empty() { passed } else { passed.completed_by(&Passed::of(page, is_label)) }
}

/// Returns the query of the referring page, if it is the page of the requested host.
fn page_query(request: &HttpRequest) -> Option<&str> {
    let referrer = request.headers().get(header::REFERER)?.to_str().ok()?;
    let address = referrer.strip_prefix("https://").or_else(|| referrer.strip_prefix("http://"))?;
    let (page, query) = address.split('#').next()?.split_once('?')?;
    let (authority, path) = page.split_once('/').unwrap_or((page, ""));
    let host = authority.rsplit_once(':').map_or(authority, |(host, _)| host);
    let is_page =
        path.bytes().all(|byte| byte == b'/') && host.eq_ignore_ascii_case(requested_host(request)?);
    is_page.then_some(query)
}

#[cfg(test)]
mod tests {
    use actix_web::test::TestRequest;

    use super::*;

    #[test]
    fn the_query_of_the_hosts_own_page_is_found() {
        for (referrer, expected) in [
            ("https://a.example/?fbclid=F1&x=1", Some("fbclid=F1&x=1")),
            ("http://A.example:8081/?a=1#top", Some("a=1")),
            ("https://a.example?a=1", Some("a=1")),
            ("https://a.example//?a=1", Some("a=1")),
            ("https://a.example/", None),
            ("https://a.example/r/vip?a=1", None),
            ("https://b.example/?a=1", None),
            ("https://a.example.evil.example/?a=1", None),
            ("https://x@a.example/?a=1", None),
            ("https://evil.example/?https://a.example/?a=1", None),
            ("android-app://a.example/?a=1", None),
            ("a.example/?a=1", None),
            ("", None),
        ] {
            let request = TestRequest::default().insert_header(("host", "a.example:8081"));
            let request = request.insert_header(("referer", referrer)).to_http_request();
            assert_eq!(page_query(&request), expected, "{referrer}");
        }
    }

    #[test]
    fn labels_are_told_from_other_values() {
        let is_label = |label: &str| label == "qr-flyer";
        for (query, page, source, passed) in [
            ("", "", None, ""),
            ("src=newsletter&a=1", "", None, "src=newsletter&a=1"),
            ("src=qr-flyer&a=1", "b=2", Some("qr-flyer"), "a=1&b=2"),
            ("arm=x", "src=qr-flyer&fbclid=F", Some("qr-flyer"), "fbclid=F"),
        ] {
            let arrival = Arrival::apart(query, page, is_label);
            assert_eq!(arrival.source.as_ref().map(Source::as_str), source, "{query} {page}");
            assert_eq!(arrival.passed.as_str(), passed, "{query} {page}");
        }
    }
}
