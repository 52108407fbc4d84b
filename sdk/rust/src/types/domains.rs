//! Types of domains.
// Written by `cargo xtask sdk` from docs/openapi.json: changes made by hand are lost.

use crate::words::words;
use serde::{Deserialize, Serialize};

/// A copy of parts of a draft to many domains.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct BulkCopy {
    /// Parts to copy.
    pub parts: Vec<CopyPart>,
    /// The domain whose draft is copied.
    pub source: String,
    /// Target domains, at most 1,000; duplicates count once.
    pub targets: Vec<String>,
}

/// Result of a bulk copy.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct BulkCopyReport {
    /// The parts that were requested.
    pub parts: Vec<CopyPart>,
    /// One entry for each target.
    pub results: Vec<BulkCopyResult>,
    /// The domain whose draft was copied.
    pub source: String,
}

/// Result for one target.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct BulkCopyResult {
    /// Result.
    pub detail: CopyDetail,
    /// The target.
    pub host: String,
    /// Whether the target has the copy.
    pub ok: bool,
}

words! {
    /// Result of copying to one target.
    CopyDetail {
        Copied = "copied",
        CopySameDomain = "copy_same_domain",
        DomainNotFound = "domain_not_found",
        Unavailable = "unavailable",
    }
}

/// The source of a full copy of a draft.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct CopyFrom {
    /// The domain whose draft is copied.
    pub source: String,
}

words! {
    /// Part of a draft that can be copied.
    CopyPart {
        ButtonsSegments = "buttons_segments",
        Bg = "bg",
        Ui = "ui",
        Notification = "notification",
    }
}

/// A DNS record to set.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct DnsRecord {
    /// Name of the record.
    pub name: String,
    /// Type of the record.
    pub r#type: DnsRecordType,
    /// Value of the record.
    pub value: String,
}

words! {
    /// Type of a DNS record.
    DnsRecordType {
        CNAME = "CNAME",
        A = "A",
        AAAA = "AAAA",
    }
}

/// A landing domain.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Domain {
    /// Number of buttons of the draft, over all segments.
    pub button_count: i64,
    /// Time in Unix seconds.
    pub created_at: i64,
    /// Display name.
    pub display_name: String,
    /// Records to set at the DNS provider: the CNAME record, or all address records if the name is the top of a zone.
    /// Left out if the operator configured no target.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dns_records: Option<Vec<DnsRecord>>,
    /// Hostname in canonical form.
    pub hostname: String,
    /// Time of the last provisioning attempt in Unix seconds; null before the first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub infra_attempted_at: Option<i64>,
    /// State of the infrastructure.
    pub infra_state: DomainState,
    /// Cause of the last failed provisioning attempt.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub provisioning_error: Option<String>,
}

/// Domains of the owner.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct DomainList {
    /// The domains.
    pub items: Vec<Domain>,
    /// Cursor of the next page, null on the last page; present only with `limit` or `cursor`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next_cursor: Option<String>,
}

/// A new domain.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct DomainRegister {
    /// Display name, shown on the page.
    pub display_name: String,
    /// Hostname; stored in lower case, without a trailing dot, in ASCII (IDNA).
    pub hostname: String,
}

words! {
    /// Order of the list of domains.
    DomainSort {
        CreatedAt = "created_at",
        CreatedAtDesc = "created_at_desc",
        Hostname = "hostname",
        HostnameDesc = "hostname_desc",
        DisplayName = "display_name",
        DisplayNameDesc = "display_name_desc",
    }
}

words! {
    /// State of a domain's infrastructure.
    DomainState {
        Pending = "pending",
        Active = "active",
        Failed = "failed",
    }
}
