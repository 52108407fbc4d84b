//! Policy of a smart link, version 1: the split of visitors between the paid offer and the free trial.

mod read;
#[cfg(test)]
mod tests;

use kernel::{CountryCode, ValidationErrors};
use serde_json::Value;

use crate::link::Offer;

/// Split of visitors between two arms: default arms, and other arms for some countries.
///
/// A country is in at most one rule. Every pair of arms has at least one servable arm. Serde uses the form of
/// [`Policy::parse`].
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

/// Pair of arms. At least one arm is enabled with a weight above 0.
#[derive(Debug, Clone, PartialEq)]
pub struct Arms {
    paid: Arm,
    ftl: Arm,
}

/// Settings of one arm.
#[derive(Debug, Clone, PartialEq)]
pub struct Arm {
    enabled: bool,
    weight: f64,
    label: String,
    trial_days: u16,
    require_country_link: bool,
}

/// Arms for the visitors of some countries.
#[derive(Debug, Clone, PartialEq)]
pub struct GeoRule {
    countries: Vec<CountryCode>,
    arms: Arms,
}

/// Errors of a policy.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum PolicyError {
    /// Wrong types and missing fields, followed by all other errors, each with its path.
    #[error("{0}")]
    Shape(ValidationErrors),
    /// Values out of range, unknown fields, or an unknown version (`invalid_policy`). The message names the first few
    /// paths.
    #[error("{}", first_of(.0))]
    Invalid(ValidationErrors),
}

/// Maximum number of errors in one message.
const MAX_NAMED: usize = 5;

fn first_of(errors: &ValidationErrors) -> String {
    let named: Vec<_> = errors.iter().take(MAX_NAMED).map(ToString::to_string).collect();
    let more = errors.iter().count().saturating_sub(MAX_NAMED);
    let rest = if more > 0 { format!("; and {more} more") } else { String::new() };
    named.join("; ") + &rest
}

impl Policy {
    /// Only supported version of the format.
    pub const VERSION: i64 = 1;

    /// Creates the default policy with these weights, each 0 to 100 and not both 0.
    pub fn split(paid: impl Into<f64>, ftl: impl Into<f64>) -> Result<Self, PolicyError> {
        let mut policy = Self::default();
        (policy.arms.paid.weight, policy.arms.ftl.weight) = (paid.into(), ftl.into());
        Self::parse(&policy.to_json())
    }

    /// Parses `{"v": 1, "arms": {"paid", "ftl"}, "geo": [{"countries", "arms"}]}`. The error lists every invalid field.
    pub fn parse(node: &Value) -> Result<Self, PolicyError> {
        read::policy(node, CountryCode::parse)
    }

    /// Parses a stored policy, which may contain country codes that inputs reject.
    pub fn stored(node: &Value) -> Result<Self, PolicyError> {
        read::policy(node, CountryCode::stored)
    }

    /// Returns the policy in the form of the API; [`Policy::parse`] accepts the result.
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

    /// Default arms, for visitors whose country has no rule.
    pub fn arms(&self) -> &Arms {
        &self.arms
    }

    /// Rules for single countries.
    pub fn geo(&self) -> &[GeoRule] {
        &self.geo
    }
}

kernel::json_value!(Policy, Policy::stored);

/// Weights of 50 and 50, with the trial only in countries that have their own permanent trial link.
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
    /// Returns the arm of an offer.
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
    /// Maximum weight.
    pub const MAX_WEIGHT: f64 = 100.0;
    /// Maximum length of a label, in characters.
    pub const MAX_LABEL: usize = 40;
    /// Maximum trial length, in days.
    pub const MAX_TRIAL_DAYS: u16 = 360;

    /// Whether the arm is enabled.
    pub fn enabled(&self) -> bool {
        self.enabled
    }

    /// Weight relative to the weight of the second arm, 0 to 100.
    pub fn weight(&self) -> f64 {
        self.weight
    }

    /// Label that the owner chose.
    pub fn label(&self) -> &str {
        &self.label
    }

    /// Trial length in days; 0 for no trial.
    pub fn trial_days(&self) -> u16 {
        self.trial_days
    }

    /// Whether the arm requires a permanent trial link for the visitor's country.
    pub fn require_country_link(&self) -> bool {
        self.require_country_link
    }

    /// Whether the arm is enabled with a weight above 0.
    pub(crate) fn can_be_served(&self) -> bool {
        self.enabled && self.weight > 0.0
    }

    fn to_json(&self) -> Value {
        // Whole weights are written as integers, as people type them.
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
    /// Countries of the rule, at least one.
    pub fn countries(&self) -> &[CountryCode] {
        &self.countries
    }

    /// Arms for the visitors of these countries.
    pub fn arms(&self) -> &Arms {
        &self.arms
    }
}
