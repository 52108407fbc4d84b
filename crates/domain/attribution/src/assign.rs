//! Attribution of an event to a click or link.

use kernel::{Hostname, HostnameError};
use serde::{Deserialize, Serialize};

kernel::stored_id! {
    /// Stored number of a tracked funnel link.
    LinkId
}

/// Click on an owner's page, found by the `click_ref` of an event.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct KnownClick {
    /// Reference that the redirect gave the click.
    pub click_ref: String,
    /// Domain of the click.
    pub domain: Hostname,
    /// Funnel link that the click led to, if any.
    pub link: Option<LinkId>,
}

/// Link of an owner, found by the `provider_id` of an event.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct KnownLink {
    /// Number of the link.
    pub id: LinkId,
    /// Domain of the link.
    pub domain: Hostname,
}

impl KnownLink {
    /// Creates a link with this number on this domain.
    pub const fn new(id: LinkId, domain: Hostname) -> Self {
        Self { id, domain }
    }
}

/// Basis of an attribution.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Basis {
    /// Click with this `click_ref`.
    Click(String),
    /// Link named by the engine.
    Link,
}

impl Basis {
    /// Stored and displayed name: `click` or `link`.
    pub const fn as_str(&self) -> &'static str {
        match self {
            Self::Click(_) => "click",
            Self::Link => "link",
        }
    }
}

/// Attribution of an event.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Attribution {
    /// Domain that the event counts for.
    pub domain: Hostname,
    /// Link of the domain; `None` for a click that led to no tracked link.
    pub link: Option<LinkId>,
    /// Basis of the attribution.
    pub basis: Basis,
}

impl Attribution {
    /// Builds an attribution from its stored columns; `None` without a domain. `basis` is a word of [`Basis::as_str`].
    /// A click whose reference was erased stays a click. Any other word means link.
    ///
    /// # Errors
    /// `domain` is not a valid hostname.
    pub fn stored(
        domain: Option<&str>,
        link: Option<i64>,
        basis: Option<&str>,
        click_ref: Option<&str>,
    ) -> Result<Option<Self>, HostnameError> {
        let Some(domain) = domain else { return Ok(None) };
        let basis = match basis {
            Some("click") => Basis::Click(click_ref.unwrap_or_default().to_owned()),
            _ => Basis::Link,
        };
        Ok(Some(Self { domain: Hostname::parse(domain)?, link: link.map(LinkId::new), basis }))
    }
}

/// Attributes an event to its click, else to the link that the engine names. `None` if the owner has neither; nothing
/// is guessed.
///
/// A click that led to no tracked link gets the named link, if that link is on the same domain.
///
/// ```
/// use attribution::{Basis, KnownClick, KnownLink, LinkId, attribute};
/// use kernel::Hostname;
///
/// let domain = Hostname::parse("links.example.com")?;
/// let click = KnownClick { click_ref: "c1".to_owned(), domain: domain.clone(), link: None };
/// let link = KnownLink::new(LinkId::new(7), domain);
/// let found = attribute(Some(&click), Some(&link)).unwrap();
/// assert_eq!((found.link, found.basis), (Some(LinkId::new(7)), Basis::Click("c1".to_owned())));
/// # Ok::<(), kernel::HostnameError>(())
/// ```
pub fn attribute(click: Option<&KnownClick>, link: Option<&KnownLink>) -> Option<Attribution> {
    if let Some(click) = click {
        let named = link.filter(|link| link.domain == click.domain).map(|link| link.id);
        return Some(Attribution {
            domain: click.domain.clone(),
            link: click.link.or(named),
            basis: Basis::Click(click.click_ref.clone()),
        });
    }
    link.map(|link| Attribution { domain: link.domain.clone(), link: Some(link.id), basis: Basis::Link })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::host;

    #[test]
    fn stored_columns_are_read_back() {
        let stored = |domain, link, basis, click_ref| Attribution::stored(domain, link, basis, click_ref);
        let on = |link: Option<i64>, basis| Attribution {
            domain: host("a.example"),
            link: link.map(LinkId::new),
            basis,
        };
        let click = |click_ref: &str| Basis::Click(click_ref.to_owned());
        for (domain, link, basis, click_ref, expected) in [
            (None, None, None, None, None),
            (None, Some(1), Some("click"), Some("c"), None),
            (Some("a.example"), Some(1), Some("link"), None, Some(on(Some(1), Basis::Link))),
            (Some("a.example"), Some(1), Some("link"), Some("c"), Some(on(Some(1), Basis::Link))),
            (Some("a.example"), Some(1), None, None, Some(on(Some(1), Basis::Link))),
            (Some("a.example"), None, Some("click"), Some("c"), Some(on(None, click("c")))),
            (Some("a.example"), None, Some("click"), None, Some(on(None, click("")))),
        ] {
            assert_eq!(stored(domain, link, basis, click_ref), Ok(expected), "{domain:?} {basis:?}");
        }
        assert!(stored(Some("localhost"), None, None, None).is_err());
    }

    #[test]
    fn a_click_goes_before_a_link() {
        let click = |link: Option<i64>| KnownClick {
            click_ref: "c".to_owned(),
            domain: host("a.example"),
            link: link.map(LinkId::new),
        };
        let link = |id, domain| KnownLink { id: LinkId::new(id), domain: host(domain) };
        for (click, link, expected) in [
            (None, None, None),
            (None, Some(link(1, "b.example")), Some(("b.example", Some(1), false))),
            (Some(click(None)), None, Some(("a.example", None, true))),
            (Some(click(Some(7))), Some(link(1, "a.example")), Some(("a.example", Some(7), true))),
            (Some(click(None)), Some(link(1, "a.example")), Some(("a.example", Some(1), true))),
            (Some(click(None)), Some(link(1, "b.example")), Some(("a.example", None, true))),
        ] {
            let found = attribute(click.as_ref(), link.as_ref());
            let found = found.as_ref().map(|found| {
                let by_click = matches!(found.basis, Basis::Click(_));
                (found.domain.as_str(), found.link.map(LinkId::get), by_click)
            });
            assert_eq!(found, expected);
        }
    }
}
