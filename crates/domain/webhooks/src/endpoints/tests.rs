use kernel::Acting;
use kernel::fixed::{FixedClock, SeededEntropy};
use secrecy::ExposeSecret as _;
use standardwebhooks::Webhook;

use super::*;
use crate::ports::{MockDeliveryLog, MockEndpointStore, MockMakers, MockWebhookSender, Target};
use crate::{Maker, NoAnswer, Readable, Secrets, Verdict};

const NOW: UnixTime = UnixTime::from_seconds(1_795_176_000);
const OWNER: OwnerId = OwnerId::new(1);
const BY: Acting = Acting::service(OWNER);
const ID: SortableId = SortableId::from_u128(9);

struct World {
    store: MockEndpointStore,
    makers: MockMakers,
    log: MockDeliveryLog,
    sender: MockWebhookSender,
}

fn world() -> World {
    World {
        store: MockEndpointStore::new(),
        makers: MockMakers::new(),
        log: MockDeliveryLog::new(),
        sender: MockWebhookSender::new(),
    }
}

/// Actor with key 2, which may read these types.
fn actor(readable: Readable) -> Actor {
    Actor { by: BY, key: MakerKey::new(2), prefix: "b123456789".to_owned(), readable }
}

fn anybody() -> Actor {
    actor(Readable::all())
}

fn keys_only() -> Readable {
    Readable::of(|kind| kind == EventType::KeyCreated)
}

fn endpoint(made_by: Option<i64>) -> Endpoint {
    Endpoint {
        id: EndpointId::new(ID),
        url: url("https://a.example"),
        events: EventFilter::All,
        description: Description::parse("").unwrap(),
        state: EndpointState::WORKING,
        pace: Pace::QUICK,
        made_by: made_by.map(MakerKey::new),
        rotation: None,
        created_at: NOW,
    }
}

impl World {
    /// Adds this endpoint. Its key may read these types, or is not accepted if `None`.
    fn with(mut self, endpoint: Endpoint, maker: Option<Readable>) -> Self {
        self.store.expect_find().returning(move |_, _| Ok(Some(endpoint.clone())));
        self.makers.expect_find().returning(move |_, keys| {
            let maker = maker.clone().map(|readable| Maker { prefix: "a123456789".to_owned(), readable });
            Ok(maker.map(|maker| (keys[0], maker)).into_iter().collect())
        });
        self
    }
}

impl World {
    fn webhooks(self, addresses: AddressPolicy) -> Webhooks {
        Webhooks::new(
            Arc::new(self.store),
            Arc::new(self.makers),
            Arc::new(self.log),
            Arc::new(self.sender),
            addresses,
            Arc::new(FixedClock::at(NOW)),
            Arc::new(SeededEntropy::new(4)),
        )
    }
}

fn url(text: &str) -> EndpointUrl {
    EndpointUrl::parse(text).unwrap()
}

fn input(address: &str) -> EndpointInput {
    let description = Description::parse("").unwrap();
    EndpointInput { url: url(address), events: EventFilter::All, description, active: true }
}

#[tokio::test]
async fn an_address_that_is_not_allowed_is_refused_before_anything_is_stored() {
    let local = "http://127.0.0.1:1/";
    let webhooks = world().webhooks(AddressPolicy::PublicOnly);
    let made = webhooks.create(&anybody(), ID, input(local)).await;
    let Err(WebhookError::Invalid(errors)) = made else { panic!("{made:?}") };
    assert_eq!(errors.iter().next().unwrap().location.to_string(), "url");
    let change = EndpointChange { url: Some(url(local)), ..EndpointChange::default() };
    let changed = webhooks.update(&anybody(), EndpointId::new(ID), &change, Precondition::None).await;
    assert!(matches!(changed, Err(WebhookError::Invalid(_))));
}

#[tokio::test]
async fn a_new_endpoint_is_returned_as_it_is_stored() {
    let mut world = world();
    world.store.expect_insert().once().returning(|_, _| Ok(()));
    let webhooks = world.webhooks(AddressPolicy::AllowLoopback);
    let off = EndpointInput { active: false, ..input("http://127.0.0.1:1/") };
    let (made, secret) = webhooks.create(&anybody(), ID, off).await.unwrap();
    assert_eq!((made.endpoint.id, made.endpoint.state), (EndpointId::new(ID), EndpointState::Paused));
    assert_eq!((made.endpoint.made_by, made.withheld()), (Some(MakerKey::new(2)), Vec::new()));
    assert!(secret.text().expose_secret().starts_with("whsec_"));
}

