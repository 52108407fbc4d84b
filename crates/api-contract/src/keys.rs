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
