//! API keys on the wire.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// What the calling key may do right now.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct EffectiveRights {
    /// The scopes of the key: `read`, `write`.
    pub scopes: Vec<String>,
    /// The functions that it may call, by tab, after its restriction and those of the member behind it.
    pub functions: BTreeMap<String, Vec<String>>,
    /// When it ends, in Unix seconds; null for a lasting key.
    #[schema(required)]
    pub expires_at: Option<i64>,
    /// The currency of all sums of money by ISO 4217: that of the owner's first account.
    pub currency: String,
    /// Opaque name of the owner: the same for all keys of one owner, and no two owners share it. It changes when the operator changes the
    /// secret key of the service.
    pub workspace: String,
}

/// A key that was just made.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct MintedKey {
    /// Its number.
    pub id: i64,
    /// What it is called.
    pub name: String,
    /// The middle part of the token.
    pub prefix: String,
    /// The whole token, this once; absent when the answer is repeated.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(format = Password)]
    pub token: Option<String>,
    /// `read`, `write`.
    pub scopes: Vec<String>,
    /// When it was made, in Unix seconds.
    pub created_at: i64,
    /// The tabs that it is restricted to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tabs: Option<Vec<String>>,
    /// The functions that it is restricted to, by tab.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub caps: Option<BTreeMap<String, Vec<String>>>,
    /// When it ends, in Unix seconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expires_at: Option<i64>,
    /// The member on whose behalf it acts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub member_id: Option<i64>,
}

/// A key to be made. What is left out comes from the calling key.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"name": "dashboard", "scopes": ["read"]}))]
pub struct KeyMint {
    /// What to call it.
    #[schema(min_length = 1, max_length = 80)]
    pub name: String,
    /// `read`, `write`; both when left out.
    #[serde(default)]
    #[schema(min_items = 1)]
    pub scopes: Option<Vec<String>>,
    /// The tabs that it is restricted to.
    #[serde(default)]
    #[schema(min_items = 1)]
    pub tabs: Option<Vec<String>>,
    /// The functions that it is restricted to, by tab.
    #[serde(default)]
    pub caps: Option<BTreeMap<String, Vec<String>>>,
    /// When it ends, in Unix seconds.
    #[serde(default)]
    pub expires_at: Option<i64>,
    /// The member on whose behalf it acts; with the owner's own keys only.
    #[serde(default)]
    pub member_id: Option<i64>,
}

/// How a key is replaced.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"overlap_seconds": 3600}))]
pub struct KeyRotate {
    /// How long the old token lives on, at most a week and never past its own end; 0 by default.
    #[serde(default)]
    #[schema(minimum = 0, maximum = 604800)]
    pub overlap_seconds: Option<i64>,
}

/// A key in the list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct KeyListItem {
    /// The middle part of its token.
    pub prefix: String,
    /// What it is called.
    pub name: String,
    /// `read`, `write`.
    pub scopes: Vec<String>,
    /// When it was last used, in Unix seconds, to about a minute; null for never.
    #[schema(required)]
    pub last_used_at: Option<i64>,
    /// When it ends, in Unix seconds; null for a lasting key.
    #[schema(required)]
    pub expires_at: Option<i64>,
}

/// The keys that open something now, oldest first.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct KeyList {
    /// The keys.
    pub items: Vec<KeyListItem>,
    /// Where the next page begins; null at the end.
    #[schema(required)]
    pub next_cursor: Option<String>,
}
