//! Wire types of smart links and funnel links.

use crate::smart_links::wire::{PolicySimulation, SimulatedArm, SimulatedArms, SmartLinkOut};
use kernel::{CountryCode, Hostname, UnixTime};
use smartlink_policy::simulation::{self, Simulation, Target};
use smartlink_policy::smart_link::SmartLink;

/// Converts a smart link.
pub fn smart_link_out(link: &SmartLink) -> SmartLinkOut {
    SmartLinkOut {
        id: link.id.get(),
        domain: link.domain.to_string(),
        slug: link.slug.as_str().to_owned(),
        name: link.name.as_str().to_owned(),
        policy: link.policy.to_json(),
        active: link.active,
        expires_at: link.expiry.expires_at.map(UnixTime::seconds),
        expired_url: link.expiry.expired_url.as_ref().map(ToString::to_string),
        url: link.url(),
        created_at: link.created_at.seconds(),
        updated_at: link.updated_at.seconds(),
    }
}

/// Converts the simulation of a link on this domain.
pub fn simulation_out(domain: &Hostname, simulation: &Simulation) -> PolicySimulation {
    let address = |target: &Target| match target {
        Target::Link(url) => url.as_str().to_owned(),
        Target::LandingPage => format!("https://{domain}/"),
    };
    let arm = |arm: &simulation::SimulatedArm| SimulatedArm {
        share: arm.share,
        left_out: arm.left_out.map(|reason| reason.as_str().to_owned()),
        target: arm.target.as_ref().map(address),
        sampled: arm.sampled,
    };
    PolicySimulation {
        country: name_of(simulation.country),
        geo_rule: simulation.geo_rule,
        arms: SimulatedArms { paid: arm(&simulation.paid), ftl: arm(&simulation.ftl) },
        expired_target: simulation.after_end.as_ref().map(address),
    }
}

pub(crate) fn name_of(country: Option<CountryCode>) -> Option<String> {
    country.map(|country| country.as_str().to_owned())
}
