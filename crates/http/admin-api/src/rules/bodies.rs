use crate::api_keys::wire::{KeyMint, KeyRotate};
use crate::appearance::wire::{CanvasColor, DesignIn, FreeObject};
use crate::broadcasts::wire::{BroadcastCreate, PreviewAsk};
use crate::bulk::wire::{BulkCopy, CopyFrom};
use crate::buttons::wire::{ButtonCreate, ButtonOrder, ButtonUpdate};
use crate::destinations::wire::{DestinationCheck, DestinationSwitch};
use crate::domains::wire::DomainRegister;
use crate::funnel_links::wire::{LinkToggle, ProvisionLinks};
use crate::library::wire::{PresetAssignment, PresetFromDomain};
use crate::members::wire::{MemberCreate, MemberUpdate};
use crate::pixel_deliveries::wire::PixelTest;
use crate::pixels::wire::PixelPut;
use crate::publishing::wire::{NoFields, Rollback};
use crate::qr::wire::{QrCreate, QrPreview, QrUpdate};
use crate::requests::wire::RequestRespond;
use crate::segments::wire::{SegmentCreate, SegmentUpdate};
use crate::sessions::wire::SessionCreate;
use crate::smart_links::wire::{PolicySimulate, SmartLinkCreate, SmartLinkUpdate};
use crate::webhooks::wire::{WebhookCreate, WebhookRedrive, WebhookRotate, WebhookUpdate};
use auth_scopes::{Email, KeyError, MemberName, MintRequest, Restriction, Scope};
use broadcast_gate::audience::Audience;
use broadcast_gate::campaign::Definition;
use content_vault::{Answer, AnswerInput};
use conversion_pixel::pixels::PixelError;
use conversion_pixel::{AccessToken, PixelId, Platform, TestCode};
use http_kit::extract::{Faults, RulesOf};
use http_kit::wire::ErrorCode;
use kernel::{CountryCode, ErrorKind, Hostname, Location, Rgb, UnixTime, ValidationErrors};
use landing_draft::copying::CopyParts;
use landing_draft::preset::{PresetName, PresetPatch};
use landing_draft::settings::SettingsPatch;
use landing_draft::text::DisplayName;
use qr_catalog::code::{Channel, Slug as CodeSlug, Title};
use qr_catalog::design::Design;
use secrecy::SecretString;
use serde_json::Value;
use smartlink_policy::config::ProvisionConfig;
use smartlink_policy::expiry::{Expiry, ExpiryChange};
use smartlink_policy::policy::{Policy, PolicyError};
use smartlink_policy::slug::{LinkName, Slug, SlugError};

use super::{Rules, rules, without_rules};
use crate::api_keys::convert::mint_request;
use crate::appearance::{NOT_A_COLOUR, asked_design};
use crate::broadcasts::convert::{audience_input, campaign_input};
use crate::bulk::{NOT_PARTS, NOT_TARGETS, is_some_targets};
use crate::buttons::convert::{button_patch, new_button};
use crate::destinations::convert::destination_url;
use crate::funnel_links::provision_request;
use crate::members::convert::member_request;
use crate::notification::banner_change;
use crate::pixels::event_map;
use crate::segments::convert::{new_segment, segment_patch};
use crate::sessions::browser;
use crate::webhooks::convert::{endpoint_change, endpoint_input, since};

without_rules! {
    ButtonOrder,
    CopyFrom,
    DestinationSwitch,
    KeyRotate,
    LinkToggle,
    NoFields,
    PresetAssignment,
    Rollback,
    WebhookRotate,
}

/// Rules for changing a banner.
#[derive(Debug)]
pub(crate) enum BannerRules {}

/// Rules for the look of a page.
#[derive(Debug)]
pub(crate) enum LookRules {}

/// Rules for a new preset.
#[derive(Debug)]
pub(crate) enum NewPresetRules {}

/// Rules for changing a preset.
#[derive(Debug)]
pub(crate) enum PresetRules {}

