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
