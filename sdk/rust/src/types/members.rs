//! Types of members.
// Written by `cargo xtask sdk` from docs/openapi.json: changes made by hand are lost.

use crate::patch::Patch;
use crate::types::Tab;
use crate::types::TabFunction;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A member.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Member {
    /// Functions that the rights are restricted to, by tab; null for no restriction.
    pub caps: Option<BTreeMap<Tab, Vec<TabFunction>>>,
    /// Creation time in Unix seconds.
    pub created_at: i64,
    /// E-mail address.
    pub email: String,
    /// Number of the member.
    pub id: i64,
    /// Name of the member.
    pub name: String,
    /// Tabs that the rights are restricted to; null for no restriction.
    pub tabs: Option<Vec<Tab>>,
}

/// A new member. Without `tabs` and `caps`, the member has all rights of the owner.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct MemberCreate {
    /// Functions that the member is restricted to, by tab.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub caps: Option<BTreeMap<Tab, Vec<TabFunction>>>,
    /// E-mail address.
    pub email: String,
    /// Name of the member.
    pub name: String,
    /// Tabs that the member is restricted to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tabs: Option<Vec<Tab>>,
}

/// The members, oldest first.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct MemberList {
    /// The members.
    pub items: Vec<Member>,
    /// Cursor of the next page; null on the last page.
    pub next_cursor: Option<String>,
}

/// A partial change of a member. Only given fields change; null removes a restriction.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct MemberUpdate {
    /// New functions by tab, or null for no restriction.
    #[serde(default, skip_serializing_if = "Patch::is_keep")]
    pub caps: Patch<BTreeMap<Tab, Vec<TabFunction>>>,
    /// New e-mail address.
    #[serde(default, skip_serializing_if = "Patch::is_keep")]
    pub email: Patch<String>,
    /// New name.
    #[serde(default, skip_serializing_if = "Patch::is_keep")]
    pub name: Patch<String>,
    /// New tabs, or null for no restriction.
    #[serde(default, skip_serializing_if = "Patch::is_keep")]
    pub tabs: Patch<Vec<Tab>>,
}
