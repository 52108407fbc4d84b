//! Links that were changed at the engine: recorded by the rules of a pull.

use std::collections::BTreeMap;

use attribution::event::{EngineEvent, LinkEvent, LinkFacts};
use diesel_async::AsyncPgConnection;
use kernel::{AccountNumber, OwnerId};
use smartlink_policy::ports::PulledLink;
use smartlink_policy::upstream::{EngineLink, UpstreamLink};

use crate::error::Abort;
use crate::tracked_links;

/// Records what the events say of links, the latest of each. A link that makes no sense is left to the next pull, which
/// skips it as well.
///
/// They count as pulled when the earliest of them happened, so what we switched after that stays.
pub(super) async fn record<R>(
    transaction: &mut AsyncPgConnection,
    owner: OwnerId,
    events: &[&EngineEvent],
) -> Result<(), Abort<R>> {
    let mut latest: BTreeMap<&str, &LinkEvent> = BTreeMap::new();
    let changes = || events.iter().filter_map(|event| change(event));
    for event in changes() {
        let last = latest.entry(&event.link.provider_id).or_insert(event);
        if (event.occurred_at, &event.event_id) > (last.occurred_at, &last.event_id) {
            *last = event;
        }
    }
    let Some(earliest) = changes().map(|event| event.occurred_at).min() else { return Ok(()) };
    let links = latest.into_values().filter_map(|event| UpstreamLink::try_from(read(&event.link)).ok());
    let pulled: Vec<_> = links.map(|link| PulledLink { link, figures: None }).collect();
    tracked_links::record(transaction, owner, &pulled, earliest).await
}

fn change<'a>(event: &&'a EngineEvent) -> Option<&'a LinkEvent> {
    match *event {
        EngineEvent::Link(event) => Some(event),
        EngineEvent::Fan(_) | EngineEvent::Unknown(_) => None,
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
