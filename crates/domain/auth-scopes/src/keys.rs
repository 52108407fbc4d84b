//! Use-case `Keys`: mints, lists, revokes and rotates keys.

use std::sync::Arc;

use kernel::{Clock, Entropy, Fingerprint, OwnerId, Page, Precondition, StoreError, UnixTime};

use crate::authority::{self, FirstKeys, check_authority};
use crate::rotation::{self, Rotation};
use crate::{
    Caller, Grant, KeyDetails, KeyError, KeyId, KeyRef, KeyStore, ListedKey, MemberStore, MintRequest,
    NewKey, NewToken, Pepper, StoredKey,
};

/// Dependencies for creating keys, besides stores.
#[derive(Clone)]
pub struct Context {
    /// Clock for creation and expiry times.
    pub clock: Arc<dyn Clock>,
    /// Source of random tokens.
    pub entropy: Arc<dyn Entropy>,
    /// Pepper for hashing tokens.
    pub pepper: Arc<Pepper>,
}

impl Context {
    /// Makes a random token with the key to store.
    pub(crate) fn make(&self, grant: Grant, now: UnixTime) -> (NewToken, NewKey) {
        let token = NewToken::generate(self.entropy.as_ref());
        let hash = token.hash(&self.pepper);
        let (prefix, pepper) = (token.prefix().clone(), self.pepper.id());
        let key = NewKey { id: None, prefix, hash, pepper, grant, created_at: now };
        (token, key)
    }
}

/// New key. Its token is available only here.
#[derive(Debug)]
pub struct Minted {
    /// Number of the key.
    pub id: KeyId,
    /// Whole token, to be shown once.
    pub token: NewToken,
    /// Permissions and holder of the key.
    pub grant: Grant,
    /// Time of the creation.
    pub created_at: UnixTime,
}

impl Minted {
    /// State of the key for `ETag` and `If-Match`.
    pub fn fingerprint(&self) -> Fingerprint {
        self.grant.fingerprint(self.id, self.token.prefix())
    }

    pub(crate) fn new(id: KeyId, token: NewToken, key: NewKey) -> Self {
        Self { id, token, grant: key.grant, created_at: key.created_at }
    }
}

/// Use-case for the keys of an owner.
#[derive(Clone)]
pub struct Keys {
    keys: Arc<dyn KeyStore>,
    members: Arc<dyn MemberStore>,
    context: Context,
}

impl Keys {
    /// Creates the use-case on these stores.
    pub fn new(keys: Arc<dyn KeyStore>, members: Arc<dyn MemberStore>, context: Context) -> Self {
        Self { keys, members, context }
    }

    /// Creates a key with at most the caller's rights. Retries with the same reserved number create only one key; the
    /// token of the last attempt is valid.
    pub async fn mint(
        &self,
        caller: &Caller,
        request: &MintRequest,
        reserved: Option<KeyId>,
    ) -> Result<Minted, KeyError> {
        let now = self.context.clock.now();
        let grant = request.decide(caller, now)?;
        if let Some(member) = request.member_id {
            let member = self.members.find(caller.owner, member).await?.ok_or(KeyError::MemberNotFound)?;
            check_authority(caller.rights, &member).map_err(|_| KeyError::BeyondOwnRights)?;
        }
        self.store(caller, grant, now, reserved).await
    }

    async fn store(
        &self,
        caller: &Caller,
        grant: Grant,
        now: UnixTime,
        reserved: Option<KeyId>,
    ) -> Result<Minted, KeyError> {
        let (token, key) = self.context.make(grant, now);
        let key = NewKey { id: reserved, ..key };
        // `None`: an earlier attempt created the key, which was revoked since.
        let id = self.keys.insert(&caller.acting(), &key).await?.ok_or(KeyError::NotFound)?;
        Ok(Minted::new(id, token, key))
    }

    /// Opaque name of an owner, the same for all of the owner's keys.
    pub fn workspace(&self, owner: OwnerId) -> String {
        self.context.pepper.workspace(owner)
    }

    /// Lists up to `limit` currently accepted keys with numbers above `after`, oldest first.
    pub async fn list(
        &self,
        owner: OwnerId,
        after: Option<KeyId>,
        limit: u32,
    ) -> Result<Page<ListedKey, KeyId>, KeyError> {
        let now = self.context.clock.now();
        let found = self.keys.list(owner, now, after, limit.saturating_add(1)).await?;
        Ok(Page::of(found, limit, |key| key.id))
    }

