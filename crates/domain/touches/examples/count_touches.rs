//! Shows the counting rules: a repeated visit within half an hour counts once, and a bot's visit
//! never counts.
use kernel::{Hostname, OwnerId, UnixTime};
use touches::{Act, RepeatKey, Touch, TouchId, VisitorDigest, first_of};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let at = UnixTime::from_seconds(1_800_000_000);
    let domain = Hostname::parse("links.example.com")?;
    let person = VisitorDigest([7; 16]);
    let mut visit = Touch::new(TouchId::from_u128(1), OwnerId::new(1), domain, at, person, Act::Visit);
    println!("it can be a repeat: {}", RepeatKey::of(&visit).is_some());
    println!("these count: {:?}", first_of(None, &[at, at.plus_seconds(60), at.plus_seconds(1800)]));

    visit.bot = true;
    println!("that of a program counts: {}", RepeatKey::of(&visit).is_some());
    Ok(())
}
