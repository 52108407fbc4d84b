//! Links and statistics from the engine, and their validation.

use std::fmt;

use kernel::{AccountNumber, CountryCode, UnixTime};
use serde::{Deserialize, Serialize};

use crate::address::LinkUrl;
use crate::link::{LinkKind, Offer, ProviderId};
use crate::slot::Slot;

/// Unvalidated link from the engine (engine protocol, "link").
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct EngineLink {
    /// Account whose engine returned the link.
    pub account: AccountNumber,
    /// Id of the link on the platform.
    pub provider_id: String,
    /// Offer: `paid` or `ftl`.
    pub offer: String,
    /// Kind: `tracking_link` or `free_trial`.
    pub kind: String,
    /// Name of the link on the platform.
    pub name: String,
    /// Public URL of the link.
    pub url: String,
    /// Country of a trial; absent or empty for all countries.
    pub country: Option<String>,
    /// Trial length in days.
    pub trial_days: Option<i64>,
    /// Whether the link has neither an expiry nor a claim limit.
    pub permanent: bool,
    /// Whether the link is switched on.
    pub active: bool,
    /// Creation time; `None` if the engine's time can't be parsed.
    pub created_at: Option<UnixTime>,
}

/// Reason why a link from the engine is unusable.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, thiserror::Error)]
pub enum BadLink {
    /// The id is empty, too long, or not visible ASCII.
    #[error("the engine's link has no usable id")]
    ProviderId,
    /// The offer is unknown.
    #[error("the engine's link has an unknown offer")]
    Offer,
    /// The kind is unknown or does not match the offer.
    #[error("the engine's link has an unknown kind, or a kind that does not match its offer")]
    Kind,
    /// The URL is not a public `https` or `http` URL.
    #[error("the engine's link has no public http or https address")]
    Url,
    /// The country is not two letters.
    #[error("the engine's link has an unknown country")]
    Country,
    /// The trial length is out of range.
    #[error("the engine's link has a trial length that is out of range")]
    TrialDays,
    /// The creation time is missing.
    #[error("the engine's link has no creation time")]
    CreatedAt,
}

/// Validated link of the upstream platform.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct UpstreamLink {
    /// Id of the link on the platform.
    pub provider_id: ProviderId,
    /// Offer of the link, which determines its kind.
    pub offer: Offer,
    /// Name of the link on the platform, without control characters, at most [`UpstreamLink::MAX_NAME`]
    /// characters.
    pub name: String,
    /// Public URL of the link.
    pub url: LinkUrl,
    /// Country of a trial.
    pub country: Option<CountryCode>,
    /// Trial length in days.
    pub trial_days: Option<u16>,
    /// Whether the link has neither an expiry nor a claim limit.
    pub permanent: bool,
    /// Whether the link is switched on.
    pub active: bool,
    /// Creation time on the platform.
    pub created_at: UnixTime,
}

/// Reason why a link does not fit a slot.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum SlotMismatch {
    /// The link has another offer.
    #[error("the link has another offer")]
    Offer,
    /// The link is for another country.
    #[error("the link is for another country")]
    Country,
    /// The trial link expires or has a claim limit.
    #[error("the trial link is not permanent")]
    NotPermanent,
}

impl UpstreamLink {
    /// Maximum length of a stored name, in characters. Longer names are cut.
    pub const MAX_NAME: usize = 300;

    /// Returns the kind of the link.
    pub fn kind(&self) -> LinkKind {
        self.offer.kind()
    }

    /// Checks whether the link fits a slot. Only a permanent trial fits a trial slot.
    pub fn fits(&self, slot: Slot) -> Result<(), SlotMismatch> {
        if self.offer != slot.offer() {
            Err(SlotMismatch::Offer)
        } else if self.country != slot.country() {
            Err(SlotMismatch::Country)
        } else if self.offer == Offer::Ftl && !self.permanent {
            Err(SlotMismatch::NotPermanent)
        } else {
            Ok(())
        }
    }
}

impl TryFrom<EngineLink> for UpstreamLink {
    type Error = BadLink;

