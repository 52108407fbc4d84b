use auth_scopes::{KeyId, KeyName, NewToken, Pepper, Restriction, Right, Scope, StoredKey};
use kernel::{Entropy, OwnerId, UnixTime};

/// A real program takes the operating system's random numbers.
struct Fixed;

impl Entropy for Fixed {
    fn fill(&self, buffer: &mut [u8]) {
        buffer.fill(1);
    }
}

fn main() {
    let (token, pepper) = (NewToken::generate(&Fixed), Pepper::new([7; 32]));
    let whole = StoredKey::unrestricted(
        OwnerId::new(1),
        KeyId::new(1),
        KeyName::parse("CI").unwrap(),
        &token,
        &pepper,
    );
    let restriction = Restriction::parse(Some(&["landings".to_owned()]), None).unwrap();
    let caller = StoredKey { restriction, ..whole }.into_caller(UnixTime::from_seconds(0)).unwrap();
    assert!(caller.authorize(Scope::Write, Right::LandingsPublish).is_ok());
    assert!(caller.authorize(Scope::Write, Right::KeysMint).is_err());
}
