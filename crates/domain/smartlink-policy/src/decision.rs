//! Which arm a visitor gets: a pure function of the policy, the country, the countries with a trial link, and a roll.

use std::sync::Arc;

use hmac_sha256::Hash as Sha256;
use kernel::{CountryCode, ParseError};
use serde::{Deserialize, Serialize};

use crate::link::{Offer, SmartLinkId};
use crate::policy::{Arm, Arms, Policy};

/// A visitor's place in `0..1` on the scale over which the arms are laid. The same visitor has the same roll on the same
/// link, so they keep their arm.
#[derive(Debug, Clone, Copy, PartialEq, PartialOrd, Serialize, Deserialize)]
#[serde(try_from = "f64", into = "f64")]
pub struct Roll(f64);

impl Roll {
    /// The roll of a visitor on a link: a hash of both.
    pub fn of(visitor: &[u8; 16], link: SmartLinkId) -> Self {
        let mut hash = Sha256::new();
        hash.update(visitor);
        hash.update(link.get().to_be_bytes());
        let bits = hash.finalize().iter().take(8).fold(0, |bits: u64, &byte| (bits << 8) | u64::from(byte));
        // A double holds 53 bits exactly, so the greatest roll stays below 1.
        Self((bits >> 11) as f64 / (1_u64 << 53) as f64)
    }

    /// A given roll; `None` outside of `0..1`.
    pub fn new(roll: f64) -> Option<Self> {
        (0.0..1.0).contains(&roll).then_some(Self(roll))
    }

    /// The number, at least 0 and below 1.
    pub fn get(self) -> f64 {
        self.0
    }
}

impl TryFrom<f64> for Roll {
    type Error = ParseError;

    fn try_from(roll: f64) -> Result<Self, ParseError> {
        Self::new(roll).ok_or(ParseError::needs("a number from 0, below 1"))
    }
}

impl From<Roll> for f64 {
    fn from(roll: Roll) -> Self {
        roll.0
    }
}

/// Which countries have a permanent trial link of their own.
pub trait TrialCountries {
    /// Whether this country has one, switched on or not.
    fn has_own_link(&self, country: CountryCode) -> bool;
}

impl TrialCountries for [CountryCode] {
    fn has_own_link(&self, country: CountryCode) -> bool {
        self.contains(&country)
    }
}

kernel::words! {
    /// Why an arm is not served.
    ExclusionReason {
        /// The policy switched it off.
        Disabled = "disabled",
        /// Its weight is 0.
        ZeroWeight = "zero_weight",
        /// It requires a trial link of the visitor's country, and there is none.
        NoCountryLink = "no_country_link",
        /// Its upstream link was never provisioned.
        NotProvisioned = "not_provisioned",
        /// Its upstream link is switched off.
        Inactive = "inactive",
        /// Its smart link is over.
        Expired = "expired",
    }
}

/// A policy in the form that decides quickly and allocates nothing. Clones share its rules.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct CompiledPolicy {
    base: CompiledArms,
    #[serde(with = "kernel::shared")]
    rules: Arc<[CompiledArms]>,
    /// Sorted by country, with the index of its rule.
    #[serde(with = "kernel::shared")]
    countries: Arc<[(CountryCode, usize)]>,
}

#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
struct CompiledArms {
    paid: Option<ExclusionReason>,
    ftl: Option<ExclusionReason>,
    ftl_requires_country_link: bool,
    paid_share: f64,
}

impl CompiledPolicy {
    /// Whether one is a clone of the other, which costs no memory of its own.
    pub fn shares_rules(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.rules, &other.rules)
    }

    /// The bytes that it takes beside itself, about.
    pub(crate) fn weight(&self) -> usize {
        size_of_val(&*self.rules) + size_of_val(&*self.countries)
    }
}

/// How the visitors of one country are split, before it is looked at what was provisioned.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Split {
    /// The index of the rule that names the country; none for the arms of everybody.
    pub geo_rule: Option<usize>,
    /// Why the paid arm is left out. If the other one is left out too, paid is served all the same.
    pub paid: Option<ExclusionReason>,
    /// Why the trial is left out.
    pub ftl: Option<ExclusionReason>,
    /// The share of visitors who get the paid arm, 0 to 1; the others get the trial.
    pub paid_share: f64,
}

