//! Types of usage.
// Written by `cargo xtask sdk` from docs/openapi.json: changes made by hand are lost.

use crate::words::words;
use serde::{Deserialize, Serialize};

words! {
    /// Plan of an owner.
    Plan {
        Free = "free",
        Pro = "pro",
        Agency = "agency",
    }
}

/// Usage and limits of an owner.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct PlanUsage {
    /// Domains; above the limit, a registration is `domain_cap_reached`.
    pub domains: UsedOfLimit,
    /// Bytes of all uploaded files together.
    pub file_bytes: UsedOfLimit,
    /// Uploaded files, all time; above the limit, an upload is `file_quota_reached`.
    pub files: UsedOfLimit,
    /// Plan.
    pub plan: Plan,
}

/// Current number and limit.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct UsedOfLimit {
    /// Limit; null is unlimited.
    pub allowed: Option<i64>,
    /// Current number.
    pub used: i64,
}