    /// Returns a key by number or prefix, even an expired one.
    pub async fn details(&self, owner: OwnerId, key: &str) -> Result<KeyDetails, KeyError> {
        let key = KeyRef::parse(key).ok_or(KeyError::NotFound)?;
        self.keys.details(owner, &key).await?.ok_or(KeyError::NotFound)
    }

    /// Revokes a key by number or prefix, if it matches `expected`. The caller must have all rights of the key.
    /// Requests after the response are rejected.
    pub async fn revoke(&self, caller: &Caller, key: &str, expected: Precondition) -> Result<(), KeyError> {
        let key = KeyRef::parse(key).ok_or(KeyError::NotFound)?;
        let found = self.keys.find(caller.owner, &key).await?.ok_or(KeyError::NotFound)?;
        authority::check_revocation(caller, &found, self.first_keys(caller, found.key_id).await?)?;
        let key = KeyRef::Id(found.key_id);
        let revoked = self.keys.revoke(&caller.acting(), &key, expected, self.context.clock.now()).await?;
        if revoked { Ok(()) } else { Err(KeyError::NotFound) }
    }

    async fn first_keys(&self, caller: &Caller, target: KeyId) -> Result<FirstKeys, StoreError> {
        if !self.keys.is_first(caller.owner, target).await? {
            return Ok(FirstKeys::default());
        }
        let caller = target == caller.key_id || self.keys.is_first(caller.owner, caller.key_id).await?;
        Ok(FirstKeys { target: true, caller })
    }

    /// Replaces a key, named by number or prefix, by a new key with the same rights. The old key stays valid during the
    /// overlap. Retries with the same reserved number replace the key only once.
    pub async fn rotate(
        &self,
        caller: &Caller,
        key: &str,
        overlap_seconds: Option<i64>,
        reserved: Option<KeyId>,
        expected: Precondition,
    ) -> Result<Minted, KeyError> {
        let overlap_seconds = rotation::check_overlap(overlap_seconds)?;
        let key = KeyRef::parse(key).ok_or(KeyError::NotFound)?;
        let now = self.context.clock.now();
        if let Some(made) = self.made_before(caller.owner, reserved).await? {
            // An earlier attempt rotated the key, but ended before it returned the token.
            let (_, grant) = rotation::decide(caller, &made, overlap_seconds, now)?;
            authority::check_first(self.first_keys(caller, made.key_id).await?)?;
            return self.store(caller, grant, now, reserved).await;
        }
        let found = self.keys.find(caller.owner, &key).await?.ok_or(KeyError::NotFound)?;
        let (old, grant) = rotation::decide(caller, &found, overlap_seconds, now)?;
        authority::check_first(self.first_keys(caller, found.key_id).await?)?;
        // The store checks the expiry again, the only part that may have changed since.
        expected.check(found.fingerprint())?;
        let (token, new) = self.context.make(grant, now);
        let new = NewKey { id: reserved, ..new };
        let rotation = Rotation { old_key: found.key_id, expected_end: found.expires_at, old, new };
        // `None`: the key was revoked or rotated meanwhile.
        let id = self.keys.rotate(&caller.acting(), &rotation).await?.ok_or(KeyError::NotFound)?;
        Ok(Minted::new(id, token, rotation.new))
    }

