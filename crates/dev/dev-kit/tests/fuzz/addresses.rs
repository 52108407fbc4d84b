//! Hostnames and addresses.

use dev_kit::hostile::Outcome::{Refused, Taken};
use dev_kit::hostile::{any_text, fuzz, mangled_text};
use engine_link::BaseUrl;
use kernel::Hostname;
use landing_draft::target::Target;
use proptest::prelude::*;
use smartlink_policy::address::LinkUrl;

const HOSTS: &[&str] = &[
    "links.example.com",
    "xn--mnchen-3ya.example.",
    "münchen.example",
    "a.b-c.d0.example",
    "日本語。テスト",
    "127.0.0.1",
    "0x7f.1",
    "[::1]",
    "a_b.example",
    "faß.example",
    "ي.example",
];

const URLS: &[&str] = &[
    "https://example.com/a/b?c=d&e=%20#f",
    "http://user:password@example.com:8080/",
    "mailto:a@example.com?subject=x",
    "tel:+49-30-1",
    "https://münchen.example/ä?ö=ü",
    "https://[2001:db8::1]/",
    "https://1.2.3.4/",
    "javascript:alert(1)",
    "java\tscript:alert(1)",
    "data:text/html,<script>",
    "//example.com/",
    "https:example.com",
    "https:\\\\example.com\\@evil.example",
    "funnel:paid",
];

/// Returns whether nothing in the text could end a header, a line or an attribute.
fn is_tame(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_graphic() && !b"\"<>".contains(&byte))
}

#[test]
fn hostnames() {
    let check = |text: String| {
        let Ok(host) = Hostname::parse(&text) else { return Ok(Refused) };
        let written = host.as_str();
        prop_assert_eq!(Hostname::parse(written), Ok(host.clone()), "{:?}", text);
        prop_assert!(written.len() <= 253 && written.contains('.'));
        let allowed = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-';
        let fits = |label: &str| (1..=63).contains(&label.len()) && label.bytes().all(allowed);
        prop_assert!(written.split('.').all(fits), "{written}");
        prop_assert!(written.parse::<std::net::IpAddr>().is_err());
        Ok(Taken)
    };
    fuzz("hostname", 1, mangled_text(HOSTS), check).unwrap();
}

#[test]
fn targets_of_buttons() {
    let check = |text: String| {
        let Ok(target) = Target::parse(&text) else { return Ok(Refused) };
        prop_assert_eq!(target.as_typed(), kernel::pasted(&text));
        prop_assert_eq!(target.address().is_some(), target.funnel_slot().is_none());
        if let Some(address) = target.address() {
            let scheme = address.split(':').next().unwrap_or_default();
            prop_assert!(["https", "http", "mailto", "tel"].contains(&scheme), "{address}");
            prop_assert!(address.bytes().all(|byte| byte.is_ascii_graphic()), "{address}");
        }
        Ok(Taken)
    };
    fuzz("target", 1, mangled_text(URLS), check).unwrap();
}

#[test]
fn links_of_the_platform_keep_their_place() {
    let check = |(text, query, click): (String, String, Option<String>)| {
        let Some(link) = LinkUrl::parse(&text) else { return Ok(Refused) };
        prop_assert_eq!(LinkUrl::parse(link.as_str()), Some(link.clone()));
        prop_assert!(is_tame(link.as_str()) || !link.as_str().contains(['\r', '\n', ' ']));
        let address = link.with_click(&query, click.as_deref());
        prop_assert!(address.bytes().all(|byte| byte.is_ascii_graphic()), "{address:?}");
        let place = link.as_str().split(['?', '#']).next().unwrap_or_default();
        prop_assert!(address.starts_with(place), "{address} leaves {place}");
        Ok(Taken)
    };
    let input =
        (mangled_text(URLS), mangled_text(&["a=b&aref=c&%61ref=d"]), proptest::option::of(any_text()));
    fuzz("link", 1, input, check).unwrap();
}

#[test]
fn engines() {
    let check = |(text, segment): (String, String)| {
        let Ok(base) = BaseUrl::parse(&text) else { return Ok(Refused) };
        prop_assert!(BaseUrl::parse(base.as_str()).is_ok_and(|again| again == base), "{text:?}");
        if let Some(url) = base.join(&["v1", &segment]) {
            let own = base.as_str();
            prop_assert!(url.as_str().starts_with(&format!("{own}/v1/")), "{url} leaves {own}");
            prop_assert!(url.query().is_none() && url.fragment().is_none(), "{url}");
        }
        Ok(Taken)
    };
    fuzz("engine address", 1, (mangled_text(URLS), any_text()), check).unwrap();
}
