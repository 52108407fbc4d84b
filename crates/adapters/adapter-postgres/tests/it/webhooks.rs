//! Tests of webhook endpoints, the delivery queue, and its log.

use std::collections::BTreeSet;

use adapter_postgres::{PgKeyStore, PgSecretRotation, PgWebhooks};
use auth_scopes::{Grant, KeyName, KeyRef, KeyStore, NewKey, NewToken, Pepper, PepperId, Scopes};
use kernel::fixed::SeededEntropy;
use kernel::{Acting, OwnerId, Precondition, SortableId, StoreError, UnixTime};
use secrecy::ExposeSecret as _;
use tokio::task::JoinSet;
use webhooks::delivery::ATTEMPTS_KEPT;
use webhooks::ports::{DeliveryLog, DeliveryQueue, EndpointStore, InsertError, Lane, Room, Settlement, Task};
use webhooks::{
    Answer, Attempt, DeliveryState, Description, DisabledReason, Endpoint, EndpointChange, EndpointId,
    EndpointState, EndpointUrl, EventFilter, MakerKey, NewEndpoint, NoAnswer, Pace, Progress, Rotation,
    Secret,
};

use crate::audit::logged;
use crate::funnel::Funnel;
use crate::team::NOW;
use crate::vault::sealing;

const LEASE: i64 = 60;

/// Funnel with webhook and key stores.
pub(crate) struct Post {
    pub(crate) funnel: Funnel,
    pub(crate) hooks: PgWebhooks,
    pub(crate) keys: PgKeyStore,
    entropy: SeededEntropy,
}

pub(crate) fn id(number: u128) -> EndpointId {
    EndpointId::new(SortableId::from_u128(number))
}

fn url(text: &str) -> EndpointUrl {
    EndpointUrl::parse(text).unwrap()
}

/// Builds an endpoint with this number, subscribed to these events.
pub(crate) fn endpoint(number: u128, events: &[&str]) -> NewEndpoint {
    let words: Vec<_> = events.iter().map(|&word| word.to_owned()).collect();
    NewEndpoint {
        endpoint: Endpoint {
            id: id(number),
            url: url(&format!("https://e{number}.example/")),
            events: EventFilter::parse(&words).unwrap(),
            description: Description::parse("Zoë's").unwrap(),
            state: EndpointState::WORKING,
            pace: Pace::QUICK,
            made_by: number.is_multiple_of(2).then_some(MakerKey::new(4)),
            rotation: None,
            created_at: NOW.plus_seconds(i64::try_from(number).unwrap()),
        },
        secret: Secret::generate(&SeededEntropy::new(u64::try_from(number).unwrap())),
    }
}

fn text(secret: &Secret) -> String {
    secret.text().expose_secret().to_owned()
}

impl Post {
    pub(crate) async fn create() -> Self {
        let funnel = Funnel::create().await;
        let pool = funnel.desk.pool.clone();
        let hooks = PgWebhooks::new(pool.clone(), sealing(6));
        Self { funnel, hooks, keys: PgKeyStore::new(pool), entropy: SeededEntropy::new(8) }
    }

    /// Creates a post whose owner has this endpoint for all events.
    async fn with(number: u128) -> Self {
        let post = Self::create().await;
        post.add(post.owner(), number).await;
        post
    }

    pub(crate) fn by(&self) -> &Acting {
        self.funnel.by()
    }

    pub(crate) fn owner(&self) -> OwnerId {
        self.funnel.owner()
    }

    async fn add(&self, owner: OwnerId, number: u128) {
        self.hooks.insert(&Acting::service(owner), &endpoint(number, &["*"])).await.unwrap();
    }

    /// Creates a key, which notifies the owner's endpoints. Each key is a separate subject.
    pub(crate) async fn key(&self, owner: OwnerId) -> KeyRef {
        let token = NewToken::generate(&self.entropy);
        let name = KeyName::parse("CI").unwrap();
        let key = NewKey {
            id: None,
            prefix: token.prefix().clone(),
            hash: token.hash(&Pepper::new([3; 32])),
            pepper: PepperId::new(1),
            grant: Grant { name, scopes: Scopes::ALL, restriction: None, member: None, expires_at: None },
            created_at: NOW,
        };
        KeyRef::Id(self.keys.insert(&Acting::service(owner), &key).await.unwrap().unwrap())
    }

    async fn keys(&self, owner: OwnerId, count: usize) {
        for _ in 0..count {
            self.key(owner).await;
        }
    }

    async fn claim(&self, lane: Lane, after: i64, limit: u32) -> Vec<Task> {
        self.hooks.claim(self.owner(), room(lane, limit), NOW.plus_seconds(after), LEASE).await.unwrap()
    }

