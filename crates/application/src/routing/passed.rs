//! Query of a visitor on the way to the sale: every hop of ours passes it on.

use std::borrow::Cow;

use kernel::Hostname;
use landing_draft::in_app::ESCAPE_PARAMETER;
use percent_encoding::{AsciiSet, CONTROLS, percent_decode_str, utf8_percent_encode};
use smartlink_policy::address::CLICK_PARAMETER;
use touches::Source;
use url::Url;

/// Query parameter with the label of a printed code.
pub const SOURCE_PARAMETER: &str = "src";

/// Query parameter with the experiment arm that the page showed.
pub const ARM_PARAMETER: &str = "arm";

/// Characters that a query can't hold. `%` passes, because browsers send the query already escaped.
const IN_QUERY: &AsciiSet =
    &CONTROLS.add(b' ').add(b'"').add(b'#').add(b'<').add(b'>').add(b'`').add(b'\'').add(b'\\');

/// Query that goes along with a visitor: the parameters of the request, in their order and spelling, without those
/// that only our own pages use (`arm`, `aref`, `left_app`, and labels of printed codes). Visible ASCII without quotes.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Passed<'a>(Cow<'a, str>);

impl<'a> Passed<'a> {
    /// Reads the query of a request. `is_label` says whether a printed code of the host bears a label.
    pub fn of(query: &'a str, is_label: impl Fn(&str) -> bool) -> Self {
        let goes_along = |pair: &&str| !pair.is_empty() && !is_internal(pair, &is_label);
        let is_plain = utf8_percent_encode(query, IN_QUERY).next().is_none_or(|first| first == query);
        if is_plain && query.split('&').all(|pair| goes_along(&pair)) {
            return Self(query.into());
        }
        Self(joined(query.split('&').filter(goes_along)))
    }

    /// Query of a visitor who brought none.
    pub const fn nothing() -> Self {
        Self(Cow::Borrowed(""))
    }

    /// Adds the parameters of the page that the visitor came from. A name that the request has itself keeps the
    /// values of the request.
    pub fn completed_by(self, page: &Self) -> Self {
        if page.0.is_empty() {
            return self;
        }
        let missing = page.pairs().filter(|pair| !self.pairs().any(|own| name(own) == name(pair)));
        Self(joined(self.pairs().chain(missing)))
    }

    /// Returns the query without a question mark; empty if nothing goes along.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    fn pairs(&self) -> impl Iterator<Item = &str> {
        self.0.split('&').filter(|pair| !pair.is_empty())
    }

    /// Adds the query to an address that an owner typed, or to a path of `host`. A parameter that the address has
    /// itself stays as the owner typed it. An address on `host` also gets the label of the printed code, so that
    /// further visits count for the code. Addresses of other kinds, such as `mailto`, stay unchanged.
    pub fn added_to(&self, address: &str, source: Option<&Source>, host: &Hostname) -> String {
        let is_own = match Url::parse(address) {
            Ok(url) if !matches!(url.scheme(), "https" | "http") => return address.to_owned(),
            Ok(url) => url.host_str() == Some(host.as_str()),
            Err(_) => true,
        };
        let label = source.filter(|_| is_own).map(|source| format!("{SOURCE_PARAMETER}={source}"));
        if label.is_none() && self.0.is_empty() {
            return address.to_owned();
        }
        let (head, fragment) = address.split_at(address.find('#').unwrap_or(address.len()));
        let typed = head.split_once('?').map(|(_, query)| query).unwrap_or_default();
        let missing = self.pairs().filter(|pair| !typed.split('&').any(|own| name(own) == name(pair)));
        let mut location = String::with_capacity(address.len() + self.0.len() + 48);
        location.push_str(head);
        for pair in label.as_deref().into_iter().chain(missing) {
            match location.split_once('?') {
                None => location.push('?'),
                Some((_, query)) if query.is_empty() || query.ends_with('&') => {}
                Some(_) => location.push('&'),
            }
            location.push_str(pair);
        }
        location.push_str(fragment);
        location
    }
}

/// Joins parameters to a query, with everything escaped that a query can't hold.
fn joined<'p>(pairs: impl Iterator<Item = &'p str>) -> Cow<'static, str> {
    let mut query = String::new();
    for pair in pairs {
        if !query.is_empty() {
            query.push('&');
        }
        query.extend(utf8_percent_encode(pair, IN_QUERY));
    }
    query.into()
}

fn is_internal(pair: &str, is_label: impl Fn(&str) -> bool) -> bool {
    match &*name(pair) {
        ARM_PARAMETER | CLICK_PARAMETER | ESCAPE_PARAMETER => true,
        SOURCE_PARAMETER => is_label(&label(pair)),
        _ => false,
    }
}

fn name(pair: &str) -> Cow<'_, str> {
    decoded(pair.split_once('=').map_or(pair, |(name, _)| name))
}

/// Value of a `src` parameter.
fn label(pair: &str) -> Cow<'_, str> {
    decoded(pair.split_once('=').map_or("", |(_, value)| value))
}

fn decoded(text: &str) -> Cow<'_, str> {
    if text.contains('%') { percent_decode_str(text).decode_utf8_lossy() } else { text.into() }
}

