use kernel::CountryCode;
use smartlink_policy::{CompiledPolicy, Destination, Policy, Roll, Slots, SmartLinkId};

fn main() {
    let (policy, slots) = (CompiledPolicy::from(&Policy::split(60, 40).unwrap()), Slots::default());
    let (country, roll) = (CountryCode::parse("DE"), Roll::of(&[7; 16], SmartLinkId::new(1)));
    let decision = policy.decide(country, &slots, roll);
    assert_eq!(slots.destination(decision.offer, country), Destination::LandingPage);
}