    async fn claim_one(&self) -> Task {
        self.claim(Lane::Working, 0, 1).await.remove(0)
    }

    async fn due(&self, lane: Lane, after: i64) -> Vec<OwnerId> {
        self.hooks.due(room(lane, 100), NOW.plus_seconds(after)).await.unwrap()
    }

    async fn settle(&self, task: &Task, answer: Answer, at: UnixTime) -> bool {
        self.settle_after(task, answer, at, 0).await
    }

    async fn settle_after(&self, task: &Task, answer: Answer, at: UnixTime, took: u32) -> bool {
        let progress = task.progress.after(answer.verdict(), at);
        let number = self.number_of(task.endpoint);
        let url = url(&format!("https://e{number}.example/"));
        let millis = took * 1_000;
        self.hooks.settle(task, &Settlement { progress, answer, url, at, millis }).await.unwrap()
    }

    fn number_of(&self, endpoint: EndpointId) -> u128 {
        (1..100).find(|number| id(*number) == endpoint).unwrap()
    }

    async fn state(&self, number: u128) -> EndpointState {
        self.hooks.find(self.owner(), id(number)).await.unwrap().unwrap().state
    }

    /// Returns the messages to all endpoints, in order.
    pub(crate) async fn sent(&self) -> Vec<String> {
        let bodies =
            "SELECT event_type || ' ' || (body::jsonb -> 'data')::text AS line FROM webhook_deliveries
            ORDER BY delivery_id";
        self.funnel.texts(bodies).await
    }

    async fn switch(&self, number: u128, active: bool) {
        self.change(number, &EndpointChange { active: Some(active), ..EndpointChange::default() }).await;
    }

    async fn change(&self, number: u128, change: &EndpointChange) -> Endpoint {
        let found = self.hooks.find(self.owner(), id(number)).await.unwrap().unwrap();
        self.hooks.update(self.by(), &found, change, Precondition::None).await.unwrap().unwrap()
    }
}

fn room(lane: Lane, limit: u32) -> Room {
    Room { lane, limit, of_endpoint: lane.most_of_endpoint() }
}

fn ok() -> Answer {
    Answer::new(200, b"thanks")
}

fn broken() -> Answer {
    Answer::new(500, b"no")
}

#[tokio::test]
async fn endpoints_are_read_as_they_were_written_and_look_absent_to_others() {
    let post = Post::create().await;
    let (owner, stranger) = (post.owner(), post.funnel.desk.stranger);
    let by = &Acting::service(owner);
    let all = [endpoint(1, &["*"]), endpoint(2, &["key.created", "link.changed"])];
    for new in &all {
        post.hooks.insert(by, new).await.unwrap();
        assert_eq!(post.hooks.find(owner, new.endpoint.id).await.unwrap(), Some(new.endpoint.clone()));
    }
    let expected: Vec<_> = all.iter().map(|new| new.endpoint.clone()).collect();
    assert_eq!(post.hooks.list(owner).await.unwrap(), expected);
    let (one, change) =
        (all[0].endpoint.id, EndpointChange { active: Some(false), ..EndpointChange::default() });
    let rotation =
        Rotation { id: SortableId::from_u128(1), secret: all[1].secret.clone(), previous_until: None };
    assert!(post.hooks.list(stranger).await.unwrap().is_empty());
    assert_eq!(post.hooks.find(stranger, one).await.unwrap(), None);
    assert_eq!(
        post.hooks
            .update(&Acting::service(stranger), &all[0].endpoint, &change, Precondition::None)
            .await
            .unwrap(),
        None
    );
    assert_eq!(
        post.hooks.rotate(&Acting::service(stranger), one, &rotation, Precondition::None).await.unwrap(),
        None
    );
    assert!(post.hooks.target(stranger, one, NOW).await.unwrap().is_none());
    assert!(!post.hooks.delete(&Acting::service(stranger), one, Precondition::None).await.unwrap());
    assert_eq!(post.hooks.list(owner).await.unwrap(), expected, "nothing changed");
    assert!(post.hooks.delete(by, one, Precondition::None).await.unwrap());
    assert!(!post.hooks.delete(by, one, Precondition::None).await.unwrap());
}

#[tokio::test]
async fn an_owner_has_twenty_endpoints_however_many_come_at_once() {
    let post = Post::create().await;
    let owner = post.owner();
    let mut writers = JoinSet::new();
    for number in 1..=25 {
        let (hooks, by) = (post.hooks.clone(), Acting::service(owner));
        writers.spawn(async move { hooks.insert(&by, &endpoint(number, &["*"])).await });
    }
    let ended = writers.join_all().await;
    let refused = ended.iter().filter(|end| matches!(end, Err(InsertError::TooMany))).count();
    assert_eq!((refused, ended.iter().filter(|end| end.is_ok()).count()), (5, 20));
    let kept = post.hooks.list(owner).await.unwrap();
    assert_eq!(kept.len(), 20);
    // A repeated request counts once, and another owner has a separate limit.
    let again = post.number_of(kept[0].id);
    post.hooks.insert(&Acting::service(owner), &endpoint(again, &["*"])).await.unwrap();
    post.add(post.funnel.desk.stranger, 1).await;
}

