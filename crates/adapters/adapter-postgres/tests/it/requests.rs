//! Tests of content requests and the outbox of their answers.

use std::collections::BTreeSet;

use adapter_postgres::PgRequestStore;
use attribution::event::FanAction;
use content_vault::ports::{RequestStore, ResponseQueue, SendState, SendTask};
use content_vault::request::{Answer, ContentRequest, NewRequest, Outgoing, RequestId, RequestStatus};
use kernel::{AccountNumber, Acting, OwnerId, UnixTime};
use tokio::task::JoinSet;

use crate::desk::Desk;
use crate::funnel::{Funnel, all, event, known};
use crate::team::NOW;

const LEASE: i64 = 60;

struct Tray {
    desk: Desk,
    store: PgRequestStore,
}

fn new(upstream_id: i64) -> NewRequest {
    NewRequest {
        account: AccountNumber::FIRST,
        upstream_id,
        fan_id: format!("fan_{upstream_id}"),
        fan_username: "Zoë".to_owned(),
        text: "a song\nwith \\u0000 🎁".to_owned(),
        offered_cents: 900,
        created_at: NOW,
    }
}

fn fulfil() -> Answer {
    Answer::Fulfill { media_ids: vec!["10".to_owned(), "a,\"b\"".to_owned()] }
}

fn decline() -> Answer {
    Answer::Decline { reason: "not \"this\"\none".to_owned() }
}

impl Tray {
    async fn create() -> Self {
        let desk = Desk::create().await;
        Self { store: PgRequestStore::new(desk.pool.clone()), desk }
    }

    async fn received(&self, owner: OwnerId, upstream_id: i64) -> ContentRequest {
        assert!(self.store.receive(owner, &new(upstream_id)).await.unwrap());
        self.store.list(owner, None, None, 1).await.unwrap().remove(0)
    }

    /// Answers a request. Returns `false` if the request has left the state in which it was read.
    async fn answer(&self, request: &ContentRequest, answer: Answer, at: UnixTime) -> bool {
        let answered = request.answered(&answer, at).unwrap();
        let outgoing = outgoing(request, answer);
        self.store.answer(self.desk.by(), request.status, &answered, &outgoing).await.unwrap()
    }

    async fn found(&self, id: RequestId) -> ContentRequest {
        self.store.find(self.desk.owner, id).await.unwrap().unwrap()
    }

    async fn claim(&self, at: UnixTime) -> Vec<SendTask> {
        let owner = self.desk.owner;
        let mut reported = self.store.due(at, false, &[], 9).await.unwrap();
        reported.extend(self.store.due(at, true, &[], 9).await.unwrap());
        let claimed = self.store.claim(owner, at, LEASE, 100).await.unwrap();
        assert_eq!(reported.contains(&owner), !claimed.is_empty(), "who is due is listed, and nobody else");
        claimed
    }
}

fn outgoing(request: &ContentRequest, answer: Answer) -> Outgoing {
    let NewRequest { account, upstream_id, .. } = request.request;
    Outgoing { request: request.id, account, upstream_id, answer }
}

#[tokio::test]
async fn a_request_is_kept_once_for_each_owner() {
    let kept = Tray::create().await;
    let owner = kept.desk.owner;
    let request = kept.received(owner, 7).await;
    assert_eq!((request.status, &request.request), (RequestStatus::New, &new(7)));
    assert_eq!((request.updated_at, request.media_ids.len(), &request.reason), (NOW, 0, &None));
    assert!(kept.answer(&request, decline(), NOW.plus_seconds(5)).await);
    let declined = kept.found(request.id).await;
    let again = NewRequest { text: "other".to_owned(), ..new(7) };
    assert!(!kept.store.receive(owner, &again).await.unwrap());
    assert_eq!(kept.found(request.id).await, declined);
    assert_eq!((declined.status, declined.updated_at), (RequestStatus::Declined, NOW.plus_seconds(5)));
    assert!(kept.store.receive(kept.desk.stranger, &new(7)).await.unwrap());
    assert_eq!(kept.store.find(kept.desk.stranger, request.id).await.unwrap(), None);
}

#[tokio::test]
async fn lists_are_newest_first_by_state_and_page() {
    let kept = Tray::create().await;
    let owner = kept.desk.owner;
    for upstream_id in 1..=5 {
        let request = kept.received(owner, upstream_id).await;
        if upstream_id % 2 == 0 {
            assert!(kept.answer(&request, Answer::Start, NOW).await);
        }
    }
    kept.received(kept.desk.stranger, 6).await;
    let list = async |status, before, limit| {
        let page = kept.store.list(owner, status, before, limit).await.unwrap();
        page.into_iter().map(|request| (request.id, request.request.upstream_id)).collect::<Vec<_>>()
    };
    let ids = |page: &[(RequestId, i64)]| page.iter().map(|(_, id)| *id).collect::<Vec<_>>();
    let all = list(None, None, 9).await;
    assert_eq!(ids(&all), [5, 4, 3, 2, 1]);
    assert_eq!(ids(&list(None, Some(all[1].0), 2).await), [3, 2]);
    assert_eq!(ids(&list(Some(RequestStatus::New), None, 9).await), [5, 3, 1]);
    assert_eq!(ids(&list(Some(RequestStatus::InProgress), Some(all[1].0), 9).await), [2]);
    assert_eq!(ids(&list(Some(RequestStatus::Declined), None, 9).await), [0_i64; 0]);
}

