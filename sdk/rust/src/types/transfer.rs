//! Types of transfer.
// Written by `cargo xtask sdk` from docs/openapi.json: changes made by hand are lost.

use crate::types::Policy;
use crate::types::QrDesign;
use crate::types::Tab;
use crate::types::TabFunction;
use crate::words::words;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

words! {
    /// Error codes. The word is stable; the status follows from it.
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

/// Data of an owner. A part that was not requested is left out.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ExportDocument {
    /// Domains with their drafts, oldest first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub domains: Option<Vec<PortableDomain>>,
    /// Time of the export.
    pub exported_at: String,
    /// Parts that were not exported, because the key may not see them. Only if no parts were requested.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left_out: Option<Vec<ExportPart>>,
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
    /// Version of the format, 1.
    pub version: i64,
}

words! {
    /// Part of an export.
    ExportPart {
        Domains = "domains",
        Smartlinks = "smartlinks",
        Qr = "qr",
        Library = "library",
        Members = "members",
    }
}

words! {
    /// Action on a row.
    ImportAction {
        Created = "created",
        Replaced = "replaced",
        Skipped = "skipped",
        Failed = "failed",
    }
}

words! {
    /// Handling of a row whose name exists with other content. A row that changes nothing is always skipped.
    ImportConflict {
        Skip = "skip",
        Replace = "replace",
        Fail = "fail",
    }
}

/// Cause of the failure of a row.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ImportFault {
    /// Error code of the operation that creates such an item.
    pub code: ErrorCode,
    /// Message for people; for an invalid value it begins with the path in the row.
    pub message: String,
}

/// Result of an import.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ImportReport {
    /// Number of created rows.
    pub created: i64,
    /// Whether this was a dry run, which changes nothing.
    pub dry_run: bool,
    /// Number of failed rows.
    pub failed: i64,
    /// Number of links that are no web address, such as `javascript:`; only of bookmarks. They have no result.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub passed_over: Option<i64>,
    /// Number of replaced rows.
    pub replaced: i64,
    /// Result of each row, in the order of the document.
    pub results: Vec<ImportResult>,
    /// Number of skipped rows.
    pub skipped: i64,
}

/// A document to import.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct ImportRequest {
    /// Document of an export, or a part of it.
    pub document: ImportedDocument,
    /// Whether to report the result of each row without changing anything.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dry_run: Option<bool>,
    /// Handling of a row whose name exists with other content.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub on_conflict: Option<ImportConflict>,
}

/// Result of a row.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ImportResult {
    /// Action.
    pub action: ImportAction,
    /// Cause of a failure.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<ImportFault>,
    /// Line of the row in the file, from 1, as a text editor counts; only of links.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<i64>,
    /// Natural name of the row; null if it can't be read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Path of the row, such as `domains.0`.
    pub path: String,
}

/// The rows of a document. Errors of a row are reported in its result.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct ImportedDocument {
    /// Domains with their drafts, as an export lists them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub domains: Option<Vec<serde_json::Map<String, serde_json::Value>>>,
    /// Time of the export; ignored.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub exported_at: Option<String>,
    /// Parts that the export left out; ignored.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left_out: Option<Vec<String>>,
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
    /// Version of the format, 1.
    pub version: i64,
}

/// A printed code.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct PortableCode {
    /// Whether scans carry the label.
    pub active: bool,
    /// Place where the code is shown, up to 40 characters.
    pub channel: String,
    /// Design.
    pub design: QrDesign,
    /// Domain; identifies the row together with `slug`.
    pub domain: String,
    /// Path after `/qr/`; empty for the main code.
    pub slug: String,
    /// Slug of the smart link that scans lead to; null or left out for the landing page.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub smart_link: Option<String>,
    /// Label of the scans; by default derived from the slug. An existing code keeps its label.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
    /// Title, up to 80 characters.
    pub title: String,
}

/// A domain with its draft.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct PortableDomain {
    /// Display name, 1-80 characters.
    pub display_name: String,
    /// Draft: segments with their buttons, look, banner and reach, without derived data.
    pub draft: serde_json::Map<String, serde_json::Value>,
    /// Hostname, which identifies the domain in an import.
    pub hostname: String,
    /// Name of the preset that the banner follows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub preset: Option<String>,
}

/// A member of the team.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct PortableMember {
    /// Functions that the rights are restricted to, by tab; null for no restriction.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub caps: Option<BTreeMap<Tab, Vec<TabFunction>>>,
    /// E-mail address, which identifies the member; members with the same address are matched in order.
    pub email: String,
    /// Name, 1-80 characters.
    pub name: String,
    /// Tabs that the rights are restricted to; null for no restriction.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tabs: Option<Vec<Tab>>,
}

/// A preset of the library of banners.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct PortablePreset {
    /// Texts, picture and sound of the banner.
    pub content: serde_json::Map<String, serde_json::Value>,
    /// Name, 1-80 characters, which identifies the preset.
    pub name: String,
}

/// A smart link.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct PortableSmartLink {
    /// Whether visitors are served.
    pub active: bool,
    /// Domain; identifies the row together with `slug`.
    pub domain: String,
    /// Destination after the end; null for the landing page.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expired_url: Option<String>,
    /// First second at which the link is expired, in Unix seconds; null for never.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expires_at: Option<i64>,
    /// Name, 1-80 characters.
    pub name: String,
    /// Policy that splits the visitors.
    pub policy: Policy,
    /// Last part of the address, 1-32 characters of `a-z`, `0-9`, `_` and `-`.
    pub slug: String,
}
