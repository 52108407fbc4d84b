//! Which address a button that leads to the platform gets.

use kernel::CountryCode;
use serde::{Deserialize, Serialize};

use crate::address::LinkUrl;
use crate::config::{PaidCountries, ProvisionConfig};
use crate::decision::ExclusionReason;
use crate::link::Offer;
use crate::recorded::DomainLinks;
use crate::slots::{Slots, StampReason};

/// A segment, as far as stamping looks at it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SegmentView<'a> {
    /// Whether it is the default segment of its domain.
    pub is_default: bool,
    /// The countries that it is for.
    pub countries: &'a [CountryCode],
}

/// What stamps the buttons of a domain: what was asked for last, and what is recorded.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stamping {
    config: ProvisionConfig,
    slots: Slots,
}

/// What a button gets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stamp<'a> {
    /// This address.
    Address(&'a LinkUrl),
    /// None, because the owner did not ask for one here.
    NotAsked,
    /// None, and the owner sees why. A visitor gets the link of their own country or the paid one.
    Unresolved(StampReason),
}

impl<'a> Stamp<'a> {
    /// The address, if there is one: the button's `stamped_url`.
    pub fn address(self) -> Option<&'a LinkUrl> {
        match self {
            Self::Address(url) => Some(url),
            Self::NotAsked | Self::Unresolved(_) => None,
        }
    }
}

impl Stamping {
    /// Stamps by this configuration and these slots.
    pub fn new(config: ProvisionConfig, slots: Slots) -> Self {
        Self { config, slots }
    }

    /// What stamps a domain; none before it was ever provisioned.
    pub fn of(links: &DomainLinks) -> Option<Self> {
        links.config.clone().map(|config| Self::new(config, Slots::of(&links.links)))
    }

    /// What a button of `segment` that asks for `intent` gets.
    pub fn stamp(&self, segment: SegmentView<'_>, intent: Offer) -> Stamp<'_> {
        match intent {
            Offer::Paid => self.paid(segment),
            Offer::Ftl => self.trial(segment),
        }
    }

    fn paid(&self, segment: SegmentView<'_>) -> Stamp<'_> {
        let asked = self.config.paid_countries() == PaidCountries::Rest
            && (!segment.is_default || self.config.default_paid());
        if asked { self.own_link(Offer::Paid, None) } else { Stamp::NotAsked }
    }

    fn trial(&self, segment: SegmentView<'_>) -> Stamp<'_> {
        match self.slots.only_trial_of(segment.countries) {
            Ok(country) => self.own_link(Offer::Ftl, Some(country)),
            Err(reason) => Stamp::Unresolved(reason),
        }
    }

    fn own_link(&self, offer: Offer, country: Option<CountryCode>) -> Stamp<'_> {
        match self.slots.own_link(offer, country) {
            Ok(link) => Stamp::Address(&link.url),
            Err(ExclusionReason::Inactive) => Stamp::Unresolved(StampReason::Inactive),
            Err(_) => Stamp::Unresolved(StampReason::NotProvisioned),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::ProvisionRequest;
    use crate::testing::{country, slots};

    fn config(paid_countries: &str, default_paid: bool) -> ProvisionConfig {
        let request =
            ProvisionRequest { trial_countries: &[], paid_countries, default_paid, trial_days: None };
        ProvisionConfig::parse(&request).unwrap()
    }

    fn name_of(stamp: Stamp<'_>) -> &str {
        match stamp {
            Stamp::Address(url) => url.as_str().trim_start_matches("https://platform.example/"),
            Stamp::NotAsked => "-",
            Stamp::Unresolved(reason) => reason.as_str(),
        }
    }

    #[test]
    fn paid_buttons_follow_the_configuration() {
        let (on, off) = (Some(true), Some(false));
        for (paid_countries, default_paid, is_default, paid, expected) in [
            ("rest", true, true, on, "paid"),
            ("rest", true, false, on, "paid"),
            ("rest", false, true, on, "-"),
            ("rest", false, false, on, "paid"),
            ("none", true, true, on, "-"),
            ("none", true, false, on, "-"),
            ("rest", true, true, off, "inactive"),
            ("rest", true, false, None, "not_provisioned"),
            ("rest", false, true, None, "-"),
        ] {
            let stamping = Stamping::new(config(paid_countries, default_paid), slots(paid, &[]));
            let stamp = stamping.stamp(SegmentView { is_default, countries: &[] }, Offer::Paid);
            assert_eq!(name_of(stamp), expected, "{paid_countries} {default_paid} {is_default} {paid:?}");
        }
    }

    #[test]
    fn trial_buttons_need_exactly_one_country_with_a_link() {
        let stamping =
            Stamping::new(config("none", false), slots(None, &[("DE", true), ("US", true), ("FR", false)]));
        for (codes, expected) in [
            (&["DE"] as &[_], "DE"),
            (&["DE", "AT"], "DE"),
            (&["DE", "DE"], "DE"),
            (&["DE", "US"], "several_countries"),
            (&["DE", "FR"], "several_countries"),
            (&["FR"], "inactive"),
            (&["AT"], "no_country_link"),
            (&[], "no_country_link"),
        ] {
            let countries: Vec<_> = codes.iter().map(|code| country(code)).collect();
            for is_default in [true, false] {
                let stamp = stamping.stamp(SegmentView { is_default, countries: &countries }, Offer::Ftl);
                assert_eq!(name_of(stamp), expected, "{codes:?}");
                assert_eq!(stamp.address().is_some(), expected == "DE");
            }
        }
    }
}
