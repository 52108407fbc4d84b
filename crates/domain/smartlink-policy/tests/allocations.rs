//! Tests that a decision allocates nothing, whatever the policy, because every redirect makes one.

use std::collections::BTreeMap;

use kernel::{CountryCode, Hostname, OwnerId, UnixTime};
use serde_json::Value;
use smartlink_policy::address::LinkUrl;
use smartlink_policy::expiry::{AfterEnd, Expiry};
use smartlink_policy::host::{EdgeLink, HostLinks};
use smartlink_policy::link::{FunnelLinkId, ProviderId, SmartLinkId};
use smartlink_policy::policy::Policy;
use smartlink_policy::slots::{Destination, SlotLink, Slots};
use smartlink_policy::slug::Slug;

/// Builds a host with a link of 26 rules and one trial.
fn host() -> Option<HostLinks> {
    let Value::Object(mut policy) = Policy::default().to_json() else { return None };
    let arms = policy.get("arms")?.clone();
    let rules = ('A'..='Z').map(|letter| {
        let countries = ["A", "B"].map(|first| format!("{first}{letter}"));
        Value::from_iter([("countries", Value::from_iter(countries)), ("arms", arms.clone())])
    });
    policy.insert("geo".into(), Value::Array(rules.collect()));
    let policy = Policy::stored(&Value::Object(policy)).ok()?;
    let link = SlotLink {
        link_id: FunnelLinkId::new(1),
        provider_id: ProviderId::parse("l1")?,
        url: LinkUrl::parse("https://platform.example/c")?,
        active: true,
    };
    let slots = Slots::new(Some(link.clone()), BTreeMap::from([(CountryCode::parse("AT")?, link)]));
    let vip = EdgeLink {
        id: SmartLinkId::new(1),
        active: true,
        policy: (&policy).into(),
        expiry: Expiry::parse(Some(1_900_000_000), Some("https://b.example/sorry")).ok()?,
        version: 0,
    };
    let hostname = Hostname::parse("links.example.com").ok()?;
    Some(HostLinks::new(OwnerId::new(1), hostname, slots, [(Slug::parse("vip").ok()?, vip)]))
}

#[test]
fn a_route_is_found_without_allocating() {
    let host = host().unwrap();
    let countries = ["AT", "BZ", "US", ""].map(CountryCode::parse);
    let mut found = 0;
    let info = allocation_counter::measure(|| {
        for (country, visitor) in countries.into_iter().cycle().zip(0..1_000_u128) {
            let Some(link) = host.active_link("vip") else { continue };
            let route = host.route(link, country, &visitor.to_be_bytes());
            found += u32::from(matches!(route.destination, Destination::Link(..)));
            let end = link.expiry.after_end(UnixTime::from_seconds(2_000_000_000));
            found -= u32::from(!matches!(end, Some(AfterEnd::Address(_))));
        }
    });
    assert_eq!((found, info.count_total), (1_000, 0));
}

#[test]
fn an_address_takes_one_allocation_and_a_header_that_takes_it_over_none() {
    let url = LinkUrl::parse("https://platform.example/c?x=1#t").unwrap();
    for (query, click) in [
        ("utm_source=story&utm_medium=social", Some("01m7wnqzzeew9rre38cajccybn")),
        ("utm_source=story", None),
        ("", Some("01m7wnqzzeew9rre38cajccybn")),
        ("", None),
    ] {
        let mut address = String::new();
        let info = allocation_counter::measure(|| address = url.with_click(query, click));
        assert_eq!(info.count_total, 1, "{address}");
        assert_eq!(address.capacity(), address.len(), "what has room to spare is allocated anew: {address}");
    }
}
