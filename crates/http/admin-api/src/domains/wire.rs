use crate::words;
use deserr::Deserr;
use http_kit::extract::Faults;
use http_kit::wire::Int;
use serde::Serialize;
use utoipa::{IntoParams, ToSchema};
use validator::Validate;

/// A new domain.
#[derive(Debug, Clone, Deserr, ToSchema, Validate)]
#[deserr(error = Faults, deny_unknown_fields)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"hostname": "links.example.com", "display_name": "Example"}))]
pub struct DomainRegister {
    /// Hostname; stored in lower case, without a trailing dot, in ASCII (IDNA).
    #[validate(custom(function = crate::rules::hostname))]
    pub hostname: String,
    /// Display name, shown on the page.
    #[schema(min_length = 1, max_length = 80)]
    #[validate(length(min = 1, max = 80), custom(function = crate::rules::display_name))]
    pub display_name: String,
}

/// A landing domain.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = Domain)]
pub struct DomainOut {
    /// Hostname in canonical form.
    pub hostname: String,
    /// Display name.
    pub display_name: String,
    /// Time in Unix seconds.
    pub created_at: i64,
    /// Number of buttons of the draft, over all segments.
    pub button_count: u32,
    /// State of the infrastructure.
    #[schema(value_type = words::DomainState)]
    pub infra_state: String,
    /// Cause of the last failed provisioning attempt.
    pub provisioning_error: Option<String>,
    /// Time of the last provisioning attempt in Unix seconds; null before the first.
    pub infra_attempted_at: Option<i64>,
    /// Records to set at the DNS provider: the CNAME record, or all address records if the name is the top of a zone.
    /// Left out if the operator configured no target.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub dns_records: Vec<DnsRecordOut>,
}

/// A DNS record to set.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(example = json!({"type": "CNAME", "name": "links.example.com", "value": "edge.example.net"}))]
#[schema(as = DnsRecord)]
pub struct DnsRecordOut {
    /// Type of the record.
    #[serde(rename = "type")]
    #[schema(value_type = words::DnsRecordType)]
    pub kind: String,
    /// Name of the record.
    pub name: String,
    /// Value of the record.
    pub value: String,
}

/// Provisioning state of a domain.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserr)]
#[deserr(error = Faults, rename_all = lowercase)]
pub enum DomainState {
    /// Not provisioned yet.
    Pending,
    /// Provisioned.
    Active,
    /// Provisioning failed.
    Failed,
}

/// Order of the list of domains.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserr, ToSchema)]
#[deserr(error = Faults, rename_all = lowercase)]
#[serde(rename_all = "snake_case")]
pub enum DomainSort {
    /// Oldest first.
    #[default]
    #[deserr(rename = "created_at")]
    CreatedAt,
    /// Newest first.
    #[deserr(rename = "created_at_desc")]
    CreatedAtDesc,
    /// By hostname.
    Hostname,
    /// By hostname, descending.
    #[deserr(rename = "hostname_desc")]
    HostnameDesc,
    /// By display name.
    #[deserr(rename = "display_name")]
    DisplayName,
    /// By display name, descending.
    #[deserr(rename = "display_name_desc")]
    DisplayNameDesc,
}

/// Filters of the list of domains.
#[derive(Debug, Clone, Deserr, IntoParams, Validate)]
#[deserr(error = Faults)]
#[into_params(parameter_in = Query)]
pub struct DomainQuery {
    /// Part of the hostname or display name, ignoring case.
    #[deserr(default)]
    #[param(max_length = 100)]
    #[validate(length(max = 100))]
    pub search: Option<String>,
    /// Only items in this state.
    #[deserr(default)]
    #[param(value_type = Option<words::DomainState>)]
    pub state: Option<DomainState>,
    /// `created_at` by default.
    #[deserr(default)]
    pub sort: Option<DomainSort>,
    /// Maximum number of items; all by default.
    #[deserr(default, from(Option<Int<u32, 1, 1000>>) = Int::optional)]
    #[param(minimum = 1, maximum = 1000)]
    pub limit: Option<u32>,
    /// `next_cursor` of the previous page. Valid only with the same `sort` and filters.
    #[deserr(default)]
    pub cursor: Option<String>,
}

/// Domains of the owner.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct DomainList {
    /// The domains.
    pub items: Vec<DomainOut>,
    /// Cursor of the next page, null on the last page; present only with `limit` or `cursor`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next_cursor: Option<Option<String>>,
}
