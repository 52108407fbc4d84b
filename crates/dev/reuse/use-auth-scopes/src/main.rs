use auth_scopes::{KeyId, KeyName, NewToken, Pepper, Restriction, Right, Scope, StoredKey};
use kernel::{OwnerId, UnixTime};

fn main() {
    // A real program uses the operating system's random numbers.
    let token = NewToken::generate(&|bytes: &mut [u8]| bytes.fill(1));
    let (pepper, name) = (Pepper::new([7; 32]), KeyName::parse("CI").unwrap());
    let whole = StoredKey::unrestricted(OwnerId::new(1), KeyId::new(1), name, &token, &pepper);
    let restriction = Restriction::parse(Some(&["landings".to_owned()]), None).unwrap();
    let caller = StoredKey { restriction, ..whole }.into_caller(UnixTime::from_seconds(0)).unwrap();
    assert!(caller.authorize(Scope::Write, Right::LandingsPublish).is_ok());
    assert!(caller.authorize(Scope::Write, Right::KeysMint).is_err());
}
