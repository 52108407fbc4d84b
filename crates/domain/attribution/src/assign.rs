//! Which click and which link an event belongs to.

use kernel::{Hostname, HostnameError};
use serde::{Deserialize, Serialize};

kernel::stored_id! {
    /// A tracked funnel link's number.
    LinkId
}

/// A click of ours, found by an event's `click_ref` among the owner's clicks.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct KnownClick {
    /// What our redirect called it.
    pub click_ref: String,
    /// The domain that it was made on.
    pub domain: Hostname,
    /// The funnel link that it was sent to, where it was to one.
    pub link: Option<LinkId>,
}

/// A link of ours, found by an event's `provider_id` among the owner's links.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct KnownLink {
    /// Its number.
    pub id: LinkId,
    /// Its domain.
    pub domain: Hostname,
}

impl KnownLink {
    /// The link with this number, on this domain.
    pub const fn new(id: LinkId, domain: Hostname) -> Self {
        Self { id, domain }
    }
}

/// By what an event was attributed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Basis {
    /// By our own click.
    Click(String),
    /// By the link that upstream named.
    Link,
}

impl Basis {
    /// The word for it, as it is stored and shown: `click` or `link`.
    pub const fn as_str(&self) -> &'static str {
        match self {
            Self::Click(_) => "click",
            Self::Link => "link",
        }
    }
}

/// Where an event belongs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Attribution {
    /// To which domain.
    pub domain: Hostname,
    /// To which link of it; `None` for a click that led to no tracked link.
    pub link: Option<LinkId>,
    /// Why.
    pub basis: Basis,
}

impl Attribution {
    /// Where a stored event belongs, from the columns that it is stored in; `None` where it is on no domain. The basis is a word of
    /// [`Basis::as_str`]; a click whose reference was erased is still a click, and any other word is the link.
    ///
    /// # Errors
    /// The domain is no hostname.
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

/// Where an event belongs: to the click that it carries, else to the link that upstream names, else nowhere. Nothing is
/// guessed; a reference to what the owner does not have counts as none.
///
/// A click that led to no tracked link gets the link that upstream names, if that one is of the same domain.
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
