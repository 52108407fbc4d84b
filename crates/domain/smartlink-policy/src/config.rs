//! Owner's configuration of the funnel links of a domain.

use std::collections::BTreeSet;

use kernel::{CountryCode, ErrorKind, Location, ValidationErrors};
use serde::{Deserialize, Serialize};

use crate::slot::Slot;

/// Unvalidated configuration of a domain's funnel links.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProvisionRequest<'a> {
    /// Countries with their own free trial; may be empty.
    pub trial_countries: &'a [String],
    /// Countries with the paid link: `rest` or `none`.
    pub paid_countries: &'a str,
    /// Whether the default segment gets the paid link too.
    pub default_paid: bool,
    /// Trial length in days. Required if there are trial countries, ignored otherwise.
    pub trial_days: Option<i64>,
}

kernel::words! {
    /// Countries with the paid link.
    PaidCountries {
        /// All countries without a trial.
        Rest = "rest",
        /// No country: no button gets the paid link.
        None = "none",
    }
}

/// Validated configuration of a domain's funnel links. The latest one is stored, because switching a link stamps the
/// buttons again.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "StoredConfig")]
pub struct ProvisionConfig {
    trial_countries: BTreeSet<CountryCode>,
    paid_countries: PaidCountries,
    default_paid: bool,
    trial_days: Option<u16>,
}

/// Stored form of a [`ProvisionConfig`], before validation.
#[derive(Deserialize)]
struct StoredConfig {
    trial_countries: Vec<String>,
    paid_countries: String,
    default_paid: bool,
    trial_days: Option<i64>,
}

impl TryFrom<StoredConfig> for ProvisionConfig {
    type Error = ValidationErrors;

    fn try_from(stored: StoredConfig) -> Result<Self, ValidationErrors> {
        Self::stored(&ProvisionRequest {
            trial_countries: &stored.trial_countries,
            paid_countries: &stored.paid_countries,
            default_paid: stored.default_paid,
            trial_days: stored.trial_days,
        })
    }
}

impl ProvisionConfig {
    /// Trial lengths that platforms allow, in days.
    pub const TRIAL_DAYS: [u16; 8] = [1, 3, 7, 14, 30, 90, 180, 360];

    /// Validates a configuration (`invalid_request`). The error lists every invalid field. A repeated country counts
    /// once.
    pub fn parse(request: &ProvisionRequest<'_>) -> Result<Self, ValidationErrors> {
        Self::read(request, CountryCode::parse)
    }

    /// Validates a stored configuration, which may contain country codes that inputs reject.
    pub fn stored(request: &ProvisionRequest<'_>) -> Result<Self, ValidationErrors> {
        Self::read(request, CountryCode::stored)
    }

    fn read(
        request: &ProvisionRequest<'_>,
        country: fn(&str) -> Option<CountryCode>,
    ) -> Result<Self, ValidationErrors> {
        let mut errors = ValidationErrors::none();
        let here = Location::root();
        let mut trial_countries = BTreeSet::new();
        for (index, text) in request.trial_countries.iter().enumerate() {
            match country(text) {
                Some(country) => drop(trial_countries.insert(country)),
                None => {
                    let at = here.at("trial_countries").at(index);
                    errors.push(at, ErrorKind::CountryInvalid, CountryCode::refusal(text));
                }
            }
        }
        let paid_countries = request.paid_countries.parse().ok();
        if paid_countries.is_none() {
            errors.push(here.at("paid_countries"), ErrorKind::Enum, "must be one of: rest, none");
        }
        let trial_days = match request.trial_days {
            _ if request.trial_countries.is_empty() => None,
            days => {
                let allowed = Self::TRIAL_DAYS.into_iter().find(|allowed| Some(i64::from(*allowed)) == days);
                if allowed.is_none() {
                    let message =
                        "must be one of: 1, 3, 7, 14, 30, 90, 180, 360 where there are trial countries";
                    errors.push(here.at("trial_days"), ErrorKind::Enum, message);
                }
                allowed
            }
        };
        errors.into_result()?;
        let paid_countries = paid_countries.unwrap_or(PaidCountries::None);
        Ok(Self { trial_countries, paid_countries, default_paid: request.default_paid, trial_days })
    }