#[tokio::test]
async fn a_change_is_the_rule_of_the_domain() {
    let post = Post::with(1).await;
    let before = post.hooks.find(post.owner(), id(1)).await.unwrap().unwrap();
    let change = EndpointChange {
        url: Some(url("https://other.example")),
        events: Some(EventFilter::parse(&["key.revoked".to_owned()]).unwrap()),
        description: Some(Description::parse("").unwrap()),
        active: Some(false),
        made_by: Some(MakerKey::new(8)),
    };
    let after = post.hooks.update(post.by(), &before, &change, Precondition::None).await.unwrap().unwrap();
    assert_eq!(after, before.changed(&change));
    assert_eq!(post.hooks.find(post.owner(), id(1)).await.unwrap(), Some(after.clone()));
    // The change was decided on an outdated address, event list or key.
    for found in [
        before.clone(),
        Endpoint { url: before.url.clone(), ..after.clone() },
        Endpoint { events: before.events.clone(), ..after.clone() },
        Endpoint { made_by: before.made_by, ..after.clone() },
    ] {
        assert_eq!(
            post.hooks
                .update(post.by(), &found, &EndpointChange::default(), Precondition::None)
                .await
                .unwrap(),
            None
        );
    }
    let renamed = Endpoint { description: before.description, state: before.state, ..after };
    let changed =
        post.hooks.update(post.by(), &renamed, &EndpointChange::default(), Precondition::None).await.unwrap();
    assert!(changed.is_some(), "what else differs is no matter");
}

#[tokio::test]
async fn what_is_withheld_is_given_up_and_says_nothing_of_the_endpoint() {
    let post = Post::with(2).await;
    post.keys(post.owner(), 1).await;
    let task = post.claim_one().await;
    let target = post.hooks.destination(&task, NOW).await.unwrap().unwrap();
    assert_eq!(target.made_by, Some(MakerKey::new(4)));
    assert!(post.hooks.withhold(&task).await.unwrap());
    assert!(!post.hooks.withhold(&task).await.unwrap(), "the lease is over");
    let shown = post.hooks.deliveries(post.owner(), id(2), None, 9).await.unwrap().unwrap().remove(0);
    assert_eq!(shown.progress, Progress { state: DeliveryState::Failed, attempts: 0 });
    assert_eq!(shown.last_answer, Some(Answer::none(NoAnswer::Withheld)));
    assert_eq!(shown.attempt_log, [], "nothing was sent");
    assert_eq!(post.state(2).await, EndpointState::WORKING);
    assert_eq!(post.claim(Lane::Working, 600, 9).await, []);
    // A redrive works once the key may read the event.
    assert_eq!(post.hooks.redrive(post.by(), id(2), NOW, NOW).await.unwrap(), Some(1));
    post.claim_one().await;
}

#[tokio::test]
async fn a_rotation_keeps_the_secret_before_for_its_overlap() {
    let post = Post::with(1).await;
    let (owner, first) = (post.owner(), endpoint(1, &["*"]).secret);
    let by = &Acting::service(owner);
    let secrets = async |after: i64| {
        let secrets =
            post.hooks.target(owner, id(1), NOW.plus_seconds(after)).await.unwrap().unwrap().secrets;
        (text(&secrets.current), secrets.previous.as_ref().map(text))
    };
    assert_eq!(secrets(0).await, (text(&first), None));
    let turn = |name: u128, seed: u64, overlap: Option<i64>| Rotation {
        id: SortableId::from_u128(name),
        secret: Secret::generate(&SeededEntropy::new(seed)),
        previous_until: overlap.map(|seconds| NOW.plus_seconds(seconds)),
    };
    let second = turn(7, 70, Some(60));
    let before = Precondition::Is(post.hooks.find(owner, id(1)).await.unwrap().unwrap().fingerprint());
    let rotated = post.hooks.rotate(by, id(1), &second, before).await.unwrap().unwrap();
    assert_eq!(post.hooks.find(owner, id(1)).await.unwrap(), Some(rotated));
    let late = post.hooks.rotate(by, id(1), &turn(6, 69, None), before).await;
    assert!(matches!(late, Err(StoreError::PreconditionFailed)), "{late:?}");
    assert_eq!(secrets(59).await, (text(&second.secret), Some(text(&first))));
    assert_eq!(secrets(60).await, (text(&second.secret), None));
    // The same request again, after a lost response: the receiver still knows the first secret.
    let repeated = turn(7, 71, Some(60));
    post.hooks.rotate(by, id(1), &repeated, before).await.unwrap().unwrap();
    assert_eq!(secrets(0).await, (text(&repeated.secret), Some(text(&first))));
    // The purge deletes an expired secret, and keeps others.
    assert_eq!(post.hooks.purge_secrets(NOW.plus_seconds(59)).await.unwrap(), 0);
    assert_eq!(post.hooks.purge_secrets(NOW.plus_seconds(60)).await.unwrap(), 1);
    assert_eq!(secrets(0).await, (text(&repeated.secret), None));
    let third = turn(8, 72, Some(60));
    post.hooks.rotate(by, id(1), &third, Precondition::None).await.unwrap().unwrap();
    let at_once = turn(9, 73, None);
    post.hooks.rotate(by, id(1), &at_once, Precondition::None).await.unwrap().unwrap();
    assert_eq!(secrets(0).await, (text(&at_once.secret), None));
}

