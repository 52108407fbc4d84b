//! API keys on the wire.

use deserr::Deserr;
use http_kit::wire::{Int, Named, ShownOnce};
use std::collections::BTreeMap;

use crate::words;
use http_kit::extract::Faults;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use validator::Validate;

/// Current rights of the calling key.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct EffectiveRights {
    /// Scopes of the key.
    #[schema(value_type = Vec<words::Scope>)]
    pub scopes: Vec<String>,
    /// Allowed functions by tab, within the restrictions of the key and its member.
    #[schema(value_type = BTreeMap<words::Tab, Vec<words::TabFunction>>)]
    pub functions: BTreeMap<String, Vec<String>>,
    /// End in Unix seconds; null for a key without an end.
    #[schema(required)]
    pub expires_at: Option<i64>,
    /// Currency of all sums (ISO 4217): the currency of the owner's first account.
    pub currency: String,
    /// Opaque name of the owner, the same for all keys of the owner and unique. It changes when the operator changes
    /// the secret key of the service.
    pub workspace: String,
}

/// A new key with its token.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct MintedKey {
    /// Number of the key.
    pub id: i64,
    /// Name.
    pub name: String,
    /// Middle part of the token.
    pub prefix: String,
    /// Token, shown once; absent in a repeated response.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(format = Password)]
    pub token: Option<String>,
    /// Scopes.
    #[schema(value_type = Vec<words::Scope>)]
    pub scopes: Vec<String>,
    /// Creation time in Unix seconds.
    pub created_at: i64,
    /// Tabs that the key is restricted to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Vec<words::Tab>>)]
    pub tabs: Option<Vec<String>>,
    /// Functions that the key is restricted to, by tab.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<BTreeMap<words::Tab, Vec<words::TabFunction>>>)]
    pub caps: Option<BTreeMap<String, Vec<String>>>,
    /// End in Unix seconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expires_at: Option<i64>,
    /// Member whom the key belongs to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub member_id: Option<i64>,
}

/// A new key. A field that is left out takes the value of the calling key.
#[derive(Debug, Clone, Deserr, ToSchema, Validate)]
#[deserr(error = Faults, deny_unknown_fields)]
#[validate(schema(function = crate::rules::restriction_of_key, skip_on_field_errors = false))]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"name": "dashboard", "scopes": ["read"]}))]
pub struct KeyMint {
    /// Name of the key.
    #[schema(min_length = 1, max_length = 80)]
    #[validate(length(min = 1, max = 80), custom(function = crate::rules::key_name))]
    pub name: String,
    /// Scopes; both when left out.
    #[deserr(default)]
    #[schema(value_type = Option<Vec<words::Scope>>, min_items = 1)]
    #[validate(length(min = 1), custom(function = crate::rules::scopes))]
    pub scopes: Option<Vec<String>>,
    /// Tabs that the key is restricted to.
    #[deserr(default)]
    #[schema(value_type = Option<Vec<words::Tab>>, min_items = 1)]
    #[validate(length(min = 1), custom(function = crate::rules::tabs))]
    pub tabs: Option<Vec<String>>,
    /// Functions that the key is restricted to, by tab.
    #[deserr(default, from(Option<Named<Vec<String>>>) = Named::optional)]
    #[schema(value_type = Option<BTreeMap<words::Tab, Vec<words::TabFunction>>>)]
    #[validate(custom(function = crate::rules::caps))]
    pub caps: Option<BTreeMap<String, Vec<String>>>,
    /// End in Unix seconds.
    #[deserr(default)]
    #[validate(custom(function = crate::rules::key_expiry))]
    pub expires_at: Option<i64>,
    /// Member whom the key belongs to; only keys of the owner may set it.
    #[deserr(default)]
    pub member_id: Option<i64>,
}

/// Rotation of a key.
#[derive(Debug, Clone, Default, Deserr, ToSchema, Validate)]
#[deserr(error = Faults, deny_unknown_fields)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"overlap_seconds": 3600}))]
pub struct KeyRotate {
    /// Seconds for which the old token stays valid, at most a week and never past its end; 0 by default.
    #[deserr(default, from(Option<Int<i64, 0, 604800>>) = Int::optional)]
    #[schema(minimum = 0, maximum = 604800)]
    pub overlap_seconds: Option<i64>,
}

/// A key in the list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct KeyListItem {
    /// Middle part of the token.
    pub prefix: String,
    /// Name.
    pub name: String,
    /// Scopes.
    #[schema(value_type = Vec<words::Scope>)]
    pub scopes: Vec<String>,
    /// Time of the last use in Unix seconds, exact to about a minute; null for never.
    #[schema(required)]
    pub last_used_at: Option<i64>,
}

/// A key without its token.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = ApiKey)]
pub struct KeyOut {
    /// The number of the key.
    pub id: i64,
    /// Middle part of the token.
    pub prefix: String,
    /// The name of the key.
    pub name: String,
    /// Scopes.
    #[schema(value_type = Vec<words::Scope>)]
    pub scopes: Vec<String>,
    /// The tabs that the key is restricted to; null for all.
    #[schema(value_type = Option<Vec<words::Tab>>, required)]
    pub tabs: Option<Vec<String>>,
    /// The functions that the key is restricted to, by tab; null for all.
    #[schema(value_type = Option<BTreeMap<words::Tab, Vec<words::TabFunction>>>, required)]
    pub caps: Option<BTreeMap<String, Vec<String>>>,
    /// The member on whose behalf the key acts; null for the owner.
    #[schema(required)]
    pub member_id: Option<i64>,
    /// Creation time, in Unix seconds.
    pub created_at: i64,
    /// Time of the last use, in Unix seconds, to about a minute; null for never.
    #[schema(required)]
    pub last_used_at: Option<i64>,
    /// End of the key, in Unix seconds; null for a lasting key.
    #[schema(required)]
    pub expires_at: Option<i64>,
}

/// The currently valid keys, oldest first.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct KeyList {
    /// The keys.
    pub items: Vec<KeyListItem>,
    /// Cursor of the next page; null on the last page.
    #[schema(required)]
    pub next_cursor: Option<String>,
}

impl ShownOnce for MintedKey {
    type Rest = Self;

    fn rest(&self) -> Self {
        Self { token: None, ..self.clone() }
    }
}

impl KeyMint {
    /// Creates a body without restrictions.
    pub fn expiring(name: &str, expires_at: i64) -> Self {
        Self {
            name: name.to_owned(),
            scopes: None,
            tabs: None,
            caps: None,
            expires_at: Some(expires_at),
            member_id: None,
        }
    }
}
