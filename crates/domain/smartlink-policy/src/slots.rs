//! Upstream links of a domain by slot, and the destinations of visitors.

use std::collections::BTreeMap;

use kernel::CountryCode;
use serde::{Deserialize, Serialize};

use crate::address::LinkUrl;
use crate::decision::{ExclusionReason, TrialCountries};
use crate::link::{FunnelLinkId, Offer, ProviderId};
use crate::recorded::RecordedLink;
use crate::slot::Slot;

/// Recorded upstream link, reduced to the data for redirects.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SlotLink {
    /// Number of the link in this service.
    pub link_id: FunnelLinkId,
    /// Id of the link on the platform.
    pub provider_id: ProviderId,
    /// URL of the link.
    pub url: LinkUrl,
    /// Whether the link is switched on.
    pub active: bool,
}

/// Upstream links of a domain, by slot.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Slots {
    paid: Option<SlotLink>,
    trials: BTreeMap<CountryCode, SlotLink>,
}

/// Destination of a visitor.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Destination<'a> {
    /// Upstream link with its offer.
    Link(Offer, &'a SlotLink),
    /// Landing page of the host, if no upstream link can serve the visitor.
    LandingPage,
}

impl Slots {
    /// Creates slots from the paid link and the trial links by country.
    pub fn new(paid: Option<SlotLink>, trials: BTreeMap<CountryCode, SlotLink>) -> Self {
        Self { paid, trials }
    }

    /// Creates slots from the recorded links of one domain. Trials that are not permanent are ignored.
    pub fn of<'a>(links: impl IntoIterator<Item = &'a RecordedLink>) -> Self {
        let mut slots = Self::default();
        for link in links {
            match link.slot {
                Some(Slot::Paid) => slots.paid = Some(link.into()),
                Some(Slot::Trial(country)) if link.upstream.permanent => {
                    slots.trials.insert(country, link.into());
                }
                _ => {}
            }
        }
        slots
    }

    /// Returns the paid link.
    pub fn paid(&self) -> Option<&SlotLink> {
        self.paid.as_ref()
    }

    /// Returns the trial link of a country.
    pub fn trial(&self, country: CountryCode) -> Option<&SlotLink> {
        self.trials.get(&country)
    }

    /// Countries with a trial link, in alphabetical order.
    pub fn trial_countries(&self) -> impl Iterator<Item = CountryCode> {
        self.trials.keys().copied()
    }

    /// Returns the only country among `countries` with a trial link. A trial button in a segment for these countries
    /// uses that country's slot.
    pub fn only_trial_of(&self, countries: &[CountryCode]) -> Result<CountryCode, StampReason> {
        let mut with_link = countries.iter().filter(|country| self.trials.contains_key(country));
        let first = *with_link.next().ok_or(StampReason::NoCountryLink)?;
        if with_link.any(|other| *other != first) { Err(StampReason::SeveralCountries) } else { Ok(first) }
    }

    pub(crate) fn weight(&self) -> usize {
        // A URL is stored in two forms, and the tree has spare capacity.
        let link = |link: &SlotLink| 2 * (size_of::<SlotLink>() + link.url.as_str().len()) + 64;
        self.paid.iter().chain(self.trials.values()).map(link).sum()
    }

    /// Returns the link that serves this offer to visitors of a country, or the reason why there is none.
    pub fn own_link(&self, offer: Offer, country: Option<CountryCode>) -> Result<&SlotLink, ExclusionReason> {
        let link = match offer {
            Offer::Paid => self.paid(),
            Offer::Ftl => country.and_then(|country| self.trial(country)),
        };
        let link = link.ok_or(ExclusionReason::NotProvisioned)?;
        if link.active { Ok(link) } else { Err(ExclusionReason::Inactive) }
    }

    /// Returns the destination for this offer: the offer's own link, or else the paid link, or else the landing page.
    pub fn destination(&self, offer: Offer, country: Option<CountryCode>) -> Destination<'_> {
        let paid = || self.own_link(Offer::Paid, country).map(|link| (Offer::Paid, link));
        let own = self.own_link(offer, country).map(|link| (offer, link));
        own.or_else(|_| paid())
            .map_or(Destination::LandingPage, |(offer, link)| Destination::Link(offer, link))
    }

    /// Returns the current destination of a button with this offer, in a segment for `countries`. Ignores the button's
    /// stamped URL, because the link may have been switched off or replaced since.
    pub fn button_destination(
        &self,
        offer: Offer,
        countries: &[CountryCode],
        visitor: Option<CountryCode>,
    ) -> Destination<'_> {
        self.destination(offer, self.only_trial_of(countries).ok().or(visitor))
    }
}

impl TrialCountries for Slots {
    fn has_own_link(&self, country: CountryCode) -> bool {
        self.trials.contains_key(&country)
    }
}

impl From<&RecordedLink> for SlotLink {
    fn from(link: &RecordedLink) -> Self {
        Self {
            link_id: link.id,
            provider_id: link.upstream.provider_id.clone(),
            url: link.upstream.url.clone(),
            active: link.upstream.active,
        }
    }
}

