//! Tests of two accounts of one owner, whose engines use the same ids for different things.

use adapter_postgres::{PgEventStore, PgFunnelLinkStore, PgLive, PgRequestStore};
use attribution::event::{EngineEvent, FanAction};
use attribution::ports::EventStore as _;
use content_vault::ports::{RequestStore as _, ResponseQueue as _};
use content_vault::request::{Answer, Outgoing};
use engine_link::{ConnectionRegistry as _, EngineConnections as _};
use kernel::{AccountNumber, Acting, OwnerId};
use smartlink_policy::ports::{
    FunnelLinkStore as _, LiveLinks as _, PulledLink, RecordedLink, Recording, TrackedLinkStore as _,
};
use smartlink_policy::slot::Slot;
use smartlink_policy::upstream::UpstreamLink;

use crate::funnel::event;
use crate::links::upstream;
use crate::team::NOW;
use crate::vault::{Vault, account, connection, sealing};

const FIRST: AccountNumber = AccountNumber::FIRST;
const SECOND: AccountNumber = AccountNumber::new(1);

/// Connects the owner `seconds` after the first connection, and returns the account's number.
async fn connect(vault: &Vault, owner: OwnerId, name: &str, seconds: i64) -> AccountNumber {
    let new = connection(name, "token", &format!("secret-of-{owner}"));
    vault.here.connect(&Acting::service(owner), &new, NOW.plus_seconds(seconds)).await.unwrap();
    let found = vault.there.find(owner).await.unwrap().unwrap().number;
    assert_eq!(vault.here.find_by_account(&account(name)).await.unwrap().unwrap().account, found);
    found
}

#[tokio::test]
async fn an_account_has_its_number_for_good() {
    let vault = Vault::create().await;
    let (owner, stranger) = (vault.desk.owner, vault.desk.stranger);
    let by = &Acting::service(owner);
    assert_eq!(connect(&vault, owner, "a", 0).await, FIRST);
    assert_eq!(connect(&vault, owner, "b", 1).await, SECOND);
    assert_eq!(connect(&vault, stranger, "a", 2).await, FIRST, "of another owner");
    assert_eq!(connect(&vault, owner, "c", 3).await, AccountNumber::new(2));
    assert!(vault.here.disconnect(by).await.unwrap());
    assert_eq!(connect(&vault, owner, "b", 4).await, SECOND);
}

#[tokio::test]
async fn what_an_old_program_connected_gets_a_number_when_it_is_looked_up() {
    let vault = Vault::create().await;
    let owner = vault.desk.owner;
    connect(&vault, owner, "a", 0).await;
    vault.desk.sql("DELETE FROM platform_accounts").await.unwrap();
    assert_eq!(vault.here.find(owner).await.unwrap().unwrap().number, FIRST);
    vault.desk.sql("UPDATE platform_accounts SET platform_account_id = 'before'").await.unwrap();
    let (here, there) = tokio::join!(vault.here.find(owner), vault.there.find(owner));
    assert_eq!([here.unwrap().unwrap().number, there.unwrap().unwrap().number], [SECOND, SECOND]);
}

/// Returns a paid link that both accounts call `l1`.
fn link(account: AccountNumber) -> UpstreamLink {
    let link = upstream("l1", Slot::Paid);
    UpstreamLink { provider_id: link.provider_id.clone().of_account(account), ..link }
}