#[tokio::test]
async fn an_answer_and_its_entry_in_the_outbox_are_both_kept_or_neither() {
    let kept = Tray::create().await;
    let request = kept.received(kept.desk.owner, 1).await;
    let queued = "SELECT count(*) AS n FROM request_answers";
    // Another answer comes in between.
    assert!(kept.answer(&request, Answer::Start, NOW).await);
    assert!(!kept.answer(&request, decline(), NOW).await);
    assert_eq!(kept.desk.count(queued).await, 1);
    let started = kept.found(request.id).await;
    let answered = started.answered(&fulfil(), NOW).unwrap();
    let stranger = kept.desk.stranger;
    let foreign = kept
        .store
        .answer(&Acting::service(stranger), started.status, &answered, &outgoing(&started, fulfil()))
        .await;
    assert!(!foreign.unwrap());
    assert!(kept.answer(&started, fulfil(), NOW).await);
    assert_eq!(kept.found(request.id).await, answered);
    assert_eq!(kept.desk.count(queued).await, 2);
    // An answer that can't be queued does not change the request.
    let other = kept.received(kept.desk.owner, 2).await;
    kept.desk.sql("ALTER TABLE request_answers ADD CHECK (action <> 'start')").await.unwrap_err();
    kept.desk.sql("ALTER TABLE request_answers ADD CHECK (action <> 'decline')").await.unwrap();
    let refused = other.answered(&decline(), NOW).unwrap();
    let outgoing = outgoing(&other, decline());
    assert!(kept.store.answer(kept.desk.by(), other.status, &refused, &outgoing).await.is_err());
    assert_eq!(kept.found(other.id).await, other);
}

#[tokio::test]
async fn of_many_answers_at_once_one_is_taken() {
    let kept = Tray::create().await;
    let request = kept.received(kept.desk.owner, 1).await;
    let mut answers = JoinSet::new();
    for n in 0..20 {
        let (store, owner, request) = (kept.store.clone(), kept.desk.owner, request.clone());
        answers.spawn(async move {
            let answer = if n % 2 == 0 { fulfil() } else { decline() };
            let answered = request.answered(&answer, NOW).unwrap();
            let by = Acting::service(owner);
            store.answer(&by, request.status, &answered, &outgoing(&request, answer)).await.unwrap()
        });
    }
    assert_eq!(answers.join_all().await.into_iter().filter(|taken| *taken).count(), 1);
    assert_eq!(kept.claim(NOW).await.len(), 1);
}

#[tokio::test]
async fn answers_are_given_out_in_their_order_and_by_lease() {
    let kept = Tray::create().await;
    let request = kept.received(kept.desk.owner, 70).await;
    assert!(kept.answer(&request, Answer::Start, NOW).await);
    assert!(kept.answer(&kept.found(request.id).await, fulfil(), NOW).await);
    assert_eq!(kept.claim(NOW.plus_seconds(-1)).await, []);
    let [start] = &kept.claim(NOW).await[..] else { panic!("only the first is due") };
    assert_eq!((start.owner, start.attempts), (kept.desk.owner, 0));
    assert_eq!(start.outgoing, outgoing(&request, Answer::Start));
    assert_eq!(
        kept.claim(NOW.plus_seconds(LEASE - 1)).await,
        [],
        "it is held, and the next one waits for it"
    );
    // The holder died.
    let [again] = &kept.claim(NOW.plus_seconds(LEASE)).await[..] else { panic!("the lease ended") };
    assert_ne!(again.lease, start.lease);
    assert!(!kept.store.settle(start, &SendState::Delivered).await.unwrap());
    let later = NOW.plus_seconds(100);
    assert!(kept.store.settle(again, &SendState::Waiting(later)).await.unwrap());
    assert!(!kept.store.settle(again, &SendState::Delivered).await.unwrap(), "the lease is used up");
    assert_eq!(kept.claim(later.plus_seconds(-1)).await, []);
    let [third] = &kept.claim(later).await[..] else { panic!("its time has come") };
    assert_eq!(third.attempts, 1);
    assert!(kept.store.settle(third, &SendState::Failed("gone".to_owned())).await.unwrap());
    let [next] = &kept.claim(later).await[..] else { panic!("a given up answer holds up nothing") };
    assert_eq!(next.outgoing, outgoing(&request, fulfil()));
    assert!(kept.store.settle(next, &SendState::Delivered).await.unwrap());
    assert_eq!(kept.claim(later.plus_seconds(9_000)).await, []);
    let reported = "SELECT count(*) AS n FROM request_answers WHERE failure = 'gone' OR (state = 'delivered' AND attempts = 1)";
    assert_eq!(kept.desk.count(reported).await, 2);
}

