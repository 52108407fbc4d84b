use std::fmt;

use jiff::Timestamp;
use jiff::civil::{Time, Weekday};
use jiff::tz::TimeZone;
use kernel::UnixTime;

/// Day of the week: `mon` ... `sun`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DayOfWeek(Weekday);

const WORDS: [(&str, Weekday); 7] = [
    ("mon", Weekday::Monday),
    ("tue", Weekday::Tuesday),
    ("wed", Weekday::Wednesday),
    ("thu", Weekday::Thursday),
    ("fri", Weekday::Friday),
    ("sat", Weekday::Saturday),
    ("sun", Weekday::Sunday),
];

kernel::text_value!(DayOfWeek, "one of: mon, tue, wed, thu, fri, sat, sun");

impl fmt::Display for DayOfWeek {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl DayOfWeek {
    /// Parses the three-letter word.
    pub fn parse(word: &str) -> Option<Self> {
        WORDS.iter().find(|(name, _)| *name == word).map(|&(_, day)| Self(day))
    }

    /// Three-letter word of the day.
    pub fn as_str(self) -> &'static str {
        WORDS.iter().find(|(_, day)| *day == self.0).map_or("", |(name, _)| name)
    }
}

/// Hours of local time on some days of the week, such as Friday 18:00 to 02:00 in Paris.
///
/// A window that ends before it starts runs past midnight and belongs to the day on which it starts.
#[derive(Debug, Clone, PartialEq)]
pub struct TimeWindow {
    zone: TimeZone,
    zone_name: String,
    days: Vec<DayOfWeek>,
    from: Time,
    to: Time,
}

impl TimeWindow {
    /// Creates a window in a zone of the IANA database; an empty list of days means every day. Returns `None` for
    /// an unknown zone, an invalid time (`HH:MM`), or an empty window.
    pub fn parse(zone_name: &str, days: Vec<DayOfWeek>, from: &str, to: &str) -> Option<Self> {
        let zone = TimeZone::get(zone_name).ok()?;
        let (from, to) = (hour_and_minute(from)?, hour_and_minute(to)?);
        (from != to).then(|| Self { zone, zone_name: zone_name.to_owned(), days, from, to })
    }

    /// Whether the moment is inside the window. The start is inclusive, the end exclusive.
    pub fn contains(&self, now: UnixTime) -> bool {
        let Ok(moment) = Timestamp::from_millisecond(now.millis()) else {
            return false;
        };
        let local = moment.to_zoned(self.zone.clone());
        let (time, today) = (local.time(), local.weekday());
        if self.from < self.to {
            return self.on(today) && self.from <= time && time < self.to;
        }
        let begun_today = self.on(today) && self.from <= time;
        let begun_yesterday = self.on(today.previous()) && time < self.to;
        begun_today || begun_yesterday
    }

    fn on(&self, day: Weekday) -> bool {
        self.days.is_empty() || self.days.contains(&DayOfWeek(day))
    }

    /// Name of the zone as typed.
    pub fn zone_name(&self) -> &str {
        &self.zone_name
    }

    /// Days of the week; empty for every day.
    pub fn days(&self) -> &[DayOfWeek] {
        &self.days
    }

    /// First minute, `HH:MM`.
    pub fn from(&self) -> String {
        self.from.strftime("%H:%M").to_string()
    }

    /// Minute after the last, `HH:MM`.
    pub fn to(&self) -> String {
        self.to.strftime("%H:%M").to_string()
    }
}

fn hour_and_minute(text: &str) -> Option<Time> {
    let (hour, minute) = text.split_once(':')?;
    let two_digits = |part: &str| part.len() == 2 && part.bytes().all(|b| b.is_ascii_digit());
    if !two_digits(hour) || !two_digits(minute) {
        return None;
    }
    Time::new(hour.parse().ok()?, minute.parse().ok()?, 0, 0).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> UnixTime {
        UnixTime::from_millis(text.parse::<Timestamp>().unwrap().as_millisecond())
    }

    fn window(zone: &str, days: &[&str], from: &str, to: &str) -> TimeWindow {
        let days = days.iter().map(|day| DayOfWeek::parse(day).unwrap()).collect();
        TimeWindow::parse(zone, days, from, to).unwrap()
    }

    #[test]
    fn a_window_past_midnight_belongs_to_the_day_it_begins() {
        let friday_night = window("Europe/Paris", &["fri"], "18:00", "02:00");
        for (moment, expected) in [
            ("2026-11-20T16:59:59Z", false),
            ("2026-11-20T17:00:00Z", true),
            ("2026-11-21T00:59:59Z", true),
            ("2026-11-21T01:00:00Z", false),
            ("2026-11-21T18:00:00Z", false),
            ("2026-11-20T00:30:00Z", false),
        ] {
            assert_eq!(friday_night.contains(at(moment)), expected, "{moment}");
        }
    }

    #[test]
    fn local_hours_follow_daylight_saving() {
        let noon = window("Europe/Paris", &[], "12:00", "13:00");
        assert!(noon.contains(at("2026-07-01T10:30:00Z")));
        assert!(noon.contains(at("2026-12-01T11:30:00Z")));
        assert!(!noon.contains(at("2026-12-01T10:30:00Z")));
    }

    #[test]
    fn what_is_no_window() {
        for (zone, from, to) in [
            ("Mars/Olympus", "10:00", "11:00"),
            ("", "10:00", "11:00"),
            ("Europe/Paris", "10:00", "10:00"),
            ("Europe/Paris", "1:00", "10:00"),
            ("Europe/Paris", "24:00", "10:00"),
            ("Europe/Paris", "10:60", "11:00"),
            ("Europe/Paris", "+1:00", "11:00"),
        ] {
            assert!(TimeWindow::parse(zone, Vec::new(), from, to).is_none(), "{zone} {from} {to}");
        }
    }
}
