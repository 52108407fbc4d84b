//! Ports of this crate. Each call is one atomic unit.

use async_trait::async_trait;
use kernel::{Acting, OwnerId, Precondition, StoreError, UnixTime};

use crate::{
    KeyDetails, KeyId, KeyPrefix, KeyRef, KeyUse, ListedKey, Member, MemberEdit, MemberError, MemberId,
    NewKey, NewMember, NewOwner, Owner, Renewal, Rights, Rotation, Session, SessionId, StoredKey,
};

/// Store of the keys of all owners. Nothing may be cached: every later call on every instance MUST see a completed
/// write.
#[cfg_attr(any(test, feature = "_mock"), mockall::automock)]
#[async_trait]
pub trait KeyStore: Send + Sync {
    /// Finds the key with this prefix, of any owner, with its member's restriction or removal, in one lookup. A revoked
    /// key MUST look absent. Takes no owner, because authentication finds the owner by it.
    async fn find_by_prefix(&self, prefix: &KeyPrefix) -> Result<Option<StoredKey>, StoreError>;

    /// Finds a key of the owner. A revoked or foreign key MUST look absent.
    async fn find(&self, owner: OwnerId, key: &KeyRef) -> Result<Option<StoredKey>, StoreError>;

    /// Reads the details of a key. A key of a removed member MUST look absent too; an expired key MUST NOT.
    async fn details(&self, owner: OwnerId, key: &KeyRef) -> Result<Option<KeyDetails>, StoreError>;

    /// Stores a new key and returns its number.
    ///
    /// - A prefix that any owner's key has or had MUST fail.
    /// - If the owner has a key with the reserved number, an earlier attempt created it, and nobody saw its token. That
    ///   key MUST get the new token and grant.
    /// - MUST return `None`, without changes, if that key is already revoked.
    async fn insert(&self, by: &Acting, key: &NewKey) -> Result<Option<KeyId>, StoreError>;

    /// Lists up to `limit` keys of the owner with numbers above `after`, oldest first. Only keys that are accepted at
    /// `now`: not revoked, not expired, holder not removed.
    async fn list(
        &self,
        owner: OwnerId,
        now: UnixTime,
        after: Option<KeyId>,
        limit: u32,
    ) -> Result<Vec<ListedKey>, StoreError>;

    /// Whether the key is the owner's first key, or its successor through any number of rotations. The first key is the
    /// oldest key that acts for the owner, revoked or not; keys of members do not count. MUST return `false` for a key
    /// of another owner.
    async fn is_first(&self, owner: OwnerId, key: KeyId) -> Result<bool, StoreError>;

    /// Finds the current key for each number: its newest unrevoked successor by rotation, or the key itself. Returns
    /// each with the requested number. If all are revoked, the number MUST be left out.
    async fn successors(&self, owner: OwnerId, keys: &[KeyId])
    -> Result<Vec<(KeyId, StoredKey)>, StoreError>;

    /// Revokes a key permanently, with immediate effect. Returns `false` if the key is already revoked or belongs to
    /// another owner. MUST return [`StoreError::PreconditionFailed`], without changes, if the key does not match
    /// `expected`.
    async fn revoke(
        &self,
        by: &Acting,
        key: &KeyRef,
        expected: Precondition,
        now: UnixTime,
    ) -> Result<bool, StoreError>;

    /// Replaces a key and returns the number of the new key, which MUST become the successor of the old key. MUST
    /// return `None`, without changes, if the old key was revoked, has another expiry than expected, or belongs to
    /// another owner.
    async fn rotate(&self, by: &Acting, rotation: &Rotation) -> Result<Option<KeyId>, StoreError>;

    /// Replaces the old hash by the new one. MUST change nothing if the key has a different hash by now, and MUST NOT
    /// change anything else of the key.
    async fn renew_hash(&self, owner: OwnerId, renewal: &Renewal) -> Result<(), StoreError>;

    /// Records uses of keys of several owners; a time of last use MUST never decrease.
    async fn record_uses(&self, uses: &[KeyUse]) -> Result<(), StoreError>;
}

