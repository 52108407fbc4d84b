//! Redirect data of one host: its smart links and its slots.

use std::collections::{BTreeMap, HashMap};

use kernel::{CountryCode, Hostname, OwnerId};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::decision::{CompiledPolicy, Decision};
use crate::expiry::Expiry;
use crate::link::SmartLinkId;
use crate::policy::Policy;
use crate::slots::{Destination, Slots};
use crate::slug::Slug;

/// Smart link, reduced to the data for redirects.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct EdgeLink {
    /// Number of the smart link.
    pub id: SmartLinkId,
    /// Whether the smart link is switched on.
    pub active: bool,
    /// Compiled policy of the smart link.
    pub policy: CompiledPolicy,
    /// Expiry of the smart link.
    pub expiry: Expiry,
    /// Version number that changes with every change of the link. A store compares versions to decide whether to load
    /// the policy again.
    pub version: u64,
}

/// Redirect data of one host.
#[derive(Debug, Clone, PartialEq)]
pub struct HostLinks {
    /// Owner of the host.
    pub owner: OwnerId,
    /// Name that visitors request.
    pub hostname: Hostname,
    /// Upstream links of the host, by slot.
    pub slots: Slots,
    links: HashMap<Slug, EdgeLink>,
    default_policy: CompiledPolicy,
}

/// Destination of a smart link's visitor, and the decision behind the destination.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Route<'a> {
    /// Chosen arm, and the excluded arms.
    pub decision: Decision,
    /// Destination of the visitor.
    pub destination: Destination<'a>,
}

impl HostLinks {
    /// Creates the redirect data of a host from links with their slugs.
    pub fn new(
        owner: OwnerId,
        hostname: Hostname,
        slots: Slots,
        links: impl IntoIterator<Item = (Slug, EdgeLink)>,
    ) -> Self {
        let default_policy = CompiledPolicy::from(&Policy::default());
        Self { owner, hostname, slots, links: links.into_iter().collect(), default_policy }
    }

    /// Returns the active smart link with this slug, if any. Accepts any text, because visitors may request anything.
    pub fn active_link(&self, slug: &str) -> Option<&EdgeLink> {
        self.links.get(slug).filter(|link| link.active)
    }

    /// Iterates over all smart links of the host in arbitrary order.
    pub fn links(&self) -> impl Iterator<Item = &EdgeLink> {
        self.links.values()
    }

    /// Approximate size in memory, in bytes.
    pub fn weight(&self) -> usize {
        // Worst case: half of the hash table is empty.
        let table = self.links.len() * 2 * size_of::<(Slug, EdgeLink)>();
        let address =
            |link: &EdgeLink| link.expiry.expired_url.as_ref().map_or(0, |url| 2 * url.as_str().len());
        let links = self.links.values().map(|link| link.policy.weight() + address(link));
        self.slots.weight() + table + links.sum::<usize>()
    }

    /// Returns the destination for a visitor without a smart link, by the default policy.
    pub fn default_route(&self, country: Option<CountryCode>, visitor: &[u8; 16]) -> Destination<'_> {
        let nobodys = SmartLinkId::new(0);
        let decision = self.default_policy.decide_for(country, &self.slots, visitor, nobodys);
        self.slots.destination(decision.offer, country)
    }

    /// Returns the route of a link's visitor. Does not allocate.
    pub fn route(&self, link: &EdgeLink, country: Option<CountryCode>, visitor: &[u8; 16]) -> Route<'_> {
        let decision = link.policy.decide_for(country, &self.slots, visitor, link.id);
        Route { decision, destination: self.slots.destination(decision.offer, country) }
    }
}

/// Serialized form. Links are sorted by slug, so that equal values have equal JSON.
#[derive(Serialize)]
struct Written<'a> {
    owner: OwnerId,
    hostname: &'a Hostname,
    slots: &'a Slots,
    links: BTreeMap<&'a Slug, &'a EdgeLink>,
}

#[derive(Deserialize)]
struct Read {
    owner: OwnerId,
    hostname: Hostname,
    slots: Slots,
    links: HashMap<Slug, EdgeLink>,
}

impl Serialize for HostLinks {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { owner, hostname, slots, links, default_policy: _ } = self;
        Written { owner: *owner, hostname, slots, links: links.iter().collect() }.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for HostLinks {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let Read { owner, hostname, slots, links } = Read::deserialize(deserializer)?;
        Ok(Self::new(owner, hostname, slots, links))
    }
}

#[cfg(test)]
mod tests {
    use kernel::CountryCode;

    use super::*;
    use crate::link::Offer;
    use crate::testing::{OWNER, arms, domain, name_of, policy, slots};

    #[test]
    fn a_trial_without_a_country_link_leads_to_paid_even_where_none_is_required() {
        let open = policy(arms((false, 0.0), (true, 100.0), false), vec![]);
        let link = |policy: &Policy| EdgeLink {
            id: SmartLinkId::new(1),
            active: true,
            policy: policy.into(),
            expiry: Expiry::default(),
            version: 0,
        };
        let host = HostLinks::new(OWNER, domain(), slots(Some(true), &[("DE", true)]), []);
        for (code, expected) in [("DE", "ftl DE"), ("US", "paid paid"), ("", "paid paid")] {
            let route = host.route(&link(&open), CountryCode::parse(code), &[7; 16]);
            assert_eq!(
                (route.decision.offer, name_of(route.destination).as_str()),
                (Offer::Ftl, expected),
                "{code}"
            );
        }
    }

    #[test]
    fn a_link_that_is_off_looks_absent() {
        let slug = |text| Slug::parse(text).unwrap();
        let policy = CompiledPolicy::from(&Policy::default());
        let link = |active| EdgeLink {
            id: SmartLinkId::new(1),
            active,
            policy: policy.clone(),
            expiry: Expiry::default(),
            version: 0,
        };
        let links = [(slug("on"), link(true)), (slug("off"), link(false))];
        let host = HostLinks::new(OWNER, domain(), Slots::default(), links);
        for (asked, found) in
            [("on", true), ("off", false), ("none", false), ("ON", false), ("", false), ("a/b", false)]
        {
            assert_eq!(host.active_link(asked).is_some(), found, "{asked}");
        }
    }

    #[test]
    fn links_are_read_as_they_were_written() {
        let rules = vec![(&["DE", "AT"] as &[_], arms((true, 30.0), (true, 70.0), true))];
        let policies = [policy(arms((true, 1.0), (true, 2.0), false), rules), Policy::default()];
        let links = policies.iter().zip(1..).map(|(policy, id)| {
            let expires_at = Some(kernel::UnixTime::from_seconds(id));
            let expired_url = crate::address::LinkUrl::parse("https://a.example/over");
            let expiry = Expiry { expires_at, expired_url };
            let (id, policy) = (SmartLinkId::new(id), policy.into());
            (
                Slug::parse(&format!("s{id}")).unwrap(),
                EdgeLink { id, active: true, policy, expiry, version: 7 },
            )
        });
        let host = HostLinks::new(OWNER, domain(), slots(Some(true), &[("DE", true)]), links);
        let text = serde_json::to_string(&host).unwrap();
        assert_eq!(serde_json::from_str::<HostLinks>(&text).unwrap(), host);
        let again = serde_json::from_str::<HostLinks>(&text).unwrap();
        assert_eq!(serde_json::to_string(&again).unwrap(), text);
    }
}
