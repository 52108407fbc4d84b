//! Rules of inputs, for `#[validate(…)]`. Each calls the constructor of a domain value. They check an input alone;
//! operations check whether things exist and what a caller may do.

mod broadcasts;
mod queries;

use std::collections::BTreeMap;

use auth_scopes::{BrowserName, Email, KeyError, KeyName, MemberName, Restriction, Scope};
use content_vault::{Answer, AnswerInput};
use conversion_pixel::pixels::PixelError;
use conversion_pixel::{AccessToken, PixelId, Platform, TestCode};
use http_kit::extract::{checked, coded, named, passed, wrong};
use http_kit::wire::{ErrorCode, Patch};
use kernel::{Clock as _, CountryCode, ErrorKind, Hostname, Location, Rgb, Step, UnixTime, ValidationErrors};
use landing_draft::copying::CopyParts;
use landing_draft::experiment::{Experiment, Variants};
use landing_draft::preset::PresetName;
use landing_draft::rule::Rule;
use landing_draft::schedule::Schedule;
use landing_draft::target::Target;
use landing_draft::text::{DisplayName, Icon, Label, SegmentName};
use qr_catalog::code::{Channel, Slug as CodeSlug, Title};
use qr_catalog::design::Design;
use runtime::SystemClock;
use secrecy::SecretString;
use serde_json::Value;
use smartlink_policy::config::{ProvisionConfig, ProvisionRequest};
use smartlink_policy::expiry::Expiry;
use smartlink_policy::policy::{Policy, PolicyError};
use smartlink_policy::slug::{LinkName, Slug, SlugError};
use validator::ValidationError;
use webhooks::{Description, EndpointUrl, EventFilter};

use crate::api_keys::convert::mint_request;
use crate::api_keys::wire::KeyMint;
use crate::appearance::wire::DesignIn;
use crate::appearance::{NOT_A_COLOUR, asked_design};
use crate::bulk::{NOT_PARTS, NOT_TARGETS, is_some_targets};
use crate::buttons::wire::ButtonCreate;
use crate::funnel_links::provision_request;
use crate::funnel_links::wire::ProvisionLinks;
use crate::members::wire::{MemberCreate, MemberUpdate};
use crate::pixels::wire::WriteOnly;
use crate::requests::wire::RequestRespond;
use crate::segments::convert::language;
use crate::segments::wire::SegmentCreate;

pub(crate) use broadcasts::*;
pub(crate) use queries::*;

/// Result of a rule.
pub(crate) type Ruled = Result<(), ValidationError>;

/// Functions by capability, by tab.
type Caps = BTreeMap<String, Vec<String>>;

/// Keeps the errors of one field, placed inside of it.
fn only<T>(field: &str, result: Result<T, ValidationErrors>) -> Result<(), ValidationErrors> {
    let mut own = ValidationErrors::none();
    for error in result.err().iter().flatten() {
        if let Some((Step::Key(name), inner)) = error.location.steps().split_first()
            && name == field
        {
            let place: Location = inner.iter().cloned().collect();
            own.push(place, error.kind, error.message.clone());
        }
    }
    own.into_result()
}

/// Checks the value of a partial change.
fn patched<T, U>(change: &Patch<T>, parse: impl FnOnce(&T) -> Result<U, ValidationErrors>) -> Ruled {
    match change {
        Patch::Absent | Patch::Null => Ok(()),
        Patch::Value(value) => checked(parse(value)),
    }
}

/// Fails with this code.
fn refused(code: ErrorCode, kind: ErrorKind, sentence: impl Into<String>) -> Ruled {
    let sentence = sentence.into();
    coded(code, sentence.clone(), Err::<(), _>(wrong(kind, sentence)))
}

fn now() -> UnixTime {
    SystemClock.now()
}

/// Defines rules of texts, each by the constructor of a value.
macro_rules! texts {
    ($($name:ident => $parse:expr,)*) => {$(
        pub(crate) fn $name(text: &str) -> Ruled {
            checked($parse(text))
        }
    )*};
}

