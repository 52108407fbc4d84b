//! URL of an upstream link, and the redirect URL built from it.

use std::fmt;

use percent_encoding::{AsciiSet, CONTROLS, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};
use url::Url;

/// Query parameter that carries our click id to the platform. The platform's events return the value as `click_ref`.
pub const CLICK_PARAMETER: &str = "aref";

/// Characters that must be escaped in a query. `%` passes, because browsers send the query already encoded.
const IN_QUERY: &AsciiSet =
    &CONTROLS.add(b' ').add(b'"').add(b'#').add(b'<').add(b'>').add(b'`').add(b'\'').add(b'\\');
const IN_VALUE: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'_').remove(b'.').remove(b'~');

/// URL of an upstream link: absolute, `https` or `http`, without a user, in the ASCII form of a `Location` header.
///
/// The URL is split in advance, so that appending a query only copies text.
#[derive(Clone, PartialEq, Eq)]
pub struct LinkUrl {
    text: String,
    /// Everything before the fragment, without an `aref` parameter.
    head: String,
    /// Fragment with its `#`, or empty.
    fragment: String,
}

kernel::text_value!(LinkUrl, "an http or https address without a user");

impl fmt::Display for LinkUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl LinkUrl {
    /// Maximum length of a URL, in bytes.
    pub const MAX: usize = 2048;

    /// Parses a URL; `None` if the text is not a URL of the described kind. White space around the URL and invisible
    /// characters are removed, because copied text often has them.
    pub fn parse(text: &str) -> Option<Self> {
        let text = &*kernel::pasted(text);
        // URL parsers skip whitespace and control characters that people can't see, so such text is rejected.
        if text.len() > Self::MAX || text.chars().any(|c| c.is_whitespace() || c.is_control()) {
            return None;
        }
        let url = Url::parse(text).ok()?;
        let public = matches!(url.scheme(), "https" | "http")
            && url.host_str().is_some_and(|host| !host.is_empty())
            && url.username().is_empty()
            && url.password().is_none()
            // Escaping may lengthen the URL, and the stored form must parse again.
            && url.as_str().len() <= Self::MAX;
        public.then(|| Self::take_apart(url))
    }

    fn take_apart(mut url: Url) -> Self {
        let text = url.as_str().to_owned();
        let fragment = url.fragment().map(|fragment| format!("#{fragment}")).unwrap_or_default();
        let query = url.query().unwrap_or_default().to_owned();
        url.set_fragment(None);
        url.set_query(None);
        let mut head = String::from(url);
        append(&mut head, pairs(&query));
        Self { text, head, fragment }
    }

    /// Text of the URL in its normalized form.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Builds the redirect URL: this URL with the parameters of the visitor's request and their click id.
    ///
    /// `query` is the raw query of the request. Its parameters keep their order, including repeated ones; `aref`
    /// parameters are dropped. Whatever `query` and `click` contain, the result has the origin and the path of this
    /// URL, and is visible ASCII.
    pub fn with_click(&self, query: &str, click: Option<&str>) -> String {
        // Exact capacity if nothing needs escaping, so that the header can reuse the buffer.
        let of_query = query.len() + usize::from(!query.is_empty());
        let of_click = click.map_or(0, |click| click.len() + CLICK_PARAMETER.len() + 2);
        let room = self.head.len() + of_query + of_click + self.fragment.len();
        let mut address = String::with_capacity(room);
        address.push_str(&self.head);
        let separator = append(&mut address, pairs(query));
        if let Some(click) = click {
            address.push(separator);
            address.push_str(CLICK_PARAMETER);
            address.push('=');
            address.extend(utf8_percent_encode(click, IN_VALUE));
        }
        address.push_str(&self.fragment);
        address
    }
}

impl fmt::Debug for LinkUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// Parameters of a query, except `aref`.
fn pairs(query: &str) -> impl Iterator<Item = &str> {
    query.split('&').filter(|pair| !pair.is_empty() && !is_click(pair))
}

fn is_click(pair: &str) -> bool {
    let key = pair.split('=').next().unwrap_or_default();
    percent_decode_str(key).eq(CLICK_PARAMETER.bytes())
}

