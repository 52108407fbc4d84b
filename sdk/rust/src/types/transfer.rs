//! Types of transfer.
// Written by `cargo xtask sdk` from docs/openapi.json: changes made by hand are lost.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Every code of a coded error. The word is the contract; the status follows from it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub enum ErrorCode {
    /// `invalid_scope`
    #[serde(rename = "invalid_scope")]
    InvalidScope,
    /// `invalid_request`
    #[serde(rename = "invalid_request")]
    InvalidRequest,
    /// `copy_same_domain`
    #[serde(rename = "copy_same_domain")]
    CopySameDomain,
    /// `canvas_color_invalid`
    #[serde(rename = "canvas_color_invalid")]
    CanvasColorInvalid,
    /// `landing_ui_invalid`
    #[serde(rename = "landing_ui_invalid")]
    LandingUiInvalid,
    /// `invalid_slug`
    #[serde(rename = "invalid_slug")]
    InvalidSlug,
    /// `slug_reserved`
    #[serde(rename = "slug_reserved")]
    SlugReserved,
    /// `invalid_policy`
    #[serde(rename = "invalid_policy")]
    InvalidPolicy,
    /// `invalid_platform`
    #[serde(rename = "invalid_platform")]
    InvalidPlatform,
    /// `invalid_pixel_id`
    #[serde(rename = "invalid_pixel_id")]
    InvalidPixelId,
    /// `token_required`
    #[serde(rename = "token_required")]
    TokenRequired,
    /// `unauthorized`
    #[serde(rename = "unauthorized")]
    Unauthorized,
    /// `scope_escalation`
    #[serde(rename = "scope_escalation")]
    ScopeEscalation,
    /// `beyond_own_rights`
    #[serde(rename = "beyond_own_rights")]
    BeyondOwnRights,
    /// `insufficient_scope`
    #[serde(rename = "insufficient_scope")]
    InsufficientScope,
    /// `insufficient_rights`
    #[serde(rename = "insufficient_rights")]
    InsufficientRights,
    /// `domain_cap_reached`
    #[serde(rename = "domain_cap_reached")]
    DomainCapReached,
    /// `file_quota_reached`
    #[serde(rename = "file_quota_reached")]
    FileQuotaReached,
    /// `domain_not_found`
    #[serde(rename = "domain_not_found")]
    DomainNotFound,
    /// `segment_unknown`
    #[serde(rename = "segment_unknown")]
    SegmentUnknown,
    /// `segment_not_found`
    #[serde(rename = "segment_not_found")]
    SegmentNotFound,
    /// `link_not_found`
    #[serde(rename = "link_not_found")]
    LinkNotFound,
    /// `smart_link_not_found`
    #[serde(rename = "smart_link_not_found")]
    SmartLinkNotFound,
    /// `qr_not_found`
    #[serde(rename = "qr_not_found")]
    QrNotFound,
    /// `preset_not_found`
    #[serde(rename = "preset_not_found")]
    PresetNotFound,
    /// `button_not_found`
    #[serde(rename = "button_not_found")]
    ButtonNotFound,
    /// `key_not_found`
    #[serde(rename = "key_not_found")]
    KeyNotFound,
    /// `broadcast_not_found`
    #[serde(rename = "broadcast_not_found")]
    BroadcastNotFound,
    /// `version_not_found`
    #[serde(rename = "version_not_found")]
    VersionNotFound,
    /// `member_not_found`
    #[serde(rename = "member_not_found")]
    MemberNotFound,
    /// `session_not_found`
    #[serde(rename = "session_not_found")]
    SessionNotFound,
    /// `webhook_not_found`
    #[serde(rename = "webhook_not_found")]
    WebhookNotFound,
    /// `delivery_not_found`
    #[serde(rename = "delivery_not_found")]
    DeliveryNotFound,
    /// `destination_not_found`
    #[serde(rename = "destination_not_found")]
    DestinationNotFound,
    /// `segment_default_required`
    #[serde(rename = "segment_default_required")]
    SegmentDefaultRequired,
    /// `segment_not_empty`
    #[serde(rename = "segment_not_empty")]
    SegmentNotEmpty,
    /// `slug_taken`
    #[serde(rename = "slug_taken")]
    SlugTaken,
    /// `domain_taken`
    #[serde(rename = "domain_taken")]
    DomainTaken,
    /// `hostname_quarantined`
    #[serde(rename = "hostname_quarantined")]
    HostnameQuarantined,
    /// `hostname_unproven`
    #[serde(rename = "hostname_unproven")]
    HostnameUnproven,
    /// `notification_empty`
    #[serde(rename = "notification_empty")]
    NotificationEmpty,
    /// `preset_name_taken`
    #[serde(rename = "preset_name_taken")]
    PresetNameTaken,
    /// `preset_incomplete`
    #[serde(rename = "preset_incomplete")]
    PresetIncomplete,
    /// `engine_not_connected`
    #[serde(rename = "engine_not_connected")]
    EngineNotConnected,
    /// `link_foreign`
    #[serde(rename = "link_foreign")]
    LinkForeign,
    /// `broadcast_gate_closed`
    #[serde(rename = "broadcast_gate_closed")]
    BroadcastGateClosed,
    /// `invalid_transition`
    #[serde(rename = "invalid_transition")]
    InvalidTransition,
    /// `idempotency_conflict`
    #[serde(rename = "idempotency_conflict")]
    IdempotencyConflict,
    /// `precondition_failed`
    #[serde(rename = "precondition_failed")]
    PreconditionFailed,
    /// `payload_too_large`
    #[serde(rename = "payload_too_large")]
    PayloadTooLarge,
    /// `unsupported_media_type`
    #[serde(rename = "unsupported_media_type")]
    UnsupportedMediaType,
    /// `invalid_file`
    #[serde(rename = "invalid_file")]
    InvalidFile,
    /// `rate_limited`
    #[serde(rename = "rate_limited")]
    RateLimited,
    /// `engine_error`
    #[serde(rename = "engine_error")]
    EngineError,
    /// `unavailable`
    #[serde(rename = "unavailable")]
    Unavailable,
    /// A word that is newer than this SDK.
    #[serde(untagged)]
    Other(String),
}