#[tokio::test]
async fn no_two_workers_hold_one_answer() {
    let kept = Tray::create().await;
    for upstream_id in 1..=40 {
        let request = kept.received(kept.desk.owner, upstream_id).await;
        assert!(kept.answer(&request, decline(), NOW).await);
    }
    let mut workers = JoinSet::new();
    for _ in 0..20 {
        let (store, owner) = (kept.store.clone(), kept.desk.owner);
        workers.spawn(async move { store.claim(owner, NOW, LEASE, 3).await.unwrap() });
    }
    let claimed = workers.join_all().await;
    assert!(claimed.iter().all(|tasks| tasks.len() <= 3));
    let requests: Vec<_> = claimed.iter().flatten().map(|task| task.outgoing.request).collect();
    let distinct: BTreeSet<_> = requests.iter().collect();
    assert_eq!(distinct.len(), requests.len());
    assert_eq!(requests.len() + kept.claim(NOW).await.len(), 40);
}

#[tokio::test]
async fn owners_are_ordered_by_what_failed_and_by_time_and_their_answers_are_theirs() {
    let kept = Tray::create().await;
    let (owner, stranger) = (kept.desk.owner, kept.desk.stranger);
    let ask = async |owner, upstream_id, at| {
        let request = kept.received(owner, upstream_id).await;
        let answered = request.answered(&Answer::Start, at).unwrap();
        let outgoing = outgoing(&request, Answer::Start);
        let by = Acting::service(owner);
        assert!(kept.store.answer(&by, request.status, &answered, &outgoing).await.unwrap());
    };
    ask(stranger, 1, NOW).await;
    ask(owner, 2, NOW.plus_seconds(-5)).await;
    let due = async |failing, served: &[OwnerId], limit| {
        kept.store.due(NOW.plus_seconds(9), failing, served, limit).await.unwrap()
    };
    assert_eq!(due(false, &[], 9).await, [owner, stranger]);
    assert_eq!(due(false, &[], 1).await, [owner]);
    assert_eq!(due(false, &[owner], 9).await, [stranger]);
    assert_eq!(due(true, &[], 9).await, []);
    let claimed = kept.store.claim(stranger, NOW, LEASE, 9).await.unwrap();
    let [task] = &claimed[..] else { panic!("{claimed:?}") };
    assert_eq!((task.owner, task.outgoing.upstream_id), (stranger, 1));
    assert!(kept.store.settle(task, &SendState::Waiting(NOW.plus_seconds(5))).await.unwrap());
    assert_eq!((due(false, &[], 9).await, due(true, &[], 9).await), (vec![owner], vec![stranger]));
}

#[tokio::test]
async fn events_bring_requests_once_with_the_intake() {
    let funnel = Funnel::create().await;
    let store = PgRequestStore::new(funnel.desk.pool.clone());
    let asked = |request_id, text: &str| FanAction::ContentRequestCreated {
        account: AccountNumber::FIRST,
        request_id,
        text: text.to_owned(),
        offered_cents: 900,
    };
    let batch = all([
        event("late", "f", 5, asked(7, "again")),
        known(event("first", "f", 9, asked(7, "a song")), "Zoë", "DE"),
        event("other", "g", 1, asked(3, "a film")),
    ]);
    funnel.take(&batch).await;
    funnel.take(&batch).await;
    funnel.take(&all([event("third", "f", 99, asked(7, "once more"))])).await;
    let found = store.list(funnel.owner(), None, None, 9).await.unwrap();
    let shown: Vec<_> = found
        .iter()
        .map(|kept| {
            (kept.request.upstream_id, kept.request.text.as_str(), kept.request.fan_username.as_str())
        })
        .collect();
    assert_eq!(shown, [(7, "a song", "Zoë"), (3, "a film", "")]);
    assert_eq!(found[0].request.created_at, NOW.plus_seconds(-9));
    // A failed intake leaves no request behind.
    funnel.desk.sql("ALTER TABLE fans ADD CHECK (fan_id <> 'bad')").await.unwrap();
    let bad = all([event("b", "bad", 1, asked(9, "x")), event("c", "bad", 1, FanAction::FanOnline)]);
    use attribution::ports::EventStore as _;
    assert!(funnel.events.take_in(funnel.owner(), &bad, NOW).await.is_err());
    assert_eq!(store.list(funnel.owner(), None, None, 9).await.unwrap().len(), 2);
}
