//! Stamping: choice of the URL for a button that asks for a funnel link.

use kernel::CountryCode;
use serde::{Deserialize, Serialize};

use crate::address::LinkUrl;
use crate::config::{PaidCountries, ProvisionConfig};
use crate::decision::ExclusionReason;
use crate::link::Offer;
use crate::recorded::DomainLinks;
use crate::slots::{Slots, StampReason};

/// Segment, reduced to the data for stamping.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SegmentView<'a> {
    /// Whether the segment is the default segment of its domain.
    pub is_default: bool,
    /// Countries of the segment.
    pub countries: &'a [CountryCode],
}

/// Input of button stamping: the latest configuration and the recorded links.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stamping {
    config: ProvisionConfig,
    slots: Slots,
}

/// Stamp of a button.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stamp<'a> {
    /// The button gets this URL.
    Address(&'a LinkUrl),
    /// The button gets no URL, because the owner did not ask for one here.
    NotAsked,
    /// The button gets no URL, and the owner sees the reason. Visitors get the link of their own
    /// country or the paid link.
    Unresolved(StampReason),
}

impl<'a> Stamp<'a> {
    /// Returns the URL, if any: the button's `stamped_url`.
    pub fn address(self) -> Option<&'a LinkUrl> {
        match self {
            Self::Address(url) => Some(url),
            Self::NotAsked | Self::Unresolved(_) => None,
        }
    }
}

impl Stamping {
    /// Creates the input from a configuration and slots.
    pub fn new(config: ProvisionConfig, slots: Slots) -> Self {
        Self { config, slots }
    }

    /// Creates the input for a domain; `None` if the domain was never provisioned.
    pub fn of(links: &DomainLinks) -> Option<Self> {
        links.config.clone().map(|config| Self::new(config, Slots::of(&links.links)))
    }

    /// Returns the stamp for a button of `segment` that asks for the offer `intent`.
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