impl ErrorCode {
    /// The word on the wire.
    pub fn as_str(&self) -> &str {
        match self {
            Self::InvalidScope => "invalid_scope",
            Self::InvalidRequest => "invalid_request",
            Self::CopySameDomain => "copy_same_domain",
            Self::CanvasColorInvalid => "canvas_color_invalid",
            Self::LandingUiInvalid => "landing_ui_invalid",
            Self::InvalidSlug => "invalid_slug",
            Self::SlugReserved => "slug_reserved",
            Self::InvalidPolicy => "invalid_policy",
            Self::InvalidPlatform => "invalid_platform",
            Self::InvalidPixelId => "invalid_pixel_id",
            Self::TokenRequired => "token_required",
            Self::Unauthorized => "unauthorized",
            Self::ScopeEscalation => "scope_escalation",
            Self::BeyondOwnRights => "beyond_own_rights",
            Self::InsufficientScope => "insufficient_scope",
            Self::InsufficientRights => "insufficient_rights",
            Self::DomainCapReached => "domain_cap_reached",
            Self::FileQuotaReached => "file_quota_reached",
            Self::DomainNotFound => "domain_not_found",
            Self::SegmentUnknown => "segment_unknown",
            Self::SegmentNotFound => "segment_not_found",
            Self::LinkNotFound => "link_not_found",
            Self::SmartLinkNotFound => "smart_link_not_found",
            Self::QrNotFound => "qr_not_found",
            Self::PresetNotFound => "preset_not_found",
            Self::ButtonNotFound => "button_not_found",
            Self::KeyNotFound => "key_not_found",
            Self::BroadcastNotFound => "broadcast_not_found",
            Self::VersionNotFound => "version_not_found",
            Self::MemberNotFound => "member_not_found",
            Self::SessionNotFound => "session_not_found",
            Self::WebhookNotFound => "webhook_not_found",
            Self::DeliveryNotFound => "delivery_not_found",
            Self::DestinationNotFound => "destination_not_found",
            Self::SegmentDefaultRequired => "segment_default_required",
            Self::SegmentNotEmpty => "segment_not_empty",
            Self::SlugTaken => "slug_taken",
            Self::DomainTaken => "domain_taken",
            Self::HostnameQuarantined => "hostname_quarantined",
            Self::HostnameUnproven => "hostname_unproven",
            Self::NotificationEmpty => "notification_empty",
            Self::PresetNameTaken => "preset_name_taken",
            Self::PresetIncomplete => "preset_incomplete",
            Self::EngineNotConnected => "engine_not_connected",
            Self::LinkForeign => "link_foreign",
            Self::BroadcastGateClosed => "broadcast_gate_closed",
            Self::InvalidTransition => "invalid_transition",
            Self::IdempotencyConflict => "idempotency_conflict",
            Self::PreconditionFailed => "precondition_failed",
            Self::PayloadTooLarge => "payload_too_large",
            Self::UnsupportedMediaType => "unsupported_media_type",
            Self::InvalidFile => "invalid_file",
            Self::RateLimited => "rate_limited",
            Self::EngineError => "engine_error",
            Self::Unavailable => "unavailable",
            Self::Other(word) => word,
        }
    }
}

