//! Types of members.
// Written by `cargo xtask sdk` from docs/openapi.json: changes made by hand are lost.

use crate::patch::Patch;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A member to be added. Without `tabs` and `caps` they have every right of the owner.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct MemberCreate {
    /// The functions that they are restricted to, by tab.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub caps: Option<BTreeMap<String, Vec<String>>>,
    /// Their address for mail.
    pub email: String,
    /// What they are called.
    pub name: String,
    /// The tabs that they are restricted to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tabs: Option<Vec<String>>,
}

/// The members, oldest first.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct MemberList {
    /// The members.
    pub items: Vec<MemberOut>,
    /// Where the next page begins; null at the end.
    pub next_cursor: Option<String>,
}

/// A member.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct MemberOut {
    /// The functions that they are restricted to, by tab; null for no such restriction.
    pub caps: Option<BTreeMap<String, Vec<String>>>,
    /// When they were added, in Unix seconds.
    pub created_at: i64,
    /// Their address for mail.
    pub email: String,
    /// Their number.
    pub id: i64,
    /// What they are called.
    pub name: String,
    /// The tabs that they are restricted to; null for no such restriction.
    pub tabs: Option<Vec<String>>,
}

/// A partial change of a member: only the fields that are there change; null lifts a restriction.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct MemberUpdate {
    /// Other functions by tab, or none.
    #[serde(default, skip_serializing_if = "Patch::is_keep")]
    pub caps: Patch<BTreeMap<String, Vec<String>>>,
    /// Another address.
    #[serde(default, skip_serializing_if = "Patch::is_keep")]
    pub email: Patch<String>,
    /// Another name.
    #[serde(default, skip_serializing_if = "Patch::is_keep")]
    pub name: Patch<String>,
    /// Other tabs, or none.
    #[serde(default, skip_serializing_if = "Patch::is_keep")]
    pub tabs: Patch<Vec<String>>,
}