#[tokio::test]
async fn secrets_are_sealed_and_outlive_a_rotation_of_the_key() {
    let post = Post::with(1).await;
    let owner = post.owner();
    let by = &Acting::service(owner);
    let rotation = Rotation {
        id: SortableId::from_u128(7),
        secret: Secret::generate(&SeededEntropy::new(70)),
        previous_until: Some(NOW.plus_seconds(60)),
    };
    post.hooks.rotate(by, id(1), &rotation, Precondition::None).await.unwrap();
    let plain = text(&endpoint(1, &["*"]).secret);
    let stored =
        "SELECT encode(secret, 'escape') || encode(previous_secret, 'escape') AS line FROM webhook_endpoints";
    let stored = post.funnel.texts(stored).await.concat();
    assert!(!stored.contains(&plain) && !stored.contains(&text(&rotation.secret)), "{stored}");
    let resealed = PgSecretRotation::new(post.funnel.desk.pool.clone(), sealing(9)).run().await.unwrap();
    assert_eq!(resealed.resealed, 2);
    let secrets = post.hooks.target(owner, id(1), NOW).await.unwrap().unwrap().secrets;
    assert_eq!(
        (text(&secrets.current), secrets.previous.as_ref().map(text)),
        (text(&rotation.secret), Some(plain))
    );
}

#[tokio::test]
async fn only_endpoints_that_are_active_and_want_an_event_are_notified_each_once() {
    let post = Post::create().await;
    let (owner, stranger) = (post.owner(), post.funnel.desk.stranger);
    let by = &Acting::service(owner);
    for (number, events) in [(1, &["*"][..]), (2, &["key.created"]), (3, &["link.changed"]), (4, &["*"])] {
        post.hooks.insert(by, &endpoint(number, events)).await.unwrap();
    }
    post.switch(4, false).await;
    post.add(stranger, 1).await;
    post.key(owner).await;
    let reported =
        "SELECT owner_id || ' ' || endpoint_id AS line FROM webhook_deliveries ORDER BY endpoint_id";
    let expected = [1, 2].map(|number| format!("{owner} {}", id(number)));
    assert_eq!(post.funnel.texts(reported).await, expected);
    let tasks = post.claim(Lane::Working, 0, 9).await;
    let messages: BTreeSet<_> = tasks.iter().map(|task| (&task.message.id, &task.message.body)).collect();
    assert_eq!((tasks.len(), messages.len()), (2, 1), "the same message to both");
    assert_eq!(tasks[0].progress, Progress::begin(NOW));
}

#[tokio::test]
async fn a_delivery_is_handed_out_once_while_its_lease_runs() {
    let post = Post::with(1).await;
    post.keys(post.owner(), 3).await;
    assert!(post.claim(Lane::Working, -1, 9).await.is_empty(), "nothing is due yet");
    let first = post.claim(Lane::Working, 0, 2).await;
    assert_eq!(first.len(), 2);
    assert_eq!(post.claim(Lane::Working, LEASE - 1, 9).await.len(), 1);
    let again = post.claim(Lane::Working, LEASE, 9).await;
    assert_eq!(again.iter().map(|task| task.id).collect::<Vec<_>>(), [first[0].id, first[1].id]);
    assert_ne!(again[0].lease, first[0].lease);
    let later = NOW.plus_seconds(LEASE);
    assert!(post.hooks.destination(&first[0], later).await.unwrap().is_none());
    assert!(!post.settle(&first[0], ok(), later).await);
    assert!(post.settle(&again[0], ok(), later).await);
    assert!(!post.settle(&again[0], broken(), later).await);
    assert_eq!(post.state(1).await, EndpointState::WORKING);
}

