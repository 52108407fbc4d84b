//! Simulation of a smart link for the visitors of a country, without redirecting or recording anything.

use kernel::{CountryCode, ErrorKind, Location, ValidationErrors};
use serde::{Deserialize, Serialize};

use crate::address::LinkUrl;
use crate::decision::{CompiledPolicy, ExclusionReason, Roll};
use crate::expiry::AfterEnd;
use crate::link::{Offer, SmartLinkId};
use crate::slots::{Destination, Slots};

/// Number of sampled visitors in addition to the computed shares, 0 to [`Samples::MAX`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(try_from = "i64", into = "i64")]
pub struct Samples(u32);

impl Samples {
    /// Maximum number of sampled visitors.
    pub const MAX: i64 = 100_000;

    /// Validates a number of samples; the error is `greater_than_equal` or `less_than_equal`.
    pub fn parse(number: i64) -> Result<Self, ValidationErrors> {
        let error = |kind, message| Err(ValidationErrors::one(Location::root(), kind, message));
        match u32::try_from(number) {
            Ok(samples) if number <= Self::MAX => Ok(Self(samples)),
            Err(_) if number < 0 => error(ErrorKind::GreaterThanEqual, "must be at least 0"),
            _ => error(ErrorKind::LessThanEqual, "must be at most 100000"),
        }
    }
}

impl TryFrom<i64> for Samples {
    type Error = ValidationErrors;

    fn try_from(number: i64) -> Result<Self, ValidationErrors> {
        Self::parse(number)
    }
}

impl From<Samples> for i64 {
    fn from(samples: Samples) -> Self {
        samples.0.into()
    }
}

/// Simulated results for the visitors of one country.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Simulation {
    /// Country of the visitors, if known.
    pub country: Option<CountryCode>,
    /// Index of the rule for the country.
    pub geo_rule: Option<usize>,
    /// Visitors with the paid offer.
    pub paid: SimulatedArm,
    /// Visitors with the free trial.
    pub ftl: SimulatedArm,
    /// Destination of all visitors if the link is expired; `None` otherwise.
    pub after_end: Option<Target>,
}

/// Simulated result of one arm.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SimulatedArm {
    /// Exact share of visitors with this arm, 0 to 1. Visitors whose trial has no link count for `paid`, so the two
    /// shares add up to 1.
    pub share: f64,
    /// Reason why the arm's own link is not served, if any. The paid arm may have both a reason and a share, because
    /// the paid arm is the fallback.
    pub left_out: Option<ExclusionReason>,
    /// Destination of the visitors; `None` if the arm has none.
    pub target: Option<Target>,
    /// Number of sampled visitors with this arm; `None` without samples. Sampled visitors use the same algorithm as
    /// real ones.
    pub sampled: Option<u32>,
}

/// Destination of visitors.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Target {
    /// Upstream link, or the owner's URL for an expired link.
    Link(LinkUrl),
    /// Landing page of the domain.
    LandingPage,
}

/// Simulates a smart link with this policy for the visitors of `country`, on a domain with these slots.
pub fn simulate(
    policy: &CompiledPolicy,
    link: SmartLinkId,
    country: Option<CountryCode>,
    slots: &Slots,
    samples: Samples,
) -> Simulation {
    let split = policy.split(country, slots);
    let why_not = |offer| split.left_out(offer).or_else(|| slots.own_link(offer, country).err());
    let (paid_left_out, ftl_left_out) = (why_not(Offer::Paid), why_not(Offer::Ftl));
    let ends_at = |chosen| if ftl_left_out.is_some() { Offer::Paid } else { chosen };
    let paid_share = if ftl_left_out.is_some() { 1.0 } else { split.paid_share };
    let sampled = (samples.0 > 0).then(|| {
        let visitors = (0..samples.0).map(|n| Roll::of(&u128::from(n).to_be_bytes(), link));
        let paid = visitors.filter(|roll| ends_at(split.pick(*roll)) == Offer::Paid);
        u32::try_from(paid.count()).unwrap_or(samples.0)
    });
    let arm = |offer, share, left_out: Option<ExclusionReason>, sampled| SimulatedArm {
        share,
        left_out,
        target: (share > 0.0 || left_out.is_none()).then(|| target(slots.destination(offer, country))),
        sampled,
    };
    Simulation {
        country,
        geo_rule: split.geo_rule,
        paid: arm(Offer::Paid, paid_share, paid_left_out, sampled),
        ftl: arm(
            Offer::Ftl,
            1.0 - paid_share,
            ftl_left_out,
            sampled.map(|paid| samples.0.saturating_sub(paid)),
        ),
        after_end: None,
    }
}

impl Simulation {
    /// Returns the simulation of the expired link: no visitor gets an arm.
    #[must_use]
    pub fn ended(self, end: AfterEnd<'_>) -> Self {
        let nobody = |arm: SimulatedArm| SimulatedArm {
            share: 0.0,
            left_out: Some(ExclusionReason::Expired),
            target: None,
            sampled: arm.sampled.map(|_| 0),
        };
        let target = match end {
            AfterEnd::LandingPage => Target::LandingPage,
            AfterEnd::Address(url) => Target::Link(url.clone()),
        };
        Self { paid: nobody(self.paid), ftl: nobody(self.ftl), after_end: Some(target), ..self }
    }
}