#[tokio::test]
async fn each_account_fills_a_slot_and_the_one_connected_last_serves_it() {
    let vault = Vault::create().await;
    let owner = vault.desk.owner;
    let by = &Acting::service(owner);
    let (store, live) =
        (PgFunnelLinkStore::new(vault.desk.pool.clone()), PgLive::new(vault.desk.pool.clone()));
    let domain = vault.desk.domain("a.example").await;
    connect(&vault, owner, "a", 0).await;
    let record = async |link: UpstreamLink| store.record(by, &domain, Slot::Paid, &link).await.unwrap();
    let recorded = async |link: UpstreamLink| match record(link).await {
        Recording::Recorded(link) => link,
        other => panic!("{other:?}"),
    };
    let first = recorded(link(FIRST)).await;
    connect(&vault, owner, "b", 1).await;
    let served = async |serving: &RecordedLink, aside: &[RecordedLink]| {
        let loaded = store.load(owner, &domain).await.unwrap().unwrap();
        assert_eq!(
            (loaded.links.as_slice(), loaded.aside.as_slice()),
            (std::slice::from_ref(serving), aside)
        );
        let (stamp, links) = live.load(&domain, None).await.unwrap().unwrap();
        assert_eq!(links.slots.paid().unwrap().link_id, serving.id);
        stamp
    };
    let before = served(&first, &[]).await;
    let second = recorded(link(SECOND)).await;
    assert_ne!(second.id, first.id);
    assert_ne!(served(&second, std::slice::from_ref(&first)).await, before);
    assert_eq!(record(link(SECOND)).await, Recording::SlotTaken(second.clone()));
    assert_eq!(record(link(FIRST)).await, Recording::SlotTaken(first.clone()));
    let of_second = served(&second, std::slice::from_ref(&first)).await;
    // Holds with a clock that is behind too. The edge is notified.
    connect(&vault, owner, "a", -9).await;
    assert_ne!(served(&first, std::slice::from_ref(&second)).await, of_second);
    // A pull of one account changes nothing of the other account.
    let pulled = PulledLink { link: UpstreamLink { active: false, ..link(SECOND) }, stats: None };
    store.upsert(owner, &[pulled], NOW).await.unwrap();
    let all = store.list(owner, None, 9).await.unwrap();
    assert_eq!(
        all.iter().map(|link| (link.id, link.upstream.active)).collect::<Vec<_>>(),
        [(first.id, true), (second.id, false)]
    );
    assert_eq!(store.list(owner, Some((&all[0].upstream).into()), 9).await.unwrap(), all[1..]);
}

#[tokio::test]
async fn events_and_requests_with_numbers_seen_before_are_those_of_another_account() {
    let vault = Vault::create().await;
    let (owner, pool) = (vault.desk.owner, || vault.desk.pool.clone());
    let by = &Acting::service(owner);
    let (events, requests) = (PgEventStore::new(pool(), sealing(5)), PgRequestStore::new(pool()));
    let asked = |of: AccountNumber, text: &str| {
        let action = FanAction::ContentRequestCreated {
            account: FIRST,
            request_id: 7,
            text: text.to_owned(),
            offered_cents: 900,
        };
        EngineEvent::Fan(event("e1", "f", 5, action)).of_account(of)
    };
    let take = async |event: EngineEvent| events.take_in(owner, &[event], NOW).await.unwrap().accepted;
    connect(&vault, owner, "a", 0).await;
    assert_eq!((take(asked(FIRST, "a song")).await, take(asked(FIRST, "a song")).await), (1, 0));
    connect(&vault, owner, "b", 1).await;
    assert_eq!((take(asked(SECOND, "a film")).await, take(asked(SECOND, "a film")).await), (1, 0));
    let kept = requests.list(owner, None, None, 9).await.unwrap();
    let shown: Vec<_> = kept
        .iter()
        .map(|kept| (kept.request.account, kept.request.upstream_id, kept.request.text.as_str()))
        .collect();
    assert_eq!(shown, [(SECOND, 7, "a film"), (FIRST, 7, "a song")]);
    for request in &kept {
        let answered = request.answered(&Answer::Start, NOW).unwrap();
        let account = request.request.account;
        let outgoing = Outgoing { request: request.id, account, upstream_id: 7, answer: Answer::Start };
        assert!(requests.answer(by, request.status, &answered, &outgoing).await.unwrap());
    }
    let claim = async || {
        let claimed = requests.claim(owner, NOW, 60, 9).await.unwrap();
        claimed.into_iter().map(|task| (task.outgoing.account, task.outgoing.upstream_id)).collect::<Vec<_>>()
    };
    assert_eq!(claim().await, [(SECOND, 7)]);
    connect(&vault, owner, "a", 2).await;
    assert_eq!(claim().await, [(FIRST, 7)]);
}
