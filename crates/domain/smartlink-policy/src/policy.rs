//! The policy of a smart link, version 1: how its visitors are split between the paid offer and the free trial.

mod read;
#[cfg(test)]
mod tests;

use kernel::{CountryCode, ValidationErrors};
use serde_json::Value;

use crate::link::Offer;

/// How visitors are split: the arms for everybody, and other arms for some countries. A country is in at most one rule, and
/// every pair of arms has one that can be served. serde reads and writes the form of [`Policy::parse`].
///
/// ```
/// use smartlink_policy::{Offer, Policy};
///
/// let policy = Policy::split(60, 40)?;
/// assert_eq!(policy.arms().get(Offer::Paid).weight(), 60.0);
/// assert!(Policy::split(0, 0).is_err(), "one arm must be served");
/// # Ok::<(), smartlink_policy::PolicyError>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Policy {
    arms: Arms,
    geo: Vec<GeoRule>,
}

/// The two arms; at least one of them is enabled with a weight above 0.
#[derive(Debug, Clone, PartialEq)]
pub struct Arms {
    paid: Arm,
    ftl: Arm,
}

/// One arm.
#[derive(Debug, Clone, PartialEq)]
pub struct Arm {
    enabled: bool,
    weight: f64,
    label: String,
    trial_days: u16,
    require_country_link: bool,
}

/// Other arms for the visitors of some countries.
#[derive(Debug, Clone, PartialEq)]
pub struct GeoRule {
    countries: Vec<CountryCode>,
    arms: Arms,
}

/// Faults of a policy.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum PolicyError {
    /// Wrong types and missing fields, each with its place, and whatever else is wrong: a validation list.
    #[error("{0}")]
    Shape(ValidationErrors),
    /// Values out of range, unknown fields, another version (`invalid_policy`). The text names the paths of the first few.
    #[error("{}", first_of(.0))]
    Invalid(ValidationErrors),
}

/// The most errors that one message names.
const MAX_NAMED: usize = 5;

fn first_of(errors: &ValidationErrors) -> String {
    let named: Vec<_> = errors.iter().take(MAX_NAMED).map(ToString::to_string).collect();
    let more = errors.iter().count().saturating_sub(MAX_NAMED);
    let rest = if more > 0 { format!("; and {more} more") } else { String::new() };
    named.join("; ") + &rest
}

impl Policy {
    /// The only version of the shape.
    pub const VERSION: i64 = 1;

    /// The default policy with these weights, each 0 to 100 and not both 0.
    pub fn split(paid: impl Into<f64>, ftl: impl Into<f64>) -> Result<Self, PolicyError> {
        let mut policy = Self::default();
        (policy.arms.paid.weight, policy.arms.ftl.weight) = (paid.into(), ftl.into());
        Self::parse(&policy.to_json())
    }

    /// Reads `{"v": 1, "arms": {"paid", "ftl"}, "geo": [{"countries", "arms"}]}`, or says all that is wrong with it.
    pub fn parse(node: &Value) -> Result<Self, PolicyError> {
        read::policy(node, CountryCode::parse)
    }

    /// Reads a policy that was stored, which may name countries that inputs can't.
    pub fn stored(node: &Value) -> Result<Self, PolicyError> {
        read::policy(node, CountryCode::stored)
    }

    /// The policy in the form of the interface; [`Policy::parse`] reads it back.
    pub fn to_json(&self) -> Value {
        let geo = self.geo.iter().map(|rule| {
            let countries = rule.countries.iter().map(CountryCode::as_str);
            Value::from_iter([("countries", Value::from_iter(countries)), ("arms", rule.arms.to_json())])
        });
        Value::from_iter([
            ("v", Value::from(Self::VERSION)),
            ("arms", self.arms.to_json()),
            ("geo", Value::Array(geo.collect())),
        ])
    }

    /// The arms for everybody whom no rule names.
    pub fn arms(&self) -> &Arms {
        &self.arms
    }

    /// The rules by country.
    pub fn geo(&self) -> &[GeoRule] {
        &self.geo
    }
}

kernel::json_value!(Policy, Policy::stored);

/// Half and half; the trial only for countries that have a permanent trial link of their own.
impl Default for Policy {
    fn default() -> Self {
        let arm = |label: &str, trial_days, require_country_link| Arm {
            enabled: true,
            weight: 50.0,
            label: label.to_owned(),
            trial_days,
            require_country_link,
        };
        Self { arms: Arms { paid: arm("Paid", 0, false), ftl: arm("Free trial", 7, true) }, geo: Vec::new() }
    }
}

impl Arms {
    /// The arm with this offer.
    pub fn get(&self, offer: Offer) -> &Arm {
        match offer {
            Offer::Paid => &self.paid,
            Offer::Ftl => &self.ftl,
        }
    }

    fn to_json(&self) -> Value {
        Value::from_iter([("paid", self.paid.to_json()), ("ftl", self.ftl.to_json())])
    }
}

impl Arm {
    /// The largest weight.
    pub const MAX_WEIGHT: f64 = 100.0;
    /// The longest label, in characters.
    pub const MAX_LABEL: usize = 40;
    /// The longest trial, in days.
    pub const MAX_TRIAL_DAYS: u16 = 360;

    /// Whether it may be served.
    pub fn enabled(&self) -> bool {
        self.enabled
    }

    /// Its weight beside the other arm's, 0 to 100.
    pub fn weight(&self) -> f64 {
        self.weight
    }

    /// What its owner calls it.
    pub fn label(&self) -> &str {
        &self.label
    }

    /// How long the trial lasts, in days; 0 for none.
    pub fn trial_days(&self) -> u16 {
        self.trial_days
    }

    /// Whether the trial is only for countries with a permanent trial link of their own.
    pub fn require_country_link(&self) -> bool {
        self.require_country_link
    }

    /// Whether its own settings let it be served.
    pub(crate) fn can_be_served(&self) -> bool {
        self.enabled && self.weight > 0.0
    }

    fn to_json(&self) -> Value {
        // A whole weight is written as it is usually typed.
        let weight = match self.weight {
            whole if whole.fract() == 0.0 => Value::from(whole as i64),
            other => Value::from(other),
        };
        Value::from_iter([
            ("enabled", Value::Bool(self.enabled)),
            ("weight", weight),
            ("label", self.label.as_str().into()),
            ("trial_days", Value::from(i64::from(self.trial_days))),
            ("require_country_link", Value::Bool(self.require_country_link)),
        ])
    }
}

impl GeoRule {
    /// The countries that it names, at least one.
    pub fn countries(&self) -> &[CountryCode] {
        &self.countries
    }

    /// Their arms.
    pub fn arms(&self) -> &Arms {
        &self.arms
    }
}