fn target(destination: Destination<'_>) -> Target {
    match destination {
        Destination::Link(_, link) => Target::Link(link.url.clone()),
        Destination::LandingPage => Target::LandingPage,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::policy::Policy;
    use crate::testing::{arms, policy, slots};

    const LINK: SmartLinkId = SmartLinkId::new(1);

    fn described(arm: &SimulatedArm) -> (f64, &str, &str) {
        let target = match &arm.target {
            None => "-",
            Some(Target::LandingPage) => "page",
            Some(Target::Link(url)) => url.as_str().trim_start_matches("https://platform.example/"),
        };
        (arm.share, arm.left_out.map_or("-", ExclusionReason::as_str), target)
    }

    #[test]
    fn shares_reasons_and_targets() {
        let (on, off) = (Some(true), Some(false));
        let default = Policy::default();
        let de: &[_] = &[("DE", true)];
        let uneven = policy(arms((true, 30.0), (true, 10.0), false), vec![]);
        let only_trial = policy(arms((false, 50.0), (true, 50.0), true), vec![]);
        let no_weight = policy(arms((true, 50.0), (true, 0.0), true), vec![]);
        for (policy, paid, trials, code, expected_paid, expected_ftl) in [
            (&default, on, de, "DE", (0.5, "-", "paid"), (0.5, "-", "DE")),
            (&default, on, de, "US", (1.0, "-", "paid"), (0.0, "no_country_link", "-")),
            (&default, on, de, "", (1.0, "-", "paid"), (0.0, "no_country_link", "-")),
            (&default, on, &[("DE", false)], "DE", (1.0, "-", "paid"), (0.0, "inactive", "-")),
            (&default, None, &[], "", (1.0, "not_provisioned", "page"), (0.0, "no_country_link", "-")),
            (&default, off, de, "DE", (0.5, "inactive", "page"), (0.5, "-", "DE")),
            (&uneven, on, de, "DE", (0.75, "-", "paid"), (0.25, "-", "DE")),
            (&uneven, on, de, "US", (1.0, "-", "paid"), (0.0, "not_provisioned", "-")),
            (&only_trial, on, de, "DE", (0.0, "disabled", "-"), (1.0, "-", "DE")),
            (&only_trial, on, de, "US", (1.0, "disabled", "paid"), (0.0, "no_country_link", "-")),
            (&no_weight, on, de, "DE", (1.0, "-", "paid"), (0.0, "zero_weight", "-")),
        ] {
            let country = CountryCode::parse(code);
            let found = simulate(&policy.into(), LINK, country, &slots(paid, trials), Samples::default());
            assert_eq!(
                (described(&found.paid), described(&found.ftl)),
                (expected_paid, expected_ftl),
                "{code}"
            );
            assert_eq!((found.country, found.paid.sampled, found.ftl.sampled), (country, None, None));
        }
    }

    #[test]
    fn the_rule_is_reported_by_its_index() {
        let base = || arms((true, 1.0), (true, 1.0), true);
        let policy = policy(base(), vec![(&["FR"], base()), (&["AT", "de"], base())]);
        for (code, rule) in [("DE", Some(1)), ("FR", Some(0)), ("US", None), ("", None)] {
            let country = CountryCode::parse(code);
            let found = simulate(&(&policy).into(), LINK, country, &slots(None, &[]), Samples::default());
            assert_eq!(found.geo_rule, rule, "{code}");
        }
    }

    #[test]
    fn nobody_ends_at_an_arm_of_a_link_that_is_over() {
        let (policy, samples) = (Policy::default(), Samples::parse(100).unwrap());
        let link = LinkUrl::parse("https://platform.example/sorry").unwrap();
        for (end, expected) in [
            (AfterEnd::LandingPage, Target::LandingPage),
            (AfterEnd::Address(&link), Target::Link(link.clone())),
        ] {
            let found = simulate(&(&policy).into(), LINK, None, &slots(Some(true), &[]), samples).ended(end);
            for arm in [&found.paid, &found.ftl] {
                assert_eq!((described(arm), arm.sampled), ((0.0, "expired", "-"), Some(0)));
            }
            assert_eq!(found.after_end, Some(expected));
        }
    }

    #[test]
    fn samples_are_dealt_like_visitors_and_bounded() {
        let policy = policy(arms((true, 30.0), (true, 10.0), true), vec![]);
        let samples = Samples::parse(100_000).unwrap();
        let of = |trials| {
            simulate(&(&policy).into(), LINK, CountryCode::parse("DE"), &slots(Some(true), trials), samples)
        };
        let found = of(&[("DE", true)]);
        let (paid, ftl) = (found.paid.sampled.unwrap(), found.ftl.sampled.unwrap());
        assert_eq!(paid + ftl, 100_000);
        assert!((74_000..76_000).contains(&paid), "{paid}");
        assert_eq!(of(&[("DE", false)]).paid.sampled, Some(100_000));
        for (number, word) in
            [(-1, "greater_than_equal"), (100_001, "less_than_equal"), (i64::MAX, "less_than_equal")]
        {
            assert_eq!(Samples::parse(number).unwrap_err().iter().next().unwrap().kind.as_str(), word);
        }
    }
}
