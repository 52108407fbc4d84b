//! Types of api keys.
// Written by `cargo xtask sdk` from docs/openapi.json: changes made by hand are lost.

use crate::patch::Patch;
use crate::secret::Secret;
use crate::types::Scope;
use crate::types::Tab;
use crate::types::TabFunction;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A key without its token.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ApiKey {
    /// The functions that the key is restricted to, by tab; null for all.
    pub caps: Option<BTreeMap<Tab, Vec<TabFunction>>>,
    /// Creation time, in Unix seconds.
    pub created_at: i64,
    /// End of the key, in Unix seconds; null for a lasting key.
    pub expires_at: Option<i64>,
    /// The number of the key.
    pub id: i64,
    /// Time of the last use, in Unix seconds, to about a minute; null for never.
    pub last_used_at: Option<i64>,
    /// The member on whose behalf the key acts; null for the owner.
    pub member_id: Option<i64>,
    /// The name of the key.
    pub name: String,
    /// Middle part of the token.
    pub prefix: String,
    /// Scopes.
    pub scopes: Vec<Scope>,
    /// The tabs that the key is restricted to; null for all.
    pub tabs: Option<Vec<Tab>>,
}

/// The currently valid keys, oldest first.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct KeyList {
    /// The keys.
    pub items: Vec<KeyListItem>,
    /// Cursor of the next page; null on the last page.
    pub next_cursor: Option<String>,
}

/// A key in the list.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct KeyListItem {
    /// Time of the last use in Unix seconds, exact to about a minute; null for never.
    pub last_used_at: Option<i64>,
    /// Name.
    pub name: String,
    /// Middle part of the token.
    pub prefix: String,
    /// Scopes.
    pub scopes: Vec<Scope>,
}

/// A new key. A field that is left out takes the value of the calling key.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct KeyMint {
    /// Functions that the key is restricted to, by tab.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub caps: Option<BTreeMap<Tab, Vec<TabFunction>>>,
    /// End in Unix seconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expires_at: Option<i64>,
    /// Member whom the key belongs to; only keys of the owner may set it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub member_id: Option<i64>,
    /// Name of the key.
    pub name: String,
    /// Scopes; both when left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scopes: Option<Vec<Scope>>,
    /// Tabs that the key is restricted to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tabs: Option<Vec<Tab>>,
}

/// Rotation of a key.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct KeyRotate {
    /// Seconds for which the old token stays valid, at most a week and never past its end; 0 by default.
    #[serde(default, skip_serializing_if = "Patch::is_keep")]
    pub overlap_seconds: Patch<i64>,
}

/// A new key with its token.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct MintedKey {
    /// Functions that the key is restricted to, by tab.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub caps: Option<BTreeMap<Tab, Vec<TabFunction>>>,
    /// Creation time in Unix seconds.
    pub created_at: i64,
    /// End in Unix seconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expires_at: Option<i64>,
    /// Number of the key.
    pub id: i64,
    /// Member whom the key belongs to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub member_id: Option<i64>,
    /// Name.
    pub name: String,
    /// Middle part of the token.
    pub prefix: String,
    /// Scopes.
    pub scopes: Vec<Scope>,
    /// Tabs that the key is restricted to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tabs: Option<Vec<Tab>>,
    /// Token, shown once; absent in a repeated response.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub token: Option<Secret>,
}