#[tokio::test]
async fn an_overlap_is_a_week_at_most_and_may_be_none() {
    for (asked, seconds) in [(0, None), (60, Some(60)), (i64::MAX, Some(LONGEST_OVERLAP)), (-1, None)] {
        let mut world = world().with(endpoint(None), None);
        world
            .store
            .expect_rotate()
            .once()
            .withf(move |_, _, rotation, _| {
                rotation.previous_until == seconds.map(|seconds| NOW.plus_seconds(seconds))
            })
            .returning(|_, _, _, _| Ok(None));
        let webhooks = world.webhooks(AddressPolicy::PublicOnly);
        let rotated = webhooks.rotate(&anybody(), EndpointId::new(ID), ID, asked, Precondition::None).await;
        assert!(matches!(rotated, Err(WebhookError::NotFound)));
    }
}

#[tokio::test]
async fn a_test_is_signed_and_answers_what_came_back() {
    let mut world = world().with(endpoint(None), None);
    let current = Secret::generate(&SeededEntropy::new(1));
    let theirs = Webhook::new(current.text().expose_secret()).unwrap();
    let target =
        Target { url: url("https://a.example"), secrets: Secrets { current, previous: None }, made_by: None };
    world.store.expect_target().once().return_once(|_, _, _| Ok(Some(target)));
    world
        .sender
        .expect_send()
        .once()
        .withf(move |to, message| {
            let expected = theirs.sign(&message.id, message.timestamp, message.body.as_bytes()).unwrap();
            to.as_str() == "https://a.example/"
                && message.signature == expected
                && message.body.contains("webhook.test")
        })
        .returning(|_, _| Answer::new(500, b"no"));
    world.log.expect_keep_test().once().returning(|_, _, _, _, _| Ok(()));
    let webhooks = world.webhooks(AddressPolicy::PublicOnly);
    let answer = webhooks.test(&anybody(), EndpointId::new(ID)).await.unwrap();
    assert_eq!((answer.status(), answer.verdict()), (Some(500), Verdict::Failed));
}

#[tokio::test]
async fn a_test_is_kept_with_its_attempt_whatever_came_back() {
    for answer in [Answer::new(204, b""), Answer::new(500, b"no"), Answer::none(NoAnswer::Tls)] {
        let mut world = world().with(endpoint(None), None);
        let secrets = Secrets { current: Secret::generate(&SeededEntropy::new(1)), previous: None };
        let target = Target { url: url("https://a.example"), secrets, made_by: None };
        world.store.expect_target().return_once(|_, _, _| Ok(Some(target)));
        let sent = answer.clone();
        world.sender.expect_send().return_once(|_, _| sent);
        let expected = Attempt::of(&answer, NOW, 0);
        let kept = world.log.expect_keep_test().once();
        kept.withf(move |_, _, message, given, attempt| {
            message.kind == "webhook.test" && *given == answer && *attempt == expected
        })
        .returning(|_, _, _, _, _| Ok(()));
        world.webhooks(AddressPolicy::PublicOnly).test(&anybody(), EndpointId::new(ID)).await.unwrap();
    }
}

#[tokio::test]
async fn where_there_is_no_endpoint_there_is_nothing_to_do() {
    let mut world = world();
    world.store.expect_find().returning(|_, _| Ok(None));
    world.store.expect_target().returning(|_, _, _| Ok(None));
    world.store.expect_delete().returning(|_, _, _| Ok(false));
    world.store.expect_update().returning(|_, _, _, _| Ok(None));
    world.log.expect_deliveries().returning(|_, _, _, _| Ok(None));
    world.log.expect_redrive().returning(|_, _, _, _| Ok(None));
    let (webhooks, id) = (world.webhooks(AddressPolicy::PublicOnly), EndpointId::new(ID));
    assert!(matches!(webhooks.find(OWNER, id).await, Err(WebhookError::NotFound)));
    assert!(matches!(webhooks.test(&anybody(), id).await, Err(WebhookError::NotFound)));
    let deleted = webhooks.delete(&anybody(), id, Precondition::None).await;
    assert!(matches!(deleted, Err(WebhookError::NotFound)));
    let changed = webhooks.update(&anybody(), id, &EndpointChange::default(), Precondition::None).await;
    assert!(matches!(changed, Err(WebhookError::NotFound)));
    assert!(matches!(webhooks.deliveries(OWNER, id, None, 9).await, Err(WebhookError::NotFound)));
    assert!(matches!(webhooks.redrive(&anybody(), id, NOW).await, Err(WebhookError::NotFound)));
    let again = webhooks.redeliver(&anybody(), id, DeliveryId::new(1)).await;
    assert!(matches!(again, Err(WebhookError::NotFound)));
}

