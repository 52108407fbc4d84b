use kernel::fixed::{FixedClock, SeededEntropy};
use secrecy::ExposeSecret as _;
use standardwebhooks::Webhook;

use super::*;
use crate::ports::{MockDeliveryLog, MockEndpointStore, MockWebhookSender, Target};
use crate::{Secrets, Verdict};

const NOW: UnixTime = UnixTime::from_seconds(1_795_176_000);
const OWNER: OwnerId = OwnerId::new(1);
const ID: SortableId = SortableId::from_u128(9);

struct World {
    store: MockEndpointStore,
    log: MockDeliveryLog,
    sender: MockWebhookSender,
}

fn world() -> World {
    World { store: MockEndpointStore::new(), log: MockDeliveryLog::new(), sender: MockWebhookSender::new() }
}

impl World {
    fn webhooks(self, addresses: AddressPolicy) -> Webhooks {
        Webhooks::new(
            Arc::new(self.store),
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
    let made = webhooks.create(OWNER, ID, input(local)).await;
    let Err(WebhookError::Invalid(errors)) = made else { panic!("{made:?}") };
    assert_eq!(errors.iter().next().unwrap().location.to_string(), "url");
    let change = EndpointChange { url: Some(url(local)), ..EndpointChange::default() };
    let changed = webhooks.update(OWNER, EndpointId::new(ID), &change, Precondition::None).await;
    assert!(matches!(changed, Err(WebhookError::Invalid(_))));
}

#[tokio::test]
async fn a_new_endpoint_is_returned_as_it_is_stored() {
    let mut world = world();
    world.store.expect_insert().once().returning(|_, _| Ok(()));
    let webhooks = world.webhooks(AddressPolicy::AllowLoopback);
    let off = EndpointInput { active: false, ..input("http://127.0.0.1:1/") };
    let made = webhooks.create(OWNER, ID, off).await.unwrap();
    assert_eq!((made.endpoint.id, made.endpoint.state), (EndpointId::new(ID), EndpointState::Paused));
    assert!(made.secret.text().expose_secret().starts_with("whsec_"));
}

#[tokio::test]
async fn an_overlap_is_a_week_at_most_and_may_be_none() {
    for (asked, seconds) in [(0, None), (60, Some(60)), (i64::MAX, Some(LONGEST_OVERLAP)), (-1, None)] {
        let mut world = world();
        world
            .store
            .expect_rotate()
            .once()
            .withf(move |_, _, rotation, _| {
                rotation.previous_until == seconds.map(|seconds| NOW.plus_seconds(seconds))
            })
            .returning(|_, _, _, _| Ok(None));
        let webhooks = world.webhooks(AddressPolicy::PublicOnly);
        let rotated = webhooks.rotate(OWNER, EndpointId::new(ID), ID, asked, Precondition::None).await;
        assert!(matches!(rotated, Err(WebhookError::NotFound)));
    }
}

#[tokio::test]
async fn a_test_is_signed_and_answers_what_came_back() {
    let mut world = world();
    let current = Secret::generate(&SeededEntropy::new(1));
    let theirs = Webhook::new(current.text().expose_secret()).unwrap();
    let target = Target { url: url("https://a.example"), secrets: Secrets { current, previous: None } };
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
    world.log.expect_keep_test().never();
    let webhooks = world.webhooks(AddressPolicy::PublicOnly);
    let answer = webhooks.test(OWNER, EndpointId::new(ID)).await.unwrap();
    assert_eq!((answer.status(), answer.verdict()), (Some(500), Verdict::Failed));
}

#[tokio::test]
async fn a_test_that_the_endpoint_took_is_kept() {
    let mut world = world();
    let secrets = Secrets { current: Secret::generate(&SeededEntropy::new(1)), previous: None };
    let target = Target { url: url("https://a.example"), secrets };
    world.store.expect_target().return_once(|_, _, _| Ok(Some(target)));
    world.sender.expect_send().returning(|_, _| Answer::new(204, b""));
    let kept = world.log.expect_keep_test().once();
    kept.withf(|_, _, message, answer, _| message.kind == "webhook.test" && answer.status() == Some(204))
        .returning(|_, _, _, _, _| Ok(()));
    world.webhooks(AddressPolicy::PublicOnly).test(OWNER, EndpointId::new(ID)).await.unwrap();
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
    assert!(matches!(webhooks.test(OWNER, id).await, Err(WebhookError::NotFound)));
    assert!(matches!(webhooks.delete(OWNER, id, Precondition::None).await, Err(WebhookError::NotFound)));
    let changed = webhooks.update(OWNER, id, &EndpointChange::default(), Precondition::None).await;
    assert!(matches!(changed, Err(WebhookError::NotFound)));
    assert!(matches!(webhooks.deliveries(OWNER, id, None, 9).await, Err(WebhookError::NotFound)));
    assert!(matches!(webhooks.redrive(OWNER, id, NOW).await, Err(WebhookError::NotFound)));
    let again = webhooks.redeliver(OWNER, id, DeliveryId::new(1)).await;
    assert!(matches!(again, Err(WebhookError::NotFound)));
}
