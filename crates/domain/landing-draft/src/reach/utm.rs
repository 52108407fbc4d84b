use std::fmt;

use kernel::{ErrorKind, Hostname, Location, ValidationErrors};
use serde_json::Value;
use url::{Url, form_urlencoded};

use crate::reading::{Fields, written};

/// Template of a campaign parameter. `{button_id}`, `{segment}` and `{domain}` are replaced at a click.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Template(String);

/// Values of the click, for filling templates.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Clicked<'a> {
    /// Id of the button, or `banner`.
    pub button: &'a str,
    /// Name of the button's segment; empty for the banner.
    pub segment: &'a str,
    /// Domain of the page.
    pub domain: &'a Hostname,
}

kernel::text_value!(Template: ValidationErrors);

impl fmt::Display for Template {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Template {
    /// Maximum length of a template, in characters.
    pub const MAX: usize = 100;
    const PLACES: [&str; 3] = ["{button_id}", "{segment}", "{domain}"];

    /// Parses a text of 1 to 100 characters with known placeholders only.
    pub fn parse(text: &str) -> Result<Self, ValidationErrors> {
        let error = |kind, message: &str| Err(ValidationErrors::one(Location::root(), kind, message));
        if text.trim().is_empty() {
            return error(ErrorKind::TooShort, "must not be blank");
        }
        if text.chars().count() > Self::MAX {
            return error(ErrorKind::TooLong, "has more than 100 characters");
        }
        let plain = Self::PLACES.iter().fold(text.to_owned(), |text, place| text.replace(place, ""));
        if plain.contains(['{', '}']) {
            return error(
                ErrorKind::Pattern,
                "may contain only the placeholders {button_id}, {segment} and {domain}",
            );
        }
        if text.chars().any(char::is_control) {
            return error(ErrorKind::Pattern, "must not contain control characters");
        }
        Ok(Self(text.to_owned()))
    }

    /// Text of the template.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Fills the template for a click. Inserted values are never treated as placeholders.
    fn filled(&self, clicked: Clicked<'_>) -> String {
        let mut value = String::with_capacity(self.0.len() + 32);
        let mut rest = self.0.as_str();
        while let Some((before, after)) = rest.split_once('{') {
            value.push_str(before);
            let (place, after) = after.split_once('}').unwrap_or((after, ""));
            value.push_str(match place {
                "button_id" => clicked.button,
                "segment" => clicked.segment,
                _ => clicked.domain.as_str(),
            });
            rest = after;
        }
        value.push_str(rest);
        value
    }
}

/// Campaign parameters for URLs that lack them. `None` adds nothing.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct UtmUi {
    /// Template of `utm_source`.
    pub source: Option<Template>,
    /// Template of `utm_medium`.
    pub medium: Option<Template>,
    /// Template of `utm_campaign`.
    pub campaign: Option<Template>,
}

impl UtmUi {
    pub(super) fn read(node: &Value, at: &Location, errors: &mut ValidationErrors) -> Option<Self> {
        let fields = Fields::of(node, at, &["source", "medium", "campaign"], errors)?;
        Some(Self {
            source: fields.read("source", errors, Template::parse),
            medium: fields.read("medium", errors, Template::parse),
            campaign: fields.read("campaign", errors, Template::parse),
        })
    }

    pub(super) fn to_json(&self) -> Value {
        let text = |template: &Option<Template>| template.as_ref().map(|text| text.as_str().into());
        written([
            ("source", text(&self.source)),
            ("medium", text(&self.medium)),
            ("campaign", text(&self.campaign)),
        ])
    }

    /// Adds the missing parameters to a URL. Only web URLs outside of the page's own domain get parameters. Existing
    /// parameters stay, and blank values are left out.
    pub fn added(&self, address: String, clicked: Clicked<'_>) -> String {
        let Ok(url) = Url::parse(&address) else { return address };
        let leads_away = url.host_str().is_some_and(|host| host != clicked.domain.as_str());
        if !matches!(url.scheme(), "https" | "http") || !leads_away {
            return address;
        }
        let has = |name: &str| url.query_pairs().any(|(key, _)| key == name);
        let templates =
            [("utm_source", &self.source), ("utm_medium", &self.medium), ("utm_campaign", &self.campaign)];
        let mut pairs = form_urlencoded::Serializer::new(String::new());
        let mut is_any = false;
        for (name, template) in templates {
            let Some(template) = template.as_ref().filter(|_| !has(name)) else { continue };
            let value = template.filled(clicked);
            if !value.trim().is_empty() {
                pairs.append_pair(name, &value);
                is_any = true;
            }
        }
        if is_any { with_query(&address, &pairs.finish()) } else { address }
    }
}

