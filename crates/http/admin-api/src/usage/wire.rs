//! Usage and limits of an owner.

use crate::words;
use serde::Serialize;
use utoipa::ToSchema;

/// Usage and limits of an owner.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(example = json!({"plan": "pro", "domains": {"used": 3, "allowed": 25}, "files": {"used": 12, "allowed": 10000},
    "file_bytes": {"used": 4194304, "allowed": 2_147_483_648_u64}}))]
#[schema(as = PlanUsage)]
pub struct UsageOut {
    /// Plan.
    #[schema(value_type = words::Plan)]
    pub plan: String,
    /// Domains; above the limit, a registration is `domain_cap_reached`.
    pub domains: UsedOut,
    /// Uploaded files, all time; above the limit, an upload is `file_quota_reached`.
    pub files: UsedOut,
    /// Bytes of all uploaded files together.
    pub file_bytes: UsedOut,
}

/// Current number and limit.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[schema(as = UsedOfLimit)]
pub struct UsedOut {
    /// Current number.
    #[schema(minimum = 0)]
    pub used: u64,
    /// Limit; null is unlimited.
    #[schema(required, minimum = 0)]
    pub allowed: Option<u64>,
}
