//! Quiet hours: times at which the fans of a country get no messages.

mod zones;

use std::fmt;

use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp, Zoned};
use kernel::{CountryCode, UnixTime};

use self::zones::ZONES;

/// Hours of local time without messages, such as 23 to 8; or none.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct QuietHours(Option<Window>);

/// Whole hours: `from` is inclusive, `to` is exclusive, and both differ.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Window {
    from: i8,
    to: i8,
}

impl Default for QuietHours {
    /// Returns 23 to 8.
    fn default() -> Self {
        Self(Some(Window { from: 23, to: 8 }))
    }
}

kernel::text_value!(QuietHours, "two different hours such as 23-8, or off");

/// Writes the form for [`QuietHours::parse`].
impl fmt::Display for QuietHours {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(Window { from, to }) => write!(f, "{from}-{to}"),
            None => f.write_str("off"),
        }
    }
}

impl QuietHours {
    /// No quiet hours.
    pub const OFF: Self = Self(None);

    /// Parses `23-8`, with two different hours from 0 to 23, or `off`.
    pub fn parse(text: &str) -> Option<Self> {
        if text == "off" {
            return Some(Self::OFF);
        }
        let (from, to) = text.split_once('-')?;
        let hour = |text: &str| {
            let plain = (1..=2).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_digit());
            text.parse::<i8>().ok().filter(|hour| plain && *hour < 24)
        };
        let window = Window { from: hour(from)?, to: hour(to)? };
        (window.from != window.to).then_some(Self(Some(window)))
    }

    /// Returns the end of the current quiet hours in `country`; `None` outside of quiet hours.
    ///
    /// A fan's own time zone is unknown. A country is therefore quiet while any of its populous zones is quiet. If that
    /// leaves no free hour within two days, only the most populous zone counts. A country that is missing in the table
    /// has no quiet hours.
    ///
    /// ```
    /// use broadcast_gate::QuietHours;
    /// use kernel::{CountryCode, UnixTime};
    ///
    /// let germany = CountryCode::parse("DE").unwrap();
    /// let (eleven_at_night, eight) = (1_795_215_600, 1_795_244_400);
    /// let until = QuietHours::default().until(germany, UnixTime::from_seconds(eleven_at_night));
    /// assert_eq!(until, Some(UnixTime::from_seconds(eight)));
    /// ```
    pub fn until(&self, country: CountryCode, now: UnixTime) -> Option<UnixTime> {
        let window = self.0?;
        let start = Timestamp::from_millisecond(now.millis()).ok()?;
        let zones: Vec<TimeZone> =
            zones_of(country).iter().filter_map(|name| TimeZone::get(name).ok()).collect();
        let end = loudest(window, &zones, start)
            .or_else(|| loudest(window, zones.get(..1).unwrap_or_default(), start))?;
        (end > start).then(|| UnixTime::from_millis(end.as_millisecond()))
    }
}

/// Returns the first moment from `start` on at which no zone is quiet; `None` if there is none within two days.
fn loudest(window: Window, zones: &[TimeZone], start: Timestamp) -> Option<Timestamp> {
    let limit = start.checked_add(SignedDuration::from_hours(48)).ok()?;
    let mut at = start;
    while at < limit {
        match zones.iter().filter_map(|zone| window.end(&at.to_zoned(zone.clone()))).max() {
            None => return Some(at),
            Some(end) => at = end,
        }
    }
    None
}

impl Window {
    /// Returns the end of the window around `local`; `None` outside of the window.
    fn end(self, local: &Zoned) -> Option<Timestamp> {
        let hour = local.hour();
        let past_midnight = self.from > self.to;
        let inside = match past_midnight {
            false => (self.from..self.to).contains(&hour),
            true => hour >= self.from || hour < self.to,
        };
        if !inside {
            return None;
        }
        let ends_tomorrow = past_midnight && hour >= self.from;
        let day = if ends_tomorrow { local.date().tomorrow().ok()? } else { local.date() };
        // If the clocks skip this hour, the result is the moment after the skip.
        let end = day.at(self.to, 0, 0, 0).to_zoned(local.time_zone().clone()).ok()?.timestamp();
        // If the clocks repeat this hour, the end may lie in the past; moving on by a second avoids an endless loop.
        Some(end.max(local.timestamp().checked_add(SignedDuration::from_secs(1)).ok()?))
    }
}