/// What an owner has. A part that was not requested is left out.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ExportDocument {
    /// Domains with their drafts, oldest first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub domains: Option<Vec<PortableDomain>>,
    /// When it was made.
    pub exported_at: String,
    /// The presets of the library of banners, oldest first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub library: Option<Vec<PortablePreset>>,
    /// The members of the team, oldest first; none of their keys.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub members: Option<Vec<PortableMember>>,
    /// Printed codes, by domain.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub qr: Option<Vec<PortableCode>>,
    /// Smart links, by domain.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub smartlinks: Option<Vec<PortableSmartLink>>,
    /// The version of the form, 1.
    pub version: i64,
}

/// What was done with a row.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub enum ImportAction {
    /// `created`
    #[serde(rename = "created")]
    Created,
    /// `replaced`
    #[serde(rename = "replaced")]
    Replaced,
    /// `skipped`
    #[serde(rename = "skipped")]
    Skipped,
    /// `failed`
    #[serde(rename = "failed")]
    Failed,
    /// A word that is newer than this SDK.
    #[serde(untagged)]
    Other(String),
}

impl ImportAction {
    /// The word on the wire.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Created => "created",
            Self::Replaced => "replaced",
            Self::Skipped => "skipped",
            Self::Failed => "failed",
            Self::Other(word) => word,
        }
    }
}

/// What becomes of a row whose natural name belongs to something else already. A row that changes nothing is skipped in any case.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub enum ImportConflict {
    /// `skip`
    #[serde(rename = "skip")]
    Skip,
    /// `replace`
    #[serde(rename = "replace")]
    Replace,
    /// `fail`
    #[serde(rename = "fail")]
    Fail,
    /// A word that is newer than this SDK.
    #[serde(untagged)]
    Other(String),
}

impl ImportConflict {
    /// The word on the wire.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Skip => "skip",
            Self::Replace => "replace",
            Self::Fail => "fail",
            Self::Other(word) => word,
        }
    }
}

/// Why a row failed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ImportFault {
    /// The code that the operation which makes such a thing answers with.
    pub code: ErrorCode,
    /// A sentence for a person; where a value is wrong it begins with its path in the row.
    pub message: String,
}

/// What became of a document.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ImportOut {
    /// How many rows were created.
    pub created: i64,
    /// Whether nothing was changed, because a dry run was requested.
    pub dry_run: bool,
    /// How many rows failed.
    pub failed: i64,
    /// How many rows were replaced.
    pub replaced: i64,
    /// What became of each row, in the order of the document.
    pub results: Vec<ImportResult>,
    /// How many rows were skipped.
    pub skipped: i64,
}