    async fn made_before(
        &self,
        owner: OwnerId,
        reserved: Option<KeyId>,
    ) -> Result<Option<StoredKey>, StoreError> {
        match reserved {
            Some(id) => self.keys.find(owner, &KeyRef::Id(id)).await,
            None => Ok(None),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{NOW, caller, context, member, restriction, stored_key};
    use crate::{MemberId, MockKeyStore, MockMemberStore, OldKey, PresentedToken, Scopes};

    fn keys(store: MockKeyStore, has_member: bool) -> Keys {
        let mut members = MockMemberStore::new();
        members.expect_find().returning(move |_, _| Ok(has_member.then(member)));
        Keys::new(Arc::new(store), Arc::new(members), context())
    }

    fn request(member_id: Option<MemberId>) -> MintRequest {
        MintRequest { name: "CI".to_owned(), member_id, ..MintRequest::default() }
    }

    #[tokio::test]
    async fn what_is_stored_opens_with_the_token_that_is_shown() {
        let mut store = MockKeyStore::new();
        let (sender, receiver) = std::sync::mpsc::channel();
        store.expect_insert().once().returning(move |_, key| {
            sender.send(key.clone()).unwrap();
            Ok(Some(KeyId::new(12)))
        });
        let minted = keys(store, false).mint(&caller(), &request(None), None).await.unwrap();
        let stored = receiver.recv().unwrap();
        let token = PresentedToken::parse(minted.token.expose()).unwrap();
        assert_eq!(stored.hash, token.hash(&context().pepper));
        assert_eq!((&stored.prefix, stored.created_at), (token.prefix(), NOW));
        assert_eq!((minted.id, &minted.grant), (KeyId::new(12), &stored.grant));
    }

    #[tokio::test]
    async fn a_key_for_a_member_needs_the_member() {
        let member_id = Some(MemberId::new(3));
        let refused = keys(MockKeyStore::new(), false).mint(&caller(), &request(member_id), None).await;
        assert!(matches!(refused, Err(KeyError::MemberNotFound)));
        let mut store = MockKeyStore::new();
        store
            .expect_insert()
            .once()
            .withf(move |_, key| key.grant.member == member_id)
            .returning(|_, _| Ok(Some(KeyId::new(1))));
        keys(store, true).mint(&caller(), &request(member_id), None).await.unwrap();
    }

    /// An earlier attempt created the key, and the key was revoked since.
    #[tokio::test]
    async fn a_key_that_was_revoked_is_not_made_again() {
        let reserved = Some(KeyId::new(5));
        let mut store = MockKeyStore::new();
        store.expect_insert().once().withf(move |_, key| key.id == reserved).returning(|_, _| Ok(None));
        let refused = keys(store, false).mint(&caller(), &request(None), reserved).await;
        assert!(matches!(refused, Err(KeyError::NotFound)));
    }

    fn key(number: i64, tabs: Option<&[&str]>) -> StoredKey {
        StoredKey { key_id: KeyId::new(number), restriction: restriction(tabs, None), ..stored_key() }
    }

    /// Builds a store with these keys. `first` contains the ids of the first key and its successors.
    fn with_keys(found: Vec<StoredKey>, first: &'static [i64]) -> MockKeyStore {
        let mut store = MockKeyStore::new();
        store.expect_find().returning(move |_, key| {
            let named = |found: &&StoredKey| match key {
                KeyRef::Id(id) => found.key_id == *id,
                KeyRef::Prefix(prefix) => found.prefix == *prefix,
            };
            Ok(found.iter().find(named).cloned())
        });
        store.expect_is_first().returning(|_, key| Ok(first.contains(&key.get())));
        store
    }

    #[tokio::test]
    async fn revoking_by_number_prefix_or_nonsense() {
        for (name, found) in [
            ("4", true),
            ("a123456789", true),
            ("2", false),
            ("b123456789", false),
            ("nonsense!", false),
            ("", false),
        ] {
            let mut store = with_keys(vec![key(4, None)], &[]);
            let four = KeyRef::Id(KeyId::new(4));
            store.expect_revoke().times(usize::from(found)).returning(move |_, key, _, _| Ok(*key == four));
            match keys(store, false).revoke(&caller(), name, Precondition::None).await {
                Ok(()) => assert!(found, "{name:?}"),
                Err(error) => assert!(!found && matches!(error, KeyError::NotFound), "{name:?}"),
            }
        }
    }

    #[tokio::test]
    async fn superior_keys_and_the_first_one_are_left_alone() {
        let narrow = Some(&["keys"][..]);
        for (why, caller, target, first, revoked, rotated) in [
            ("equals", key(2, None), key(3, None), &[1][..], true, true),
            ("a superior", key(2, narrow), key(3, None), &[1], false, false),
            ("the first key", key(2, None), key(1, None), &[1], false, false),
            ("the key that replaced the first one", key(2, None), key(3, None), &[1, 3], false, false),
            ("the first key by itself", key(1, None), key(1, None), &[1], true, true),
            ("the replaced first key by the new one", key(3, None), key(1, None), &[1, 3], true, true),
        ] {
            let caller = caller.into_caller(NOW).unwrap();
            let number = target.key_id.to_string();
            let mut store = with_keys(vec![target], first);
            store.expect_revoke().times(usize::from(revoked)).returning(|_, _, _, _| Ok(true));
            store.expect_rotate().times(usize::from(rotated)).returning(|_, _| Ok(Some(KeyId::new(9))));
            let keys = keys(store, false);
            assert_eq!(keys.revoke(&caller, &number, Precondition::None).await.is_ok(), revoked, "{why}");
            assert_eq!(
                keys.rotate(&caller, &number, None, None, Precondition::None).await.is_ok(),
                rotated,
                "{why}"
            );
        }
    }

    #[tokio::test]
    async fn a_key_is_minted_for_those_members_alone_who_may_do_no_more() {
        let narrow = key(2, Some(&["keys"])).into_caller(NOW).unwrap();
        let refused =
            keys(MockKeyStore::new(), true).mint(&narrow, &request(Some(MemberId::new(3))), None).await;
        assert!(matches!(refused, Err(KeyError::BeyondOwnRights)));
    }

    #[tokio::test]
    async fn a_rotation_keeps_the_rights_and_loses_races_quietly() {
        for (won, overlap) in [(true, None), (true, Some(60)), (false, None)] {
            let mut store = MockKeyStore::new();
            store.expect_find().returning(|_, _| Ok(Some(stored_key())));
            store.expect_is_first().returning(|_, _| Ok(false));
            store
                .expect_rotate()
                .once()
                .withf(move |_, rotation| (rotation.old == OldKey::Revoked) == overlap.is_none())
                .returning(move |_, _| Ok(won.then_some(KeyId::new(2))));
            let rotated = keys(store, false).rotate(&caller(), "1", overlap, None, Precondition::None).await;
            match rotated {
                Ok(minted) => assert!(won && minted.grant.scopes == stored_key().scopes),
                Err(error) => assert!(!won && matches!(error, KeyError::NotFound)),
            }
        }
    }

    #[tokio::test]
    async fn a_rotation_that_is_meant_for_another_state_changes_nothing() {
        let changed = StoredKey { expires_at: Some(NOW.plus_seconds(60)), ..stored_key() };
        for (expected, times) in [(stored_key().fingerprint(), 1), (changed.fingerprint(), 0)] {
            let mut store = MockKeyStore::new();
            store.expect_find().returning(|_, _| Ok(Some(stored_key())));
            store.expect_is_first().returning(|_, _| Ok(false));
            store.expect_rotate().times(times).returning(|_, _| Ok(Some(KeyId::new(2))));
            let rotated =
                keys(store, false).rotate(&caller(), "1", None, None, Precondition::Is(expected)).await;
            assert_eq!(rotated.is_ok(), times == 1);
        }
    }

    /// An earlier attempt rotated the key and ended; the reserved number identifies the new key.
    #[tokio::test]
    async fn a_key_is_replaced_once_however_often_it_is_tried() {
        let reserved = Some(KeyId::new(5));
        for (weaker, done) in [(false, true), (true, false)] {
            let mut store = MockKeyStore::new();
            let made = StoredKey { key_id: KeyId::new(5), ..stored_key() };
            store.expect_is_first().returning(|_, _| Ok(false));
            store.expect_find().returning(move |_, key| {
                Ok(Some(made.clone()).filter(|_| *key == KeyRef::Id(KeyId::new(5))))
            });
            store
                .expect_insert()
                .times(usize::from(done))
                .withf(move |_, new| new.id == reserved)
                .returning(|_, _| Ok(Some(KeyId::new(5))));
            let scopes = Scopes::from_bits(if weaker { 1 } else { 3 }).unwrap();
            let asking = Caller { scopes, ..caller() };
            match keys(store, false).rotate(&asking, "1", None, reserved, Precondition::None).await {
                Ok(minted) => assert!(done && minted.id == KeyId::new(5)),
                Err(error) => assert!(!done && matches!(error, KeyError::ScopeEscalation)),
            }
        }
    }

    #[tokio::test]
    async fn a_rotation_needs_the_key_and_a_bounded_overlap() {
        let mut store = MockKeyStore::new();
        store.expect_find().returning(|_, _| Ok(None));
        let keys = keys(store, false);
        let rotated = keys.rotate(&caller(), "1", None, None, Precondition::None).await;
        assert!(matches!(rotated, Err(KeyError::NotFound)));
        assert!(matches!(
            keys.rotate(&caller(), "1", Some(-1), None, Precondition::None).await,
            Err(KeyError::ValidationErrors(_))
        ));
    }
}
