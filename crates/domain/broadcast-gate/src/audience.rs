//! Audience of a campaign: fans, and the selector that chooses among them.

use std::collections::BTreeSet;

use kernel::{CountryCode, ErrorKind, Location, UnixTime, ValidationErrors};
use serde::{Deserialize, Serialize};

use crate::text::FanId;

kernel::words! {
    /// Spending tier of a fan, as the engine classifies fans.
    FanTier {
        /// Spends a lot.
        Whale = "whale",
        /// Has spent money.
        Spender = "spender",
        /// Follows for free.
        Free = "free",
        /// Has a free trial.
        Trial = "trial",
    }
}

kernel::words! {
    /// Status of a fan's subscription.
    FanStatus {
        /// The subscription is active.
        Active = "active",
        /// The subscription has ended.
        Expired = "expired",
    }
}

/// Fan as listed by the engine.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fan {
    /// Id of the fan at the engine.
    pub fan_id: FanId,
    /// Tier of the fan; `None` if the engine sends an unknown word.
    pub tier: Option<FanTier>,
    /// Subscription status; `None` if the engine sends an unknown word.
    pub status: Option<FanStatus>,
    /// Country of the fan, if known.
    pub country: Option<CountryCode>,
    /// Moment of the fan's last visit, if known.
    pub last_seen_at: Option<UnixTime>,
    /// Total spending of the fan, in cents.
    pub total_spent_cents: i64,
    /// Whether the fan has opted out of messages.
    pub opted_out: bool,
    /// Whether the fan is blocked.
    pub blocked: bool,
}

impl Fan {
    /// Creates a fan with this id and no further data: no tier, no country, no spending, not opted out, not blocked.
    /// Set known values on the fields.
    ///
    /// ```
    /// use broadcast_gate::{Fan, FanTier};
    ///
    /// let fan = Fan { tier: Some(FanTier::Whale), ..Fan::named("ann")? };
    /// assert_eq!(fan.country, None);
    /// # Ok::<(), kernel::ValidationErrors>(())
    /// ```
    ///
    /// # Errors
    /// Returns the errors of [`FanId::parse`].
    pub fn named(fan_id: &str) -> Result<Self, ValidationErrors> {
        Ok(Self {
            fan_id: FanId::parse(fan_id)?,
            tier: None,
            status: None,
            country: None,
            last_seen_at: None,
            total_spent_cents: 0,
            opted_out: false,
            blocked: false,
        })
    }
}

/// Unvalidated selector. Absent and empty values restrict nothing.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct AudienceInput {
    /// Tier: `all`, `whale`, `spender`, `free` or `trial`.
    pub tier: Option<String>,
    /// Subscription status: `active`, `expired` or `any`.
    pub status: Option<String>,
    /// Two-letter country codes.
    pub countries: Vec<String>,
    /// Minimum spending in cents, 0 or more.
    pub min_spent_cents: Option<i64>,
    /// Maximum spending in cents, at least `min_spent_cents`.
    pub max_spent_cents: Option<i64>,
    /// Maximum number of days since the last visit, 1-3650.
    pub last_seen_days: Option<i64>,
    /// Fans to exclude.
    pub exclude_fan_ids: Vec<String>,
}

/// Validated selector of the fans for a campaign.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(try_from = "AudienceInput", into = "AudienceInput")]
pub struct Audience {
    tier: Option<FanTier>,
    status: Option<FanStatus>,
    countries: BTreeSet<CountryCode>,
    min_spent_cents: Option<i64>,
    max_spent_cents: Option<i64>,
    last_seen_days: Option<u16>,
    excluded: BTreeSet<FanId>,
}
crate::text::by_input!(Audience: AudienceInput, stored);

impl Audience {
    /// Maximum number of `countries`.
    pub const MAX_COUNTRIES: usize = 250;
    /// Maximum number of `exclude_fan_ids`.
    pub const MAX_EXCLUDED: usize = 10_000;
    /// Maximum of `last_seen_days`.
    pub const MAX_DAYS: u16 = 3650;

    /// Validates a selector. Each error has the path of its field: `tier`, `status`, `countries.<n>`,
    /// `min_spent_cents`, `max_spent_cents`, `last_seen_days`, `exclude_fan_ids.<n>`.
    pub fn parse(input: &AudienceInput) -> Result<Self, ValidationErrors> {
        Self::read(input, CountryCode::parse)
    }

    /// Validates a stored selector, which may contain country codes that inputs reject.
    pub fn stored(input: &AudienceInput) -> Result<Self, ValidationErrors> {
        Self::read(input, CountryCode::stored)
    }

    fn read(
        input: &AudienceInput,
        country: fn(&str) -> Option<CountryCode>,
    ) -> Result<Self, ValidationErrors> {
        let mut errors = ValidationErrors::none();
        let audience = Self {
            tier: word(&mut errors, "tier", input.tier.as_deref(), "all", FanTier::parse),
            status: word(&mut errors, "status", input.status.as_deref(), "any", FanStatus::parse),
            countries: countries(&mut errors, &input.countries, country),
            min_spent_cents: cents(&mut errors, "min_spent_cents", input.min_spent_cents),
            max_spent_cents: cents(&mut errors, "max_spent_cents", input.max_spent_cents),
            last_seen_days: days(&mut errors, input.last_seen_days),
            excluded: excluded(&mut errors, &input.exclude_fan_ids),
        };
        if let (Some(least), Some(most)) = (audience.min_spent_cents, audience.max_spent_cents)
            && least > most
        {
            let message = "is less than min_spent_cents";
            errors.push(Location::root().at("max_spent_cents"), ErrorKind::GreaterThanEqual, message);
        }
        errors.into_result().map(|()| audience)
    }