/// Returns the label of a printed code in a query: the first that `is_label` accepts.
pub fn label_in(query: &str, is_label: impl Fn(&str) -> bool) -> Option<Source> {
    let values = query.split('&').filter(|pair| name(pair) == SOURCE_PARAMETER).map(label);
    values.filter(|value| is_label(value)).find_map(|value| Source::parse(&value))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::testing::host;

    fn is_label(label: &str) -> bool {
        matches!(label, "qr" | "qr-flyer")
    }

    #[test]
    fn everything_goes_along_but_what_only_our_pages_use() {
        for (query, expected) in [
            ("", ""),
            ("a=1&src=qr&b=2", "a=1&b=2"),
            ("src=qr-flyer", ""),
            ("src=newsletter&src=qr-flyer&src=qr-other", "src=newsletter&src=qr-other"),
            ("s%72c=q%72", ""),
            ("xsrc=1&srcx=qr&SRC=qr", "xsrc=1&srcx=qr&SRC=qr"),
            ("a=src", "a=src"),
            ("arm=x&aref=evil&%61ref=evil&Aref=3&left_app=instagram-ios", "Aref=3"),
            ("a=1&a=2&&a=3&", "a=1&a=2&a=3"),
            ("fbclid=a+b_c-d.e&x=%20y;z&q", "fbclid=a+b_c-d.e&x=%20y;z&q"),
            ("q=größe", "q=gr%C3%B6%C3%9Fe"),
            ("q=\"<b>'`\\", "q=%22%3Cb%3E%27%60%5C"),
            ("a=1\r\nSet-Cookie: x=y", "a=1%0D%0ASet-Cookie:%20x=y"),
        ] {
            assert_eq!(Passed::of(query, is_label).as_str(), expected, "{query}");
        }
    }

    #[test]
    fn the_label_of_a_code_is_found_among_others() {
        for (query, expected) in [
            ("src=qr-flyer", Some("qr-flyer")),
            ("src=newsletter&src=qr-flyer", Some("qr-flyer")),
            ("src=qr-other", None),
            ("src=q%72&x=1", Some("qr")),
            ("src", None),
            ("SRC=qr", None),
        ] {
            let found = label_in(query, is_label);
            assert_eq!(found.as_ref().map(Source::as_str), expected, "{query}");
        }
    }

    #[test]
    fn the_page_adds_what_the_request_lacks() {
        for (own, page, expected) in [
            ("", "", ""),
            ("a=1", "", "a=1"),
            ("", "fbclid=F&arm=x&src=qr", "fbclid=F"),
            ("fbclid=own", "fbclid=F&ttclid=T", "fbclid=own&ttclid=T"),
            ("%66bclid=own", "fbclid=F", "%66bclid=own"),
            ("a=1", "a=2&b=3&b=4", "a=1&b=3&b=4"),
        ] {
            let page = Passed::of(page, is_label);
            let found = Passed::of(own, is_label).completed_by(&page);
            assert_eq!(found.as_str(), expected, "{own} {page:?}");
        }
    }

    #[test]
    fn addresses_get_the_query_and_ours_the_label() {
        let flyer = Source::parse("qr-flyer");
        for (address, query, with_label, without) in [
            ("/", "", "/?src=qr-flyer", "/"),
            ("/", "fbclid=F&src=mail", "/?src=qr-flyer&fbclid=F&src=mail", "/?fbclid=F&src=mail"),
            ("/r/vip", "a=1", "/r/vip?src=qr-flyer&a=1", "/r/vip?a=1"),
            (
                "https://a.example/r/vip",
                "",
                "https://a.example/r/vip?src=qr-flyer",
                "https://a.example/r/vip",
            ),
            (
                "https://a.example/r/vip?x=1#top",
                "x=2&y=3",
                "https://a.example/r/vip?x=1&src=qr-flyer&y=3#top",
                "https://a.example/r/vip?x=1&y=3#top",
            ),
            ("https://b.example/?#top", "a=1", "https://b.example/?a=1#top", "https://b.example/?a=1#top"),
            ("https://b.example/p#a?b", "a=1", "https://b.example/p?a=1#a?b", "https://b.example/p?a=1#a?b"),
            ("https://b.example/?a=mine&", "a=1", "https://b.example/?a=mine&", "https://b.example/?a=mine&"),
            ("mailto:me@a.example", "bcc=x@b.example", "mailto:me@a.example", "mailto:me@a.example"),
            ("tel:+49123", "a=1", "tel:+49123", "tel:+49123"),
        ] {
            let passed = Passed::of(query, is_label);
            assert_eq!(passed.added_to(address, flyer.as_ref(), &host()), with_label, "{address} {query}");
            assert_eq!(passed.added_to(address, None, &host()), without, "{address} {query}");
        }
    }

    proptest! {
        #[test]
        fn no_query_leaves_the_address_or_breaks_the_header(query in "\\PC*|[\\x00-\\x7f]*") {
            let passed = Passed::of(&query, is_label);
            prop_assert!(passed.as_str().bytes().all(|b| b.is_ascii_graphic() && !b"\"'<>".contains(&b)));
            prop_assert_eq!(Passed::of(passed.as_str(), is_label), passed.clone(), "passing on again changes nothing");
            for (address, path) in [("https://p.example/c?x=1#t", "/c"), ("https://a.example/", "/")] {
                let found = passed.added_to(address, Source::parse("qr").as_ref(), &host());
                prop_assert!(found.bytes().all(|b| b.is_ascii_graphic()), "{}", found);
                let (found, typed) = (Url::parse(&found).unwrap(), Url::parse(address).unwrap());
                prop_assert_eq!(found.origin(), typed.origin());
                prop_assert_eq!((found.path(), found.fragment()), (path, typed.fragment()));
            }
        }
    }
}
