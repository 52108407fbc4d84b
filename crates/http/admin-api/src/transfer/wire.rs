//! Export and import of an owner's data as one document.

use deserr::Deserr;
use std::collections::BTreeMap;

use http_kit::extract::Faults;
use serde::Serialize;
use serde_json::Value;
use utoipa::{IntoParams, ToSchema};
use validator::Validate;

use crate::qr::wire::QrDesign;
use crate::smart_links::wire::Policy;
use crate::words;
use http_kit::wire::{ErrorCode, Int, Named};

crate::fields::read_by_domain! {
    /// A row of a document, which is read by itself.
    RowFields => |_| Ok(()),
}

/// Parts to export.
#[derive(Debug, Clone, Deserr, IntoParams, Validate)]
#[deserr(error = Faults)]
#[into_params(parameter_in = Query)]
pub struct ExportQuery {
    /// Parts to export, separated by commas: `domains`, `smartlinks`, `qr`, `library`, `members`. By default, all parts
    /// that the key may see.
    #[deserr(default)]
    pub parts: Option<String>,
    /// Only data of this domain; of the library, only the preset that its banner follows.
    #[deserr(default)]
    pub domain: Option<String>,
}

/// Options of importing an archive.
#[derive(Debug, Clone, Deserr, IntoParams, Validate)]
#[deserr(error = Faults)]
#[into_params(parameter_in = Query)]
pub struct ArchiveImportQuery {
    /// Whether to report the result of each row without changing anything.
    #[deserr(default)]
    pub dry_run: Option<bool>,
    /// Handling of a row whose name exists with other content; `skip` by default.
    #[deserr(default)]
    pub on_conflict: Option<ImportConflict>,
}

/// Links to export.
#[derive(Debug, Clone, Deserr, IntoParams, Validate)]
#[deserr(error = Faults)]
#[into_params(parameter_in = Query)]
pub struct LinkExportQuery {
    /// Only links of this domain.
    #[deserr(default)]
    pub domain: Option<String>,
}

/// Options of importing links.
#[derive(Debug, Clone, Deserr, IntoParams, Validate)]
#[deserr(error = Faults)]
#[into_params(parameter_in = Query)]
pub struct LinkImportQuery {
    /// Domain of the links; may be left out for a table whose rows name their domains.
    #[deserr(default)]
    pub domain: Option<String>,
    /// Whether to report the result of each row without changing anything.
    #[deserr(default)]
    pub dry_run: Option<bool>,
    /// Whether to import the valid rows of a domain although others fail; by default, a domain with a failed row is not
    /// imported.
    #[deserr(default)]
    pub partial: Option<bool>,
}

/// Data of an owner. A part that was not requested is left out.
#[derive(Debug, Clone, Default, Serialize, ToSchema)]
pub struct ExportDocument {
    /// Version of the format, 1.
    pub version: u32,
    /// Time of the export.
    #[schema(format = DateTime)]
    pub exported_at: String,
    /// Parts that were not exported, because the key may not see them. Only if no parts were requested.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(value_type = Vec<words::ExportPart>)]
    pub left_out: Vec<String>,
    /// Domains with their drafts, oldest first.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub domains: Option<Vec<PortableDomain>>,
    /// Smart links, by domain.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub smartlinks: Option<Vec<PortableSmartLink>>,
    /// Printed codes, by domain.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub qr: Option<Vec<PortableCode>>,
    /// The presets of the library of banners, oldest first.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub library: Option<Vec<PortablePreset>>,
    /// The members of the team, oldest first; none of their keys.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub members: Option<Vec<PortableMember>>,
}

/// A domain with its draft.
#[derive(Debug, Clone, Serialize, Deserr, ToSchema, Validate)]
#[deserr(error = Faults, deny_unknown_fields)]
#[serde(deny_unknown_fields)]
pub struct PortableDomain {
    /// Hostname, which identifies the domain in an import.
    pub hostname: String,
    /// Display name, 1-80 characters.
    pub display_name: String,
    /// Name of the preset that the banner follows.
    #[deserr(default)]
    pub preset: Option<String>,
    /// Draft: segments with their buttons, look, banner and reach, without derived data.
    #[schema(value_type = Object)]
    pub draft: Value,
}

