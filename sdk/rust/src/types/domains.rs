//! Types of domains.
// Written by `cargo xtask sdk` from docs/openapi.json: changes made by hand are lost.

use serde::{Deserialize, Serialize};

/// A copy of parts of a draft to many domains.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct BulkCopy {
    /// Any of `buttons_segments`, `bg`, `ui`, `notification`.
    pub parts: Vec<String>,
    /// The domain whose draft is copied.
    pub source: String,
    /// The domains that get the copy, at most 1,000; one named twice is done once.
    pub targets: Vec<String>,
}

/// What became of a bulk copy.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct BulkCopyOut {
    /// The parts that were requested.
    pub parts: Vec<String>,
    /// One entry for each target.
    pub results: Vec<BulkCopyResult>,
    /// The domain whose draft was copied.
    pub source: String,
}

/// What became of one target.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct BulkCopyResult {
    /// `copied`, `domain_not_found` or `copy_same_domain`.
    pub detail: String,
    /// The target.
    pub host: String,
    /// Whether it has the copy now.
    pub ok: bool,
}

/// The source of a full copy of a draft.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct CopyFrom {
    /// The domain whose draft is copied.
    pub source: String,
}

/// A DNS record to set.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct DnsRecordOut {
    /// The name that it is set for.
    pub name: String,
    /// `CNAME`, `A` or `AAAA`.
    pub r#type: String,
    /// Where it leads.
    pub value: String,
}

/// Domains of the owner.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct DomainList {
    /// The domains.
    pub items: Vec<DomainOut>,
    /// With `limit` or `cursor` alone: where the next part begins; null at the end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next_cursor: Option<String>,
}

/// A landing domain.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct DomainOut {
    /// Buttons of the draft, over all segments.
    pub button_count: i64,
    /// Unix seconds.
    pub created_at: i64,
    /// What the owner calls it.
    pub display_name: String,
    /// What to set at the DNS provider, so that the name leads here: the CNAME record, or all address records where the name is the top
    /// of a zone. Left out where the operator of the service configured no target.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dns_records: Option<Vec<DnsRecordOut>>,
    /// The public name in its canonical form.
    pub hostname: String,
    /// Unix seconds of the last attempt to provision it; null before the first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub infra_attempted_at: Option<i64>,
    /// `pending`, `active` or `failed`.
    pub infra_state: String,
    /// Why the last attempt to provision it failed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub provisioning_error: Option<String>,
}

/// A domain to be registered.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct DomainRegister {
    /// What the owner calls it; shown on the page.
    pub display_name: String,
    /// The public name; taken lower case, without a trailing dot, in ASCII (IDNA).
    pub hostname: String,
}
