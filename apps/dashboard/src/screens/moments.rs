//! Times in forms: fields of date and time, sent as UTC. The script shows them in the reader's
//! zone.

use jiff::civil::DateTime;
use jiff::tz::TimeZone;
use maud::{Markup, html};

use crate::failure::Failure;
use crate::faults::Faults;
use crate::form::Form;
use crate::text::Text;
use crate::view;

/// Parses a date and time in UTC into Unix seconds.
pub(super) fn seconds(text: &str) -> Option<i64> {
    let civil: DateTime = text.trim().parse().ok()?;
    Some(civil.to_zoned(TimeZone::UTC).ok()?.timestamp().as_second())
}

/// Reads a time from a form; `None` if the field is empty.
pub(super) fn of(form: &Form, name: &'static str) -> Result<Option<i64>, Failure> {
    match form.optional(name) {
        None => Ok(None),
        Some(text) => seconds(&text).map(Some).ok_or(Failure::UnusableTime(name)),
    }
}

/// Formats the value of a date and time field. Keeps nonzero seconds, so that saving does not
/// change the time.
pub(super) fn field(seconds: Option<i64>) -> String {
    let moment = seconds.and_then(|seconds| jiff::Timestamp::from_second(seconds).ok());
    let Some(moment) = moment else { return String::new() };
    let civil = moment.to_zoned(TimeZone::UTC).datetime();
    civil.strftime(if civil.second() == 0 { "%Y-%m-%dT%H:%M" } else { "%Y-%m-%dT%H:%M:%S" }).to_string()
}

/// A field of date and time.
#[derive(Default)]
pub(crate) struct Moment<'a> {
    /// Prefix of ids, so that forms on one page do not collide.
    pub(crate) scope: &'a str,
    pub(crate) name: &'a str,
    /// Word of the label in the catalogue.
    pub(crate) label: &'a str,
    pub(crate) hint: &'a str,
    pub(crate) value: &'a str,
    /// Faults of the form; the field shows its own.
    pub(crate) faults: Option<&'a Faults>,
}

/// Renders a [`Moment`].
pub(crate) fn input(text: Text, moment: &Moment<'_>) -> Markup {
    let Moment { scope, name, label, hint, value, faults } = *moment;
    let id = format!("{scope}{name}");
    let described = view::described(&id, !hint.is_empty(), faults.is_some());
    let is_wrong = faults.is_some_and(|faults| faults.at(name).is_some());
    html! {
        div.field {
            label for=(id) { (text.word("moment", label)) " " span.muted data-zone { (text.t("moment-utc")) } }
            input.input id=(id) name=(name) type="datetime-local" value=(value) data-utc aria-describedby=[described]
                aria-invalid=[is_wrong.then_some("true")] autofocus[is_wrong] autocomplete="off" translate="no";
            @if !hint.is_empty() { p.hint id={ (id) "-hint" } { (hint) } }
            (view::fault_of(&id, faults, name))
        }
    }
}

/// Describes a schedule; empty without one.
pub(super) fn schedule(text: Text, from: Option<i64>, until: Option<i64>) -> Markup {
    html! {
        @if let Some(from) = from { (text.t("schedule-from")) " " (text.moment(from)) }
        @if from.is_some() && until.is_some() { " " }
        @if let Some(until) = until { (text.t("schedule-until")) " " (text.moment(until)) }
    }
}

/// Renders whether a schedule has not started, is running, or is over; empty without one.
pub(super) fn timing(text: Text, from: Option<i64>, until: Option<i64>, now: i64) -> Markup {
    if from.is_some_and(|from| now < from) {
        view::pill(view::Kind::Plain, &text.t("schedule-not-yet"))
    } else if until.is_some_and(|until| now >= until) {
        view::pill(view::Kind::Warn, &text.t("schedule-over"))
    } else if from.is_some() || until.is_some() {
        view::pill(view::Kind::Accent, &text.t("schedule-open"))
    } else {
        html! {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_moment_survives_its_field() {
        for (second, written) in [
            (Some(1_795_176_000), "2026-11-20T12:00"),
            (Some(1_795_176_001), "2026-11-20T12:00:01"),
            (Some(0), "1970-01-01T00:00"),
            (None, ""),
        ] {
            assert_eq!(field(second), written);
            assert_eq!(seconds(written), second);
        }
        assert_eq!(seconds("tomorrow"), None);
        assert!(of(&Form::parse(b"at=tomorrow"), "at").is_err());
        assert!(matches!(of(&Form::parse(b"at=+"), "at"), Ok(None)));
    }
}