texts! {
    browser => BrowserName::parse,
    button_url => Target::parse,
    channel => Channel::parse,
    code_title => Title::parse,
    country => country_code,
    destination_url => application::destinations::DestinationUrl::parse,
    display_name => DisplayName::parse,
    email => Email::parse,
    expired_url => |text| only("expired_url", Expiry::parse(None, Some(text))),
    icon => Icon::parse,
    key_name => KeyName::parse,
    label => Label::parse,
    link_name => LinkName::parse,
    member_name => MemberName::parse,
    preset_name => PresetName::parse,
    segment_language => language,
    segment_name => SegmentName::parse,
    since => crate::webhooks::convert::moment,
    test_code => TestCode::parse,
    webhook_description => Description::parse,
    webhook_url => EndpointUrl::parse,
}

/// Defines rules of JSON trees. An absent tree and null are alike.
macro_rules! trees {
    ($($name:ident, $change:ident: $field:literal => $parse:expr,)*) => {$(
        pub(crate) fn $name(tree: &Value) -> Ruled {
            if tree.is_null() { Ok(()) } else { named($field, checked($parse(tree))) }
        }

        pub(crate) fn $change(change: &Patch<Value>) -> Ruled {
            named($field, patched(change, $parse))
        }
    )*};
}

trees! {
    conditions, new_conditions: "match" => Rule::parse,
    experiment, new_experiment: "ab" => Experiment::parse,
    variants, new_variants: "variants" => Variants::parse,
}

pub(crate) fn new_segment_language(change: &Patch<String>) -> Ruled {
    patched(change, |text| language(text))
}

pub(crate) fn new_expired_url(change: &Patch<String>) -> Ruled {
    patched(change, |text| only("expired_url", Expiry::parse(None, Some(text))))
}

pub(crate) fn countries(codes: &[String]) -> Ruled {
    let mut errors = ValidationErrors::none();
    for error in CountryCode::parse_list(codes).err().iter().flatten() {
        let code = match error.location.steps() {
            [Step::Index(index)] => codes.get(*index),
            _ => None,
        };
        let is_malformed = code.is_some_and(|code| CountryCode::stored(code).is_none());
        let kind = if is_malformed { ErrorKind::Pattern } else { error.kind };
        errors.push(error.location.clone(), kind, error.message.clone());
    }
    checked(errors.into_result())
}

/// Parses a country code. A text of another form is an error of its own kind.
fn country_code(text: &str) -> Result<CountryCode, ValidationErrors> {
    match CountryCode::stored(text) {
        None => Err(wrong(ErrorKind::Pattern, CountryCode::refusal(text))),
        Some(_) => CountryCode::read(text),
    }
}

pub(crate) fn segment_schedule(body: &SegmentCreate) -> Ruled {
    checked(Schedule::new(body.from_ts, body.until_ts))
}

pub(crate) fn button_schedule(body: &ButtonCreate) -> Ruled {
    checked(Schedule::new(body.from_ts, body.until_ts))
}

pub(crate) fn page_design(body: &DesignIn) -> Ruled {
    checked(asked_design(body))
}

pub(crate) fn canvas_color(color: &str) -> Ruled {
    match Rgb::parse(color) {
        Some(_) => Ok(()),
        None => refused(ErrorCode::CanvasColorInvalid, ErrorKind::Pattern, NOT_A_COLOUR),
    }
}

pub(crate) fn hostname(text: &str) -> Ruled {
    Hostname::typed(text)
        .map(drop)
        .or_else(|error| refused(ErrorCode::InvalidRequest, ErrorKind::Pattern, format!("hostname {error}")))
}

pub(crate) fn copy_targets(targets: &[String]) -> Ruled {
    let kind = if targets.is_empty() { ErrorKind::TooShort } else { ErrorKind::TooLong };
    if is_some_targets(targets) { Ok(()) } else { refused(ErrorCode::InvalidRequest, kind, NOT_TARGETS) }
}