/// Reason why a button gets no URL.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, thiserror::Error, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StampReason {
    /// The segment has no country with a trial link.
    #[error("its segment names no country with a trial link")]
    NoCountryLink,
    /// The segment has several countries with trial links, but a button has only one URL.
    #[error("its segment names several countries with trial links")]
    SeveralCountries,
    /// The link was never provisioned.
    #[error("its link is not provisioned")]
    NotProvisioned,
    /// The link is switched off.
    #[error("its link is switched off")]
    Inactive,
}

impl StampReason {
    /// Word of the reason in the API.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::NoCountryLink => "no_country_link",
            Self::SeveralCountries => "several_countries",
            Self::NotProvisioned => "not_provisioned",
            Self::Inactive => "inactive",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{country, name_of, recorded, slots};
    use crate::upstream::UpstreamLink;

    #[test]
    fn an_arm_without_a_link_falls_back_to_paid_and_then_to_the_page() {
        let (on, off) = (Some(true), Some(false));
        for (paid, trials, offer, country_code, expected) in [
            (on, &[("DE", true)] as &[_], Offer::Paid, "DE", "paid paid"),
            (on, &[("DE", true)], Offer::Ftl, "DE", "ftl DE"),
            (on, &[("DE", true)], Offer::Ftl, "US", "paid paid"),
            (on, &[("DE", true)], Offer::Ftl, "", "paid paid"),
            (on, &[("DE", false)], Offer::Ftl, "DE", "paid paid"),
            (on, &[], Offer::Ftl, "DE", "paid paid"),
            (off, &[("DE", true)], Offer::Paid, "DE", "page"),
            (off, &[("DE", true)], Offer::Ftl, "DE", "ftl DE"),
            (off, &[("DE", false)], Offer::Ftl, "DE", "page"),
            (None, &[("DE", true)], Offer::Paid, "DE", "page"),
            (None, &[("DE", true)], Offer::Ftl, "US", "page"),
            (None, &[], Offer::Ftl, "DE", "page"),
        ] {
            let slots = slots(paid, trials);
            let found = slots.destination(offer, CountryCode::parse(country_code));
            assert_eq!(name_of(found), expected, "{paid:?} {trials:?} {offer:?} {country_code}");
        }
    }

    #[test]
    fn a_button_leads_where_its_slot_leads_now() {
        let (on, off) = (Some(true), Some(false));
        for (paid, trials, offer, segment, visitor, expected) in [
            (on, &[] as &[_], Offer::Paid, &[] as &[&str], "DE", "paid paid"),
            (off, &[], Offer::Paid, &[], "DE", "page"),
            (None, &[], Offer::Paid, &[], "DE", "page"),
            (on, &[("DE", true)], Offer::Ftl, &["DE"], "DE", "ftl DE"),
            // The segment's country counts, even if the visitor has since left it.
            (on, &[("DE", true), ("US", true)], Offer::Ftl, &["DE"], "US", "ftl DE"),
            (on, &[("DE", true)], Offer::Ftl, &["DE", "AT"], "", "ftl DE"),
            (on, &[("DE", false)], Offer::Ftl, &["DE"], "DE", "paid paid"),
            (on, &[("DE", false), ("US", true)], Offer::Ftl, &["DE"], "US", "paid paid"),
            (off, &[("DE", false)], Offer::Ftl, &["DE"], "DE", "page"),
            (on, &[], Offer::Ftl, &["DE"], "DE", "paid paid"),
            (None, &[], Offer::Ftl, &["DE"], "DE", "page"),
            // With several countries or none, the visitor's country counts.
            (on, &[("DE", true), ("US", true)], Offer::Ftl, &["DE", "US"], "US", "ftl US"),
            (on, &[("DE", true)], Offer::Ftl, &[], "DE", "ftl DE"),
            (on, &[("DE", true)], Offer::Ftl, &[], "FR", "paid paid"),
            (on, &[("DE", true)], Offer::Ftl, &[], "", "paid paid"),
        ] {
            let slots = slots(paid, trials);
            let countries: Vec<_> = segment.iter().map(|code| country(code)).collect();
            let found = slots.button_destination(offer, &countries, CountryCode::parse(visitor));
            assert_eq!(name_of(found), expected, "{paid:?} {trials:?} {offer:?} {segment:?} {visitor}");
        }
    }

    #[test]
    fn recorded_links_fill_the_slots_that_they_are_for() {
        let mut expiring = recorded(4, Slot::Trial(country("US")), true);
        expiring.upstream = UpstreamLink { permanent: false, ..expiring.upstream };
        let mut foreign = recorded(5, Slot::Paid, true);
        (foreign.domain, foreign.slot) = (None, None);
        let links = [
            recorded(1, Slot::Paid, false),
            recorded(2, Slot::Trial(country("DE")), true),
            expiring,
            foreign,
        ];
        let slots = Slots::of(&links);
        assert_eq!(slots.paid().map(|link| (link.link_id.get(), link.active)), Some((1, false)));
        assert_eq!(slots.trial_countries().collect::<Vec<_>>(), [country("DE")]);
        assert!(slots.has_own_link(country("DE")) && !slots.has_own_link(country("US")));
    }
}
