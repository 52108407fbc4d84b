//! What an owner has as one document, given out and taken in.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::{IntoParams, ToSchema};

use crate::ErrorCode;
use crate::appearance::FreeObject;

/// What to export.
#[derive(Debug, Clone, Deserialize, ToSchema, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ExportQuery {
    /// Some of `domains`, `smartlinks`, `qr`, `library` and `members`, with commas between them. Where it is left out, all that
    /// the key may see.
    #[serde(default)]
    pub parts: Option<String>,
    /// Only what belongs to this domain; of the library that is the preset which its banner follows.
    #[serde(default)]
    pub domain: Option<String>,
}

/// How to import an archive.
#[derive(Debug, Clone, Deserialize, ToSchema, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ArchiveImportQuery {
    /// Whether to report only what would become of each row, and change nothing.
    #[serde(default)]
    pub dry_run: Option<bool>,
    /// What becomes of a row whose natural name belongs to something else already; `skip` where it is left out.
    #[serde(default)]
    pub on_conflict: Option<ImportConflict>,
}

/// Which links to export.
#[derive(Debug, Clone, Deserialize, ToSchema, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct LinkExportQuery {
    /// Only those of this domain.
    #[serde(default)]
    pub domain: Option<String>,
}

/// How to import links.
#[derive(Debug, Clone, Deserialize, ToSchema, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct LinkImportQuery {
    /// The domain that the links are for; of a table it may be left out, if its rows name theirs.
    #[serde(default)]
    pub domain: Option<String>,
    /// Whether to report only what would become of each row, and change nothing.
    #[serde(default)]
    pub dry_run: Option<bool>,
}

/// What an owner has. A part that was not requested is left out.
#[derive(Debug, Clone, Default, Serialize, ToSchema)]
pub struct ExportDocument {
    /// The version of the form, 1.
    pub version: u32,
    /// When it was made.
    #[schema(format = DateTime)]
    pub exported_at: String,
    /// Parts that were requested by no name and that the key may not see.
    #[serde(skip_serializing_if = "Vec::is_empty")]
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
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PortableDomain {
    /// Its name, by which it is known when it is taken in.
    pub hostname: String,
    /// What its owner calls it, 1-80 characters.
    pub display_name: String,
    /// The name of the preset that its banner follows.
    #[serde(default)]
    pub preset: Option<String>,
    /// Its draft: segments with their buttons, the look, the banner and the reach, without what follows from them.
    #[schema(value_type = Object)]
    pub draft: Value,
}

/// A smart link.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PortableSmartLink {
    /// The domain that it is on; with `slug` its name.
    pub domain: String,
    /// The last part of its address, 1-32 characters of `a-z`, `0-9`, `_` and `-`.
    pub slug: String,
    /// What it is called, 1-80 characters.
    pub name: String,
    /// How its visitors are split.
    #[schema(value_type = Object)]
    pub policy: Value,
    /// Whether visitors are served.
    pub active: bool,
    /// The first second at which it is over, in Unix seconds; null is never.
    #[serde(default)]
    pub expires_at: Option<i64>,
    /// Where visitors are sent once it is over; null is the landing page.
    #[serde(default)]
    pub expired_url: Option<String>,
}

/// A printed code.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PortableCode {
    /// The domain that it is on; with `slug` its name.
    pub domain: String,
    /// What follows `/qr/`; empty for the main code.
    pub slug: String,
    /// The label of its scans; that of the slug where it is left out. One that exists keeps its own.
    #[serde(default)]
    pub source: Option<String>,
    /// What it is called, up to 80 characters.
    pub title: String,
    /// Where it is shown, up to 40 characters.
    pub channel: String,
    /// The slug of the smart link that a scan leads to; null or left out for the landing page.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub smart_link: Option<String>,
    /// What it looks like.
    #[schema(value_type = Object)]
    pub design: Value,
    /// Whether scans carry the label.
    pub active: bool,
}

