//! Members of an owner's team on the wire.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::Patch;

/// A member to be added. Without `tabs` and `caps` they have every right of the owner.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"name": "Ada", "email": "ada@example.com", "tabs": ["landings"]}))]
pub struct MemberCreate {
    /// What they are called.
    #[schema(min_length = 1, max_length = 80)]
    pub name: String,
    /// Their address for mail.
    #[schema(min_length = 3, max_length = 254)]
    pub email: String,
    /// The tabs that they are restricted to.
    #[serde(default)]
    #[schema(min_items = 1)]
    pub tabs: Option<Vec<String>>,
    /// The functions that they are restricted to, by tab.
    #[serde(default)]
    pub caps: Option<BTreeMap<String, Vec<String>>>,
}

/// A partial change of a member: only the fields that are there change; null lifts a restriction.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct MemberUpdate {
    /// Another name.
    #[serde(default)]
    #[schema(min_length = 1, max_length = 80, nullable = false)]
    pub name: Option<String>,
    /// Another address.
    #[serde(default)]
    #[schema(min_length = 3, max_length = 254, nullable = false)]
    pub email: Option<String>,
    /// Other tabs, or none.
    #[serde(default)]
    #[schema(value_type = Option<Vec<String>>, min_items = 1)]
    pub tabs: Patch<Vec<String>>,
    /// Other functions by tab, or none.
    #[serde(default)]
    #[schema(value_type = Option<BTreeMap<String, Vec<String>>>)]
    pub caps: Patch<BTreeMap<String, Vec<String>>>,
}

/// A member.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct MemberOut {
    /// Their number.
    pub id: i64,
    /// What they are called.
    pub name: String,
    /// Their address for mail.
    pub email: String,
    /// The tabs that they are restricted to; null for no such restriction.
    #[schema(required)]
    pub tabs: Option<Vec<String>>,
    /// The functions that they are restricted to, by tab; null for no such restriction.
    #[schema(required)]
    pub caps: Option<BTreeMap<String, Vec<String>>>,
    /// When they were added, in Unix seconds.
    pub created_at: i64,
}

/// The members, oldest first.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct MemberList {
    /// The members.
    pub items: Vec<MemberOut>,
    /// Where the next page begins; null at the end.
    #[schema(required)]
    pub next_cursor: Option<String>,
}
