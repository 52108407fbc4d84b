//! Wire types of the rows of documents.

use crate::members::wire::{MemberCreate, MemberOut};
use crate::transfer::wire::{
    ImportAction, ImportConflict, ImportFault, ImportOut, ImportResult, ImportedDocument, PortableCode,
    PortableDomain, PortableMember, PortablePreset, PortableSmartLink, RowFields,
};
use application::transfer::exporting::ExportedDomain;
use application::transfer::{
    Action, CodeRow, Content, DomainRow, Fault, MemberRow, OnConflict, PresetRow, Row, RowResult,
    SmartLinkRow,
};
use auth_scopes::{Denied, Member, NewMember};
use deserr::Deserr;
use http_kit::error::ApiError;
use http_kit::extract::{Faults, parse_value_by};
use http_kit::wire::ErrorCode;
use kernel::{Clock as _, ErrorKind, Hostname, Location, UnixTime, ValidationErrors};
use landing_draft::preset::{Preset, PresetName};
use landing_draft::text::DisplayName;
use landing_draft::transfer::Portable;
use qr_catalog::code::{Channel, Code, LinkSlug, Notes, Slug as CodeSlug, SourceLabel, Title};
use qr_catalog::design::Design;
use runtime::SystemClock;
use serde_json::Value;
use smartlink_policy::expiry::Expiry;
use smartlink_policy::policy::Policy;
use smartlink_policy::slug::{LinkName, Slug};
use smartlink_policy::smart_link::SmartLink;

use crate::convert::field;
use crate::members::convert::{member_out, member_request};

/// Maximum number of rows of a document.
const MAX_ROWS: usize = 100_000;

/// Parses the rows of a document, each separately.
pub fn import_rows(document: ImportedDocument) -> Result<Vec<Row>, ApiError> {
    let ImportedDocument { domains, smartlinks, qr, library, members, .. } = document;
    let count = domains.len() + smartlinks.len() + qr.len() + library.len() + members.len();
    if count > MAX_ROWS {
        let message = format!("the document has more than {MAX_ROWS} rows");
        return Err(ApiError::coded(ErrorCode::PayloadTooLarge, message));
    }
    let mut rows = Vec::with_capacity(count);
    read("domains", domains, &["hostname"], domain_row, &mut rows);
    read("smartlinks", smartlinks, &["domain", "slug"], smart_link_row, &mut rows);
    read("qr", qr, &["domain", "slug"], code_row, &mut rows);
    let apart = rows.len();
    read("library", library, &["name"], preset_row, &mut rows);
    read("members", members, &["email"], member_row, &mut rows);
    // Names of these rows may look like a domain, but the rows belong to none.
    rows.iter_mut().skip(apart).for_each(|row| row.domain = None);
    Ok(rows)
}

/// Parses rows by their form and the rules of the domain. The first of `names` is the field
/// with the domain.
fn read<W: Deserr<Faults> + Clone>(
    part: &str,
    found: Vec<RowFields>,
    names: &[&str],
    convert: fn(W) -> Result<Content, ValidationErrors>,
    rows: &mut Vec<Row>,
) {
    for (place, RowFields(fields)) in found.into_iter().enumerate() {
        let row = Value::Object(fields);
        let text = |name: &&str| row.get(name)?.as_str();
        let name = names.iter().map(text).collect::<Option<Vec<_>>>().map(|texts| texts.join("/"));
        let domain = names.first().and_then(text).and_then(|domain| Hostname::parse(domain).ok());
        let rules = |row: &W| convert(row.clone()).err().unwrap_or_default();
        let content = parse_value_by(row, rules).and_then(convert);
        rows.push(Row { path: format!("{part}.{place}"), name, domain, content });
    }
}

fn hostname(text: &str) -> Result<Hostname, ValidationErrors> {
    Hostname::parse(text)
        .map_err(|error| ValidationErrors::one(Location::root(), ErrorKind::Value, error.to_string()))
}

/// Converts an error with a single message to validation errors.
fn as_errors<T>(result: Result<T, impl std::fmt::Display>) -> Result<T, ValidationErrors> {
    result.map_err(|error| ValidationErrors::one(Location::root(), ErrorKind::Value, error.to_string()))
}