/// Appends parameters to a URL. Returns the separator for the next parameter.
fn append<'a>(address: &mut String, pairs: impl Iterator<Item = &'a str>) -> char {
    // The head has no fragment, so a `?` always starts the query.
    let mut separator = if address.contains('?') { '&' } else { '?' };
    for pair in pairs {
        address.push(separator);
        address.extend(utf8_percent_encode(pair, IN_QUERY));
        separator = '&';
    }
    separator
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn addresses() {
        for (text, expected) in [
            ("https://platform.example/c/1", Some("https://platform.example/c/1")),
            ("http://platform.example", Some("http://platform.example/")),
            (
                "HTTPS://münchen.example/ü?x=ä#ö",
                Some("https://xn--mnchen-3ya.example/%C3%BC?x=%C3%A4#%C3%B6"),
            ),
            ("", None),
            ("platform.example/c/1", None),
            ("//platform.example", None),
            ("https://", None),
            ("ftp://platform.example", None),
            ("javascript:alert(1)", None),
            ("data:text/html,x", None),
            ("https://user:pw@platform.example", None),
            ("https://platform.example/\r\nSet-Cookie: a=b", None),
            (" https://platform.example\n", Some("https://platform.example/")),
            ("https://platform.example/\u{200B}", Some("https://platform.example/")),
            ("https://platform.example/a b", None),
            ("\u{202E}", None),
        ] {
            assert_eq!(LinkUrl::parse(text).as_ref().map(LinkUrl::as_str), expected, "{text:?}");
        }
        let longest = format!("https://platform.example/{}", "a".repeat(LinkUrl::MAX - 25));
        assert!(LinkUrl::parse(&longest).is_some() && LinkUrl::parse(&format!("{longest}a")).is_none());
        let escaped = format!("https://platform.example/{}", "ü".repeat(500));
        assert!(
            escaped.len() < LinkUrl::MAX && LinkUrl::parse(&escaped).is_none(),
            "too long once it is escaped"
        );
    }

    #[test]
    fn redirects() {
        for (base, query, expected) in [
            ("https://p.example/c", "", "https://p.example/c?aref=K1"),
            ("https://p.example/c", "a=1&b=2&a=3", "https://p.example/c?a=1&b=2&a=3&aref=K1"),
            ("https://p.example/c?x=1", "a=1", "https://p.example/c?x=1&a=1&aref=K1"),
            ("https://p.example/c?x=1#top", "a=1", "https://p.example/c?x=1&a=1&aref=K1#top"),
            ("https://p.example/c#a?b", "", "https://p.example/c?aref=K1#a?b"),
            ("https://p.example", "a", "https://p.example/?a&aref=K1"),
            ("https://p.example/c?", "a=1", "https://p.example/c?a=1&aref=K1"),
            // Any `aref` is dropped, however encoded and wherever it comes from.
            ("https://p.example/c", "aref=evil&a=1&aref=evil", "https://p.example/c?a=1&aref=K1"),
            ("https://p.example/c", "%61ref=evil&are%66&a=1", "https://p.example/c?a=1&aref=K1"),
            (
                "https://p.example/c",
                "xaref=1&aref2=2&Aref=3",
                "https://p.example/c?xaref=1&aref2=2&Aref=3&aref=K1",
            ),
            ("https://p.example/c?aref=old&x=1", "", "https://p.example/c?x=1&aref=K1"),
            ("https://p.example/c?aref=old", "", "https://p.example/c?aref=K1"),
            // No input escapes from the query.
            (
                "https://p.example/c",
                "a=1\r\nSet-Cookie: x=y",
                "https://p.example/c?a=1%0D%0ASet-Cookie:%20x=y&aref=K1",
            ),
            ("https://p.example/c", "a=%0d%0ax", "https://p.example/c?a=%0d%0ax&aref=K1"),
            ("https://p.example/c", "a=1#frag", "https://p.example/c?a=1%23frag&aref=K1"),
            ("https://p.example/c", "@evil.example/?x", "https://p.example/c?@evil.example/?x&aref=K1"),
            ("https://p.example", "//evil.example", "https://p.example/?//evil.example&aref=K1"),
            ("https://p.example/c", "a=ü", "https://p.example/c?a=%C3%BC&aref=K1"),
            ("https://p.example/c", "&&a=1&", "https://p.example/c?a=1&aref=K1"),
            ("https://p.example/c", "?a=1", "https://p.example/c??a=1&aref=K1"),
            ("https://p.example/c", "=", "https://p.example/c?=&aref=K1"),
        ] {
            let url = LinkUrl::parse(base).unwrap();
            assert_eq!(url.with_click(query, Some("K1")), expected, "{base} + {query:?}");
        }
    }

    #[test]
    fn a_click_is_a_value_and_may_be_absent() {
        let url = LinkUrl::parse("https://p.example/c?x=1#t").unwrap();
        assert_eq!(url.with_click("", Some("a&b=c d")), "https://p.example/c?x=1&aref=a%26b%3Dc%20d#t");
        assert_eq!(url.with_click("aref=evil", None), "https://p.example/c?x=1#t");
    }

    proptest! {
        #[test]
        fn no_query_leaves_the_address_or_breaks_the_header(query in "\\PC*|[\\x00-\\x7f]*", click in "\\PC*") {
            let base = LinkUrl::parse("https://p.example/c?x=1#t").unwrap();
            let address = base.with_click(&query, Some(&click));
            prop_assert!(address.bytes().all(|b| b.is_ascii_graphic()), "{address}");
            let url = Url::parse(&address).unwrap();
            prop_assert_eq!(url.origin().ascii_serialization(), "https://p.example");
            prop_assert_eq!((url.path(), url.fragment()), ("/c", Some("t")));
            let clicks: Vec<_> = url.query_pairs().filter(|(key, _)| key == CLICK_PARAMETER).collect();
            prop_assert_eq!(clicks.len(), 1);
            prop_assert_eq!(&*clicks[0].1, click.as_str());
        }
    }
}
