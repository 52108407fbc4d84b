use kernel::fixed::{FixedClock, SeededEntropy};
use kernel::{OwnerId, SortableId, UnixTime};

use super::*;
use crate::ports::{DeliveryId, MockDeliveryQueue, MockMakers, MockWebhookSender, Target};
use crate::{
    Answer, DeliveryState, EndpointId, EndpointUrl, Event, Maker, Message, Progress, Readable, Secret,
    Secrets,
};

const NOW: UnixTime = UnixTime::from_seconds(1_795_176_000);

fn task(owner: i64) -> Task {
    let owner = OwnerId::new(owner);
    Task {
        owner,
        endpoint: EndpointId::new(SortableId::from_u128(3)),
        id: DeliveryId::new(5),
        message: Message::of(&Event::KeyCreated { id: 1 }, NOW, &SeededEntropy::new(2)),
        progress: Progress::begin(NOW),
        begun_at: NOW,
        lease: 9,
    }
}

fn target() -> Target {
    let current = Secret::generate(&SeededEntropy::new(1));
    let url = EndpointUrl::parse("https://a.example").unwrap();
    Target { url, secrets: Secrets { current, previous: None }, made_by: None }
}

fn sending(queue: MockDeliveryQueue, sender: MockWebhookSender) -> Sending {
    made_by(MockMakers::new(), queue, sender)
}

fn made_by(makers: MockMakers, queue: MockDeliveryQueue, sender: MockWebhookSender) -> Sending {
    Sending::new(Arc::new(queue), Arc::new(makers), Arc::new(sender), Arc::new(FixedClock::at(NOW)))
}

#[tokio::test]
async fn the_rights_of_the_key_are_judged_at_each_delivery() {
    let key = MakerKey::new(4);
    let maker = |readable| Maker { prefix: "a123456789".to_owned(), readable };
    let other = Readable::of(|kind| kind != EventType::KeyCreated);
    for (found, sent) in [(Some(maker(Readable::all())), true), (Some(maker(other)), false), (None, false)] {
        let (mut queue, mut makers) = (MockDeliveryQueue::new(), MockMakers::new());
        let mut sender = MockWebhookSender::new();
        queue.expect_destination().returning(move |_, _| Ok(Some(Target { made_by: Some(key), ..target() })));
        let known = found.clone();
        makers.expect_find().once().returning(move |_, keys| {
            assert_eq!(keys, [key]);
            Ok(known.clone().map(|maker| (key, maker)).into_iter().collect())
        });
        sender.expect_send().times(usize::from(sent)).returning(|_, _| Answer::new(200, b""));
        queue.expect_settle().times(usize::from(sent)).returning(|_, _| Ok(true));
        queue.expect_withhold().times(usize::from(!sent)).returning(|_| Ok(true));
        let verdict = made_by(makers, queue, sender).deliver(&task(1)).await.unwrap();
        assert_eq!(verdict.is_some(), sent, "{found:?}");
    }
}

#[tokio::test]
async fn what_a_newer_program_made_is_withheld_from_endpoints_of_keys() {
    let mut queue = MockDeliveryQueue::new();
    let made = Target { made_by: Some(MakerKey::new(4)), ..target() };
    queue.expect_destination().return_once(|_, _| Ok(Some(made)));
    queue.expect_withhold().once().returning(|_| Ok(true));
    let mut newer = task(1);
    newer.message.kind = "fan.sneezed".to_owned();
    let sending = made_by(MockMakers::new(), queue, MockWebhookSender::new());
    assert_eq!(sending.deliver(&newer).await.unwrap(), None);
}

