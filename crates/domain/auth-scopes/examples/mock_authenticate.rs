//! Runs the use-case `Authenticate` with a mock of the store.
use auth_scopes::{
    Authenticate, KeyId, KeyName, LastUsed, MockKeyStore, NewToken, Pepper, Peppers, StoredKey,
};
use kernel::{OwnerId, UnixTime, fixed::FixedClock, fixed::SeededEntropy};
use std::sync::Arc;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let (token, pepper) = (NewToken::generate(&SeededEntropy::new(1)), Pepper::new([7; 32]));
    let name = KeyName::parse("dashboard")?;
    let key = StoredKey::unrestricted(OwnerId::new(1), KeyId::new(1), name, &token, &pepper);
    let mut keys = MockKeyStore::new();
    keys.expect_find_by_prefix().returning(move |_| Ok(Some(key.clone())));
    let clock = Arc::new(FixedClock::at(UnixTime::from_seconds(1_800_000_000)));
    let (peppers, uses) = (Arc::new(Peppers::only(pepper)), Arc::new(LastUsed::new()));
    let authenticate = Authenticate::new(Arc::new(keys), peppers, clock, uses);
    println!("caller: {}", authenticate.run(token.expose()).await?.key_name);
    Ok(())
}
