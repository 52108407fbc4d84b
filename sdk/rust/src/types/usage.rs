//! Types of usage.
// Written by `cargo xtask sdk` from docs/openapi.json: changes made by hand are lost.

use serde::{Deserialize, Serialize};

/// Usage and limits of an owner.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct UsageOut {
    /// Domains; above the limit, a registration is `domain_cap_reached`.
    pub domains: UsedOut,
    /// Bytes of all uploaded files together.
    pub file_bytes: UsedOut,
    /// Uploaded files, all time; above the limit, an upload is `file_quota_reached`.
    pub files: UsedOut,
    /// The plan: `free`, `pro` or `agency`.
    pub plan: String,
}

/// Current number and limit.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct UsedOut {
    /// Limit; null is unlimited.
    pub allowed: Option<i64>,
    /// Current number.
    pub used: i64,
}