/// A smart link.
#[derive(Debug, Clone, Serialize, Deserr, ToSchema, Validate)]
#[deserr(error = Faults, deny_unknown_fields)]
#[serde(deny_unknown_fields)]
pub struct PortableSmartLink {
    /// Domain; identifies the row together with `slug`.
    pub domain: String,
    /// Last part of the address, 1-32 characters of `a-z`, `0-9`, `_` and `-`.
    pub slug: String,
    /// Name, 1-80 characters.
    pub name: String,
    /// Policy that splits the visitors.
    #[schema(value_type = Policy)]
    pub policy: Value,
    /// Whether visitors are served.
    pub active: bool,
    /// First second at which the link is expired, in Unix seconds; null for never.
    #[deserr(default)]
    pub expires_at: Option<i64>,
    /// Destination after the end; null for the landing page.
    #[deserr(default)]
    pub expired_url: Option<String>,
}

/// A printed code.
#[derive(Debug, Clone, Serialize, Deserr, ToSchema, Validate)]
#[deserr(error = Faults, deny_unknown_fields)]
#[serde(deny_unknown_fields)]
pub struct PortableCode {
    /// Domain; identifies the row together with `slug`.
    pub domain: String,
    /// Path after `/qr/`; empty for the main code.
    pub slug: String,
    /// Label of the scans; by default derived from the slug. An existing code keeps its label.
    #[deserr(default)]
    pub source: Option<String>,
    /// Title, up to 80 characters.
    pub title: String,
    /// Place where the code is shown, up to 40 characters.
    pub channel: String,
    /// Slug of the smart link that scans lead to; null or left out for the landing page.
    #[deserr(default)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub smart_link: Option<String>,
    /// Design.
    #[schema(value_type = QrDesign)]
    pub design: Value,
    /// Whether scans carry the label.
    pub active: bool,
}

/// A preset of the library of banners.
#[derive(Debug, Clone, Serialize, Deserr, ToSchema, Validate)]
#[deserr(error = Faults, deny_unknown_fields)]
#[serde(deny_unknown_fields)]
pub struct PortablePreset {
    /// Name, 1-80 characters, which identifies the preset.
    pub name: String,
    /// Texts, picture and sound of the banner.
    #[schema(value_type = Object)]
    pub content: Value,
}

/// A member of the team.
#[derive(Debug, Clone, Serialize, Deserr, ToSchema, Validate)]
#[deserr(error = Faults, deny_unknown_fields)]
#[serde(deny_unknown_fields)]
pub struct PortableMember {
    /// E-mail address, which identifies the member; members with the same address are matched in order.
    pub email: String,
    /// Name, 1-80 characters.
    pub name: String,
    /// Tabs that the rights are restricted to; null for no restriction.
    #[deserr(default)]
    #[schema(value_type = Option<Vec<words::Tab>>)]
    pub tabs: Option<Vec<String>>,
    /// Functions that the rights are restricted to, by tab; null for no restriction.
    #[deserr(default, from(Option<Named<Vec<String>>>) = Named::optional)]
    #[schema(value_type = Option<BTreeMap<words::Tab, Vec<words::TabFunction>>>)]
    pub caps: Option<BTreeMap<String, Vec<String>>>,
}

/// A document to import.
#[derive(Debug, Clone, Deserr, ToSchema, Validate)]
#[deserr(error = Faults, deny_unknown_fields)]
#[serde(deny_unknown_fields)]
pub struct ImportRequest {
    /// Document of an export, or a part of it.
    #[validate(nested)]
    pub document: ImportedDocument,
    /// Whether to report the result of each row without changing anything.
    #[deserr(default)]
    #[serde(default)]
    pub dry_run: bool,
    /// Handling of a row whose name exists with other content.
    #[deserr(default)]
    #[serde(default)]
    pub on_conflict: ImportConflict,
}

