//! Tests of webhook endpoints. Child modules test the delivery queue and its log.

mod log;
mod queue;

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
