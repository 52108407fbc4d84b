//! Example of using this crate alone: its own store behind the port, without database and web framework.

use std::sync::Arc;

use auth_scopes::permissions::{Requires, landings};
use auth_scopes::{
    Authenticate, Denied, Holder, KeyId, KeyName, LastUsed, MockKeyStore, NewToken, Pepper, Peppers,
    Restriction, Scope, Scopes, StoredKey,
};
use kernel::fixed::{FixedClock, SeededEntropy};
use kernel::{OwnerId, UnixTime};

#[tokio::test]
async fn a_key_is_judged_without_a_database() {
    let pepper = Pepper::new([7; 32]);
    let token = NewToken::generate(&SeededEntropy::new(1));
    let stored = StoredKey {
        owner: OwnerId::new(1),
        key_id: KeyId::new(1),
        prefix: token.prefix().clone(),
        hash: token.hash(&pepper),
        pepper: Some(pepper.id()),
        name: KeyName::parse("dashboard").unwrap(),
        scopes: Scopes::ALL,
        restriction: Restriction::parse(Some(&["landings".to_owned()]), None).unwrap(),
        holder: Holder::Owner,
        expires_at: None,
    };
    let mut keys = MockKeyStore::new();
    keys.expect_find_by_prefix().returning(move |_| Ok(Some(stored.clone())));
    let clock = Arc::new(FixedClock::at(UnixTime::from_seconds(1_800_000_000)));
    let peppers = Arc::new(Peppers::only(pepper));
    let authenticate = Authenticate::new(Arc::new(keys), peppers, clock, Arc::new(LastUsed::new()));

    let caller = authenticate.run(token.expose()).await.unwrap();
    assert_eq!(caller.authorize(Scope::Write, landings::Publish::RIGHT), Ok(()));
    let minting = auth_scopes::permissions::keys::Mint::RIGHT;
    assert_eq!(caller.authorize(Scope::Write, minting), Err(Denied::InsufficientRights(minting)));
}