/// The rows of a document. Errors of a row are reported in its result.
#[derive(Debug, Clone, Deserr, ToSchema, Validate)]
#[deserr(error = Faults, deny_unknown_fields)]
#[serde(deny_unknown_fields)]
pub struct ImportedDocument {
    /// Version of the format, 1.
    #[deserr(from(Int<u32, 1, 1>) = Int::get)]
    #[schema(minimum = 1, maximum = 1)]
    pub version: u32,
    /// Time of the export; ignored.
    #[deserr(default)]
    pub exported_at: Option<String>,
    /// Parts that the export left out; ignored.
    #[deserr(default)]
    #[serde(default)]
    #[schema(max_items = 100)]
    #[validate(length(max = 100))]
    pub left_out: Vec<String>,
    /// Domains with their drafts, as an export lists them.
    #[deserr(default)]
    #[serde(default)]
    #[schema(value_type = Vec<Object>, max_items = 100000)]
    #[validate(length(max = 100_000))]
    pub domains: Vec<RowFields>,
    /// Smart links, as an export lists them.
    #[deserr(default)]
    #[serde(default)]
    #[schema(value_type = Vec<Object>, max_items = 100000)]
    #[validate(length(max = 100_000))]
    pub smartlinks: Vec<RowFields>,
    /// Printed codes, as an export lists them.
    #[deserr(default)]
    #[serde(default)]
    #[schema(value_type = Vec<Object>, max_items = 100000)]
    #[validate(length(max = 100_000))]
    pub qr: Vec<RowFields>,
    /// Presets of the library, as an export lists them.
    #[deserr(default)]
    #[serde(default)]
    #[schema(value_type = Vec<Object>, max_items = 100000)]
    #[validate(length(max = 100_000))]
    pub library: Vec<RowFields>,
    /// Members of the team, as an export lists them.
    #[deserr(default)]
    #[serde(default)]
    #[schema(value_type = Vec<Object>, max_items = 100000)]
    #[validate(length(max = 100_000))]
    pub members: Vec<RowFields>,
}

/// Handling of a row whose name exists with other content. A row that changes nothing is always skipped.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserr, ToSchema)]
#[deserr(error = Faults, rename_all = lowercase)]
#[serde(rename_all = "snake_case")]
pub enum ImportConflict {
    /// Keep the existing data.
    #[default]
    Skip,
    /// Replace the existing data with the row.
    Replace,
    /// Fail the row.
    Fail,
}

/// Result of an import.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = ImportReport)]
pub struct ImportOut {
    /// Whether this was a dry run, which changes nothing.
    pub dry_run: bool,
    /// Number of created rows.
    pub created: usize,
    /// Number of replaced rows.
    pub replaced: usize,
    /// Number of skipped rows.
    pub skipped: usize,
    /// Number of failed rows.
    pub failed: usize,
    /// Number of links that are no web address, such as `javascript:`; only of bookmarks. They have no result.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub passed_over: Option<usize>,
    /// Result of each row, in the order of the document.
    pub results: Vec<ImportResult>,
}

/// Result of a row.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ImportResult {
    /// Path of the row, such as `domains.0`.
    pub path: String,
    /// Line of the row in the file, from 1, as a text editor counts; only of links.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub line: Option<usize>,
    /// Natural name of the row; null if it can't be read.
    pub name: Option<String>,
    /// Action.
    pub action: ImportAction,
    /// Cause of a failure.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub fault: Option<ImportFault>,
}

/// Action on a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ImportAction {
    /// Created.
    Created,
    /// Replaced.
    Replaced,
    /// Skipped, because the data is the same or was kept.
    Skipped,
    /// Failed; nothing changed.
    Failed,
}

/// Cause of the failure of a row.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ImportFault {
    /// Error code of the operation that creates such an item.
    pub code: ErrorCode,
    /// Message for people; for an invalid value it begins with the path in the row.
    pub message: String,
}