#[tokio::test]
async fn nobody_subscribes_to_what_they_may_not_read() {
    let parse = |word: &str| EventFilter::parse(&[word.to_owned()]).unwrap();
    for (word, refused) in
        [("*", None), ("key.created", None), ("conversion.created", Some(EventType::ConversionCreated))]
    {
        let mut world = world();
        world.store.expect_insert().times(usize::from(refused.is_none())).returning(|_, _| Ok(()));
        let asked = EndpointInput { events: parse(word), ..input("https://a.example") };
        match world.webhooks(AddressPolicy::PublicOnly).create(&actor(keys_only()), ID, asked).await {
            Ok(_) => assert_eq!(refused, None, "{word}"),
            Err(WebhookError::BeyondOwnRights(kind)) => assert_eq!(refused, Some(kind), "{word}"),
            Err(error) => panic!("{error}"),
        }
    }
}

#[tokio::test]
async fn what_is_sent_elsewhere_is_what_the_caller_may_read() {
    let (id, mine, theirs) = (EndpointId::new(ID), actor(keys_only()), || world().with(endpoint(None), None));
    let hooks = || theirs().webhooks(AddressPolicy::PublicOnly);
    let elsewhere = EndpointChange { url: Some(url("https://eve.example")), ..EndpointChange::default() };
    let refused = [
        hooks().update(&mine, id, &elsewhere, Precondition::None).await.err(),
        hooks().rotate(&mine, id, ID, 0, Precondition::None).await.err(),
        hooks().test(&mine, id).await.err(),
        hooks().redeliver(&mine, id, DeliveryId::new(1)).await.err(),
        hooks().redrive(&mine, id, NOW).await.err(),
        hooks().delete(&mine, id, Precondition::None).await.err(),
    ];
    for error in refused {
        assert!(matches!(error, Some(WebhookError::BeyondOwnRights(EventType::DomainActive))), "{error:?}");
    }
}

#[tokio::test]
async fn an_endpoint_keeps_its_key_until_somebody_takes_it_over() {
    let on = EndpointChange { active: Some(true), ..EndpointChange::default() };
    let money = EventFilter::parse(&["conversion.created".to_owned()]).unwrap();
    let wants = EndpointChange { events: Some(money), ..EndpointChange::default() };
    for (maker, change, made_by) in [
        (Some(keys_only()), &on, Some(Some(1))),
        (Some(keys_only()), &wants, None),
        (Some(Readable::all()), &wants, Some(Some(1))),
        (None, &on, Some(Some(2))),
        (None, &EndpointChange::default(), Some(Some(1))),
    ] {
        let mut world = world().with(endpoint(Some(1)), maker.clone());
        world.store.expect_update().returning(|_, found, change, _| Ok(Some(found.changed(change))));
        let webhooks = world.webhooks(AddressPolicy::PublicOnly);
        match webhooks.update(&anybody(), EndpointId::new(ID), change, Precondition::None).await {
            Ok(updated) => assert_eq!(Some(updated.endpoint.made_by.map(MakerKey::get)), made_by),
            Err(error) => {
                assert!(
                    made_by.is_none() && matches!(error, WebhookError::BeyondRightsOfMaker(_)),
                    "{error}"
                );
            }
        }
    }
}

#[tokio::test]
async fn a_change_is_decided_anew_when_another_one_was_faster() {
    let mut world = world().with(endpoint(None), None);
    world.store.expect_update().times(MAX_ATTEMPTS).returning(|_, _, _, _| Ok(None));
    let webhooks = world.webhooks(AddressPolicy::PublicOnly);
    let changed = webhooks
        .update(&anybody(), EndpointId::new(ID), &EndpointChange::default(), Precondition::None)
        .await;
    assert!(matches!(changed, Err(WebhookError::Busy)));
}