    fn try_from(link: EngineLink) -> Result<Self, BadLink> {
        let offer = Offer::parse(&link.offer).ok_or(BadLink::Offer)?;
        if LinkKind::parse(&link.kind) != Some(offer.kind()) {
            return Err(BadLink::Kind);
        }
        let country = link.country.as_deref().filter(|country| !country.is_empty());
        let country = country.map(|country| CountryCode::stored(country).ok_or(BadLink::Country));
        let trial_days = link.trial_days.map(|days| u16::try_from(days).map_err(|_| BadLink::TrialDays));
        Ok(Self {
            provider_id: ProviderId::parse(&link.provider_id)
                .ok_or(BadLink::ProviderId)?
                .of_account(link.account),
            offer,
            name: link.name.chars().filter(|c| !c.is_control()).take(Self::MAX_NAME).collect(),
            url: LinkUrl::parse(&link.url).ok_or(BadLink::Url)?,
            country: country.transpose()?,
            trial_days: trial_days.transpose()?,
            permanent: link.permanent,
            active: link.active,
            created_at: link.created_at.ok_or(BadLink::CreatedAt)?,
        })
    }
}

/// Statistics of one link from the engine.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LinkStats {
    /// Id of the link on the platform.
    pub provider_id: ProviderId,
    /// Counters of the platform itself.
    pub vendor: VendorStats,
    /// Number of conversions.
    pub conversions: i64,
    /// Net revenue of the conversions, in cents; refunds reduce it.
    pub revenue_net_cents: i64,
}

/// Cumulative counters of a link on the platform, up to and including a day.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct VendorStats {
    /// Day of the counters.
    pub day: Day,
    /// Number of clicks.
    pub clicks: i64,
    /// Number of subscribers.
    pub subscribers: i64,
    /// Revenue from these subscribers, in cents.
    pub revenue_cents: i64,
    /// Number of subscribers who spent money.
    pub spenders: i64,
}

impl VendorStats {
    /// Average revenue per subscriber in cents, rounded half away from zero; 0 without subscribers.
    pub fn arps_cents(&self) -> i64 {
        if self.subscribers <= 0 {
            return 0;
        }
        let (revenue, subscribers) = (i128::from(self.revenue_cents), i128::from(self.subscribers));
        let rounded = (2 * revenue.abs() + subscribers) / (2 * subscribers) * revenue.signum();
        // The average is at most the revenue, so it fits an i64.
        i64::try_from(rounded).unwrap_or_default()
    }

    /// Returns counters for a link without statistics: all 0, up to `day`.
    pub fn none_on(day: Day) -> Self {
        Self { day, clicks: 0, subscribers: 0, revenue_cents: 0, spenders: 0 }
    }
}

/// Calendar day in UTC, `YYYY-MM-DD`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Day(String);

kernel::text_value!(Day, "a day of the calendar, YYYY-MM-DD");

impl fmt::Display for Day {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Day {
    /// Parses `YYYY-MM-DD`; `None` if the calendar has no such day.
    pub fn parse(text: &str) -> Option<Self> {
        let &[y1, y2, y3, y4, b'-', m1, m2, b'-', d1, d2] = text.as_bytes() else { return None };
        let number = |digits: &[u8]| {
            let digits = digits.iter().map(|byte| byte.is_ascii_digit().then(|| i64::from(byte - b'0')));
            digits.collect::<Option<Vec<_>>>().map(|digits| digits.iter().fold(0, |n, digit| n * 10 + digit))
        };
        let (year, month, day) = (number(&[y1, y2, y3, y4])?, number(&[m1, m2])?, number(&[d1, d2])?);
        let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
        let last = match month {
            2 if leap => 29,
            2 => 28,
            4 | 6 | 9 | 11 => 30,
            1..=12 => 31,
            _ => return None,
        };
        (1..=last).contains(&day).then(|| Self(text.to_owned()))
    }

