use kernel::{StoreError, ValidationErrors};

/// Reason why keys were not shown or changed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum KeyError {
    /// The word is not a scope.
    #[error("{0:?} is not a scope; scopes are read and write")]
    InvalidScope(String),
    /// The key would have, or has, more rights than the caller's key.
    #[error("a key can't have more rights than the calling key")]
    ScopeEscalation,
    /// The target key, or the member to mint a key for, has more rights than the caller.
    #[error("the key or its member may do more than the calling key")]
    BeyondOwnRights,
    /// The target key is the owner's first key.
    #[error("the owner's first key can only be revoked or rotated by itself, or with `funnel key revoke`")]
    FirstKey,
    /// The owner has no such key, or no longer has it.
    #[error("there is no such key")]
    NotFound,
    /// The owner has no such member.
    #[error("there is no such member")]
    MemberNotFound,
    /// The owner does not exist; only on the command line.
    #[error("there is no such owner")]
    OwnerNotFound,
    /// Values break rules.
    #[error(transparent)]
    ValidationErrors(#[from] ValidationErrors),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Reason why members were not shown or changed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum MemberError {
    /// The owner has no such member, or no longer has it.
    #[error("there is no such member")]
    NotFound,
    /// The member would get more rights than the caller has; `scope_escalation` in the API.
    #[error("a member can't have more rights than the calling key")]
    Escalation,
    /// The target member has more rights than the caller.
    #[error("a member who may do more than the calling key can't be changed or removed")]
    BeyondOwnRights,
    /// Values break rules.
    #[error(transparent)]
    ValidationErrors(#[from] ValidationErrors),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}
