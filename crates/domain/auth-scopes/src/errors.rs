use kernel::{StoreError, ValidationErrors};

/// Why keys were not shown or changed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum KeyError {
    /// A word that is no scope.
    #[error("{0:?} is not a scope; scopes are read and write")]
    InvalidScope(String),
    /// The key would be, or is, stronger than the caller's.
    #[error("a key can't have more rights than the calling key")]
    ScopeEscalation,
    /// The key that is acted on, or the member that a key is minted for, may do more than the caller.
    #[error("the key or its member may do more than the calling key")]
    BeyondOwnRights,
    /// The key that is acted on is the owner's first key.
    #[error("the owner's first key can only be revoked or rotated by itself, or with `funnel key revoke`")]
    FirstKey,
    /// The owner has no such key, or no longer.
    #[error("there is no such key")]
    NotFound,
    /// The owner has no such member.
    #[error("there is no such member")]
    MemberNotFound,
    /// There is no such owner; on the command line only.
    #[error("there is no such owner")]
    OwnerNotFound,
    /// Values that break rules.
    #[error(transparent)]
    ValidationErrors(#[from] ValidationErrors),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Why members were not shown or changed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum MemberError {
    /// The owner has no such member, or no longer.
    #[error("there is no such member")]
    NotFound,
    /// The member would be given more than the caller may do; the `scope_escalation` of the wire.
    #[error("a member can't have more rights than the calling key")]
    Escalation,
    /// The member that is acted on may do more than the caller.
    #[error("a member who may do more than the calling key can't be changed or removed")]
    BeyondOwnRights,
    /// Values that break rules.
    #[error(transparent)]
    ValidationErrors(#[from] ValidationErrors),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}
