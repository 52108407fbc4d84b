use std::sync::Mutex;

use async_trait::async_trait;
use kernel::fixed::FixedClock;

use super::*;
use crate::destinations::{Failure, Health, HealthChange, Looked};
use crate::testing::{NOW, host};

const OWNER: OwnerId = OwnerId::new(7);

fn url(path: &str) -> DestinationUrl {
    DestinationUrl::parse(&format!("https://shop.example/{path}")).unwrap()
}

fn destination(path: &str) -> Destination {
    Destination {
        id: DestinationId::new(1),
        url: url(path),
        domains: vec![host()],
        health: Health::default(),
        next_look_at: NOW,
    }
}

/// Fake web whose response depends on the path.
struct Web;

#[async_trait]
impl Prober for Web {
    async fn look(&self, url: &DestinationUrl) -> Result<Look, HostBusy> {
        match url.as_url().path() {
            "/good" => Ok(Look::Answered(200)),
            "/private" => Ok(Look::Failed(Failure::ForbiddenAddress)),
            "/busy" => Err(HostBusy),
            _ => Ok(Look::Answered(404)),
        }
    }
}

/// Fake store that records writes; another check is always faster for `/lost`.
#[derive(Default)]
struct Memory {
    known: Vec<Destination>,
    written: Mutex<Vec<(String, Settlement)>>,
    postponed: Mutex<Vec<UnixTime>>,
}

#[async_trait]
impl DestinationStore for Memory {
    async fn is_enabled(&self, _: OwnerId) -> Result<bool, StoreError> {
        Ok(true)
    }

    async fn set_enabled(&self, _: &Acting, _: bool, _: Precondition, _: UnixTime) -> Result<(), StoreError> {
        Ok(())
    }

    async fn list(
        &self,
        _: OwnerId,
        _: Option<HealthState>,
        _: Option<DestinationId>,
        _: u32,
    ) -> Result<Vec<Destination>, StoreError> {
        Ok(self.known.clone())
    }

    async fn find(&self, owner: OwnerId, url: &DestinationUrl) -> Result<Option<Destination>, StoreError> {
        Ok(self.known.iter().find(|known| owner == OWNER && known.url == *url).cloned())
    }

    async fn settle(&self, _: OwnerId, seen: &Destination, settled: &Settlement) -> Result<bool, StoreError> {
        let path = seen.url.as_url().path().to_owned();
        let lost = path == "/lost";
        self.written.lock().unwrap().push((path, *settled));
        Ok(!lost)
    }
}

#[async_trait]
impl DestinationQueue for Memory {
    async fn due(&self, _: UnixTime, _: bool, _: &[OwnerId], _: u32) -> Result<Vec<OwnerId>, StoreError> {
        Ok(vec![OWNER])
    }

    async fn claim(&self, _: OwnerId, _: UnixTime, _: i64) -> Result<Option<Turn>, StoreError> {
        Ok(None)
    }

    async fn replace(
        &self,
        _: &Turn,
        _: &super::super::ports::Found,
        _: UnixTime,
        _: UnixTime,
    ) -> Result<bool, StoreError> {
        Ok(false)
    }

    async fn due_destinations(
        &self,
        _: OwnerId,
        _: UnixTime,
        limit: u32,
    ) -> Result<Vec<Destination>, StoreError> {
        Ok(self.known.iter().take(usize::try_from(limit).unwrap()).cloned().collect())
    }

    async fn postpone(&self, _: OwnerId, _: DestinationId, until: UnixTime) -> Result<(), StoreError> {
        self.postponed.lock().unwrap().push(until);
        Ok(())
    }

    async fn finish(&self, _: &Turn) -> Result<(), StoreError> {
        Ok(())
    }
}

fn memory(paths: &[&str]) -> Arc<Memory> {
    Arc::new(Memory { known: paths.iter().map(|path| destination(path)).collect(), ..Memory::default() })
}

fn due(memory: &Arc<Memory>) -> CheckDue {
    let stores = crate::destinations::GatherStores {
        domains: Arc::new(landing_draft::ports::MockDomainStore::new()),
        drafts: Arc::new(landing_draft::ports::MockDraftStore::new()),
        versions: Arc::new(landing_draft::ports::MockVersionStore::new()),
        smart_links: Arc::new(smartlink_policy::ports::MockSmartLinkStore::new()),
    };
    let gathering = Gathering::new(stores, landing_draft::cpu::Cpu::inline());
    CheckDue::new(memory.clone(), memory.clone(), Arc::new(Web), gathering, Arc::new(FixedClock::at(NOW)))
}

#[tokio::test]
async fn each_destination_of_a_round_is_settled_by_its_own_look() {
    let memory = memory(&["good", "gone", "private", "busy", "lost", "beyond"]);
    let turn = Turn { owner: OWNER, lease: 1, gather: false };
    let round = due(&memory).round(&turn, 5).await.unwrap();
    assert_eq!(round, Round { reachable: 1, failed: 1, inconclusive: 1, postponed: 1, lost: 1 });
    assert_eq!(round.due(), 5);
    let written = memory.written.lock().unwrap();
    let paths: Vec<_> = written.iter().map(|(path, _)| path.as_str()).collect();
    assert_eq!(paths, ["/good", "/gone", "/private", "/lost"]);
    assert!(written.iter().all(|(_, settled)| settled.next_look_at == NOW.plus_seconds(86_400)));
    assert_eq!(*memory.postponed.lock().unwrap(), [NOW.plus_seconds(600)]);
}

#[tokio::test]
async fn a_look_that_is_asked_for_is_a_look_like_any_other() {
    let yesterday = NOW.plus_seconds(-86_400);
    let failed = Health::default().after(Look::Answered(500), yesterday).0;
    let known = Destination { health: failed, ..destination("gone") };
    let memory = Arc::new(Memory { known: vec![known], ..Memory::default() });
    let own = Destinations::new(memory.clone(), Arc::new(Web), Arc::new(FixedClock::at(NOW)));
    let checked = own.check(OWNER, &url("gone")).await.unwrap();
    assert_eq!(checked.health.broken_since(), Some(yesterday));
    assert_eq!(checked.health.last, Some(Looked { at: NOW, look: Look::Answered(404) }));
    assert_eq!(memory.written.lock().unwrap()[0].1.change, Some(HealthChange::Broken));
}

#[tokio::test]
async fn what_is_not_a_destination_is_not_looked_at() {
    let memory = memory(&["good", "busy", "lost"]);
    let own = Destinations::new(memory.clone(), Arc::new(Web), Arc::new(FixedClock::at(NOW)));
    assert!(matches!(own.check(OWNER, &url("other")).await, Err(CheckError::NotFound)));
    assert!(matches!(own.check(OwnerId::new(8), &url("good")).await, Err(CheckError::NotFound)));
    assert!(matches!(own.check(OWNER, &url("busy")).await, Err(CheckError::HostBusy(HostBusy))));
    assert!(memory.written.lock().unwrap().is_empty());
    // The result of the faster check stays.
    assert_eq!(own.check(OWNER, &url("lost")).await.unwrap(), destination("lost"));
}