/// Appends parameters to a URL's query, before the fragment.
fn with_query(address: &str, more: &str) -> String {
    let (head, fragment) = address.split_at(address.find('#').unwrap_or(address.len()));
    let separator = match head.split_once('?') {
        None => "?",
        Some((_, query)) if query.is_empty() || query.ends_with('&') => "",
        Some(_) => "&",
    };
    format!("{head}{separator}{more}{fragment}")
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn utm(source: Option<&str>, medium: Option<&str>, campaign: Option<&str>) -> UtmUi {
        let template = |text: Option<&str>| text.map(|text| Template::parse(text).unwrap());
        UtmUi { source: template(source), medium: template(medium), campaign: template(campaign) }
    }

    #[test]
    fn what_is_lacking_is_added_and_what_is_there_stays() {
        let domain = Hostname::parse("a.example").unwrap();
        let clicked = Clicked { button: "btn_1", segment: "Fans & friends", domain: &domain };
        let full = utm(Some("{domain}"), Some("link in bio"), Some("{segment}/{button_id}"));
        let one = utm(Some("x"), None, None);
        for (utm, address, expected) in [
            (&one, "https://b.example/", "https://b.example/?utm_source=x"),
            (&one, "https://b.example/?a=1#top", "https://b.example/?a=1&utm_source=x#top"),
            (&one, "https://b.example/?#top", "https://b.example/?utm_source=x#top"),
            (&one, "https://b.example/p#a?b", "https://b.example/p?utm_source=x#a?b"),
            (&one, "https://b.example/?utm_source=", "https://b.example/?utm_source="),
            (&one, "https://b.example/?utm%5Fsource=mine", "https://b.example/?utm%5Fsource=mine"),
            (&one, "https://a.example/r/vip", "https://a.example/r/vip"),
            (&one, "mailto:me@b.example", "mailto:me@b.example"),
            (&one, "tel:+4912345", "tel:+4912345"),
            (&one, "/", "/"),
            (
                &full,
                "https://b.example/?utm_medium=mine",
                "https://b.example/?utm_medium=mine&utm_source=a.example&utm_campaign=Fans+%26+friends%2Fbtn_1",
            ),
        ] {
            assert_eq!(utm.added(address.to_owned(), clicked), expected, "{address}");
        }
        let of_banner = Clicked { button: "banner", segment: "", domain: &domain };
        let by_segment = utm(Some("{segment}"), None, None);
        assert_eq!(by_segment.added("https://b.example/".to_owned(), of_banner), "https://b.example/");
        let tricky = Clicked { segment: "{button_id}", ..clicked };
        let found = by_segment.added("https://b.example/".to_owned(), tricky);
        assert_eq!(found, "https://b.example/?utm_source=%7Bbutton_id%7D", "a name is no template");
    }

    proptest! {
        #[test]
        fn an_address_keeps_its_place_and_what_stands_in_it(
            segment in "\\PC{0,80}",
            query in "(\\?[a-z0-9=&%+]{0,20})?",
            fragment in "(#[a-z?&=]{0,10})?",
        ) {
            let address = Url::parse(&format!("https://b.example/p{query}{fragment}")).unwrap();
            let domain = Hostname::parse("a.example").unwrap();
            let clicked = Clicked { button: "btn_1", segment: &segment, domain: &domain };
            let found = utm(Some("{segment}"), Some("x"), None).added(address.as_str().to_owned(), clicked);
            prop_assert!(found.bytes().all(|byte| byte.is_ascii_graphic()), "{}", found);
            let found = Url::parse(&found).unwrap();
            prop_assert_eq!((found.host_str(), found.path()), (address.host_str(), address.path()));
            prop_assert_eq!(found.fragment(), address.fragment());
            let pairs: Vec<_> = found.query_pairs().collect();
            let before: Vec<_> = address.query_pairs().collect();
            prop_assert!(pairs.starts_with(&before), "{:?} {:?}", pairs, before);
            let added = usize::from(!segment.trim().is_empty()) + 1;
            prop_assert_eq!(pairs.len(), before.len() + added);
            if !segment.trim().is_empty() {
                prop_assert!(pairs.iter().any(|(name, value)| name == "utm_source" && *value == segment));
            }
        }
    }

    #[test]
    fn templates_know_three_places() {
        for (text, ok) in [
            ("x", true),
            ("{segment}-{domain}{button_id}", true),
            ("{visitor}", false),
            ("{segment", false),
            ("}", false),
            ("{{segment}}", false),
            ("{a{segment}b}", false),
            (" ", false),
            ("a\u{0}", false),
        ] {
            assert_eq!(Template::parse(text).is_ok(), ok, "{text:?}");
        }
        assert!(Template::parse(&"é".repeat(100)).is_ok() && Template::parse(&"é".repeat(101)).is_err());
    }
}
