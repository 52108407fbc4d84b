//! Which click and which link an event belongs to.

use kernel::Hostname;
use serde::{Deserialize, Serialize};

kernel::stored_id! {
    /// A tracked funnel link's number.
    LinkId
}

/// A click of ours, found by an event's `click_ref` among the owner's clicks.
#[derive(Debug, Clone, PartialEq, Eq)]
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
