// Written by `cargo xtask sdk` from docs/openapi.json: changes made by hand are lost.

use super::Usage;
use crate::operations::operations;
use crate::types;

operations! {
    Usage:

    /// Show the usage of the plan.
    ///
    /// Domains and uploads, each with the current number and the limit; null is unlimited. Uploaded files count for ever,
    /// because none is deleted.
    fn show() -> json types::PlanUsage {
        UsageShow = GET "/api/admin/usage" as "usage_show";
    }
}
