// Written by `cargo xtask sdk` from docs/openapi.json: changes made by hand are lost.

use super::Usage;
use crate::operations::operations;
use crate::types;

operations! {
    Usage:

    /// Show what is used of the plan.
    ///
    /// Domains and uploads, each with what there is and what is allowed.
    fn show() -> json types::UsageOut {
        UsageShow = GET "/api/admin/usage" as "usage_show";
    }
}
