//! Types of transfer.
// Written by `cargo xtask sdk` from docs/openapi.json: changes made by hand are lost.

use crate::words::words;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

words! {
    /// Every code of a coded error. The word is the contract; the status follows from it.
    ErrorCode {
        InvalidScope = "invalid_scope",
        InvalidRequest = "invalid_request",
        CopySameDomain = "copy_same_domain",
        CanvasColorInvalid = "canvas_color_invalid",
        LandingUiInvalid = "landing_ui_invalid",
        InvalidSlug = "invalid_slug",
        SlugReserved = "slug_reserved",
        InvalidPolicy = "invalid_policy",
        InvalidPlatform = "invalid_platform",
        InvalidPixelId = "invalid_pixel_id",
        TokenRequired = "token_required",
        Unauthorized = "unauthorized",
        ScopeEscalation = "scope_escalation",
        BeyondOwnRights = "beyond_own_rights",
        InsufficientScope = "insufficient_scope",
        InsufficientRights = "insufficient_rights",
        DomainCapReached = "domain_cap_reached",
        FileQuotaReached = "file_quota_reached",
        DomainNotFound = "domain_not_found",
        SegmentUnknown = "segment_unknown",
        SegmentNotFound = "segment_not_found",
        LinkNotFound = "link_not_found",
        SmartLinkNotFound = "smart_link_not_found",
        QrNotFound = "qr_not_found",
        PresetNotFound = "preset_not_found",
        ButtonNotFound = "button_not_found",
        KeyNotFound = "key_not_found",
        BroadcastNotFound = "broadcast_not_found",
        VersionNotFound = "version_not_found",
        MemberNotFound = "member_not_found",
        SessionNotFound = "session_not_found",
        WebhookNotFound = "webhook_not_found",
        DeliveryNotFound = "delivery_not_found",
        DestinationNotFound = "destination_not_found",
        SegmentDefaultRequired = "segment_default_required",
        SegmentNotEmpty = "segment_not_empty",
        SlugTaken = "slug_taken",
        DomainTaken = "domain_taken",
        HostnameQuarantined = "hostname_quarantined",
        HostnameUnproven = "hostname_unproven",
        NotificationEmpty = "notification_empty",
        PresetNameTaken = "preset_name_taken",
        PresetIncomplete = "preset_incomplete",
        EngineNotConnected = "engine_not_connected",
        LinkForeign = "link_foreign",
        BroadcastGateClosed = "broadcast_gate_closed",
        InvalidTransition = "invalid_transition",
        IdempotencyConflict = "idempotency_conflict",
        PreconditionFailed = "precondition_failed",
        PayloadTooLarge = "payload_too_large",
        UnsupportedMediaType = "unsupported_media_type",
        InvalidFile = "invalid_file",
        RateLimited = "rate_limited",
        EngineError = "engine_error",
        Unavailable = "unavailable",
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

words! {
    /// What was done with a row.
    ImportAction {
        Created = "created",
        Replaced = "replaced",
        Skipped = "skipped",
        Failed = "failed",
    }
}

words! {
    /// What becomes of a row whose natural name belongs to something else already. A row that changes nothing is skipped in any case.
    ImportConflict {
        Skip = "skip",
        Replace = "replace",
        Fail = "fail",
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
