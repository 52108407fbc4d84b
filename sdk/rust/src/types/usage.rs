//! Types of usage.
// Written by `cargo xtask sdk` from docs/openapi.json: changes made by hand are lost.

use serde::{Deserialize, Serialize};

/// What an owner uses of what they may have.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct UsageOut {
    /// Domains; beyond the cap, a registration is `domain_cap_reached`.
    pub domains: UsedOut,
    /// Bytes of all uploaded files together.
    pub file_bytes: UsedOut,
    /// Uploaded files, of all time; beyond the quota, an upload is `file_quota_reached`.
    pub files: UsedOut,
    /// The plan: `free`, `pro` or `agency`.
    pub plan: String,
}

/// How much there is, and how much there may be.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct UsedOut {
    /// What there may be; null where it is not limited.
    pub allowed: Option<i64>,
    /// What there is.
    pub used: i64,
}
