//! Wire types of smart links and funnel links.

use api_contract::links::{
    ConversionsOut, DomainLinksOut, DryRunCounts, DryRunItemOut, DryRunOut, FunnelLinkOut, PolicySimulation,
    ProvisionedOut, SimulatedArm, SimulatedArms, SmartLinkOut, TrackedLinkOut, UnresolvedOut, VendorOut,
};
use kernel::{CountryCode, Hostname, UnixTime};
use smartlink_policy::link::Offer;
use smartlink_policy::listing::TrackedLink;
use smartlink_policy::plan::DryRun;
use smartlink_policy::ports::RecordedLink;
use smartlink_policy::provisioning::Provisioned;
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

/// Converts a tracked link with its statistics.
pub fn tracked_link_out(tracked: &TrackedLink) -> TrackedLinkOut {
    let (link, stats) = (&tracked.link.upstream, &tracked.stats);
    TrackedLinkOut {
        link_id: tracked.link.id.get(),
        domain: tracked.link.domain.as_ref().map(ToString::to_string),
        provider_id: link.provider_id.as_str().to_owned(),
        offer: link.offer.as_str().to_owned(),
        kind: link.kind().as_str().to_owned(),
        name: link.name.clone(),
        redirect_url: link.url.as_str().to_owned(),
        active: link.active,
        state: tracked.is_foreign.then(|| "foreign".to_owned()),
        created_at: link.created_at.seconds(),
        vendor: VendorOut {
            day: stats.vendor.day.as_str().to_owned(),
            clicks: stats.vendor.clicks,
            subscribers: stats.vendor.subscribers,
            revenue_cents: stats.vendor.revenue_cents,
            spenders: stats.vendor.spenders,
        },
        conversions: ConversionsOut { count: stats.conversions, revenue_net_cents: stats.revenue_net_cents },
        arps_cents: stats.vendor.arps_cents(),
    }
}

/// Converts the result of provisioning.
pub fn provisioned_out(domain: &Hostname, done: &Provisioned) -> ProvisionedOut {
    let slots = done.unresolved.iter().map(|slot| UnresolvedOut::Slot {
        offer: slot.offer.as_str().to_owned(),
        country: name_of(slot.country),
        reason: slot.reason.as_str().to_owned(),
    });
    let buttons = done.stamped.unresolved.iter().map(|button| UnresolvedOut::Button {
        button_id: button.button_id.clone(),
        reason: button.reason.as_str().to_owned(),
    });
    ProvisionedOut {
        domain: domain.to_string(),
        created: done.created,
        adopted: done.adopted,
        reused: done.reused,
        stamped: done.stamped.changed,
        unresolved: slots.chain(buttons).collect(),
        links: DomainLinksOut {
            domain: domain.to_string(),
            trial_count: done.count(Offer::Ftl),
            tracking_count: done.count(Offer::Paid),
            stamped_count: done.stamped.total,
            items: done.links.iter().map(funnel_link_out).collect(),
        },
    }
}

/// Converts the link of a slot.
pub fn funnel_link_out(link: &RecordedLink) -> FunnelLinkOut {
    let RecordedLink { id, upstream, .. } = link;
    FunnelLinkOut {
        id: id.get(),
        offer: upstream.offer.as_str().to_owned(),
        kind: upstream.kind().as_str().to_owned(),
        country: name_of(upstream.country),
        provider_id: upstream.provider_id.as_str().to_owned(),
        name: upstream.name.clone(),
        url: upstream.url.as_str().to_owned(),
        trial_days: upstream.trial_days,
        active: upstream.active,
        created_at: upstream.created_at.seconds(),
    }
}

/// Converts a provisioning plan.
pub fn dry_run_out(domain: &Hostname, run: &DryRun) -> DryRunOut {
    let items = run.items.iter().map(|item| DryRunItemOut {
        offer: item.offer.as_str().to_owned(),
        country: name_of(item.country),
        status: item.status.as_str().to_owned(),
    });
    DryRunOut {
        domain: domain.to_string(),
        items: items.collect(),
        counts: DryRunCounts { new: run.new, exists: run.exists, adoptable: run.adoptable },
    }
}

fn name_of(country: Option<CountryCode>) -> Option<String> {
    country.map(|country| country.as_str().to_owned())
}
