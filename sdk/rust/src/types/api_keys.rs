//! Types of api keys.
// Written by `cargo xtask sdk` from docs/openapi.json: changes made by hand are lost.

use crate::patch::Patch;
use crate::secret::Secret;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The keys that open something now, oldest first.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct KeyList {
    /// The keys.
    pub items: Vec<KeyListItem>,
    /// Where the next page begins; null at the end.
    pub next_cursor: Option<String>,
}

/// A key in the list.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct KeyListItem {
    /// When it ends, in Unix seconds; null for a lasting key.
    pub expires_at: Option<i64>,
    /// When it was last used, in Unix seconds, to about a minute; null for never.
    pub last_used_at: Option<i64>,
    /// What it is called.
    pub name: String,
    /// The middle part of its token.
    pub prefix: String,
    /// `read`, `write`.
    pub scopes: Vec<String>,
}

/// A key to be made. What is left out comes from the calling key.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct KeyMint {
    /// The functions that it is restricted to, by tab.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub caps: Option<BTreeMap<String, Vec<String>>>,
    /// When it ends, in Unix seconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expires_at: Option<i64>,
    /// The member on whose behalf it acts; with the owner's own keys only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub member_id: Option<i64>,
    /// What to call it.
    pub name: String,
    /// `read`, `write`; both when left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scopes: Option<Vec<String>>,
    /// The tabs that it is restricted to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tabs: Option<Vec<String>>,
}

/// How a key is replaced.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct KeyRotate {
    /// How long the old token lives on, at most a week and never past its own end; 0 by default.
    #[serde(default, skip_serializing_if = "Patch::is_keep")]
    pub overlap_seconds: Patch<i64>,
}

/// A key that was just made.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct MintedKey {
    /// The functions that it is restricted to, by tab.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub caps: Option<BTreeMap<String, Vec<String>>>,
    /// When it was made, in Unix seconds.
    pub created_at: i64,
    /// When it ends, in Unix seconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expires_at: Option<i64>,
    /// Its number.
    pub id: i64,
    /// The member on whose behalf it acts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub member_id: Option<i64>,
    /// What it is called.
    pub name: String,
    /// The middle part of the token.
    pub prefix: String,
    /// `read`, `write`.
    pub scopes: Vec<String>,
    /// The tabs that it is restricted to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tabs: Option<Vec<String>>,
    /// The whole token, this once; absent when the answer is repeated.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub token: Option<Secret>,
}