rules! {
    BannerRules: FreeObject => |body, _| banner_change(body.clone()),
    LookRules: FreeObject => |body, _| look(body),
    NewPresetRules: FreeObject => |body, _| PresetPatch::parse(&Value::Object(body.0.clone()), true),
    PresetRules: FreeObject => |body, _| PresetPatch::parse(&Value::Object(body.0.clone()), false),
    Rules: BroadcastCreate => |body, _| Definition::parse(&campaign_input(body.clone())),
    Rules: BulkCopy => |body, _| bulk_copy(body),
    Rules: ButtonCreate => |body, _| new_button(body),
    Rules: ButtonUpdate => |body, _| button_patch(body),
    Rules: CanvasColor => |body, _| canvas_color(body),
    Rules: DesignIn => |body, _| asked_design(body),
    Rules: DestinationCheck => |body, _| destination_url(&body.url),
    Rules: DomainRegister => |body, _| domain(body),
    Rules: KeyMint => |body, now| key(body, now),
    Rules: MemberCreate => |body, now| member_request(body.clone()).check(now),
    Rules: MemberUpdate => |body, _| member(body),
    Rules: PixelPut => |body, _| pixel(body),
    Rules: PixelTest => |body, _| pixel_test(body),
    Rules: PolicySimulate => |body, _| simulation(body),
    Rules: PresetFromDomain => |body, _| preset(body),
    Rules: PreviewAsk => |body, _| audience(body),
    Rules: ProvisionLinks => |body, _| provisioning(body),
    Rules: QrCreate => |body, _| code(Some(&body.slug), body.title.as_deref(), body.channel.as_deref(), body.design.as_ref()),
    Rules: QrPreview => |body, _| code(body.slug.as_deref(), None, None, body.design.as_ref()),
    Rules: QrUpdate => |body, _| code(body.slug.as_deref(), body.title.as_deref(), body.channel.as_deref(), body.design.as_ref()),
    Rules: RequestRespond => |body, _| answer(body),
    Rules: SegmentCreate => |body, _| new_segment(body),
    Rules: SegmentUpdate => |body, _| segment_patch(body),
    Rules: SessionCreate => |body, _| browser(body),
    Rules: SmartLinkCreate => |body, _| smart_link(body),
    Rules: SmartLinkUpdate => |body, _| smart_link_change(body),
    Rules: WebhookCreate => |body, _| endpoint_input(body),
    Rules: WebhookRedrive => |body, _| since(&body.since),
    Rules: WebhookUpdate => |body, _| endpoint_change(body),
}

fn look(body: &FreeObject) -> Faults {
    let mut faults = Faults::none();
    if let Err(errors) = SettingsPatch::parse(&Value::Object(body.0.clone())) {
        let sentence = errors.to_string();
        faults.coded(ErrorCode::LandingUiInvalid, errors, sentence);
    }
    faults
}

fn bulk_copy(body: &BulkCopy) -> Faults {
    let mut faults = Faults::none();
    if !is_some_targets(&body.targets) {
        let kind = if body.targets.is_empty() { ErrorKind::TooShort } else { ErrorKind::TooLong };
        faults.coded_field(ErrorCode::InvalidRequest, "targets", kind, NOT_TARGETS);
    }
    if CopyParts::parse(body.parts.iter().map(String::as_str)).is_none() {
        faults.coded_field(ErrorCode::InvalidRequest, "parts", ErrorKind::Enum, NOT_PARTS);
    }
    faults
}

fn canvas_color(body: &CanvasColor) -> Faults {
    let mut faults = Faults::none();
    if Rgb::parse(&body.color).is_none() {
        faults.coded_field(ErrorCode::CanvasColorInvalid, "color", ErrorKind::Pattern, NOT_A_COLOUR);
    }
    faults
}

fn domain(body: &DomainRegister) -> Faults {
    let mut faults = Faults::none();
    if let Err(error) = Hostname::parse(&body.hostname) {
        let sentence = format!("hostname {error}");
        faults.coded_field(ErrorCode::InvalidRequest, "hostname", ErrorKind::Pattern, sentence);
    }
    faults.field("display_name", DisplayName::parse(&body.display_name));
    faults
}

fn key(body: &KeyMint, now: UnixTime) -> Faults {
    let mut faults = Faults::none();
    let asked = mint_request(body.clone());
    let scopes = asked.scopes.as_deref().unwrap_or_default().iter();
    for (place, word) in scopes.enumerate().filter(|(_, word)| Scope::parse(word).is_none()) {
        let (at, sentence) = (Location::root().at("scopes").at(place), KeyError::InvalidScope(word.clone()));
        let error = ValidationErrors::one(at, ErrorKind::Enum, sentence.to_string());
        faults.coded(ErrorCode::InvalidScope, error, sentence.to_string());
    }
    let known = if faults.is_empty() { asked.scopes } else { None };
    let asked = MintRequest { scopes: known, ..asked };
    // All other errors depend on the caller.
    if let Err(KeyError::ValidationErrors(errors)) = asked.check(now) {
        faults.note(&Location::root(), Err::<(), _>(errors));
    }
    faults
}

/// Checks a member's change. Unchanged tabs and functions are checked with the body once the member
/// is loaded.
fn member(body: &MemberUpdate) -> Faults {
    let mut faults = Faults::none();
    if let Some(name) = &body.name {
        faults.field("name", MemberName::parse(name));
    }
    if let Some(email) = &body.email {
        faults.field("email", Email::parse(email));
    }
    let tabs = body.tabs.as_deref().flatten();
    let caps = body.caps.clone().map(|caps| caps.into_iter().collect::<Vec<_>>()).into_option().flatten();
    faults.note(&Location::root(), Restriction::parse(tabs, caps.as_deref()));
    faults
}

