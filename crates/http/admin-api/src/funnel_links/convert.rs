use crate::funnel_links::wire::{
    ConversionsOut, DomainLinksOut, DryRunCounts, DryRunItemOut, DryRunOut, FunnelLinkOut, ProvisionedOut,
    TrackedLinkOut, UnresolvedButton, UnresolvedOut, UnresolvedSlot, VendorOut,
};
use crate::smart_links::convert::name_of;
use crate::words::FOREIGN;
use kernel::Hostname;
use smartlink_policy::link::Offer;
use smartlink_policy::listing::TrackedLink;
use smartlink_policy::plan::DryRun;
use smartlink_policy::ports::RecordedLink;
use smartlink_policy::provisioning::Provisioned;

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
        state: tracked.is_foreign.then(|| FOREIGN.to_owned()),
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
    let slots = done.unresolved.iter().map(|slot| {
        UnresolvedOut::Slot(UnresolvedSlot {
            offer: slot.offer.as_str().to_owned(),
            country: name_of(slot.country),
            reason: slot.reason.as_str().to_owned(),
        })
    });
    let buttons = done.stamped.unresolved.iter().map(|button| {
        UnresolvedOut::Button(UnresolvedButton {
            button_id: button.button_id.clone(),
            reason: button.reason.as_str().to_owned(),
        })
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