/// A preset of the library of banners.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PortablePreset {
    /// What it is called, 1-80 characters, by which it is known.
    pub name: String,
    /// What its banner says, shows and plays.
    #[schema(value_type = Object)]
    pub content: Value,
}

/// A member of the team.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PortableMember {
    /// Their address for mail, by which they are known; where several have the same, by their order too.
    pub email: String,
    /// What they are called, 1-80 characters.
    pub name: String,
    /// The tabs that they are restricted to; null for no such restriction.
    #[serde(default)]
    pub tabs: Option<Vec<String>>,
    /// The functions that they are restricted to, by tab; null for no such restriction.
    #[serde(default)]
    pub caps: Option<BTreeMap<String, Vec<String>>>,
}

/// A document to take in.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ImportRequest {
    /// What an export answered, or a part of it.
    pub document: ImportedDocument,
    /// Whether to report only what would become of each row, and change nothing.
    #[serde(default)]
    pub dry_run: bool,
    /// What becomes of a row whose natural name belongs to something else already.
    #[serde(default)]
    pub on_conflict: ImportConflict,
}

/// The rows of a document. Errors of a row are reported in its result.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ImportedDocument {
    /// The version of the form, 1.
    #[schema(minimum = 1, maximum = 1)]
    pub version: u32,
    /// When it was made; not looked at.
    #[serde(default)]
    pub exported_at: Option<String>,
    /// Parts that the export left out; ignored.
    #[serde(default)]
    #[schema(max_items = 100)]
    pub left_out: Vec<String>,
    /// Domains with their drafts, as an export lists them.
    #[serde(default)]
    #[schema(value_type = Vec<Object>, max_items = 100000)]
    pub domains: Vec<FreeObject>,
    /// Smart links, as an export lists them.
    #[serde(default)]
    #[schema(value_type = Vec<Object>, max_items = 100000)]
    pub smartlinks: Vec<FreeObject>,
    /// Printed codes, as an export lists them.
    #[serde(default)]
    #[schema(value_type = Vec<Object>, max_items = 100000)]
    pub qr: Vec<FreeObject>,
    /// Presets of the library, as an export lists them.
    #[serde(default)]
    #[schema(value_type = Vec<Object>, max_items = 100000)]
    pub library: Vec<FreeObject>,
    /// Members of the team, as an export lists them.
    #[serde(default)]
    #[schema(value_type = Vec<Object>, max_items = 100000)]
    pub members: Vec<FreeObject>,
}

/// What becomes of a row whose natural name belongs to something else already. A row that changes nothing is skipped in any case.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ImportConflict {
    /// What exists stays.
    #[default]
    Skip,
    /// What exists becomes what the row says.
    Replace,
    /// The row fails.
    Fail,
}

/// What became of a document.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ImportOut {
    /// Whether nothing was changed, because a dry run was requested.
    pub dry_run: bool,
    /// How many rows were created.
    pub created: usize,
    /// How many rows were replaced.
    pub replaced: usize,
    /// How many rows were skipped.
    pub skipped: usize,
    /// How many rows failed.
    pub failed: usize,
    /// What became of each row, in the order of the document.
    pub results: Vec<ImportResult>,
}

/// What became of a row.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ImportResult {
    /// Its place in the document, such as `domains.0`.
    pub path: String,
    /// The natural name of what it describes; null where it can't be read.
    pub name: Option<String>,
    /// What was done with it.
    pub action: ImportAction,
    /// Why it failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub fault: Option<ImportFault>,
}

/// What was done with a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ImportAction {
    /// It was not there and is now.
    Created,
    /// It was something else.
    Replaced,
    /// It is what the row says already, or stays what it is.
    Skipped,
    /// Nothing was done.
    Failed,
}

/// Why a row failed.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ImportFault {
    /// The code that the operation which makes such a thing answers with.
    pub code: ErrorCode,
    /// A sentence for a person; where a value is wrong it begins with its path in the row.
    pub message: String,
}
