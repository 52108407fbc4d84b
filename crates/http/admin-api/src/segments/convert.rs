use crate::segments::wire::{SegmentCreate, SegmentOut, SegmentUpdate};
use http_kit::wire::Patch;
use kernel::{CountryCode, ErrorKind, Hostname, Language, Location, ValidationErrors};
use landing_draft::experiment::Experiment;
use landing_draft::rule::Rule;
use landing_draft::schedule::{Schedule, ScheduleChange};
use landing_draft::segment::{NewSegment, Segment, SegmentPatch};
use landing_draft::text::SegmentName;
use serde_json::Value;

use crate::convert::field;

/// Converts a segment.
pub fn segment_out(domain: &Hostname, position: usize, segment: &Segment) -> SegmentOut {
    SegmentOut {
        segment_id: segment.id().to_string(),
        domain: domain.to_string(),
        name: segment.name().as_str().to_owned(),
        countries: segment.countries().iter().map(ToString::to_string).collect(),
        position,
        is_default: segment.is_default(),
        rule: segment.rule().map(|rule| rule.to_json()),
        ab: segment.experiment().map(|ab| ab.to_json()),
        lang: segment.lang().map(ToString::to_string).unwrap_or_default(),
        from_ts: segment.schedule().from_ts(),
        until_ts: segment.schedule().until_ts(),
    }
}

/// Parses a new segment; returns all errors.
pub fn new_segment(body: &SegmentCreate) -> Result<NewSegment, ValidationErrors> {
    let mut errors = ValidationErrors::none();
    let name = field(&mut errors, "name", SegmentName::parse(&body.name));
    let countries = field(&mut errors, "countries", CountryCode::parse_list(&body.countries));
    let rule = field(&mut errors, "match", tree(body.rule.as_ref(), Rule::parse));
    let experiment = field(&mut errors, "ab", tree(body.ab.as_ref(), Experiment::parse));
    let lang = field(&mut errors, "lang", lang(body.lang.as_deref()));
    let schedule = errors.take(&Location::root(), Schedule::new(body.from_ts, body.until_ts));
    let (is_default, position) = (body.is_default, body.position.map(place));
    errors.into_result()?;
    match (name, countries, rule, experiment, lang, schedule) {
        (Some(name), Some(countries), Some(rule), Some(experiment), Some(lang), Some(schedule)) => {
            Ok(NewSegment { name, countries, is_default, rule, experiment, lang, schedule, position })
        }
        _ => Err(incomplete()),
    }
}

/// Parses the change of a segment; returns all errors.
pub fn segment_patch(body: &SegmentUpdate) -> Result<SegmentPatch, ValidationErrors> {
    let mut errors = ValidationErrors::none();
    let patch = SegmentPatch {
        name: body.name.as_ref().and_then(|name| field(&mut errors, "name", SegmentName::parse(name))),
        countries: body
            .countries
            .as_ref()
            .and_then(|codes| field(&mut errors, "countries", CountryCode::parse_list(codes))),
        is_default: body.is_default,
        rule: patch(&mut errors, "match", &body.rule, |value| tree(value, Rule::parse)),
        experiment: patch(&mut errors, "ab", &body.ab, |value| tree(value, Experiment::parse)),
        lang: patch(&mut errors, "lang", &body.lang, |text| lang(text.map(String::as_str))),
        schedule: schedule_change(body.from_ts, body.until_ts),
        position: body.position.map(place),
    };
    errors.into_result().map(|()| patch)
}

/// Converts the change of a schedule. The draft checks start and end together, because it may
/// contain one of them.
pub(crate) fn schedule_change(from_ts: Patch<i64>, until_ts: Patch<i64>) -> ScheduleChange {
    ScheduleChange { from_ts: from_ts.into_option(), until_ts: until_ts.into_option() }
}

pub(crate) fn place(position: u32) -> usize {
    usize::try_from(position).unwrap_or(usize::MAX)
}

/// Parses an optional nullable tree.
pub(crate) fn tree<T>(
    value: Option<&Value>,
    parse: fn(&Value) -> Result<T, ValidationErrors>,
) -> Result<Option<T>, ValidationErrors> {
    value.filter(|value| !value.is_null()).map(parse).transpose()
}

/// Parses a field that keeps, clears or sets its value.
pub(crate) fn patch<W, T>(
    errors: &mut ValidationErrors,
    name: &str,
    state: &Patch<W>,
    parse: impl Fn(Option<&W>) -> Result<Option<T>, ValidationErrors>,
) -> Option<Option<T>> {
    match state {
        Patch::Absent => None,
        Patch::Null => Some(None),
        Patch::Value(value) => field(errors, name, parse(Some(value))),
    }
}

fn lang(text: Option<&str>) -> Result<Option<Language>, ValidationErrors> {
    text.map_or(Ok(None), language)
}

/// Parses a language; empty for none.
pub(crate) fn language(text: &str) -> Result<Option<Language>, ValidationErrors> {
    if text.is_empty() {
        return Ok(None);
    }
    let wrong = || {
        ValidationErrors::one(
            Location::root(),
            ErrorKind::Pattern,
            "must be a language code such as de or pt-BR",
        )
    };
    Language::parse(text).map(Some).ok_or_else(wrong)
}

/// Placeholder that is never reported, because an unreadable field has already added its own error.
pub(crate) fn incomplete() -> ValidationErrors {
    ValidationErrors::one(Location::root(), ErrorKind::Value, "the body could not be read")
}