    /// Returns the UTC day of a moment.
    pub fn of(moment: UnixTime) -> Self {
        // Counts days from 0000-03-01, so that the leap day is the last of its year (Howard Hinnant,
        // "chrono-compatible low-level date algorithms").
        let days = moment.seconds().div_euclid(86_400) + 719_468;
        let (era, day_of_era) = (days.div_euclid(146_097), days.rem_euclid(146_097));
        let year_of_era =
            (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
        let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
        let shifted_month = (5 * day_of_year + 2) / 153;
        let day = day_of_year - (153 * shifted_month + 2) / 5 + 1;
        let month = if shifted_month < 10 { shifted_month + 3 } else { shifted_month - 9 };
        let year = year_of_era + era * 400 + i64::from(month <= 2);
        Self(format!("{year:04}-{month:02}-{day:02}"))
    }

    /// Text of the day, `YYYY-MM-DD`.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{country, engine_link};

    #[test]
    fn what_the_engine_says_is_checked() {
        type Change = fn(&mut EngineLink);
        let cases: [(Change, Result<(), BadLink>); 14] = [
            (|_| {}, Ok(())),
            (|link| link.country = None, Ok(())),
            (|link| link.country = Some(String::new()), Ok(())),
            (|link| link.trial_days = None, Ok(())),
            (|link| link.provider_id.clear(), Err(BadLink::ProviderId)),
            (|link| link.offer = "gold".into(), Err(BadLink::Offer)),
            (|link| link.kind = "poster".into(), Err(BadLink::Kind)),
            (|link| link.kind = "tracking_link".into(), Err(BadLink::Kind)),
            (|link| link.url = "javascript:alert(1)".into(), Err(BadLink::Url)),
            (|link| link.url = "ftp://platform.example".into(), Err(BadLink::Url)),
            (|link| link.country = Some("Germany".into()), Err(BadLink::Country)),
            (|link| link.trial_days = Some(-1), Err(BadLink::TrialDays)),
            (|link| link.trial_days = Some(i64::MAX), Err(BadLink::TrialDays)),
            (|link| link.created_at = None, Err(BadLink::CreatedAt)),
        ];
        for (n, (change, expected)) in cases.into_iter().enumerate() {
            let mut link = engine_link("ft_1", Slot::Trial(country("DE")));
            change(&mut link);
            assert_eq!(UpstreamLink::try_from(link).map(drop), expected, "case {n}");
        }
    }

    #[test]
    fn names_lose_what_no_name_needs() {
        let mut link = engine_link("ft_1", Slot::Paid);
        link.name = format!("a\u{0}b\n{}", "é".repeat(400));
        let name = UpstreamLink::try_from(link).unwrap().name;
        assert!(name.starts_with("abé") && name.chars().count() == UpstreamLink::MAX_NAME);
    }

    #[test]
    fn only_a_permanent_trial_of_the_country_fills_its_slot() {
        let (de, us) = (Slot::Trial(country("DE")), Slot::Trial(country("US")));
        for (of, permanent, slot, expected) in [
            (Slot::Paid, true, Slot::Paid, Ok(())),
            (Slot::Paid, false, Slot::Paid, Ok(())),
            (Slot::Paid, true, de, Err(SlotMismatch::Offer)),
            (de, true, Slot::Paid, Err(SlotMismatch::Offer)),
            (de, true, de, Ok(())),
            (de, true, us, Err(SlotMismatch::Country)),
            (de, false, de, Err(SlotMismatch::NotPermanent)),
        ] {
            let link = EngineLink { permanent, ..engine_link("x", of) };
            let link = UpstreamLink::try_from(link).unwrap();
            assert_eq!(link.fits(slot), expected, "{of:?} for {slot:?}");
        }
    }

    #[test]
    fn average_revenue_is_rounded_half_away_from_zero() {
        for (revenue_cents, subscribers, expected) in [
            (0, 0, 0),
            (1000, 0, 0),
            (1000, -1, 0),
            (10, 4, 3),
            (9, 4, 2),
            (-10, 4, -3),
            (-9, 4, -2),
            (1, 2, 1),
            (-1, 2, -1),
            (1, 3, 0),
            (2, 3, 1),
            (i64::MAX, 1, i64::MAX),
            (i64::MIN, 1, i64::MIN),
            (i64::MAX, i64::MAX, 1),
        ] {
            let stats = VendorStats {
                revenue_cents,
                subscribers,
                ..VendorStats::none_on(Day::of(UnixTime::from_seconds(0)))
            };
            assert_eq!(stats.arps_cents(), expected, "{revenue_cents} / {subscribers}");
        }
    }

    #[test]
    fn days() {
        for (text, ok) in [
            ("2026-11-20", true),
            ("2024-02-29", true),
            ("2000-02-29", true),
            ("2026-02-29", false),
            ("1900-02-29", false),
            ("2026-13-01", false),
            ("2026-00-10", false),
            ("2026-04-31", false),
            ("2026-4-3", false),
            ("20261120", false),
            ("2026-11-2x", false),
            ("", false),
        ] {
            assert_eq!(Day::parse(text).is_some(), ok, "{text:?}");
        }
        for (seconds, day) in [
            (0, "1970-01-01"),
            (-1, "1969-12-31"),
            (951_782_400, "2000-02-29"),
            (1_795_176_000, "2026-11-20"),
            (1_798_761_599, "2026-12-31"),
            (1_798_761_600, "2027-01-01"),
        ] {
            assert_eq!(Day::of(UnixTime::from_seconds(seconds)).as_str(), day);
        }
    }
}
