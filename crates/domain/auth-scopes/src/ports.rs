//! What this crate needs from outside. Each port is one need of a use-case; each call is one atomic unit.

use async_trait::async_trait;
use kernel::{OwnerId, StoreError, UnixTime};

use crate::{
    KeyId, KeyPrefix, KeyRef, KeyUse, ListedKey, Member, MemberEdit, MemberError, MemberId, NewKey,
    NewMember, NewOwner, Owner, Renewal, Rights, Rotation, Session, SessionId, StoredKey,
};

/// The keys of all owners. Nothing may be cached: what one call wrote, every later call on every instance MUST see.
#[cfg_attr(any(test, feature = "_mock"), mockall::automock)]
#[async_trait]
pub trait KeyStore: Send + Sync {
    /// The key with this prefix, whoever owns it, with its member's restriction or removal, in one look-up. A revoked
    /// key MUST look absent. It is the one method without an owner, because it is what finds the owner.
    async fn find_by_prefix(&self, prefix: &KeyPrefix) -> Result<Option<StoredKey>, StoreError>;

    /// One key of the owner's; a revoked or foreign key MUST look absent.
    async fn find(&self, owner: OwnerId, key: &KeyRef) -> Result<Option<StoredKey>, StoreError>;

    /// Stores a new key and returns its number. A prefix that any owner's key has or had MUST fail. When the owner has a key of the
    /// number that was reserved for it, an earlier try made it, whose token was shown to nobody: it MUST become the new one, with
    /// its token and its grant. MUST be `None`, and change nothing, when that key is revoked already.
    async fn insert(&self, owner: OwnerId, key: &NewKey) -> Result<Option<KeyId>, StoreError>;

    /// Up to `limit` of the owner's keys that are accepted at `now`, with a number above `after`, oldest first: not revoked, not
    /// expired, not a removed member's.
    async fn list(
        &self,
        owner: OwnerId,
        now: UnixTime,
        after: Option<KeyId>,
        limit: u32,
    ) -> Result<Vec<ListedKey>, StoreError>;

    /// Whether the key is the owner's first one, or replaced it by rotations, one after the other. The first is the oldest of all keys
    /// that act for the owner, revoked or not; keys of members are none. MUST be `false` for a key that is not the owner's.
    async fn is_first(&self, owner: OwnerId, key: KeyId) -> Result<bool, StoreError>;

    /// The keys that stand for these now, each behind the number that was asked for: the newest that replaced it by rotations, one
    /// after the other, or else itself. A key that was revoked stands for none; where all are, the number MUST be left out.
    async fn successors(&self, owner: OwnerId, keys: &[KeyId])
    -> Result<Vec<(KeyId, StoredKey)>, StoreError>;

    /// Revokes a key for good, at once. `false` when it was revoked already or is not the owner's.
    async fn revoke(&self, owner: OwnerId, key: &KeyRef, now: UnixTime) -> Result<bool, StoreError>;

    /// Replaces a key and returns the number of the new one, which MUST stand for the old one from then on. MUST be `None`, and change nothing, when the old key was
    /// revoked, ends at another moment than expected, or is not the owner's.
    async fn rotate(&self, owner: OwnerId, rotation: &Rotation) -> Result<Option<KeyId>, StoreError>;

    /// Takes the new hash in place of the old one. MUST change nothing when the key has another hash by now, and MUST leave
    /// everything else of the key as it is.
    async fn renew_hash(&self, owner: OwnerId, renewal: &Renewal) -> Result<(), StoreError>;

    /// Records uses of keys of several owners; a time of last use MUST never go back.
    async fn record_uses(&self, uses: &[KeyUse]) -> Result<(), StoreError>;
}

/// The members of an owner's team. A removed or foreign member MUST look absent in every method.
#[cfg_attr(any(test, feature = "_mock"), mockall::automock)]
#[async_trait]
pub trait MemberStore: Send + Sync {
    /// Stores a new member and returns them. When the owner's team has, or had, a member of the number that was reserved for
    /// them, an earlier try added them: they MUST be left unchanged, and be returned.
    async fn insert(&self, owner: OwnerId, member: &NewMember) -> Result<Member, StoreError>;

    /// One member.
    async fn find(&self, owner: OwnerId, member: MemberId) -> Result<Option<Member>, StoreError>;

    /// Up to `limit` members with a number above `after`, oldest first.
    async fn list(
        &self,
        owner: OwnerId,
        after: Option<MemberId>,
        limit: u32,
    ) -> Result<Vec<Member>, StoreError>;

    /// Changes what [`MemberEdit::decide`] says of the member as they are under a lock, and returns the member after it. Two
    /// changes at once MUST take turns: none is decided on what the other replaces. MUST change nothing when it is refused.
    async fn update(
        &self,
        owner: OwnerId,
        member: MemberId,
        edit: &MemberEdit,
    ) -> Result<Member, MemberError>;

    /// Removes a member; their keys MUST be `Holder::Removed` from then on. MUST change nothing when
    /// [`check_authority`](crate::check_authority) refuses these rights on the member as they are under a lock.
    async fn remove(
        &self,
        owner: OwnerId,
        member: MemberId,
        rights: Rights,
        now: UnixTime,
    ) -> Result<(), MemberError>;
}

/// Sessions of the dashboard. Nothing may be cached: a session that one call ended MUST be absent in every later call on every instance. A
/// session of another key or owner MUST look absent in every method.
#[cfg_attr(any(test, feature = "_mock"), mockall::automock)]
#[async_trait]
pub trait SessionStore: Send + Sync {
    /// Stores a session, unless its key is revoked. A session of the same id MUST be left unchanged. Of the sessions of its key, MUST
    /// delete those that were used longest ago until at most `most` are left.
    async fn insert(&self, owner: OwnerId, session: &Session, most: u32) -> Result<(), StoreError>;

    /// One session of a key, whether it is live or not.
    async fn find(
        &self,
        owner: OwnerId,
        key: KeyId,
        session: SessionId,
    ) -> Result<Option<Session>, StoreError>;

    /// Records a use; the time MUST never go back. MUST NOT bring back a session that was ended.
    async fn record_use(&self, owner: OwnerId, session: SessionId, at: UnixTime) -> Result<(), StoreError>;

    /// All sessions of a key, in any order.
    async fn list(&self, owner: OwnerId, key: KeyId) -> Result<Vec<Session>, StoreError>;

    /// Ends a session for good. `false` when there is none.
    async fn end(&self, owner: OwnerId, key: KeyId, session: SessionId) -> Result<bool, StoreError>;

    /// Ends all sessions of a key but `kept`.
    async fn end_all(&self, owner: OwnerId, key: KeyId, kept: Option<SessionId>) -> Result<(), StoreError>;

    /// Deletes some sessions of all owners that were last seen before `seen_before`, or that end before `now`; the number of them. Zero
    /// means that none is left.
    async fn purge(&self, seen_before: UnixTime, now: UnixTime) -> Result<u64, StoreError>;
}

/// The tenants.
#[cfg_attr(any(test, feature = "_mock"), mockall::automock)]
#[async_trait]
pub trait OwnerStore: Send + Sync {
    /// Stores a new owner and returns its number.
    async fn insert(&self, owner: &NewOwner) -> Result<OwnerId, StoreError>;

    /// One owner.
    async fn find(&self, owner: OwnerId) -> Result<Option<Owner>, StoreError>;

    /// All owners, oldest first.
    async fn list(&self) -> Result<Vec<Owner>, StoreError>;
}
