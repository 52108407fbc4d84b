//! Builders for the tests of this crate.

use kernel::{AccountNumber, Acting, CountryCode, Hostname, OwnerId, UnixTime};
use serde_json::Value;

use crate::link::{FunnelLinkId, ProviderId};
use crate::policy::Policy;
use crate::recorded::RecordedLink;
use crate::slot::Slot;
use crate::slots::{Destination, SlotLink, Slots};
use crate::upstream::{EngineLink, UpstreamLink};

/// 2026-11-20T12:00:00Z.
pub(crate) const NOW: UnixTime = UnixTime::from_seconds(1_795_176_000);
pub(crate) const OWNER: OwnerId = OwnerId::new(1);
pub(crate) const BY: Acting = Acting::service(OWNER);

pub(crate) fn domain() -> Hostname {
    Hostname::parse("links.example.com").unwrap()
}

pub(crate) fn country(code: &str) -> CountryCode {
    CountryCode::parse(code).unwrap()
}

/// Builds a valid engine link with the slot's name.
pub(crate) fn engine_link(provider_id: &str, slot: Slot) -> EngineLink {
    EngineLink {
        account: AccountNumber::FIRST,
        provider_id: provider_id.to_owned(),
        offer: slot.offer().as_str().to_owned(),
        kind: slot.offer().kind().as_str().to_owned(),
        name: slot.upstream_name(&domain()),
        url: format!("https://platform.example/{provider_id}"),
        country: slot.country().map(|country| country.to_string()),
        trial_days: slot.country().map(|_| 7),
        permanent: true,
        active: true,
        created_at: Some(NOW),
    }
}

pub(crate) fn upstream(provider_id: &str, slot: Slot) -> UpstreamLink {
    UpstreamLink::try_from(engine_link(provider_id, slot)).unwrap()
}

pub(crate) fn recorded(id: i64, slot: Slot, active: bool) -> RecordedLink {
    let upstream = UpstreamLink { active, ..upstream(&format!("l{id}"), slot) };
    RecordedLink { id: FunnelLinkId::new(id), domain: Some(domain()), slot: Some(slot), upstream }
}

/// Builds slots with an active, inactive or absent paid link, and with trials of these countries.
pub(crate) fn slots(paid: Option<bool>, trials: &[(&str, bool)]) -> Slots {
    let link = |id: i64, name: &str, active| SlotLink {
        link_id: FunnelLinkId::new(id),
        provider_id: ProviderId::parse(name).unwrap(),
        url: crate::address::LinkUrl::parse(&format!("https://platform.example/{name}")).unwrap(),
        active,
    };
    let trials = trials.iter().map(|(code, active)| (country(code), link(2, code, *active)));
    Slots::new(paid.map(|active| link(1, "paid", active)), trials.collect())
}

/// Builds the JSON of an arm from `(enabled, weight)`.
pub(crate) fn arm((enabled, weight): (bool, f64), require_country_link: bool) -> Value {
    Value::from_iter([
        ("enabled", Value::Bool(enabled)),
        ("weight", Value::from(weight)),
        ("label", "x".into()),
        ("trial_days", Value::from(7)),
        ("require_country_link", Value::Bool(require_country_link)),
    ])
}

pub(crate) fn arms(paid: (bool, f64), ftl: (bool, f64), require: bool) -> Value {
    Value::from_iter([("paid", arm(paid, false)), ("ftl", arm(ftl, require))])
}

pub(crate) fn policy_node(arms: Value, geo: Vec<(&[&str], Value)>) -> Value {
    let geo = geo.into_iter().map(|(countries, arms)| {
        Value::from_iter([("countries", Value::from_iter(countries.iter().copied())), ("arms", arms)])
    });
    Value::from_iter([("v", Value::from(1)), ("arms", arms), ("geo", Value::Array(geo.collect()))])
}

pub(crate) fn policy(arms: Value, geo: Vec<(&[&str], Value)>) -> Policy {
    Policy::parse(&policy_node(arms, geo)).unwrap_or_else(|error| panic!("{error}"))
}

/// Describes a destination in a word or two.
pub(crate) fn name_of(destination: Destination<'_>) -> String {
    match destination {
        Destination::Link(offer, link) => format!("{} {:?}", offer.as_str(), link.provider_id),
        Destination::LandingPage => "page".to_owned(),
    }
}
