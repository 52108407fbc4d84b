//! How much of what is limited an owner uses.

use serde::Serialize;
use utoipa::ToSchema;

/// What an owner uses of what they may have.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(example = json!({"plan": "pro", "domains": {"used": 3, "allowed": 25}, "files": {"used": 12, "allowed": 10000},
    "file_bytes": {"used": 4194304, "allowed": 2_147_483_648_u64}}))]
pub struct UsageOut {
    /// The plan: `free`, `pro` or `agency`.
    pub plan: String,
    /// Domains; beyond the cap, a registration is `domain_cap_reached`.
    pub domains: UsedOut,
    /// Uploaded files, of all time; beyond the quota, an upload is `file_quota_reached`.
    pub files: UsedOut,
    /// Bytes of all uploaded files together.
    pub file_bytes: UsedOut,
}

/// How much there is, and how much there may be.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
pub struct UsedOut {
    /// What there is.
    #[schema(minimum = 0)]
    pub used: u64,
    /// What there may be; null where it is not limited.
    #[schema(required, minimum = 0)]
    pub allowed: Option<u64>,
}