    /// Returns the requested slots: the paid slot, and one trial slot per country.
    pub fn slots(&self) -> impl Iterator<Item = Slot> {
        std::iter::once(Slot::Paid).chain(self.trial_countries.iter().copied().map(Slot::Trial))
    }

    /// Countries with their own free trial, in alphabetical order.
    pub fn trial_countries(&self) -> impl Iterator<Item = CountryCode> {
        self.trial_countries.iter().copied()
    }

    /// Countries with the paid link.
    pub fn paid_countries(&self) -> PaidCountries {
        self.paid_countries
    }

    /// Whether the default segment gets the paid link too.
    pub fn default_paid(&self) -> bool {
        self.default_paid
    }

    /// Trial length in days; `None` without trial countries.
    pub fn trial_days(&self) -> Option<u16> {
        self.trial_days
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::country;

    fn parse(countries: &[&str], paid: &str, days: Option<i64>) -> Result<ProvisionConfig, ValidationErrors> {
        let trial_countries: Vec<_> = countries.iter().map(|code| (*code).to_owned()).collect();
        ProvisionConfig::parse(&ProvisionRequest {
            trial_countries: &trial_countries,
            paid_countries: paid,
            default_paid: true,
            trial_days: days,
        })
    }

    #[test]
    fn errors_name_their_fields() {
        for (countries, paid, days, expected) in [
            (&["DE"] as &[_], "rest", Some(7), vec![]),
            (&[], "none", None, vec![]),
            (&[], "rest", Some(5), vec![]),
            (&["DE"], "all", Some(7), vec!["paid_countries"]),
            (&["DE"], "", Some(7), vec!["paid_countries"]),
            (&["DE"], "Rest", Some(7), vec!["paid_countries"]),
            (&["DE"], "rest", Some(5), vec!["trial_days"]),
            (&["DE"], "rest", Some(0), vec!["trial_days"]),
            (&["DE"], "rest", Some(-7), vec!["trial_days"]),
            (&["DE"], "rest", Some(65_543), vec!["trial_days"]),
            (&["DE"], "rest", None, vec!["trial_days"]),
            (
                &["DE", "Germany", ""],
                "some",
                None,
                vec!["trial_countries.1", "trial_countries.2", "paid_countries", "trial_days"],
            ),
        ] {
            let errors = parse(countries, paid, days).err().unwrap_or_default();
            let places: Vec<_> = errors.iter().map(|error| error.location.to_string()).collect();
            assert_eq!(places, expected, "{countries:?} {paid} {days:?}");
        }
        for days in ProvisionConfig::TRIAL_DAYS {
            assert_eq!(parse(&["DE"], "rest", Some(days.into())).unwrap().trial_days(), Some(days));
        }
    }

    #[test]
    fn countries_that_are_none_are_read_where_they_were_stored() {
        let countries = ["UK".to_owned(), "DE".to_owned()];
        let request = ProvisionRequest {
            trial_countries: &countries,
            paid_countries: "rest",
            default_paid: true,
            trial_days: Some(7),
        };
        let errors = ProvisionConfig::parse(&request).unwrap_err().to_string();
        assert_eq!(errors, "trial_countries.0: UK is not a country code of ISO 3166-1; did you mean GB?");
        let stored = ProvisionConfig::stored(&request).unwrap();
        let again: ProvisionConfig = serde_json::from_value(serde_json::to_value(&stored).unwrap()).unwrap();
        assert_eq!((again.slots().count(), again), (3, stored));
    }

    #[test]
    fn every_domain_has_one_paid_slot_and_one_trial_a_country() {
        let trials = [Slot::Trial(country("DE")), Slot::Trial(country("US"))];
        let config = parse(&["us", "DE", "de"], "rest", Some(7)).unwrap();
        assert_eq!(config.slots().collect::<Vec<_>>(), [Slot::Paid, trials[0], trials[1]]);
        assert_eq!(parse(&[], "none", None).unwrap().slots().collect::<Vec<_>>(), [Slot::Paid]);
    }
}
