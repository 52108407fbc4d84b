use kernel::CountryCode;
use smartlink_policy::decision::{CompiledPolicy, Roll};
use smartlink_policy::host::{Destination, Slots};
use smartlink_policy::{link::SmartLinkId, policy::Policy};

fn main() {
    let (policy, slots) = (CompiledPolicy::from(&Policy::default()), Slots::default());
    let (country, roll) = (CountryCode::parse("DE"), Roll::of(&[7; 16], SmartLinkId::new(1)));
    let decision = policy.decide(country, &slots, roll);
    assert_eq!(slots.destination(decision.offer, country), Destination::LandingPage);
}