/// A document to take in.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct ImportRequest {
    /// What an export answered, or a part of it.
    pub document: ImportedDocument,
    /// Whether to report only what would become of each row, and change nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dry_run: Option<bool>,
    /// What becomes of a row whose natural name belongs to something else already.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub on_conflict: Option<ImportConflict>,
}

/// What became of a row.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ImportResult {
    /// What was done with it.
    pub action: ImportAction,
    /// Why it failed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<ImportFault>,
    /// The natural name of what it describes; null where it can't be read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Its place in the document, such as `domains.0`.
    pub path: String,
}

/// The rows of a document. Errors of a row are reported in its result.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct ImportedDocument {
    /// Domains with their drafts, as an export lists them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub domains: Option<Vec<serde_json::Map<String, serde_json::Value>>>,
    /// When it was made; not looked at.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub exported_at: Option<String>,
    /// Presets of the library, as an export lists them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub library: Option<Vec<serde_json::Map<String, serde_json::Value>>>,
    /// Members of the team, as an export lists them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub members: Option<Vec<serde_json::Map<String, serde_json::Value>>>,
    /// Printed codes, as an export lists them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub qr: Option<Vec<serde_json::Map<String, serde_json::Value>>>,
    /// Smart links, as an export lists them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub smartlinks: Option<Vec<serde_json::Map<String, serde_json::Value>>>,
    /// The version of the form, 1.
    pub version: i64,
}

/// A printed code.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct PortableCode {
    /// Whether scans carry the label.
    pub active: bool,
    /// Where it is shown, up to 40 characters.
    pub channel: String,
    /// What it looks like.
    pub design: serde_json::Map<String, serde_json::Value>,
    /// The domain that it is on; with `slug` its name.
    pub domain: String,
    /// What follows `/qr/`; empty for the main code.
    pub slug: String,
    /// The slug of the smart link that a scan leads to; null or left out for the landing page.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub smart_link: Option<String>,
    /// The label of its scans; that of the slug where it is left out. One that exists keeps its own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
    /// What it is called, up to 80 characters.
    pub title: String,
}

/// A domain with its draft.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct PortableDomain {
    /// What its owner calls it, 1-80 characters.
    pub display_name: String,
    /// Its draft: segments with their buttons, the look, the banner and the reach, without what follows from them.
    pub draft: serde_json::Map<String, serde_json::Value>,
    /// Its name, by which it is known when it is taken in.
    pub hostname: String,
    /// The name of the preset that its banner follows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub preset: Option<String>,
}

/// A member of the team.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct PortableMember {
    /// The functions that they are restricted to, by tab; null for no such restriction.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub caps: Option<BTreeMap<String, Vec<String>>>,
    /// Their address for mail, by which they are known; where several have the same, by their order too.
    pub email: String,
    /// What they are called, 1-80 characters.
    pub name: String,
    /// The tabs that they are restricted to; null for no such restriction.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tabs: Option<Vec<String>>,
}

/// A preset of the library of banners.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct PortablePreset {
    /// What its banner says, shows and plays.
    pub content: serde_json::Map<String, serde_json::Value>,
    /// What it is called, 1-80 characters, by which it is known.
    pub name: String,
}

/// A smart link.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct PortableSmartLink {
    /// Whether visitors are served.
    pub active: bool,
    /// The domain that it is on; with `slug` its name.
    pub domain: String,
    /// Where visitors are sent once it is over; null is the landing page.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expired_url: Option<String>,
    /// The first second at which it is over, in Unix seconds; null is never.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expires_at: Option<i64>,
    /// What it is called, 1-80 characters.
    pub name: String,
    /// How its visitors are split.
    pub policy: serde_json::Map<String, serde_json::Value>,
    /// The last part of its address, 1-32 characters of `a-z`, `0-9`, `_` and `-`.
    pub slug: String,
}
