//! Choice of an arm for a visitor: a pure function of the policy, the country, the trial countries, and a roll.

use std::sync::Arc;

use hmac_sha256::Hash as Sha256;
use kernel::{CountryCode, ParseError};
use serde::{Deserialize, Serialize};

use crate::link::{Offer, SmartLinkId};
use crate::policy::{Arm, Arms, Policy};

/// Position of a visitor in `0..1`, the range that the arms divide by weight. A visitor has the same roll on each visit
/// to a link, and so keeps the same arm.
#[derive(Debug, Clone, Copy, PartialEq, PartialOrd, Serialize, Deserialize)]
#[serde(try_from = "f64", into = "f64")]
pub struct Roll(f64);

impl Roll {
    /// Computes the roll of a visitor on a link, a hash of both.
    pub fn of(visitor: &[u8; 16], link: SmartLinkId) -> Self {
        let mut hash = Sha256::new();
        hash.update(visitor);
        hash.update(link.get().to_be_bytes());
        let bits = hash.finalize().iter().take(8).fold(0, |bits: u64, &byte| (bits << 8) | u64::from(byte));
        // An `f64` holds 53 bits exactly, so the largest roll stays below 1.
        Self((bits >> 11) as f64 / (1_u64 << 53) as f64)
    }

    /// Creates a roll from a number; `None` outside of `0..1`.
    pub fn new(roll: f64) -> Option<Self> {
        (0.0..1.0).contains(&roll).then_some(Self(roll))
    }

    /// Returns the roll as a number, at least 0 and below 1.
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

/// Set of countries that have their own permanent trial link.
pub trait TrialCountries {
    /// Whether this country has a trial link, active or not.
    fn has_own_link(&self, country: CountryCode) -> bool;
}

impl TrialCountries for [CountryCode] {
    fn has_own_link(&self, country: CountryCode) -> bool {
        self.contains(&country)
    }
}

kernel::words! {
    /// Reason why an arm is not served.
    ExclusionReason {
        /// The policy disables the arm.
        Disabled = "disabled",
        /// The weight of the arm is 0.
        ZeroWeight = "zero_weight",
        /// The arm requires a trial link for the visitor's country, and the country has none.
        NoCountryLink = "no_country_link",
        /// The upstream link of the arm was never provisioned.
        NotProvisioned = "not_provisioned",
        /// The upstream link of the arm is switched off.
        Inactive = "inactive",
        /// The smart link has expired.
        Expired = "expired",
    }
}

/// Policy in a form for fast decisions without allocations. Clones share the rules.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct CompiledPolicy {
    base: CompiledArms,
    #[serde(with = "kernel::shared")]
    rules: Arc<[CompiledArms]>,
    /// Countries in sorted order, each with the index of its rule.
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
    /// Whether one policy is a clone of the other, so that both share their memory.
    pub fn shares_rules(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.rules, &other.rules)
    }

    /// Approximate heap size in bytes.
    pub(crate) fn weight(&self) -> usize {
        size_of_val(&*self.rules) + size_of_val(&*self.countries)
    }
}

/// Split of one country's visitors between the arms, regardless of which links are provisioned.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Split {
    /// Index of the rule for the country; `None` if the default arms apply.
    pub geo_rule: Option<usize>,
    /// Reason why the paid arm is excluded. If the trial is excluded too, the paid arm is still served.
    pub paid: Option<ExclusionReason>,
    /// Reason why the trial arm is excluded.
    pub ftl: Option<ExclusionReason>,
    /// Share of visitors with the paid arm, 0 to 1. The remaining visitors get the trial.
    pub paid_share: f64,
}

impl Split {
    /// Returns the arm for a roll: paid below the paid share, the trial otherwise.
    pub fn pick(&self, roll: Roll) -> Offer {
        if roll.0 < self.paid_share { Offer::Paid } else { Offer::Ftl }
    }

    /// Returns the arm that all visitors get; `None` if the visitors are split.
    pub fn only(&self) -> Option<Offer> {
        if self.paid_share >= 1.0 {
            Some(Offer::Paid)
        } else if self.paid_share <= 0.0 {
            Some(Offer::Ftl)
        } else {
            None
        }
    }

    /// Returns the reason why an arm is excluded; `None` if the arm is served.
    pub fn left_out(&self, offer: Offer) -> Option<ExclusionReason> {
        match offer {
            Offer::Paid => self.paid,
            Offer::Ftl => self.ftl,
        }
    }
}

/// Decision for one visitor.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Decision {
    /// Chosen arm.
    pub offer: Offer,
    /// Split behind the choice, with the excluded arms.
    pub split: Split,
}

impl CompiledPolicy {
    /// Chooses the arm for a visitor.
    pub fn decide(
        &self,
        country: Option<CountryCode>,
        trials: &(impl TrialCountries + ?Sized),
        roll: Roll,
    ) -> Decision {
        let split = self.split(country, trials);
        Decision { offer: split.pick(roll), split }
    }

    /// Chooses the arm for a visitor of a link. Computes the roll only if the visitors are split.
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

    /// Returns the split for the visitors of a country, or of an unknown country.
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
            // The paid arm also serves as the fallback if both arms are excluded.
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
