//! Prints which of two offers each visitor gets, and the destination.
use kernel::CountryCode;
use smartlink_policy::{CompiledPolicy, Policy, PolicyError, Roll, Slots, SmartLinkId};

fn main() -> Result<(), PolicyError> {
    let policy = CompiledPolicy::from(&Policy::split(60, 40)?);
    let slots = Slots::default(); // Nothing is provisioned, so everybody ends at the landing page.
    for visitor in 0..4 {
        let (country, roll) = (CountryCode::parse("DE"), Roll::of(&[visitor; 16], SmartLinkId::new(1)));
        let decision = policy.decide(country, &slots, roll);
        println!("{visitor}: {} {:?}", decision.offer, slots.destination(decision.offer, country));
    }
    Ok(())
}