fn pixel(body: &PixelPut) -> Faults {
    let mut faults = Faults::none();
    if Platform::parse(&body.platform).is_none() {
        let sentence = PixelError::InvalidPlatform.to_string();
        faults.coded_field(ErrorCode::InvalidPlatform, "platform", ErrorKind::Enum, sentence);
    }
    if PixelId::parse(&body.pixel_id).is_none() {
        let sentence = PixelError::InvalidPixelId.to_string();
        faults.coded_field(ErrorCode::InvalidPixelId, "pixel_id", ErrorKind::Pattern, sentence);
    }
    let mut map = ValidationErrors::none();
    if let Some(text) = &body.event_map_json
        && map.take(&Location::root().at("event_map_json"), event_map(text)).is_none()
    {
        let sentence = map.to_string();
        faults.coded(ErrorCode::InvalidRequest, map, sentence);
    }
    if let Some(token) = &body.access_token {
        faults.field("access_token", AccessToken::parse(&SecretString::from(token.0.clone())));
    }
    faults
}

fn pixel_test(body: &PixelTest) -> Faults {
    let mut faults = Faults::none();
    if let Some(code) = &body.test_event_code {
        faults.field("test_event_code", TestCode::parse(code));
    }
    faults
}

fn simulation(body: &PolicySimulate) -> Faults {
    let mut faults = Faults::none();
    if let Some(country) = &body.country {
        faults.field("country", CountryCode::read(country));
    }
    faults
}

fn preset(body: &PresetFromDomain) -> Faults {
    let mut faults = Faults::none();
    faults.field("name", PresetName::parse(&body.name));
    faults
}

fn audience(body: &PreviewAsk) -> Faults {
    let mut faults = Faults::none();
    faults.field("audience", Audience::parse(&audience_input(body.audience.clone())));
    faults
}

fn provisioning(body: &ProvisionLinks) -> Faults {
    let mut faults = Faults::none();
    if let Err(errors) = ProvisionConfig::parse(&provision_request(body)) {
        let sentence = errors.to_string();
        faults.coded(ErrorCode::InvalidRequest, errors, sentence);
    }
    faults
}

/// Checks a code. The operation checks whether its smart link and preset exist.
fn code(slug: Option<&str>, title: Option<&str>, channel: Option<&str>, design: Option<&Value>) -> Faults {
    let mut faults = Faults::none();
    if let Some(Err(error)) = slug.map(CodeSlug::parse) {
        faults.coded_field(ErrorCode::InvalidSlug, "slug", ErrorKind::Pattern, error.to_string());
    }
    if let Some(title) = title {
        faults.field("title", Title::parse(title));
    }
    if let Some(channel) = channel {
        faults.field("channel", Channel::parse(channel));
    }
    if let Some(design) = design.filter(|design| !design.is_null()) {
        faults.field("design", Design::parse(design));
    }
    faults
}

fn answer(body: &RequestRespond) -> Result<Answer, ValidationErrors> {
    let RequestRespond { action, media_ids, reason } = body.clone();
    Answer::parse(&AnswerInput { action: Some(action), media_ids: media_ids.unwrap_or_default(), reason })
}

fn smart_link(body: &SmartLinkCreate) -> Faults {
    let mut faults = Faults::none();
    if let Err(error) = Slug::parse(&body.slug) {
        let (code, kind) = match error {
            SlugError::Invalid => (ErrorCode::InvalidSlug, ErrorKind::Pattern),
            SlugError::Reserved => (ErrorCode::SlugReserved, ErrorKind::Value),
        };
        faults.coded_field(code, "slug", kind, error.to_string());
    }
    link_fields(&mut faults, body.name.as_deref(), body.policy.as_ref());
    faults.note(&Location::root(), Expiry::parse(body.expires_at, body.expired_url.as_deref()));
    faults
}

fn smart_link_change(body: &SmartLinkUpdate) -> Faults {
    let mut faults = Faults::none();
    link_fields(&mut faults, body.name.as_deref(), body.policy.as_ref());
    let expiry = ExpiryChange::parse(body.expires_at.into_option(), body.expired_url.as_deref());
    faults.note(&Location::root(), expiry);
    faults
}

fn link_fields(faults: &mut Faults, name: Option<&str>, policy: Option<&Value>) {
    if let Some(name) = name {
        faults.field("name", LinkName::parse(name));
    }
    let Some(Err(error)) = policy.map(Policy::parse) else { return };
    let sentence = error.to_string();
    match error {
        PolicyError::Shape(errors) => faults.field("policy", Err::<(), _>(errors)),
        PolicyError::Invalid(inner) => {
            let mut errors = ValidationErrors::none();
            errors.absorb(&Location::root().at("policy"), inner);
            faults.coded(ErrorCode::InvalidPolicy, errors, sentence);
        }
    }
}