#[tokio::test]
async fn of_many_who_claim_at_once_each_gets_others() {
    let post = Post::with(1).await;
    let owner = post.owner();
    post.keys(owner, 12).await;
    let mut workers = JoinSet::new();
    for _ in 0..6 {
        let hooks = post.hooks.clone();
        workers.spawn(async move { hooks.claim(owner, room(Lane::Working, 3), NOW, LEASE).await.unwrap() });
    }
    let mut taken: Vec<_> = workers.join_all().await.concat();
    let most = usize::try_from(Lane::Working.most_of_endpoint()).unwrap();
    taken.extend(post.claim(Lane::Working, 0, 99).await);
    let ids: BTreeSet<_> = taken.iter().map(|task| task.id).collect();
    assert_eq!((taken.len(), ids.len()), (most, most));
    assert!(post.due(Lane::Working, 0).await.is_empty(), "there is no room for more");
}

#[tokio::test]
async fn a_full_lane_leaves_less_to_one_endpoint_and_to_one_owner() {
    let post = Post::with(1).await;
    let owner = post.owner();
    for number in 2..=6 {
        post.add(owner, number).await;
    }
    post.keys(owner, 5).await;
    let narrow = Room { of_endpoint: 1, ..room(Lane::Working, 99) };
    let first = post.hooks.claim(owner, narrow, NOW, LEASE).await.unwrap();
    let endpoints: BTreeSet<_> = first.iter().map(|task| task.endpoint).collect();
    assert_eq!((first.len(), endpoints.len()), (6, 6), "each endpoint has its first place");
    assert!(post.hooks.claim(owner, narrow, NOW, LEASE).await.unwrap().is_empty());
    assert!(post.hooks.due(narrow, NOW).await.unwrap().is_empty());
    // Deliveries in progress count when the limit rises again: an owner's limit equals that of four endpoints.
    let wider = Room { of_endpoint: 2, ..narrow };
    assert_eq!(post.hooks.due(wider, NOW).await.unwrap(), [owner]);
    assert_eq!(post.hooks.claim(owner, wider, NOW, LEASE).await.unwrap().len(), 2);
    assert!(post.hooks.due(wider, NOW).await.unwrap().is_empty());
    // An endpoint without deliveries in progress is due, and gets its first place despite the limit.
    post.add(owner, 7).await;
    post.key(owner).await;
    assert_eq!(post.hooks.due(wider, NOW).await.unwrap(), [owner]);
    let one: Vec<_> = post.hooks.claim(owner, wider, NOW, LEASE).await.unwrap();
    assert_eq!(one.iter().map(|task| task.endpoint).collect::<Vec<_>>(), [id(7)]);
}

#[tokio::test]
async fn endpoints_and_owners_take_turns() {
    let post = Post::with(1).await;
    let (owner, stranger) = (post.owner(), post.funnel.desk.stranger);
    post.keys(owner, 20).await;
    post.add(owner, 2).await;
    post.keys(owner, 2).await;
    let of = |tasks: &[Task], number| tasks.iter().filter(|task| task.endpoint == id(number)).count();
    let first = post.claim(Lane::Working, 0, 4).await;
    assert_eq!((of(&first, 1), of(&first, 2)), (2, 2));
    // The owner's first endpoint has capacity for six more.
    assert_eq!(post.claim(Lane::Working, 0, 99).await.len(), 6);
    // An owner with fewer deliveries in progress comes first, whatever the due times.
    post.add(stranger, 1).await;
    post.key(stranger).await;
    post.add(owner, 3).await;
    post.key(owner).await;
    assert_eq!(post.due(Lane::Working, 0).await, [stranger, owner]);
    assert_eq!(post.hooks.due(room(Lane::Working, 1), NOW).await.unwrap(), [stranger]);
}

#[tokio::test]
async fn messages_about_one_subject_are_sent_in_their_order() {
    let post = Post::with(1).await;
    let owner = post.owner();
    let by = &Acting::service(owner);
    let key = post.key(owner).await;
    post.keys.revoke(by, &key, Precondition::None, NOW).await.unwrap();
    post.key(owner).await;
    let kinds = |tasks: &[Task]| tasks.iter().map(|task| task.message.kind.clone()).collect::<Vec<_>>();
    let first = post.claim(Lane::Working, 0, 9).await;
    assert_eq!(kinds(&first), ["key.created", "key.created"]);
    assert!(post.claim(Lane::Working, 0, 9).await.is_empty(), "the revocation waits for the first");
    // A failed message that waits for its retry delays no later message.
    assert!(post.settle(&first[1], ok(), NOW).await);
    assert!(post.settle(&first[0], broken(), NOW).await);
    assert_eq!(kinds(&post.claim(Lane::Failing, 0, 9).await), ["key.revoked"]);
    assert!(post.claim(Lane::Failing, 5, 9).await.is_empty(), "of one that fails one is under way");
}