fn smart_link_row(wire: PortableSmartLink) -> Result<Content, ValidationErrors> {
    let mut errors = ValidationErrors::none();
    let domain = field(&mut errors, "domain", hostname(&wire.domain));
    let slug = field(&mut errors, "slug", as_errors(Slug::parse(&wire.slug)));
    let name = field(&mut errors, "name", LinkName::parse(&wire.name));
    let policy = field(&mut errors, "policy", as_errors(Policy::parse(&wire.policy)));
    let expiry = errors.take(&Location::root(), Expiry::parse(wire.expires_at, wire.expired_url.as_deref()));
    let active = wire.active;
    match (domain, slug, name, policy, expiry) {
        (Some(domain), Some(slug), Some(name), Some(policy), Some(expiry)) => {
            let row = SmartLinkRow { domain, slug, name, policy, active, expiry };
            Ok(Content::SmartLink(Box::new(row)))
        }
        _ => Err(errors),
    }
}

fn code_row(wire: PortableCode) -> Result<Content, ValidationErrors> {
    let mut errors = ValidationErrors::none();
    let domain = field(&mut errors, "domain", hostname(&wire.domain));
    let slug = field(&mut errors, "slug", as_errors(CodeSlug::parse(&wire.slug)));
    let source = wire.source.as_deref().map(str::parse::<SourceLabel>).transpose();
    let source = field(&mut errors, "source", as_errors(source));
    let title = field(&mut errors, "title", Title::parse(&wire.title));
    let channel = field(&mut errors, "channel", Channel::parse(&wire.channel));
    let target = wire.smart_link.as_deref().map(str::parse::<LinkSlug>).transpose();
    let target = field(&mut errors, "smart_link", as_errors(target));
    let design = field(&mut errors, "design", Design::parse(&wire.design));
    let active = wire.active;
    match (domain, slug, source, title, channel, target, design) {
        (Some(domain), Some(slug), Some(source), Some(title), Some(channel), Some(target), Some(design)) => {
            let (notes, target) = (Notes { title, channel }, target.into());
            let row = CodeRow { domain, slug, source, notes, target, design, active };
            Ok(Content::Code(Box::new(row)))
        }
        _ => Err(errors),
    }
}

fn preset_row(wire: PortablePreset) -> Result<Content, ValidationErrors> {
    let mut errors = ValidationErrors::none();
    let name = field(&mut errors, "name", PresetName::parse(&wire.name));
    let content = field(&mut errors, "content", Preset::read_content(&wire.content));
    match (name, content) {
        (Some(name), Some(content)) => Ok(Content::Preset(Box::new(PresetRow { name, content }))),
        _ => Err(errors),
    }
}

fn member_row(wire: PortableMember) -> Result<Content, ValidationErrors> {
    let PortableMember { email, name, tabs, caps } = wire;
    let request = member_request(MemberCreate { name, email, tabs, caps });
    let NewMember { name, email, restriction, .. } = request.check(SystemClock.now())?;
    Ok(Content::Member(Box::new(MemberRow { name, email, restriction })))
}

fn domain_row(wire: PortableDomain) -> Result<Content, ValidationErrors> {
    let mut errors = ValidationErrors::none();
    let hostname = field(&mut errors, "hostname", hostname(&wire.hostname));
    let display_name = field(&mut errors, "display_name", DisplayName::parse(&wire.display_name));
    let preset = wire.preset.as_deref().map(PresetName::parse).transpose();
    let preset = field(&mut errors, "preset", preset);
    let draft = field(&mut errors, "draft", Portable::read(wire.draft));
    match (hostname, display_name, preset, draft) {
        (Some(hostname), Some(display_name), Some(preset), Some(draft)) => {
            Ok(Content::Domain(Box::new(DomainRow { hostname, display_name, preset, draft })))
        }
        _ => Err(errors),
    }
}

/// Converts the conflict handling.
pub fn on_conflict(asked: ImportConflict) -> OnConflict {
    match asked {
        ImportConflict::Skip => OnConflict::Skip,
        ImportConflict::Replace => OnConflict::Replace,
        ImportConflict::Fail => OnConflict::Fail,
    }
}

