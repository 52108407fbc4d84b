use std::sync::Arc;

use auth_scopes::{
    Authenticate, KeyId, KeyName, LastUsed, MockKeyStore, NewToken, Pepper, Peppers, StoredKey,
};
use kernel::fixed::{FixedClock, SeededEntropy};
use kernel::{OwnerId, UnixTime};

#[tokio::test]
async fn a_store_can_be_replaced() {
    let (token, pepper) = (NewToken::generate(&SeededEntropy::new(1)), Pepper::new([7; 32]));
    let name = KeyName::parse("CI").unwrap();
    let key = StoredKey::unrestricted(OwnerId::new(1), KeyId::new(1), name, &token, &pepper);
    let mut keys = MockKeyStore::new();
    keys.expect_find_by_prefix().returning(move |_| Ok(Some(key.clone())));
    let clock = Arc::new(FixedClock::at(UnixTime::from_seconds(0)));
    let peppers = Arc::new(Peppers::only(pepper));
    let authenticate = Authenticate::new(Arc::new(keys), peppers, clock, Arc::new(LastUsed::new()));
    assert_eq!(authenticate.run(token.expose()).await.unwrap().key_name.as_str(), "CI");
}
