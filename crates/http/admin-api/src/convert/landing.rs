use api_contract::Patch;
use api_contract::landing::{
    ButtonCreate, ButtonOut, ButtonUpdate, DnsRecordOut, DomainOut, SegmentCreate, SegmentOut, SegmentUpdate,
};
use kernel::{CountryCode, ErrorKind, Hostname, Language, Location, ValidationErrors};
use landing_draft::button::{Button, ButtonPatch, NewButton};
use landing_draft::dns::DnsRecord;
use landing_draft::domain::Domain;
use landing_draft::experiment::{Experiment, Variants};
use landing_draft::id::SegmentId;
use landing_draft::rule::Rule;
use landing_draft::schedule::{Schedule, ScheduleChange};
use landing_draft::segment::{NewSegment, Segment, SegmentPatch};
use landing_draft::target::Target;
use landing_draft::text::{Icon, Label, SegmentName};
use serde_json::Value;

use super::field;

/// Converts a domain, with the DNS records to set.
pub fn domain_out(domain: &Domain, records: Vec<DnsRecord>) -> DomainOut {
    DomainOut {
        hostname: domain.hostname.to_string(),
        display_name: domain.display_name.as_str().to_owned(),
        created_at: domain.created_at.seconds(),
        button_count: domain.button_count,
        infra_state: domain.infra.state.as_str().to_owned(),
        provisioning_error: domain.infra.error.clone(),
        infra_attempted_at: domain.infra.attempted_at.map(|time| time.seconds()),
        dns_records: records.into_iter().map(dns_record_out).collect(),
    }
}

fn dns_record_out(record: DnsRecord) -> DnsRecordOut {
    DnsRecordOut { kind: record.kind.as_str().to_owned(), name: record.name.to_string(), value: record.value }
}

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

/// Converts a button.
pub fn button_out(domain: &Hostname, tier: SegmentId, position: usize, button: &Button) -> ButtonOut {
    ButtonOut {
        button_id: button.id().to_string(),
        domain: domain.to_string(),
        tier: tier.to_string(),
        position,
        label: button.label().as_str().to_owned(),
        url: button.url().as_typed().to_owned(),
        stamped_url: button.stamped_url().map(str::to_owned),
        icon: button.icon().as_str().to_owned(),
        text_filename: button.label_file().map(|label| label.file.as_str().to_owned()).unwrap_or_default(),
        text_value: button.label().as_str().to_owned(),
        hidden: button.hidden(),
        rule: button.rule().map(|rule| rule.to_json()),
        variants: button.variants().map(|variants| variants.to_json()),
        from_ts: button.schedule().from_ts(),
        until_ts: button.schedule().until_ts(),
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

/// Parses a new button; returns all errors.
pub fn new_button(body: &ButtonCreate) -> Result<NewButton, ValidationErrors> {
    let mut errors = ValidationErrors::none();
    let label = field(&mut errors, "label", Label::parse(&body.label));
    let url = field(&mut errors, "url", Target::parse(&body.url));
    let icon = field(&mut errors, "icon", Icon::parse(&body.icon));
    let rule = field(&mut errors, "match", tree(body.rule.as_ref(), Rule::parse));
    let variants = field(&mut errors, "variants", tree(body.variants.as_ref(), Variants::parse));
    let schedule = errors.take(&Location::root(), Schedule::new(body.from_ts, body.until_ts));
    let (hidden, position) = (body.hidden, body.position.map(place));
    errors.into_result()?;
    match (label, url, icon, rule, variants, schedule) {
        (Some(label), Some(url), Some(icon), Some(rule), Some(variants), Some(schedule)) => {
            Ok(NewButton { label, url, icon, hidden, rule, variants, schedule, position })
        }
        _ => Err(incomplete()),
    }
}

/// Parses the change of a button; returns all errors. Excludes `tier`, because only the draft knows
/// whether the segment exists.
pub fn button_patch(body: &ButtonUpdate) -> Result<ButtonPatch, ValidationErrors> {
    let mut errors = ValidationErrors::none();
    let patch = ButtonPatch {
        label: body.label.as_ref().and_then(|label| field(&mut errors, "label", Label::parse(label))),
        url: body.url.as_ref().and_then(|url| field(&mut errors, "url", Target::parse(url))),
        icon: body.icon.as_ref().and_then(|icon| field(&mut errors, "icon", Icon::parse(icon))),
        hidden: body.hidden,
        rule: patch(&mut errors, "match", &body.rule, |value| tree(value, Rule::parse)),
        variants: patch(&mut errors, "variants", &body.variants, |value| tree(value, Variants::parse)),
        schedule: schedule_change(body.from_ts, body.until_ts),
        position: body.position.map(place),
        tier: None,
    };
    errors.into_result().map(|()| patch)
}

/// Converts the change of a schedule. The draft checks start and end together, because it may
/// contain one of them.
fn schedule_change(from_ts: Patch<i64>, until_ts: Patch<i64>) -> ScheduleChange {
    ScheduleChange { from_ts: from_ts.into_option(), until_ts: until_ts.into_option() }
}

fn place(position: u32) -> usize {
    usize::try_from(position).unwrap_or(usize::MAX)
}

/// Parses an optional nullable tree.
fn tree<T>(
    value: Option<&Value>,
    parse: fn(&Value) -> Result<T, ValidationErrors>,
) -> Result<Option<T>, ValidationErrors> {
    value.filter(|value| !value.is_null()).map(parse).transpose()
}

/// Parses a field that keeps, clears or sets its value.
fn patch<W, T>(
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
    let Some(text) = text.filter(|text| !text.is_empty()) else { return Ok(None) };
    let wrong = || {
        ValidationErrors::one(
            Location::root(),
            ErrorKind::LanguageInvalid,
            "must be a language code such as de or pt-BR",
        )
    };
    Language::parse(text).map(Some).ok_or_else(wrong)
}

/// Placeholder that is never reported, because an unreadable field has already added its own error.
fn incomplete() -> ValidationErrors {
    ValidationErrors::one(Location::root(), ErrorKind::Value, "the body could not be read")
}