#[tokio::test]
async fn an_endpoint_that_is_slow_is_in_a_lane_of_its_own_until_it_is_quick() {
    let post = Post::with(1).await;
    post.keys(post.owner(), 12).await;
    let task = post.claim_one().await;
    assert!(post.settle_after(&task, ok(), NOW, 14).await);
    assert_eq!(post.state(1).await, EndpointState::WORKING, "slow is not failing");
    assert!(post.due(Lane::Working, 0).await.is_empty() && post.due(Lane::Failing, 0).await.is_empty());
    assert_eq!(post.due(Lane::Slow, 0).await, [post.owner()]);
    assert!(post.claim(Lane::Working, 0, 9).await.is_empty());
    let mut quick = 0;
    while post.due(Lane::Working, 0).await.is_empty() {
        let task = post.claim(Lane::Slow, 0, 9).await.remove(0);
        assert!(post.settle_after(&task, ok(), NOW, 0).await);
        quick += 1;
    }
    assert_eq!(quick, 2);
    // A failing endpoint is in the failing lane, however slow it is.
    let task = post.claim_one().await;
    assert!(post.settle_after(&task, Answer::none(NoAnswer::Timeout), NOW, 15).await);
    assert_eq!(post.due(Lane::Failing, 0).await, [post.owner()]);
    assert!(post.due(Lane::Slow, 0).await.is_empty());
    let elsewhere = EndpointChange { url: Some(url("https://e2.example/")), ..EndpointChange::default() };
    let changed = post.change(1, &elsewhere).await;
    assert_eq!(
        (changed.pace, changed.state),
        (Pace::QUICK, EndpointState::WORKING),
        "nothing is known of it"
    );
}

#[tokio::test]
async fn an_endpoint_that_fails_is_in_the_other_lane_until_it_answers() {
    let post = Post::with(1).await;
    post.keys(post.owner(), 2).await;
    let task = post.claim_one().await;
    assert!(post.settle(&task, Answer::none(NoAnswer::Timeout), NOW).await);
    assert_eq!(post.state(1).await, EndpointState::Active { failing_since: Some(NOW) });
    assert!(post.due(Lane::Working, 0).await.is_empty());
    assert_eq!(post.due(Lane::Failing, 0).await, [post.owner()]);
    assert!(post.claim(Lane::Working, 0, 9).await.is_empty());
    let other = post.claim(Lane::Failing, 0, 9).await.remove(0);
    assert!(post.settle(&other, ok(), NOW).await);
    assert_eq!(post.state(1).await, EndpointState::WORKING);
    // The first message is due again after five seconds.
    assert!(post.claim(Lane::Working, 4, 9).await.is_empty());
    let again = post.claim(Lane::Working, 5, 9).await.remove(0);
    assert_eq!((again.id, again.progress.attempts), (task.id, 1));
    assert_eq!(again.message, task.message);
}

