use std::collections::btree_map::Entry;
use std::sync::Arc;

use kernel::{Hostname, OwnerId, StoreError};
use landing_draft::button::Button;
use landing_draft::cpu::Cpu;
use landing_draft::landing::Landing;
use landing_draft::ports::{DomainStore, DraftStore, VersionStore};
use landing_draft::target::Target;
use smartlink_policy::ports::SmartLinkStore;
use smartlink_policy::smart_link::SmartLink;

use super::DestinationUrl;
use super::ports::Found;

/// Maximum number of destinations per owner. Further addresses are not checked.
pub const MAX_DESTINATIONS: usize = 10_000;

/// Maximum number of domains listed for one destination.
pub const MAX_DOMAINS: usize = 20;

/// Number of smart links read at once.
const PAGE: u32 = 500;

/// Stores that contain typed addresses.
#[derive(Clone)]
pub struct GatherStores {
    pub domains: Arc<dyn DomainStore>,
    /// Drafts of the domains.
    pub drafts: Arc<dyn DraftStore>,
    /// Published versions of the domains.
    pub versions: Arc<dyn VersionStore>,
    pub smart_links: Arc<dyn SmartLinkStore>,
}

/// Gathers the addresses that an owner typed: button targets and their variants, in drafts and live pages, and the
/// targets of expired smart links.
#[derive(Clone)]
pub struct Gathering {
    stores: GatherStores,
    cpu: Cpu,
}

impl Gathering {
    /// Creates a use-case on these stores; large landings are processed on `cpu`.
    pub fn new(stores: GatherStores, cpu: Cpu) -> Self {
        Self { stores, cpu }
    }

    /// Returns all addresses of an owner, each with the domains that use it.
    pub async fn run(&self, owner: OwnerId) -> Result<Found, StoreError> {
        let mut found = Found::new();
        for domain in self.stores.domains.list(owner).await? {
            let hostname = domain.hostname;
            let draft = self.stores.drafts.load(owner, &hostname).await?.map(|draft| draft.landing);
            let live = self.stores.versions.live(owner, &hostname).await?.map(|(_, landing)| landing);
            for landing in draft.into_iter().chain(live) {
                let weight = landing.weight();
                let urls = self.cpu.work(weight, move || of_landing(&landing)).await?;
                put(&mut found, &hostname, urls);
            }
            self.smart_links(owner, &hostname, &mut found).await?;
        }
        Ok(found)
    }

    async fn smart_links(
        &self,
        owner: OwnerId,
        domain: &Hostname,
        found: &mut Found,
    ) -> Result<(), StoreError> {
        let mut after = None;
        loop {
            // A domain deleted since it was listed has no links.
            let page = self.stores.smart_links.list(owner, domain, after, PAGE).await?.unwrap_or_default();
            let Some(last) = page.last() else { return Ok(()) };
            after = Some(last.id);
            put(found, domain, page.iter().filter_map(of_smart_link).collect());
        }
    }
}

/// Addresses of a landing's buttons, without the stamped addresses of funnel links, which no owner typed.
fn of_landing(landing: &Landing) -> Vec<DestinationUrl> {
    let buttons = landing.segments().iter().flat_map(|segment| segment.buttons());
    buttons
        .flat_map(targets)
        .filter_map(Target::address)
        .filter_map(|url| DestinationUrl::parse(url).ok())
        .collect()
}

fn targets(button: &Button) -> impl Iterator<Item = &Target> {
    let variants = button.variants().into_iter().flat_map(|variants| variants.iter());
    std::iter::once(button.url()).chain(variants.filter_map(|variant| variant.url.as_ref()))
}

/// Address that an expired smart link leads to. An active smart link leads only to funnel links.
fn of_smart_link(link: &SmartLink) -> Option<DestinationUrl> {
    let url = link.expiry.expired_url.as_ref()?;
    DestinationUrl::parse(url.as_str()).ok()
}

fn put(found: &mut Found, domain: &Hostname, urls: Vec<DestinationUrl>) {
    for url in urls {
        let has_room = found.len() < MAX_DESTINATIONS;
        match found.entry(url) {
            Entry::Vacant(new) if has_room => {
                new.insert(vec![domain.clone()]);
            }
            Entry::Vacant(_) => {}
            Entry::Occupied(known) => {
                let domains = known.into_mut();
                if domains.len() < MAX_DOMAINS && !domains.contains(domain) {
                    domains.push(domain.clone());
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use smartlink_policy::expiry::Expiry;
    use smartlink_policy::link::SmartLinkId;
    use smartlink_policy::slug::Slug;
    use smartlink_policy::smart_link::NewSmartLink;

    use super::*;
    use crate::testing::{NOW, host, landing};

    #[test]
    fn buttons_lead_to_what_was_typed() {
        for (typed, stamped, expected) in [
            ("https://shop.example/a#b", None, &["https://shop.example/a"][..]),
            ("mailto:me@shop.example", None, &[]),
            ("tel:+4930123", None, &[]),
            ("funnel:paid", Some("https://platform.example/p"), &[]),
        ] {
            let (landing, _) = landing(typed, stamped);
            let urls = of_landing(&landing);
            assert_eq!(urls.iter().map(DestinationUrl::as_str).collect::<Vec<_>>(), expected, "{typed}");
        }
    }

    #[test]
    fn a_smart_link_leads_somewhere_of_its_own_when_it_is_over() {
        for (url, expected) in
            [(None, None), (Some("https://a.example/over"), Some("https://a.example/over"))]
        {
            let slug = Slug::parse("vip").unwrap();
            let expiry = Expiry::parse(Some(1), url).unwrap();
            let new = NewSmartLink { expiry, ..NewSmartLink::new(host(), slug, None, None, NOW) };
            let of_link = of_smart_link(&SmartLink::made(SmartLinkId::new(1), &new));
            assert_eq!(of_link.as_ref().map(DestinationUrl::as_str), expected);
        }
    }

    #[test]
    fn an_address_is_one_destination_on_any_number_of_domains() {
        let mut found = Found::new();
        let url = DestinationUrl::parse("https://shop.example/").unwrap();
        let domains: Vec<_> = (0..30).map(|n| Hostname::parse(&format!("d{n}.example")).unwrap()).collect();
        for domain in domains.iter().chain(&domains) {
            put(&mut found, domain, vec![url.clone(), url.clone()]);
        }
        assert_eq!(found.into_iter().collect::<Vec<_>>(), [(url, domains[..MAX_DOMAINS].to_vec())]);
    }

    #[test]
    fn an_owner_has_no_more_than_so_many() {
        let mut found = Found::new();
        let url = |n: usize| DestinationUrl::parse(&format!("https://shop.example/{n}")).unwrap();
        put(&mut found, &host(), (0..MAX_DESTINATIONS + 5).map(url).collect());
        assert_eq!(found.len(), MAX_DESTINATIONS);
        let elsewhere = Hostname::parse("b.example").unwrap();
        put(&mut found, &elsewhere, vec![url(0)]);
        assert_eq!(found[&url(0)].len(), 2, "one that is there already");
    }
}
