//! Types of sessions.
// Written by `cargo xtask sdk` from docs/openapi.json: changes made by hand are lost.

use crate::patch::Patch;
use crate::types::EffectiveRights;
use serde::{Deserialize, Serialize};

/// A session of the calling key.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Session {
    /// Family of the browser; null if unknown.
    pub browser: Option<String>,
    /// Time of the sign-in, in Unix seconds.
    pub created_at: i64,
    /// End of the session, however often it is used, in Unix seconds.
    pub expires_at: i64,
    /// Id of the session.
    pub id: String,
    /// Time of the last request, in Unix seconds, to a minute.
    pub last_seen_at: i64,
}

/// A sign-in.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct SessionCreate {
    /// Family of the browser, for the list of sessions.
    #[serde(default, skip_serializing_if = "Patch::is_keep")]
    pub browser: Patch<String>,
}

/// Sessions of the calling key, most recently used first.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct SessionList {
    /// The sessions, at most 50.
    pub items: Vec<Session>,
}

/// A session with the rights of its key.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct SessionShown {
    /// Rights of the calling key right now.
    pub rights: EffectiveRights,
    /// The session.
    pub session: Session,
}