#[tokio::test]
async fn an_answer_settles_a_delivery() {
    let again = DeliveryState::Pending { next_attempt_at: NOW.plus_seconds(5) };
    for (status, state) in
        [(204, DeliveryState::Delivered), (302, again), (500, again), (410, DeliveryState::Failed)]
    {
        let (mut queue, mut sender) = (MockDeliveryQueue::new(), MockWebhookSender::new());
        queue.expect_destination().once().returning(|_, _| Ok(Some(target())));
        sender
            .expect_send()
            .once()
            .withf(|_, message| message.id == task(1).message.id && message.timestamp == NOW.seconds())
            .returning(move |_, _| Answer::new(status, b"x"));
        queue
            .expect_settle()
            .once()
            .withf(move |_, settled| {
                settled.progress == Progress { state, attempts: 1 }
                    && settled.answer.status() == Some(status)
                    && settled.url == target().url
            })
            .returning(|_, _| Ok(true));
        let outcome = sending(queue, sender).deliver(&task(1)).await.unwrap();
        assert_eq!(outcome, Some(Answer::new(status, b"").verdict()));
    }
}

#[tokio::test]
async fn an_endpoint_may_ask_for_a_longer_wait_until_the_schedule_ends() {
    for (asked, wait) in [(None, 5), (Some(0), 5), (Some(3_600), 3_600), (Some(u32::MAX), 99_305 - 100)] {
        let (mut queue, mut sender) = (MockDeliveryQueue::new(), MockWebhookSender::new());
        queue.expect_destination().returning(|_, _| Ok(Some(target())));
        sender.expect_send().returning(move |_, _| Answer::new(503, b"").asking_to_wait(asked));
        let next_attempt_at = NOW.plus_seconds(wait);
        queue
            .expect_settle()
            .once()
            .withf(move |_, settled| settled.progress.state == DeliveryState::Pending { next_attempt_at })
            .returning(|_, _| Ok(true));
        let begun = Task { begun_at: NOW.plus_seconds(-100), ..task(1) };
        sending(queue, sender).deliver(&begun).await.unwrap();
    }
}

#[tokio::test]
async fn an_endpoint_that_was_switched_off_meanwhile_gets_nothing() {
    let mut queue = MockDeliveryQueue::new();
    queue.expect_destination().once().returning(|_, _| Ok(None));
    assert_eq!(sending(queue, MockWebhookSender::new()).deliver(&task(1)).await.unwrap(), None);
}

#[tokio::test]
async fn places_are_dealt_out_to_owners_alike() {
    for (owners, free, share) in
        [(1, 768, 32), (1, 384, 20), (1, 30, 20), (2, 10, 5), (3, 9, 3), (3, 3, 1), (90, 384, 1)]
    {
        let mut queue = MockDeliveryQueue::new();
        queue.expect_due().once().returning(move |room, _| {
            Ok((1..=owners.min(i64::from(room.limit))).map(OwnerId::new).collect())
        });
        queue
            .expect_claim()
            .times(usize::try_from(owners).unwrap())
            .withf(move |_, room, _, _| room.limit == share)
            .returning(|owner, _, _, _| Ok(vec![task(owner.get())]));
        let claimed = sending(queue, MockWebhookSender::new()).claim(Lane::Working, free).await.unwrap();
        assert_eq!(claimed.len(), usize::try_from(owners).unwrap());
    }
}

#[tokio::test]
async fn what_is_claimed_before_a_failure_is_sent() {
    let mut queue = MockDeliveryQueue::new();
    queue.expect_due().returning(|_, _| Ok(vec![OwnerId::new(1), OwnerId::new(2)]));
    queue.expect_claim().returning(|owner, _, _, _| match owner.get() {
        1 => Ok(vec![task(1)]),
        _ => Err(StoreError::Failed("gone".into())),
    });
    let claimed = sending(queue, MockWebhookSender::new()).claim(Lane::Failing, 8).await.unwrap();
    assert_eq!(claimed, [task(1)]);
}

#[tokio::test]
async fn deliveries_are_purged_after_thirty_days() {
    let (mut queue, mut left) = (MockDeliveryQueue::new(), 2_500_u64);
    queue.expect_purge_secrets().once().returning(|_| Ok(1));
    queue.expect_purge().times(4).returning(move |before, limit| {
        assert_eq!(NOW.seconds() - before.seconds(), 30 * 86_400);
        let step = left.min(limit.into());
        left -= step;
        Ok(step)
    });
    assert_eq!(sending(queue, MockWebhookSender::new()).purge().await.unwrap(), 2_500);
}
