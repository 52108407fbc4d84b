//! Clicks and links that events refer to, and the attribution of events to them.

use std::collections::{BTreeMap, BTreeSet};

use attribution::assign::{Attribution, Basis, KnownClick, KnownLink, LinkId, attribute};
use attribution::event::FanEvent;
use conversion_pixel::event::Source;
use kernel::{Hostname, UnixTime};
use touches::{TouchId, Traits, UserAgent};

/// Keys to look up among the owner's clicks and links.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Wanted {
    pub clicks: BTreeSet<TouchId>,
    /// Links by their ids at the engine.
    pub providers: BTreeSet<String>,
    /// Links by number, in addition to the links of the clicks.
    pub links: BTreeSet<LinkId>,
}

impl Wanted {
    /// Collects the clicks and links that conversions among the events refer to.
    pub(super) fn of_events<'a>(events: impl Iterator<Item = &'a FanEvent>) -> Self {
        let mut wanted = Self::default();
        for event in events.filter(|event| event.action.is_conversion()) {
            wanted.clicks.extend(event.click_ref.as_deref().and_then(TouchId::parse));
            wanted.providers.extend(event.provider_id.clone());
        }
        wanted
    }

    /// Collects the clicks and links that stored conversions refer to.
    pub(super) fn of_stored<'a>(stored: impl Iterator<Item = (Option<&'a str>, Option<LinkId>)>) -> Self {
        let mut wanted = Self::default();
        for (click_ref, link) in stored {
            wanted.clicks.extend(click_ref.and_then(TouchId::parse));
            wanted.links.extend(link);
        }
        wanted
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClickFact {
    pub id: TouchId,
    /// Domain of the click.
    pub domain: Hostname,
    /// Label of the printed code; empty without a code.
    pub source: String,
    /// Funnel link that the click led to.
    pub link: Option<LinkId>,
    /// Slug of the smart link that was clicked.
    pub slug: Option<String>,
    /// Time of the click.
    pub at: UnixTime,
    /// Click id of Meta.
    pub fbclid: Option<String>,
    /// Click id of TikTok.
    pub ttclid: Option<String>,
    /// User agent of the visitor, while it is stored.
    pub user_agent: Option<UserAgent>,
    /// Traits for the statistics breakdowns.
    pub traits: Traits,
}

/// Recorded funnel link.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LinkFact {
    pub id: LinkId,
    /// Id of the link at the engine.
    pub provider_id: String,
    /// Public address of the link.
    pub url: String,
    /// Domain with the link in one of its slots.
    pub domain: Option<Hostname>,
}

/// Clicks and links that were found.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Facts {
    clicks: BTreeMap<TouchId, ClickFact>,
    links: BTreeMap<LinkId, LinkFact>,
    by_provider: BTreeMap<String, LinkId>,
}

/// Attribution of an event, with the data that ad platforms receive.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attributed {
    /// Domain and link, with the basis of the attribution.
    pub attribution: Attribution,
    /// Label of the printed code; empty without a code.
    pub source: String,
    /// Engine id of the attributed link.
    pub provider_id: Option<String>,
    /// Source of the fan, as ad platforms receive it.
    pub shown: Source,
    /// Click id of Meta, with the time of the click.
    pub fbclid: Option<(String, UnixTime)>,
    /// Click id of TikTok.
    pub ttclid: Option<String>,
    /// User agent of the click.
    pub user_agent: Option<UserAgent>,
    /// Traits of the click for the statistics breakdowns.
    pub traits: Traits,
}

impl Facts {
    pub fn new(
        clicks: impl IntoIterator<Item = ClickFact>,
        links: impl IntoIterator<Item = LinkFact>,
    ) -> Self {
        let links: BTreeMap<_, _> = links.into_iter().map(|link| (link.id, link)).collect();
        Self {
            clicks: clicks.into_iter().map(|click| (click.id, click)).collect(),
            by_provider: links.values().map(|link| (link.provider_id.clone(), link.id)).collect(),
            links,
        }
    }

    /// Whether all wanted clicks were found.
    pub fn has_all_clicks(&self, wanted: &Wanted) -> bool {
        wanted.clicks.iter().all(|click| self.clicks.contains_key(click))
    }

    /// Traits of a click for the statistics breakdowns; empty for an unknown click.
    pub fn traits(&self, click_ref: &str) -> Traits {
        self.click(click_ref).map(|click| click.traits.clone()).unwrap_or_default()
    }

    /// Engine ids of the links that were found.
    pub fn providers(&self) -> impl Iterator<Item = &str> {
        self.links.values().map(|link| link.provider_id.as_str())
    }

    /// Attributes an event, by [`attribute`].
    pub(super) fn attribute(&self, event: &FanEvent) -> Option<Attributed> {
        let link = event.provider_id.as_ref().and_then(|id| self.links.get(self.by_provider.get(id)?));
        let named = link.and_then(|link| Some(KnownLink { id: link.id, domain: link.domain.clone()? }));
        self.resolve(event.click_ref.as_deref(), named.as_ref())
    }

    /// Attributes an event by its click, with `named` as the link that the event names.
    pub(super) fn resolve(&self, click_ref: Option<&str>, named: Option<&KnownLink>) -> Option<Attributed> {
        let found = click_ref.and_then(|click_ref| {
            let click = self.click(click_ref)?;
            let known = KnownClick {
                click_ref: click_ref.to_owned(),
                domain: click.domain.clone(),
                link: click.link,
            };
            Some((click, known))
        });
        let attribution = attribute(found.as_ref().map(|(_, known)| known), named)?;
        let source = found.as_ref().map(|(click, _)| click.source.clone()).unwrap_or_default();
        Some(self.attributed(attribution, source))
    }

    /// Adds the data for ad platforms to an attribution. Click data is available as long as the click is stored.
    pub(super) fn attributed(&self, attribution: Attribution, source: String) -> Attributed {
        let click = match &attribution.basis {
            Basis::Click(click_ref) => self.click(click_ref),
            Basis::Link => None,
        };
        let link = attribution.link.and_then(|id| self.links.get(&id));
        let domain = attribution.domain.clone();
        let shown = match (click, link) {
            (Some(ClickFact { slug: Some(slug), .. }), _) => Source::SmartLink { domain, slug: slug.clone() },
            (None, Some(link)) => Source::Link { url: link.url.clone() },
            (Some(_), _) | (None, None) => Source::Landing { domain },
        };
        Attributed {
            attribution,
            source,
            provider_id: link.map(|link| link.provider_id.clone()),
            shown,
            fbclid: click.and_then(|click| Some((click.fbclid.clone()?, click.at))),
            ttclid: click.and_then(|click| click.ttclid.clone()),
            user_agent: click.and_then(|click| click.user_agent.clone()),
            traits: click.map(|click| click.traits.clone()).unwrap_or_default(),
        }
    }

    fn click(&self, click_ref: &str) -> Option<&ClickFact> {
        self.clicks.get(&TouchId::parse(click_ref)?)
    }
}
