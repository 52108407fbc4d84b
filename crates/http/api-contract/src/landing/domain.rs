use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

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
    /// What to set at the DNS provider, so that the name leads here: the CNAME record, or all address records where the name is the top
    /// of a zone. Left out where the operator of the service configured no target.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub dns_records: Vec<DnsRecordOut>,
}

/// A DNS record to set.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(example = json!({"type": "CNAME", "name": "links.example.com", "value": "edge.example.net"}))]
pub struct DnsRecordOut {
    /// `CNAME`, `A` or `AAAA`.
    #[serde(rename = "type")]
    pub kind: String,
    /// The name that it is set for.
    pub name: String,
    /// Where it leads.
    pub value: String,
}

/// Whether a domain is provisioned.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum DomainState {
    /// Not yet.
    Pending,
    /// It is.
    Active,
    /// It could not be.
    Failed,
}

/// In which order domains are listed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum DomainSort {
    /// Oldest first.
    #[default]
    CreatedAt,
    /// Newest first.
    CreatedAtDesc,
    /// By their names.
    Hostname,
    /// By their names, backwards.
    HostnameDesc,
    /// By what the owner calls them.
    DisplayName,
    /// By what the owner calls them, backwards.
    DisplayNameDesc,
}

/// Which domains to list.
#[derive(Debug, Clone, Deserialize, ToSchema, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct DomainQuery {
    /// A part of the hostname or of the display name, whatever the case.
    #[serde(default)]
    #[schema(max_length = 100)]
    #[param(max_length = 100)]
    pub search: Option<String>,
    /// Only those in this state.
    #[serde(default)]
    #[param(inline)]
    pub state: Option<DomainState>,
    /// `created_at` by default.
    #[serde(default)]
    #[param(inline)]
    pub sort: Option<DomainSort>,
    /// How many at most; all by default.
    #[serde(default)]
    #[schema(minimum = 1, maximum = 1000)]
    #[param(minimum = 1, maximum = 1000)]
    pub limit: Option<u32>,
    /// Where the part before ended. It is valid only with the `sort` that it was returned for.
    #[serde(default)]
    pub cursor: Option<String>,
}

/// Domains of the owner.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct DomainList {
    /// The domains.
    pub items: Vec<DomainOut>,
    /// With `limit` or `cursor` alone: where the next part begins; null at the end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next_cursor: Option<Option<String>>,
}