pub(crate) fn copy_parts(parts: &[String]) -> Ruled {
    match CopyParts::parse(parts.iter().map(String::as_str)) {
        Some(_) => Ok(()),
        None => refused(ErrorCode::InvalidRequest, ErrorKind::Enum, NOT_PARTS),
    }
}

pub(crate) fn scopes(words: &[String]) -> Ruled {
    let (mut errors, mut sentences) = (ValidationErrors::none(), Vec::new());
    for (place, word) in words.iter().enumerate().filter(|(_, word)| Scope::parse(word).is_none()) {
        let sentence = KeyError::InvalidScope(word.clone()).to_string();
        errors.push(Location::root().at(place), ErrorKind::Enum, sentence.clone());
        sentences.push(sentence);
    }
    coded(ErrorCode::InvalidScope, sentences.join("; "), errors.into_result())
}

pub(crate) fn tabs(words: &[String]) -> Ruled {
    checked(only("tabs", Restriction::parse(Some(words), None)))
}

pub(crate) fn new_tabs(change: &Patch<Vec<String>>) -> Ruled {
    patched(change, |words| only("tabs", Restriction::parse(Some(words), None)))
}

pub(crate) fn caps(caps: &Caps) -> Ruled {
    checked(only("caps", Restriction::parse(None, Some(&listed(caps)))))
}

pub(crate) fn new_caps(change: &Patch<Caps>) -> Ruled {
    patched(change, |caps| only("caps", Restriction::parse(None, Some(&listed(caps)))))
}

fn listed(caps: &Caps) -> Vec<(String, Vec<String>)> {
    caps.iter().map(|(tab, functions)| (tab.clone(), functions.clone())).collect()
}

fn restriction(tabs: Option<&[String]>, caps: Option<&Caps>) -> Ruled {
    checked(Restriction::parse(tabs, caps.map(listed).as_deref()))
}

pub(crate) fn restriction_of_key(body: &KeyMint) -> Ruled {
    restriction(body.tabs.as_deref(), body.caps.as_ref())
}

pub(crate) fn restriction_of_member(body: &MemberCreate) -> Ruled {
    restriction(body.tabs.as_deref(), body.caps.as_ref())
}

/// Checks changed tabs and functions. Unchanged ones are checked with them once the member is loaded.
pub(crate) fn restriction_of_change(body: &MemberUpdate) -> Ruled {
    let caps = body.caps.clone().into_option().flatten();
    restriction(body.tabs.as_deref().flatten(), caps.as_ref())
}

/// Checks the expiry of a key, whose time may have passed since an earlier request.
pub(crate) fn key_expiry(expires_at: i64) -> Ruled {
    let asked = |now| {
        let body = KeyMint::expiring("key", expires_at);
        match mint_request(body).check(now) {
            Err(KeyError::ValidationErrors(errors)) => only("expires_at", Err::<(), _>(errors)),
            Ok(_) | Err(_) => Ok(()),
        }
    };
    checked(asked(UnixTime::from_seconds(0)))?;
    passed(asked(now()))
}

pub(crate) fn platform(word: &str) -> Ruled {
    match Platform::parse(word) {
        Some(_) => Ok(()),
        None => {
            let sentence = PixelError::InvalidPlatform.to_string();
            refused(ErrorCode::InvalidPlatform, ErrorKind::Enum, sentence)
        }
    }
}

pub(crate) fn pixel_id(text: &str) -> Ruled {
    match PixelId::parse(text) {
        Some(_) => Ok(()),
        None => {
            let sentence = PixelError::InvalidPixelId.to_string();
            refused(ErrorCode::InvalidPixelId, ErrorKind::Pattern, sentence)
        }
    }
}

