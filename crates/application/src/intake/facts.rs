//! What a store knows of the clicks and links that events name, and where events belong by it.

use std::collections::{BTreeMap, BTreeSet};

use attribution::assign::{Attribution, Basis, KnownClick, KnownLink, LinkId, attribute};
use attribution::event::FanEvent;
use conversion_pixel::event::Source;
use kernel::{Hostname, UnixTime};
use touches::{TouchId, Traits};

/// What has to be looked up among the owner's own.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Wanted {
    /// Clicks.
    pub clicks: BTreeSet<TouchId>,
    /// Links by their keys at the engine.
    pub providers: BTreeSet<String>,
    /// Links by their numbers, beside those of the clicks.
    pub links: BTreeSet<LinkId>,
}

impl Wanted {
    /// What the conversions among these events name.
    pub(super) fn of_events<'a>(events: impl Iterator<Item = &'a FanEvent>) -> Self {
        let mut wanted = Self::default();
        for event in events.filter(|event| event.action.is_conversion()) {
            wanted.clicks.extend(event.click_ref.as_deref().and_then(TouchId::parse));
            wanted.providers.extend(event.provider_id.clone());
        }
        wanted
    }

    /// What stored conversions name, each by its click and its link.
    pub(super) fn of_stored<'a>(stored: impl Iterator<Item = (Option<&'a str>, Option<LinkId>)>) -> Self {
        let mut wanted = Self::default();
        for (click_ref, link) in stored {
            wanted.clicks.extend(click_ref.and_then(TouchId::parse));
            wanted.links.extend(link);
        }
        wanted
    }
}

/// A stored click.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClickFact {
    /// Which.
    pub id: TouchId,
    /// The domain that it was made on.
    pub domain: Hostname,
    /// The label of the printed code; '' without one.
    pub source: String,
    /// The funnel link that it was sent to.
    pub link: Option<LinkId>,
    /// The slug of the smart link that was clicked.
    pub slug: Option<String>,
    /// When it was made.
    pub at: UnixTime,
    /// Meta's id of it.
    pub fbclid: Option<String>,
    /// TikTok's id of it.
    pub ttclid: Option<String>,
    /// What statistics are split by.
    pub traits: Traits,
}

/// A recorded funnel link.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LinkFact {
    /// Which.
    pub id: LinkId,
    /// Its key at the engine.
    pub provider_id: String,
    /// Its public address.
    pub url: String,
    /// The domain whose slot it fills.
    pub domain: Option<Hostname>,
}

/// The clicks and links that were found.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Facts {
    clicks: BTreeMap<TouchId, ClickFact>,
    links: BTreeMap<LinkId, LinkFact>,
    by_provider: BTreeMap<String, LinkId>,
}

/// Where an event belongs, with what platforms get of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attributed {
    /// To which domain and link, and why.
    pub attribution: Attribution,
    /// The label of the printed code; '' without one.
    pub source: String,
    /// The key of the attributed link at the engine.
    pub provider_id: Option<String>,
    /// Where the fan came from, for platforms to show.
    pub shown: Source,
    /// Meta's id of the click, and when it was seen.
    pub fbclid: Option<(String, UnixTime)>,
    /// TikTok's id of the click.
    pub ttclid: Option<String>,
    /// What is known of the click that statistics are split by.
    pub traits: Traits,
}

impl Facts {
    /// These clicks and links.
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

    /// Whether every click that is wanted was found.
    pub fn has_all_clicks(&self, wanted: &Wanted) -> bool {
        wanted.clicks.iter().all(|click| self.clicks.contains_key(click))
    }

    /// Traits of a click by which statistics are split.
    pub fn traits(&self, click_ref: &str) -> Traits {
        self.click(click_ref).map(|click| click.traits.clone()).unwrap_or_default()
    }

    /// The keys at the engine of the links that were found.
    pub fn providers(&self) -> impl Iterator<Item = &str> {
        self.links.values().map(|link| link.provider_id.as_str())
    }

    /// Where an event belongs, by [`attribute`].
    pub(super) fn attribute(&self, event: &FanEvent) -> Option<Attributed> {
        let link = event.provider_id.as_ref().and_then(|id| self.links.get(self.by_provider.get(id)?));
        let named = link.and_then(|link| Some(KnownLink { id: link.id, domain: link.domain.clone()? }));
        self.resolve(event.click_ref.as_deref(), named.as_ref())
    }

    /// Where an event with this click belongs, whose link is known already.
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

    /// What platforms get of an attribution; its click counts as long as it is kept.
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
            traits: click.map(|click| click.traits.clone()).unwrap_or_default(),
        }
    }

    fn click(&self, click_ref: &str) -> Option<&ClickFact> {
        self.clicks.get(&TouchId::parse(click_ref)?)
    }
}