    /// Returns the selector in the form for [`Self::parse`]. Values that restrict nothing are absent.
    pub fn to_input(&self) -> AudienceInput {
        AudienceInput {
            tier: self.tier.map(|tier| tier.as_str().to_owned()),
            status: self.status.map(|status| status.as_str().to_owned()),
            countries: self.countries.iter().map(|country| country.as_str().to_owned()).collect(),
            min_spent_cents: self.min_spent_cents,
            max_spent_cents: self.max_spent_cents,
            last_seen_days: self.last_seen_days.map(i64::from),
            exclude_fan_ids: self.excluded.iter().map(|fan| fan.as_str().to_owned()).collect(),
        }
    }

    /// Tier of the fans; `None` for all tiers.
    pub fn tier(&self) -> Option<FanTier> {
        self.tier
    }

    /// Subscription status of the fans; `None` for any.
    pub fn status(&self) -> Option<FanStatus> {
        self.status
    }

    /// Countries of the fans; empty for all countries.
    pub fn countries(&self) -> &BTreeSet<CountryCode> {
        &self.countries
    }

    /// Minimum spending of the fans, in cents.
    pub fn min_spent_cents(&self) -> Option<i64> {
        self.min_spent_cents
    }

    /// Maximum spending of the fans, in cents.
    pub fn max_spent_cents(&self) -> Option<i64> {
        self.max_spent_cents
    }

    /// Maximum number of days since the fans' last visit.
    pub fn last_seen_days(&self) -> Option<u16> {
        self.last_seen_days
    }

    /// Whether the selector matches a fan. Fans excluded by id match too, because screening counts them. Unknown values
    /// match no restriction.
    pub fn matches(&self, fan: &Fan, now: UnixTime) -> bool {
        let seen_since = |days: u16| now.plus_seconds(-i64::from(days) * 86_400);
        self.tier.is_none_or(|tier| fan.tier == Some(tier))
            && self.status.is_none_or(|status| fan.status == Some(status))
            && (self.countries.is_empty() || fan.country.is_some_and(|own| self.countries.contains(&own)))
            && self.min_spent_cents.is_none_or(|least| fan.total_spent_cents >= least)
            && self.max_spent_cents.is_none_or(|most| fan.total_spent_cents <= most)
            && self
                .last_seen_days
                .is_none_or(|days| fan.last_seen_at.is_some_and(|at| at >= seen_since(days)))
    }

    /// Whether the selector excludes this fan by id.
    pub fn excludes(&self, fan: &FanId) -> bool {
        self.excluded.contains(fan)
    }

    /// Returns the selector restricted to fans seen within the last `days`. A stricter own limit stays.
    #[must_use]
    pub fn seen_within(&self, days: u16) -> Self {
        let days = self.last_seen_days.map_or(days, |own| own.min(days));
        Self { last_seen_days: Some(days), ..self.clone() }
    }
}

fn word<T>(
    errors: &mut ValidationErrors,
    key: &str,
    text: Option<&str>,
    everyone: &str,
    parse: fn(&str) -> Option<T>,
) -> Option<T> {
    let text = text.filter(|text| *text != everyone)?;
    let parsed = parse(text);
    if parsed.is_none() {
        errors.push(Location::root().at(key), ErrorKind::Enum, format!("{text:?} is not a known {key}"));
    }
    parsed
}

fn countries(
    errors: &mut ValidationErrors,
    codes: &[String],
    parse: fn(&str) -> Option<CountryCode>,
) -> BTreeSet<CountryCode> {
    let at = Location::root().at("countries");
    if codes.len() > Audience::MAX_COUNTRIES {
        let message = format!("has more than {} entries", Audience::MAX_COUNTRIES);
        errors.push(at.clone(), ErrorKind::TooLong, message);
    }
    let mut read = BTreeSet::new();
    for (index, code) in codes.iter().enumerate() {
        match parse(code) {
            None => errors.push(at.at(index), ErrorKind::CountryInvalid, CountryCode::refusal(code)),
            Some(country) if !read.insert(country) => {
                errors.push(at.at(index), ErrorKind::Duplicate, "is named twice");
            }
            Some(_) => {}
        }
    }
    read
}

fn cents(errors: &mut ValidationErrors, key: &str, cents: Option<i64>) -> Option<i64> {
    if cents.is_some_and(|cents| cents < 0) {
        errors.push(Location::root().at(key), ErrorKind::GreaterThanEqual, "must be at least 0");
    }
    cents
}

fn days(errors: &mut ValidationErrors, days: Option<i64>) -> Option<u16> {
    let days = days?;
    let at = Location::root().at("last_seen_days");
    match u16::try_from(days) {
        Ok(days @ 1..=Audience::MAX_DAYS) => return Some(days),
        _ if days < 1 => errors.push(at, ErrorKind::GreaterThanEqual, "must be at least 1"),
        _ => errors.push(at, ErrorKind::LessThanEqual, format!("must be at most {}", Audience::MAX_DAYS)),
    }
    None
}

fn excluded(errors: &mut ValidationErrors, ids: &[String]) -> BTreeSet<FanId> {
    let at = Location::root().at("exclude_fan_ids");
    if ids.len() > Audience::MAX_EXCLUDED {
        let message = format!("has more than {} entries", Audience::MAX_EXCLUDED);
        errors.push(at.clone(), ErrorKind::TooLong, message);
    }
    // Duplicates are allowed, because people paste such lists together.
    ids.iter().enumerate().filter_map(|(index, id)| errors.take(&at.at(index), FanId::parse(id))).collect()
}

#[cfg(test)]
mod tests;
