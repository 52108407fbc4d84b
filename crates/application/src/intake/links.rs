//! Changes of funnel links at the engine.

use std::collections::BTreeMap;

use attribution::event::{LinkEvent, LinkFacts};
use kernel::{AccountNumber, UnixTime};
use smartlink_policy::upstream::{EngineLink, UpstreamLink};

/// Links changed by a batch, in the form that a pull returns.
#[derive(Debug, Clone, PartialEq)]
pub struct LinkChanges {
    /// Latest state of each link. Invalid links are left out, as in a pull.
    pub links: Vec<UpstreamLink>,
    /// Time of the earliest change. Local switches after this time win over the batch.
    pub pulled_at: UnixTime,
}

impl LinkChanges {
    /// Collects the link changes of these events; `None` without events.
    pub(super) fn of(events: &[&LinkEvent]) -> Option<Self> {
        let pulled_at = events.iter().map(|event| event.occurred_at).min()?;
        let mut latest: BTreeMap<&str, &LinkEvent> = BTreeMap::new();
        for event in events {
            let last = latest.entry(&event.link.provider_id).or_insert(event);
            if (event.occurred_at, &event.event_id) > (last.occurred_at, &last.event_id) {
                *last = event;
            }
        }
        let links = latest.into_values().filter_map(|event| UpstreamLink::try_from(read(&event.link)).ok());
        Some(Self { links: links.collect(), pulled_at })
    }
}

fn read(link: &LinkFacts) -> EngineLink {
    let (provider_id, account) = AccountNumber::split(&link.provider_id);
    EngineLink {
        account,
        provider_id: provider_id.to_owned(),
        offer: link.offer.clone(),
        kind: link.kind.clone(),
        name: link.name.clone(),
        url: link.url.clone(),
        country: link.country.as_ref().map(ToString::to_string),
        trial_days: link.trial_days,
        permanent: link.permanent,
        active: link.active,
        created_at: Some(link.created_at),
    }
}