impl Split {
    /// The arm for this roll: paid below its share, the trial above.
    pub fn pick(&self, roll: Roll) -> Offer {
        if roll.0 < self.paid_share { Offer::Paid } else { Offer::Ftl }
    }

    /// The arm that every roll gets, if there is one.
    pub fn only(&self) -> Option<Offer> {
        if self.paid_share >= 1.0 {
            Some(Offer::Paid)
        } else if self.paid_share <= 0.0 {
            Some(Offer::Ftl)
        } else {
            None
        }
    }

    /// Why the arm with this offer is left out, if it is.
    pub fn left_out(&self, offer: Offer) -> Option<ExclusionReason> {
        match offer {
            Offer::Paid => self.paid,
            Offer::Ftl => self.ftl,
        }
    }
}

/// What one visitor gets.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Decision {
    /// The chosen arm.
    pub offer: Offer,
    /// What it was chosen from, and what was left out.
    pub split: Split,
}

impl CompiledPolicy {
    /// Which arm a visitor gets.
    pub fn decide(
        &self,
        country: Option<CountryCode>,
        trials: &(impl TrialCountries + ?Sized),
        roll: Roll,
    ) -> Decision {
        let split = self.split(country, trials);
        Decision { offer: split.pick(roll), split }
    }

    /// Which arm a visitor of a link gets. Their roll is taken where it decides.
    pub(crate) fn decide_for(
        &self,
        country: Option<CountryCode>,
        trials: &(impl TrialCountries + ?Sized),
        visitor: &[u8; 16],
        link: SmartLinkId,
    ) -> Decision {
        let split = self.split(country, trials);
        let offer = split.only().unwrap_or_else(|| split.pick(Roll::of(visitor, link)));
        Decision { offer, split }
    }

    /// How the visitors of a country, or those of unknown origin, are split.
    pub fn split(&self, country: Option<CountryCode>, trials: &(impl TrialCountries + ?Sized)) -> Split {
        let geo_rule = country.and_then(|country| self.rule_of(country));
        let arms = geo_rule.and_then(|index| self.rules.get(index)).unwrap_or(&self.base);
        let has_own_link = || country.is_some_and(|country| trials.has_own_link(country));
        let ftl = match arms.ftl {
            None if arms.ftl_requires_country_link && !has_own_link() => Some(ExclusionReason::NoCountryLink),
            left_out => left_out,
        };
        let paid_share = match (arms.paid, ftl) {
            (None, None) => arms.paid_share,
            (Some(_), None) => 0.0,
            // Also when nothing is left.
            (_, Some(_)) => 1.0,
        };
        Split { geo_rule, paid: arms.paid, ftl, paid_share }
    }

    fn rule_of(&self, country: CountryCode) -> Option<usize> {
        let found = self.countries.binary_search_by_key(&country, |(country, _)| *country).ok()?;
        self.countries.get(found).map(|(_, rule)| *rule)
    }
}

impl From<&Policy> for CompiledPolicy {
    fn from(policy: &Policy) -> Self {
        let countries = policy.geo().iter().enumerate();
        let countries =
            countries.flat_map(|(index, rule)| rule.countries().iter().map(move |country| (*country, index)));
        let mut countries: Vec<_> = countries.collect();
        countries.sort_unstable();
        Self {
            base: policy.arms().into(),
            rules: policy.geo().iter().map(|rule| rule.arms().into()).collect(),
            countries: countries.into(),
        }
    }
}

impl From<&Arms> for CompiledArms {
    fn from(arms: &Arms) -> Self {
        let (paid, ftl) = (arms.get(Offer::Paid), arms.get(Offer::Ftl));
        Self {
            paid: left_out(paid),
            ftl: left_out(ftl),
            ftl_requires_country_link: ftl.require_country_link(),
            paid_share: paid.weight() / (paid.weight() + ftl.weight()),
        }
    }
}

fn left_out(arm: &Arm) -> Option<ExclusionReason> {
    match arm {
        arm if !arm.enabled() => Some(ExclusionReason::Disabled),
        arm if !arm.can_be_served() => Some(ExclusionReason::ZeroWeight),
        _ => None,
    }
}

#[cfg(test)]
mod tests;
