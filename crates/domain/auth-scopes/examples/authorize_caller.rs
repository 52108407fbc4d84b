//! Authorizes operations for a restricted key.
use auth_scopes::{KeyId, KeyName, NewToken, Pepper, Restriction, Right, Scope, StoredKey};
use kernel::{OwnerId, UnixTime, ValidationErrors, fixed::SeededEntropy};

fn main() -> Result<(), ValidationErrors> {
    let (token, pepper) = (NewToken::generate(&SeededEntropy::new(1)), Pepper::new([7; 32]));
    let name = KeyName::parse("dashboard")?;
    let whole = StoredKey::unrestricted(OwnerId::new(1), KeyId::new(1), name, &token, &pepper);
    let restriction = Restriction::parse(Some(&["landings".to_owned()]), None)?;
    if let Some(caller) = (StoredKey { restriction, ..whole }).into_caller(UnixTime::from_seconds(0)) {
        for right in [Right::LandingsPublish, Right::KeysMint] {
            println!("{right}: {:?}", caller.authorize(Scope::Write, right));
        }
    }
    Ok(())
}