pub(crate) fn event_map(text: &str) -> Ruled {
    crate::pixels::event_map(text).map(drop).or_else(|errors| {
        let mut placed = ValidationErrors::none();
        placed.absorb(&Location::root().at("event_map_json"), errors.clone());
        coded(ErrorCode::InvalidRequest, placed.to_string(), Err::<(), _>(errors))
    })
}

pub(crate) fn access_token(token: &WriteOnly) -> Ruled {
    checked(AccessToken::parse(&SecretString::from(token.0.clone())))
}

pub(crate) fn code_slug(text: &str) -> Ruled {
    CodeSlug::parse(text)
        .map(drop)
        .or_else(|error| refused(ErrorCode::InvalidSlug, ErrorKind::Pattern, error.to_string()))
}

pub(crate) fn code_design(design: &Value) -> Ruled {
    if design.is_null() { Ok(()) } else { checked(Design::parse(design)) }
}

pub(crate) fn link_slug(text: &str) -> Ruled {
    Slug::parse(text).map(drop).or_else(|error| {
        let (code, kind) = match error {
            SlugError::Invalid => (ErrorCode::InvalidSlug, ErrorKind::Pattern),
            SlugError::Reserved => (ErrorCode::SlugReserved, ErrorKind::Value),
        };
        refused(code, kind, error.to_string())
    })
}

pub(crate) fn policy(tree: &Value) -> Ruled {
    Policy::parse(tree).map(drop).or_else(|error| {
        let sentence = error.to_string();
        match error {
            PolicyError::Shape(errors) => checked(Err::<(), _>(errors)),
            PolicyError::Invalid(errors) => coded(ErrorCode::InvalidPolicy, sentence, Err::<(), _>(errors)),
        }
    })
}

pub(crate) fn webhook_events(words: &[String]) -> Ruled {
    checked(EventFilter::parse(words))
}

/// Request for links of these countries, to check one of its fields.
fn provisioned<'a>(trial_countries: &'a [String], paid_countries: &'a str) -> ProvisionRequest<'a> {
    ProvisionRequest { trial_countries, paid_countries, default_paid: false, trial_days: Some(7) }
}

fn provisioning_field(field: &str, request: &ProvisionRequest<'_>) -> Ruled {
    only(field, ProvisionConfig::parse(request)).or_else(|errors| {
        let mut placed = ValidationErrors::none();
        placed.absorb(&Location::root().at(field), errors.clone());
        coded(ErrorCode::InvalidRequest, placed.to_string(), Err::<(), _>(errors))
    })
}

pub(crate) fn trial_countries(codes: &[String]) -> Ruled {
    provisioning_field("trial_countries", &provisioned(codes, "rest"))
}

pub(crate) fn paid_countries(word: &str) -> Ruled {
    provisioning_field("paid_countries", &provisioned(&[], word))
}

pub(crate) fn provisioning(body: &ProvisionLinks) -> Ruled {
    let parsed = only("trial_days", ProvisionConfig::parse(&provision_request(body)));
    parsed.or_else(|errors| {
        let mut placed = ValidationErrors::none();
        placed.absorb(&Location::root().at("trial_days"), errors);
        coded(ErrorCode::InvalidRequest, placed.to_string(), Err::<(), _>(placed))
    })
}

/// Answer to a content request, to check one of its fields.
fn answered(action: &str, media_ids: &[String]) -> AnswerInput {
    AnswerInput {
        action: Some(action.to_owned()),
        media_ids: media_ids.to_vec(),
        reason: Some("reason".to_owned()),
    }
}

pub(crate) fn request_action(word: &str) -> Ruled {
    checked(only("action", Answer::parse(&answered(word, &[]))))
}

pub(crate) fn request_answer(body: &RequestRespond) -> Ruled {
    let RequestRespond { action, media_ids, reason } = body.clone();
    checked(Answer::parse(&AnswerInput {
        action: Some(action),
        media_ids: media_ids.unwrap_or_default(),
        reason,
    }))
}
