//! Plan of provisioning: the difference between the requested, the recorded and the upstream links.

use kernel::{CountryCode, Hostname};
use serde::{Deserialize, Serialize};

use crate::config::ProvisionConfig;
use crate::link::Offer;
use crate::recorded::RecordedLink;
use crate::slot::Slot;
use crate::upstream::UpstreamLink;

/// Action for one slot.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Action {
    /// The slot's link is recorded already.
    Reuse,
    /// An upstream link has the slot's name and is recorded for the slot.
    Adopt(UpstreamLink),
    /// The slot needs a new upstream link.
    Create,
}

/// Plans an action for each slot of a configuration, in slot order. A recorded link is reused regardless of its trial
/// length.
pub fn plan(
    config: &ProvisionConfig,
    domain: &Hostname,
    recorded: &[RecordedLink],
    upstream: &[UpstreamLink],
) -> Vec<(Slot, Action)> {
    let action = |slot: Slot| match adoptable(slot, domain, upstream) {
        _ if is_recorded(slot, recorded) => Action::Reuse,
        Some(link) => Action::Adopt(link.clone()),
        None => Action::Create,
    };
    config.slots().map(|slot| (slot, action(slot))).collect()
}

/// Whether all slots are recorded, so that the upstream links are not needed.
pub fn is_settled(config: &ProvisionConfig, recorded: &[RecordedLink]) -> bool {
    config.slots().all(|slot| is_recorded(slot, recorded))
}

fn is_recorded(slot: Slot, recorded: &[RecordedLink]) -> bool {
    recorded.iter().any(|link| link.slot == Some(slot))
}

/// Returns the upstream link with the slot's name that fits the slot. If there are several, returns the oldest, so that
/// concurrent calls choose the same link.
fn adoptable<'a>(slot: Slot, domain: &Hostname, upstream: &'a [UpstreamLink]) -> Option<&'a UpstreamLink> {
    let name = slot.upstream_name(domain);
    let called_so = upstream.iter().filter(|link| link.name == name && link.fits(slot).is_ok());
    called_so.min_by_key(|link| (link.created_at, &link.provider_id))
}

kernel::words! {
    /// State of a slot before provisioning.
    SlotStatus {
        /// Provisioning would create a link.
        New = "new",
        /// The slot's link is recorded.
        Exists = "exists",
        /// Provisioning would adopt an upstream link.
        Adoptable = "adoptable",
    }
}

/// Entry of a dry run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct DryRunItem {
    /// Offer of the slot.
    pub offer: Offer,
    /// Country of a trial.
    pub country: Option<CountryCode>,
    /// State of the slot.
    pub status: SlotStatus,
}

/// Result of a dry run: the changes that provisioning would make.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DryRun {
    /// All slots: paid first, then the trials by country.
    pub items: Vec<DryRunItem>,
    /// Number of links to create.
    pub new: usize,
    /// Number of recorded links.
    pub exists: usize,
    /// Number of links to adopt.
    pub adoptable: usize,
}

impl DryRun {
    /// Summarizes a plan.
    pub fn of(plan: &[(Slot, Action)]) -> Self {
        let item = |(slot, action): &(Slot, Action)| DryRunItem {
            offer: slot.offer(),
            country: slot.country(),
            status: match action {
                Action::Reuse => SlotStatus::Exists,
                Action::Adopt(_) => SlotStatus::Adoptable,
                Action::Create => SlotStatus::New,
            },
        };
        let items: Vec<_> = plan.iter().map(item).collect();
        let count = |status| items.iter().filter(|item| item.status == status).count();
        let (new, exists, adoptable) =
            (count(SlotStatus::New), count(SlotStatus::Exists), count(SlotStatus::Adoptable));
        Self { items, new, exists, adoptable }
    }
}

#[cfg(test)]
mod tests {
    use kernel::UnixTime;

    use super::*;
    use crate::config::ProvisionRequest;
    use crate::testing::{country, domain, recorded, upstream};

    fn config() -> ProvisionConfig {
        ProvisionConfig::parse(&ProvisionRequest {
            trial_countries: &["DE".to_owned()],
            paid_countries: "rest",
            default_paid: true,
            trial_days: Some(30),
        })
        .unwrap()
    }

    fn words(recorded: &[RecordedLink], upstream: &[UpstreamLink]) -> Vec<&'static str> {
        let plan = plan(&config(), &domain(), recorded, upstream);
        DryRun::of(&plan).items.iter().map(|item| item.status.as_str()).collect()
    }

    #[test]
    fn each_slot_is_recorded_or_adopted_or_new() {
        let de = Slot::Trial(country("DE"));
        let both = [recorded(1, Slot::Paid, true), recorded(2, de, false)];
        assert_eq!(words(&[], &[]), ["new", "new"]);
        assert_eq!(words(&both, &[]), ["exists", "exists"]);
        assert_eq!(words(&both[..1], &[upstream("x", de)]), ["exists", "adoptable"]);
        assert_eq!(words(&[], &[upstream("x", Slot::Paid)]), ["adoptable", "new"]);
        assert!(is_settled(&config(), &both) && !is_settled(&config(), &both[1..]));
    }

    #[test]
    fn only_a_permanent_trial_of_the_right_offer_country_and_name_is_adopted() {
        let de = Slot::Trial(country("DE"));
        let link = || upstream("x", de);
        for (candidate, expected) in [
            (link(), "adoptable"),
            (UpstreamLink { active: false, ..link() }, "adoptable"),
            (UpstreamLink { trial_days: Some(90), ..link() }, "adoptable"),
            (UpstreamLink { permanent: false, ..link() }, "new"),
            (UpstreamLink { country: None, ..link() }, "new"),
            (UpstreamLink { country: Some(country("US")), ..link() }, "new"),
            (UpstreamLink { offer: Offer::Paid, ..link() }, "new"),
            (UpstreamLink { name: "links.example.com/ftl/de".into(), ..link() }, "new"),
            (UpstreamLink { name: "other.example.com/ftl/DE".into(), ..link() }, "new"),
        ] {
            assert_eq!(words(&[], std::slice::from_ref(&candidate))[1], expected, "{candidate:?}");
        }
    }

    #[test]
    fn of_several_the_first_one_made_is_adopted() {
        let at = |id: &str, seconds| UpstreamLink {
            created_at: UnixTime::from_seconds(seconds),
            ..upstream(id, Slot::Paid)
        };
        for order in [["a", "b", "c"], ["c", "b", "a"], ["b", "c", "a"]] {
            let links: Vec<_> = order.iter().map(|id| at(id, if *id == "a" { 9 } else { 5 })).collect();
            let found = adoptable(Slot::Paid, &domain(), &links).unwrap();
            assert_eq!(found.provider_id.as_str(), "b");
        }
    }

    #[test]
    fn a_dry_run_counts() {
        let plan = plan(&config(), &domain(), &[recorded(1, Slot::Paid, true)], &[]);
        let DryRun { items, new, exists, adoptable } = DryRun::of(&plan);
        assert_eq!((items.len(), new, exists, adoptable), (2, 1, 1, 0));
        assert_eq!((items[1].offer, items[1].country), (Offer::Ftl, Some(country("DE"))));
    }
}