fn zones_of(country: CountryCode) -> &'static [&'static str] {
    ZONES
        .binary_search_by_key(&country.as_str(), |(code, _)| code)
        .ok()
        .and_then(|found| ZONES.get(found))
        .map_or(&[], |(_, zones)| zones)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn until(hours: &str, country: &str, at: &str) -> Option<String> {
        let at: Timestamp = at.parse().unwrap();
        QuietHours::parse(hours)
            .unwrap()
            .until(CountryCode::stored(country).unwrap(), UnixTime::from_millis(at.as_millisecond()))
            .map(|end| Timestamp::from_millisecond(end.millis()).unwrap().to_string())
    }

    #[test]
    fn forms() {
        assert_eq!(QuietHours::parse("23-8"), Some(QuietHours::default()));
        assert_eq!(QuietHours::parse("off"), Some(QuietHours::OFF));
        for text in ["", "23", "23-", "-8", "8-8", "24-8", "23-24", "+1-8", "23 - 8", "1-2-3", "OFF", "008-9"]
        {
            assert_eq!(QuietHours::parse(text), None, "{text:?}");
        }
    }

    #[test]
    fn the_table_is_sorted_and_every_zone_exists() {
        assert!(ZONES.is_sorted_by(|(one, _), (other, _)| one < other));
        for (code, zones) in ZONES {
            assert!(CountryCode::parse(code).is_some() && !zones.is_empty(), "{code}");
            for zone in *zones {
                assert!(TimeZone::get(zone).is_ok(), "{zone}");
            }
        }
    }

    #[test]
    fn quiet_in_local_time() {
        for (hours, country, at, expected) in [
            ("23-8", "DE", "2026-11-20T21:59:59Z", None),
            ("23-8", "DE", "2026-11-20T22:00:00Z", Some("2026-11-21T07:00:00Z")),
            ("23-8", "DE", "2026-11-21T06:59:59Z", Some("2026-11-21T07:00:00Z")),
            ("23-8", "DE", "2026-11-21T07:00:00Z", None),
            ("13-15", "DE", "2026-11-20T12:30:00Z", Some("2026-11-20T14:00:00Z")),
            ("13-15", "DE", "2026-11-20T14:00:00Z", None),
            ("23-8", "IN", "2026-11-20T17:30:00Z", Some("2026-11-21T02:30:00Z")),
            ("23-8", "XX", "2026-11-20T23:30:00Z", None),
            ("off", "DE", "2026-11-20T23:30:00Z", None),
        ] {
            assert_eq!(until(hours, country, at).as_deref(), expected, "{hours} {country} {at}");
        }
    }

    #[test]
    fn changes_of_the_clock() {
        for (hours, at, expected) in [
            // Spring: 02:00 becomes 03:00, so the night is an hour shorter.
            ("23-8", "2026-03-28T22:30:00Z", Some("2026-03-29T06:00:00Z")),
            // Autumn: 03:00 becomes 02:00, so the night is an hour longer.
            ("23-8", "2026-10-24T21:30:00Z", Some("2026-10-25T07:00:00Z")),
            // An end within the skipped hour moves to the end of the skip.
            ("23-2", "2026-03-29T00:30:00Z", Some("2026-03-29T01:00:00Z")),
            // With an end at the repeated hour, the first occurrence ends the window, and the second is not quiet.
            ("23-2", "2026-10-24T23:30:00Z", Some("2026-10-25T00:00:00Z")),
            ("23-2", "2026-10-25T01:30:00Z", None),
            // A window within the repeated hour is quiet both times.
            ("2-3", "2026-10-25T00:30:00Z", Some("2026-10-25T02:00:00Z")),
            ("2-3", "2026-10-25T01:30:00Z", Some("2026-10-25T02:00:00Z")),
        ] {
            assert_eq!(until(hours, "DE", at).as_deref(), expected, "{hours} {at}");
        }
    }

    #[test]
    fn a_wide_country_is_quiet_while_any_of_its_zones_is() {
        // 23:00 in New York, 20:00 in Los Angeles, where 8:00 comes last.
        assert_eq!(until("23-8", "US", "2026-11-20T04:00:00Z").as_deref(), Some("2026-11-20T16:00:00Z"));
        // 10:30 in New York, 7:30 in Los Angeles.
        assert_eq!(until("23-8", "US", "2026-11-20T15:30:00Z").as_deref(), Some("2026-11-20T16:00:00Z"));
        assert_eq!(until("23-8", "US", "2026-11-20T16:00:00Z"), None);
        // The hours leave no free moment, so only Moscow counts.
        assert_eq!(until("19-16", "RU", "2026-11-20T13:30:00Z"), None);
        assert_eq!(until("19-16", "RU", "2026-11-20T12:30:00Z").as_deref(), Some("2026-11-20T13:00:00Z"));
    }
}