/// Store of the members of owners' teams. A removed or foreign member MUST look absent in every method.
#[cfg_attr(any(test, feature = "_mock"), mockall::automock)]
#[async_trait]
pub trait MemberStore: Send + Sync {
    /// Stores and returns a new member. If the team has or had a member with the reserved number, an earlier attempt
    /// added that member. The member MUST stay unchanged and be returned.
    async fn insert(&self, by: &Acting, member: &NewMember) -> Result<Member, StoreError>;

    /// Finds a member by number.
    async fn find(&self, owner: OwnerId, member: MemberId) -> Result<Option<Member>, StoreError>;

    /// Lists up to `limit` members with numbers above `after`, oldest first.
    async fn list(
        &self,
        owner: OwnerId,
        after: Option<MemberId>,
        limit: u32,
    ) -> Result<Vec<Member>, StoreError>;

    /// Applies [`MemberEdit::decide`] to the member under a lock, and returns the changed member. Concurrent changes
    /// MUST be serialized, so that each is decided on the result of the previous one. MUST change nothing if the edit
    /// is rejected.
    async fn update(&self, by: &Acting, member: MemberId, edit: &MemberEdit) -> Result<Member, MemberError>;

    /// Removes a member, whose keys MUST be `Holder::Removed` from then on.
    ///
    /// - MUST change nothing if [`check_authority`](crate::check_authority) rejects these rights for the member,
    ///   checked under a lock.
    /// - MUST return [`StoreError::PreconditionFailed`], without changes, if the member does not match `expected`.
    async fn remove(
        &self,
        by: &Acting,
        member: MemberId,
        rights: Rights,
        expected: Precondition,
        now: UnixTime,
    ) -> Result<(), MemberError>;
}

/// Store of dashboard sessions. Nothing may be cached: an ended session MUST be absent in every later call on every
/// instance. A session of another key or owner MUST look absent in every method.
#[cfg_attr(any(test, feature = "_mock"), mockall::automock)]
#[async_trait]
pub trait SessionStore: Send + Sync {
    /// Stores a session, unless its key is revoked. An existing session with the same id MUST stay unchanged. MUST
    /// delete the key's least recently used sessions until at most `most` are left.
    async fn insert(&self, owner: OwnerId, session: &Session, most: u32) -> Result<(), StoreError>;

    /// Finds a session of a key, live or not.
    async fn find(
        &self,
        owner: OwnerId,
        key: KeyId,
        session: SessionId,
    ) -> Result<Option<Session>, StoreError>;

    /// Records a use; the time MUST never decrease. MUST NOT restore an ended session.
    async fn record_use(&self, owner: OwnerId, session: SessionId, at: UnixTime) -> Result<(), StoreError>;

    /// Lists all sessions of a key, in any order.
    async fn list(&self, owner: OwnerId, key: KeyId) -> Result<Vec<Session>, StoreError>;

    /// Ends a session permanently. Returns `false` if there is no such session.
    async fn end(&self, owner: OwnerId, key: KeyId, session: SessionId) -> Result<bool, StoreError>;

    /// Ends all sessions of a key except `kept`.
    async fn end_all(&self, owner: OwnerId, key: KeyId, kept: Option<SessionId>) -> Result<(), StoreError>;

    /// Deletes a bounded number of sessions of all owners that were last used before `seen_before` or expired before
    /// `now`. Returns the number of deleted sessions; zero means that none is left.
    async fn purge(&self, seen_before: UnixTime, now: UnixTime) -> Result<u64, StoreError>;
}

/// Store of owners.
#[cfg_attr(any(test, feature = "_mock"), mockall::automock)]
#[async_trait]
pub trait OwnerStore: Send + Sync {
    /// Stores a new owner and returns its number.
    async fn insert(&self, owner: &NewOwner) -> Result<OwnerId, StoreError>;

    /// Finds an owner by number.
    async fn find(&self, owner: OwnerId) -> Result<Option<Owner>, StoreError>;

    /// Lists all owners, oldest first.
    async fn list(&self) -> Result<Vec<Owner>, StoreError>;
}