/// Converts a domain to a row of a document.
pub fn domain_out(exported: ExportedDomain) -> PortableDomain {
    let ExportedDomain { domain, preset, draft, .. } = exported;
    PortableDomain {
        hostname: domain.hostname.to_string(),
        display_name: domain.display_name.as_str().to_owned(),
        preset: preset.map(|name| name.as_str().to_owned()),
        draft,
    }
}

/// Converts a smart link to a row of a document.
pub fn smart_link_row_out(link: &SmartLink) -> PortableSmartLink {
    PortableSmartLink {
        domain: link.domain.to_string(),
        slug: link.slug.as_str().to_owned(),
        name: link.name.as_str().to_owned(),
        policy: link.policy.to_json(),
        active: link.active,
        expires_at: link.expiry.expires_at.map(UnixTime::seconds),
        expired_url: link.expiry.expired_url.as_ref().map(ToString::to_string),
    }
}

/// Converts a printed code to a row of a document.
pub fn code_row_out(code: &Code) -> PortableCode {
    PortableCode {
        domain: code.domain.to_string(),
        slug: code.slug.as_str().to_owned(),
        source: Some(code.source.to_string()),
        title: code.notes.title.as_str().to_owned(),
        channel: code.notes.channel.as_str().to_owned(),
        smart_link: code.target.smart_link().map(ToString::to_string),
        design: code.design.to_json(),
        active: code.active,
    }
}

/// Converts a preset to a row of a document.
pub fn preset_row_out(preset: &Preset) -> PortablePreset {
    PortablePreset { name: preset.name.as_str().to_owned(), content: preset.content.to_json() }
}

/// Converts a member to a row of a document.
pub fn member_row_out(member: &Member) -> PortableMember {
    let MemberOut { name, email, tabs, caps, .. } = member_out(member);
    PortableMember { email, name, tabs, caps }
}

/// Converts the results of an import.
pub fn import_out(dry_run: bool, results: Vec<RowResult>) -> ImportOut {
    let results: Vec<_> = results.into_iter().map(result_out).collect();
    let count = |action| results.iter().filter(|result| result.action == action).count();
    ImportOut {
        dry_run,
        created: count(ImportAction::Created),
        replaced: count(ImportAction::Replaced),
        skipped: count(ImportAction::Skipped),
        failed: count(ImportAction::Failed),
        passed_over: None,
        results,
    }
}

fn result_out(RowResult { path, name, outcome }: RowResult) -> ImportResult {
    let action = match &outcome {
        Ok(Action::Created) => ImportAction::Created,
        Ok(Action::Replaced) => ImportAction::Replaced,
        Ok(Action::Skipped) => ImportAction::Skipped,
        Err(_) => ImportAction::Failed,
    };
    let fault = outcome.err().map(|fault| ImportFault { code: code(&fault), message: fault.to_string() });
    ImportResult { path, line: None, name, action, fault }
}

/// Returns the error code that the single operation would return for this fault.
fn code(fault: &Fault) -> ErrorCode {
    match fault {
        Fault::Invalid(_) | Fault::MemberTaken => ErrorCode::InvalidRequest,
        Fault::DomainTaken => ErrorCode::DomainTaken,
        Fault::CapReached => ErrorCode::DomainCapReached,
        Fault::HostnameQuarantined => ErrorCode::HostnameQuarantined,
        Fault::HostnameUnproven => ErrorCode::HostnameUnproven,
        Fault::PresetNotFound(_) => ErrorCode::PresetNotFound,
        Fault::FileNotFound(_) | Fault::FileRefused { .. } => ErrorCode::InvalidFile,
        Fault::FileQuota(_) => ErrorCode::FileQuotaReached,
        Fault::PresetNameTaken => ErrorCode::PresetNameTaken,
        Fault::Denied(Denied::InsufficientScope(_)) => ErrorCode::InsufficientScope,
        Fault::Denied(Denied::InsufficientRights(_)) => ErrorCode::InsufficientRights,
        Fault::Escalation => ErrorCode::ScopeEscalation,
        Fault::BeyondOwnRights => ErrorCode::BeyondOwnRights,
        Fault::DomainNotFound => ErrorCode::DomainNotFound,
        Fault::SlugTaken => ErrorCode::SlugTaken,
        Fault::SegmentUnknown => ErrorCode::SegmentUnknown,
        Fault::Another(_) => ErrorCode::InvalidRequest,
        Fault::Busy => ErrorCode::Unavailable,
    }
}