#[tokio::test]
async fn an_endpoint_that_is_gone_is_switched_off_and_the_others_are_notified() {
    let post = Post::with(1).await;
    post.add(post.owner(), 2).await;
    post.keys(post.owner(), 2).await;
    let tasks = post.claim(Lane::Working, 0, 9).await;
    let task = tasks.iter().find(|task| task.endpoint == id(1)).unwrap();
    assert!(post.settle(task, Answer::new(410, b""), NOW).await);
    assert_eq!(post.state(1).await, EndpointState::Disabled(DisabledReason::Gone));
    let reported = post.sent().await;
    let expected = format!(r#"webhook.disabled {{"id": "{}", "reason": "gone"}}"#, id(1));
    assert_eq!(reported.iter().filter(|line| **line == expected).count(), 1, "{reported:#?}");
    let to = "SELECT endpoint_id AS line FROM webhook_deliveries WHERE event_type = 'webhook.disabled'";
    assert_eq!(post.funnel.texts(to).await, [id(2).to_string()]);
    // Pending messages continue when the endpoint is enabled again; events in between are not sent.
    let left = tasks.iter().find(|other| other.endpoint == id(1) && other.id != task.id).unwrap();
    assert!(post.hooks.destination(left, NOW).await.unwrap().is_none());
    post.key(post.owner()).await;
    assert!(post.claim(Lane::Working, 0, 9).await.iter().all(|task| task.endpoint == id(2)));
    post.switch(1, true).await;
    let again = post.claim(Lane::Working, 0, 9).await;
    assert_eq!(again.iter().map(|task| task.id).collect::<Vec<_>>(), [left.id]);
}

#[tokio::test]
async fn after_five_days_of_failure_it_is_switched_off() {
    let post = Post::with(1).await;
    post.keys(post.owner(), 3).await;
    let days = |days: i64| NOW.plus_seconds(days * 86_400);
    let (one, two) = (post.claim_one().await, post.claim_one().await);
    assert!(post.settle(&one, broken(), NOW).await);
    assert!(post.settle(&two, broken(), days(5).plus_seconds(-1)).await);
    assert_eq!(post.state(1).await, EndpointState::Active { failing_since: Some(NOW) });
    let three = post.claim(Lane::Failing, 0, 1).await.remove(0);
    assert!(post.settle(&three, broken(), days(5)).await);
    assert_eq!(post.state(1).await, EndpointState::Disabled(DisabledReason::Failing));
}

#[tokio::test]
async fn what_another_address_answered_says_nothing_about_this_one() {
    let post = Post::with(1).await;
    post.key(post.owner()).await;
    let task = post.claim_one().await;
    let change = EndpointChange { url: Some(url("https://new.example")), ..EndpointChange::default() };
    post.change(1, &change).await;
    assert!(post.settle(&task, Answer::new(410, b""), NOW).await);
    assert_eq!(post.state(1).await, EndpointState::WORKING);
}

#[tokio::test]
async fn the_log_shows_what_came_of_each_newest_first() {
    let post = Post::with(1).await;
    let (owner, stranger) = (post.owner(), post.funnel.desk.stranger);
    let by = &Acting::service(owner);
    post.add(owner, 2).await;
    post.keys(owner, 3).await;
    let task = post.claim_one().await;
    assert!(post.settle(&task, broken(), NOW).await);
    let list = async |before, limit| {
        post.hooks.deliveries(owner, task.endpoint, before, limit).await.unwrap().unwrap()
    };
    let whole = list(None, 9).await;
    assert_eq!(whole.len(), 3);
    let one = whole.iter().find(|delivery| delivery.id == task.id).unwrap();
    assert_eq!((one.message_id.as_str(), one.kind.as_str()), (task.message.id.as_str(), "key.created"));
    assert_eq!(one.progress, task.progress.after(broken().verdict(), NOW));
    assert_eq!((one.last_answer.as_ref(), one.created_at), (Some(&broken()), NOW));
    assert_eq!(
        (one.body.as_str(), one.attempt_log.as_slice()),
        (task.message.body.as_str(), &[Attempt::of(&broken(), NOW, 0)][..])
    );
    assert!(whole[0].id > whole[1].id && whole[0].last_answer.is_none());
    assert_eq!(list(Some(whole[0].id), 1).await, [whole[1].clone()]);
    for (owner, endpoint) in [(stranger, task.endpoint), (owner, id(9))] {
        let by = &Acting::service(owner);
        assert_eq!(post.hooks.deliveries(owner, endpoint, None, 9).await.unwrap(), None);
        assert_eq!(post.hooks.redrive(by, endpoint, NOW, NOW).await.unwrap(), None);
        assert_eq!(post.hooks.redeliver(by, endpoint, task.id, NOW).await.unwrap(), None);
    }
    let other = if task.endpoint == id(1) { id(2) } else { id(1) };
    assert_eq!(post.hooks.redeliver(by, other, task.id, NOW).await.unwrap(), None, "another endpoint's");
}

#[tokio::test]
async fn the_log_of_a_delivery_keeps_its_last_attempts() {
    let post = Post::with(1).await;
    post.key(post.owner()).await;
    let mut expected = Vec::new();
    for n in 0..20 {
        let (now, lane) = (NOW.plus_seconds(n), if n == 0 { Lane::Working } else { Lane::Failing });
        let task = post.claim(lane, n, 1).await.remove(0);
        let answer = if n % 2 == 0 { Answer::none(NoAnswer::Tls) } else { broken() };
        expected.push(Attempt::of(&answer, now, 1_000));
        assert!(post.settle_after(&task, answer, now, 1).await);
        post.hooks.redeliver(post.by(), id(1), task.id, now.plus_seconds(1)).await.unwrap();
    }
    let shown = post.hooks.deliveries(post.owner(), id(1), None, 1).await.unwrap().unwrap();
    assert_eq!(shown[0].attempt_log, expected[20 - usize::try_from(ATTEMPTS_KEPT).unwrap()..]);
}

#[tokio::test]
async fn a_redrive_takes_what_waits_for_its_next_try() {
    let post = Post::with(1).await;
    let owner = post.owner();
    let by = &Acting::service(owner);
    post.keys(owner, 3).await;
    let tasks = post.claim(Lane::Working, 0, 2).await;
    assert!(tasks.iter().all(|task| task.begun_at == NOW));
    assert!(post.settle(&tasks[0], broken(), NOW).await);
    let now = NOW.plus_seconds(1);
    // One waits for a retry, one is in progress, and one is due.
    assert_eq!(post.hooks.redrive(by, id(1), NOW, now).await.unwrap(), Some(1));
    assert_eq!(post.hooks.redrive(by, id(1), NOW, now).await.unwrap(), Some(0));
    assert!(post.settle(&tasks[1], ok(), now).await);
    let again = post.claim(Lane::Working, 1, 9).await;
    let waited = again.iter().find(|task| task.id == tasks[0].id).unwrap();
    assert_eq!((waited.progress, waited.begun_at), (Progress::begin(now), now));
}

#[tokio::test]
async fn what_is_asked_for_is_tried_again_as_if_for_the_first_time() {
    let post = Post::with(1).await;
    let owner = post.owner();
    post.keys(owner, 3).await;
    let tasks = post.claim(Lane::Working, 0, 9).await;
    for (task, state) in tasks.iter().zip(["failed", "failed", "delivered"]) {
        let set = format!(
            "UPDATE webhook_deliveries SET state = '{state}', attempts = 8, locked_until = NULL, last_answer = 'x'
             WHERE delivery_id = {}",
            task.id
        );
        post.funnel.desk.sql(&set).await.unwrap();
    }
    let early = format!(
        "UPDATE webhook_deliveries SET created_at = to_timestamp({}) WHERE delivery_id = {}",
        NOW.plus_seconds(-3_600).seconds(),
        tasks[0].id
    );
    post.funnel.desk.sql(&early).await.unwrap();
    assert!(post.claim(Lane::Working, 0, 9).await.is_empty());
    let now = NOW.plus_seconds(100);
    let operator = Acting::operator(owner);
    let redrive = async || post.hooks.redrive(&operator, id(1), NOW, now).await.unwrap();
    assert_eq!(redrive().await, Some(1));
    assert_eq!(redrive().await, Some(0));
    for (task, last) in [(&tasks[0], "x"), (&tasks[2], "x")] {
        let again = post.hooks.redeliver(&operator, id(1), task.id, now).await.unwrap().unwrap();
        assert_eq!(again.progress, Progress::begin(now));
        assert_eq!(again.last_answer.unwrap().text(), last);
    }
    let again: BTreeSet<_> = post.claim(Lane::Working, 100, 9).await.iter().map(|task| task.id).collect();
    assert_eq!(again, tasks.iter().map(|task| task.id).collect());
    let logged = logged(&post.funnel.desk).await;
    let done = ["webhook.redeliver", "webhook.redeliver", "webhook.redrive"];
    assert_eq!(
        logged,
        done.map(|action| format!("{action} webhook:{}", id(1))),
        "nothing redriven is no entry"
    );
}

#[tokio::test]
async fn what_is_old_is_deleted_in_steps_and_an_endpoint_takes_its_deliveries_along() {
    let post = Post::with(1).await;
    let stranger = post.funnel.desk.stranger;
    post.add(stranger, 1).await;
    post.keys(post.owner(), 5).await;
    post.keys(stranger, 2).await;
    assert_eq!(post.hooks.purge(NOW, 9).await.unwrap(), 0);
    assert_eq!(post.hooks.purge(NOW.plus_seconds(1), 4).await.unwrap(), 4);
    assert_eq!(post.hooks.purge(NOW.plus_seconds(1), 9).await.unwrap(), 3);
    post.key(post.owner()).await;
    assert!(post.hooks.delete(post.by(), id(1), Precondition::None).await.unwrap());
    assert_eq!(post.sent().await, [""; 0]);
}

#[tokio::test]
async fn what_is_meant_for_another_state_of_an_endpoint_changes_nothing() {
    let post = Post::create().await;
    let (owner, new) = (post.owner(), endpoint(1, &["*"]));
    let by = &Acting::service(owner);
    post.hooks.insert(by, &new).await.unwrap();
    let expected = Precondition::Is(new.endpoint.fingerprint());
    let change = EndpointChange { active: Some(false), ..EndpointChange::default() };
    let changed = post.hooks.update(by, &new.endpoint, &change, expected).await.unwrap().unwrap();
    let rotation =
        Rotation { id: SortableId::from_u128(1), secret: new.secret.clone(), previous_until: None };
    let late = [
        post.hooks.update(by, &changed, &change, expected).await.map(|_| ()),
        post.hooks.rotate(by, id(1), &rotation, expected).await.map(|_| ()),
        post.hooks.delete(by, id(1), expected).await.map(|_| ()),
    ];
    assert!(late.iter().all(|late| matches!(late, Err(StoreError::PreconditionFailed))), "{late:?}");
    assert_eq!(post.hooks.find(owner, id(1)).await.unwrap().as_ref(), Some(&changed));
    assert!(post.hooks.delete(by, id(1), Precondition::Is(changed.fingerprint())).await.unwrap());
}
