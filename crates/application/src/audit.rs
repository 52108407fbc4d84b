//! Audit log: actor, time, old state and new state of every change.

mod action;
mod difference;
mod query;

use async_trait::async_trait;
use auth_scopes::{Right, Rights};
use kernel::{OwnerId, StoreError, UnixTime};
use serde_json::Value;

pub use self::action::{Action, Kind, Subject};
pub use self::difference::{changed, difference};
pub use self::query::{AskedAction, AskedActor, AuditQuery};

/// Retention of entries, in days.
pub const KEPT_DAYS: i64 = 400;

/// Actor of a change.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct AuditActor {
    /// Public part of the key; `None` on the command line.
    pub key_prefix: Option<String>,
    /// Member who held the key; `None` for the owner.
    pub member_id: Option<i64>,
    /// Whether an operator used the command line.
    pub cli: bool,
}

/// Audit entry of one change.
#[derive(Debug, Clone, PartialEq)]
pub struct AuditEntry {
    /// Number of the entry; later entries have higher numbers.
    pub id: i64,
    /// Time of the change.
    pub at: UnixTime,
    /// Actor of the change.
    pub actor: AuditActor,
    /// Action, such as `landing.publish`. A text, because a newer release may have written the entry.
    pub action: String,
    /// Type of the changed object, such as `domain`.
    pub subject_type: String,
    /// Id of the changed object.
    pub subject_id: String,
    /// Id of the request that made the change.
    pub request_id: Option<String>,
    /// Changed values before the change; `None` for a new object.
    pub before: Option<Value>,
    /// Changed values after the change; `None` for a deleted object.
    pub after: Option<Value>,
}

impl AuditEntry {
    /// Returns the entry for a reader with these rights. Removes the values if the reader may not see the changed
    /// object. Values of an unknown kind of action need the right to see keys, as the log itself does.
    #[must_use]
    pub fn shown_to(self, rights: Rights) -> Self {
        let needed = Kind::of(&self.action).map_or(Right::KeysView, Kind::right_to_see);
        if rights.contains(needed) { self } else { Self { before: None, after: None, ..self } }
    }
}

/// Audit log. Only changes themselves write entries.
#[async_trait]
pub trait AuditLog: Send + Sync {
    /// Lists at most `limit` entries of the owner, newest first. Entries of other owners MUST look absent.
    async fn list(
        &self,
        owner: OwnerId,
        query: &AuditQuery,
        limit: u32,
    ) -> Result<Vec<AuditEntry>, StoreError>;

    /// Deletes a bounded number of entries older than `before`, for all owners. Returns the number of deleted entries.
    async fn purge(&self, before: UnixTime) -> Result<u64, StoreError>;
}

#[cfg(test)]
mod tests;
