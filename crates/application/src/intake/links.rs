//! Links that were changed at the engine.

use std::collections::BTreeMap;

use attribution::event::{LinkEvent, LinkFacts};
use kernel::{AccountNumber, UnixTime};
use smartlink_policy::upstream::{EngineLink, UpstreamLink};

/// The links that a batch says something of, as a pull would have found them.
#[derive(Debug, Clone, PartialEq)]
pub struct LinkChanges {
    /// The latest of each. A link that makes no sense is left to the next pull, which skips it as well.
    pub links: Vec<UpstreamLink>,
    /// They count as pulled when the earliest change happened, so what was switched here after that stays.
    pub pulled_at: UnixTime,
}

impl LinkChanges {
    /// What these events say of links.
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
