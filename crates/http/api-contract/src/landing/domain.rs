use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A domain to be registered.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"hostname": "links.example.com", "display_name": "Example"}))]
pub struct DomainRegister {
    /// The public name; taken lower case, without a trailing dot, in ASCII (IDNA).
    pub hostname: String,
    /// What the owner calls it; shown on the page.
    #[schema(min_length = 1, max_length = 80)]
    pub display_name: String,
}

/// A landing domain.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct DomainOut {
    /// The public name in its canonical form.
    pub hostname: String,
    /// What the owner calls it.
    pub display_name: String,
    /// Unix seconds.
    pub created_at: i64,
    /// Buttons of the draft, over all segments.
    pub button_count: u32,
    /// `pending`, `active` or `failed`.
    pub infra_state: String,
    /// Why the last attempt to provision it failed.
    pub provisioning_error: Option<String>,
    /// Unix seconds of the last attempt to provision it; null before the first.
    pub infra_attempted_at: Option<i64>,
}

/// All domains of the owner, oldest first.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct DomainList {
    /// The domains.
    pub items: Vec<DomainOut>,
}
