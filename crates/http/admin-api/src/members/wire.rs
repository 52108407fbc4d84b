//! Members of an owner's team on the wire.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use http_kit::wire::Patch;

/// A new member. Without `tabs` and `caps`, the member has all rights of the owner.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"name": "Ada", "email": "ada@example.com", "tabs": ["landings"]}))]
pub struct MemberCreate {
    /// Name of the member.
    #[schema(min_length = 1, max_length = 80)]
    pub name: String,
    /// E-mail address.
    #[schema(min_length = 3, max_length = 254)]
    pub email: String,
    /// Tabs that the member is restricted to.
    #[serde(default)]
    #[schema(min_items = 1)]
    pub tabs: Option<Vec<String>>,
    /// Functions that the member is restricted to, by tab.
    #[serde(default)]
    pub caps: Option<BTreeMap<String, Vec<String>>>,
}

/// A partial change of a member. Only given fields change; null removes a restriction.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct MemberUpdate {
    /// New name.
    #[serde(default)]
    #[schema(min_length = 1, max_length = 80, nullable = false)]
    pub name: Option<String>,
    /// New e-mail address.
    #[serde(default)]
    #[schema(min_length = 3, max_length = 254, nullable = false)]
    pub email: Option<String>,
    /// New tabs, or null for no restriction.
    #[serde(default)]
    #[schema(value_type = Option<Vec<String>>, min_items = 1)]
    pub tabs: Patch<Vec<String>>,
    /// New functions by tab, or null for no restriction.
    #[serde(default)]
    #[schema(value_type = Option<BTreeMap<String, Vec<String>>>)]
    pub caps: Patch<BTreeMap<String, Vec<String>>>,
}

/// A member.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct MemberOut {
    /// Number of the member.
    pub id: i64,
    /// Name of the member.
    pub name: String,
    /// E-mail address.
    pub email: String,
    /// Tabs that the rights are restricted to; null for no restriction.
    #[schema(required)]
    pub tabs: Option<Vec<String>>,
    /// Functions that the rights are restricted to, by tab; null for no restriction.
    #[schema(required)]
    pub caps: Option<BTreeMap<String, Vec<String>>>,
    /// Creation time in Unix seconds.
    pub created_at: i64,
}

/// The members, oldest first.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct MemberList {
    /// The members.
    pub items: Vec<MemberOut>,
    /// Cursor of the next page; null on the last page.
    #[schema(required)]
    pub next_cursor: Option<String>,
}
