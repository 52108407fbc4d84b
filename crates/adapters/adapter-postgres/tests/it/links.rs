//! Test database with the stores of links, and shortcuts for links.

use adapter_postgres::{PgFunnelLinkStore, PgLive, PgSmartLinkStore};
use kernel::{Acting, CountryCode, Hostname, OwnerId, UnixTime};
use landing_draft::ports::DomainStore as _;
use serde_json::Value;
use smartlink_policy::address::LinkUrl;
use smartlink_policy::host::HostLinks;
use smartlink_policy::link::{FunnelLinkId, Offer, ProviderId};
use smartlink_policy::policy::Policy;
use smartlink_policy::ports::{
    FunnelLinkStore as _, LastSwitch, LinksStamp, LiveLinks as _, RecordedLink, Recording,
    SmartLinkStore as _, Switching,
};
use smartlink_policy::slot::Slot;
use smartlink_policy::slug::Slug;
use smartlink_policy::smart_link::{NewSmartLink, SmartLink};
use smartlink_policy::upstream::UpstreamLink;

use crate::changes::Ear;
use crate::desk::Desk;
use crate::team::NOW;

pub(crate) struct Links {
    pub(crate) desk: Desk,
    pub(crate) smart: PgSmartLinkStore,
    pub(crate) funnel: PgFunnelLinkStore,
    pub(crate) live: PgLive,
}

impl Links {
    pub(crate) async fn create() -> Self {
        let desk = Desk::create().await;
        let pool = || desk.pool.clone();
        Self {
            smart: PgSmartLinkStore::new(pool()),
            funnel: PgFunnelLinkStore::new(pool()),
            live: PgLive::new(pool()),
            desk,
        }
    }

    /// Listens for changes from now on.
    pub(crate) async fn listen(&self) -> Ear {
        Ear::open(&self.desk).await
    }

    pub(crate) async fn smart_link(&self, domain: &Hostname, slug: &str) -> SmartLink {
        self.smart.insert(self.desk.by(), &new_link(domain, slug)).await.unwrap()
    }

    pub(crate) async fn record(&self, domain: &Hostname, slot: Slot, link: &UpstreamLink) -> Recording {
        self.funnel.record(self.desk.by(), domain, slot, link).await.unwrap()
    }

    /// Records a link in a free slot.
    pub(crate) async fn fill(&self, domain: &Hostname, slot: Slot, id: &str) -> RecordedLink {
        match self.record(domain, slot, &upstream(id, slot)).await {
            Recording::Recorded(link) => link,
            other => panic!("{other:?}"),
        }
    }

    /// Records a switch after the last one. Returns `None` if there is no such link.
    pub(crate) async fn switch(
        &self,
        owner: OwnerId,
        domain: &Hostname,
        link: FunnelLinkId,
        active: bool,
        now: UnixTime,
    ) -> Option<RecordedLink> {
        let seen = self.funnel.last_switch(owner, domain, link).await.unwrap();
        let switching = async |seen| {
            self.funnel.set_active(&Acting::service(owner), domain, link, active, seen, now).await
        };
        match switching(seen.unwrap_or(LastSwitch(None))).await.unwrap() {
            Switching::Noted(link) => Some(link),
            Switching::Gone => None,
            Switching::Overtaken => panic!("nobody else switches"),
        }
    }

    pub(crate) async fn stamp(&self, domain: &Hostname) -> LinksStamp {
        self.live.stamp(domain).await.unwrap().unwrap()
    }

    pub(crate) async fn host_links(&self, domain: &Hostname) -> HostLinks {
        let (stamp, links) = self.live.load(domain, None).await.unwrap().unwrap();
        assert_eq!(stamp, self.stamp(domain).await);
        links
    }

    pub(crate) async fn delete_domain(&self, domain: &Hostname) {
        assert!(self.desk.domains.delete(self.desk.by(), domain, None, NOW).await.unwrap());
    }
}

pub(crate) fn new_link(domain: &Hostname, slug: &str) -> NewSmartLink {
    NewSmartLink::new(domain.clone(), Slug::parse(slug).unwrap(), None, None, NOW)
}

pub(crate) fn trial(code: &str) -> Slot {
    Slot::Trial(CountryCode::parse(code).unwrap())
}

/// Builds a link that fits a slot.
pub(crate) fn upstream(id: &str, slot: Slot) -> UpstreamLink {
    UpstreamLink {
        provider_id: ProviderId::parse(id).unwrap(),
        offer: slot.offer(),
        name: format!("Zoë's {id} 🎁"),
        url: LinkUrl::parse(&format!("https://platform.example/{id}?ü")).unwrap(),
        country: slot.country(),
        trial_days: (slot.offer() == Offer::Ftl).then_some(7),
        permanent: true,
        active: true,
        created_at: NOW,
    }
}

/// Builds a policy with these weights, and swapped arms for Germany and Austria.
pub(crate) fn policy(paid: f64, ftl: f64) -> Policy {
    let arm = |weight: f64| {
        Value::from_iter([
            ("enabled", Value::Bool(true)),
            ("weight", Value::from(weight)),
            ("label", "Zoë's \"arm\" 🎁".into()),
            ("trial_days", Value::from(30)),
            ("require_country_link", Value::Bool(false)),
        ])
    };
    let arms = |paid, ftl| Value::from_iter([("paid", arm(paid)), ("ftl", arm(ftl))]);
    let geo = Value::from_iter([("countries", Value::from_iter(["DE", "AT"])), ("arms", arms(ftl, paid))]);
    let node = Value::from_iter([
        ("v", Value::from(1)),
        ("arms", arms(paid, ftl)),
        ("geo", Value::Array(vec![geo])),
    ]);
    Policy::parse(&node).unwrap()
}
