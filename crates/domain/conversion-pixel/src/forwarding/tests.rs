use kernel::fixed::{FixedClock, SeededEntropy};
use kernel::{Acting, UnixTime};
use secrecy::SecretString;

use super::*;
use crate::delivery::{DeliveryState, Progress};
use crate::ports::{Destination, MockDeliveries, MockDeliveryLog, MockPixelSender, TestTarget};
use crate::testing::{NOW, conversion};
use crate::{AccessToken, EventMap, NoAnswer, PixelId, Switches};

const OWNER: OwnerId = OwnerId::new(1);
const BY: Acting = Acting::service(OWNER);

fn destination() -> Destination {
    Destination {
        platform: Platform::Meta,
        pixel_id: PixelId::parse("123").unwrap(),
        token: AccessToken::parse(&SecretString::from("EAAB")).unwrap().unwrap(),
        revision: 4,
    }
}

fn task() -> Task {
    let event =
        Event::of(&conversion(), Platform::Meta, &EventMap::default(), Switches::default(), NOW).unwrap();
    let progress = Progress::begin(&event, false, NOW);
    Task { owner: OWNER, id: DeliveryId::new(5), event, progress, lease: 9 }
}

fn answering(verdict: Verdict) -> MockPixelSender {
    let mut sender = MockPixelSender::new();
    sender.expect_send().once().returning(move |_, _, _| Answer {
        verdict,
        status: Some(401),
        code: Some(190),
        ..Answer::NONE
    });
    sender
}

fn forwarding(deliveries: MockDeliveries, sender: MockPixelSender, now: UnixTime) -> Forwarding {
    Forwarding::new(Arc::new(deliveries), Arc::new(sender), Arc::new(FixedClock::at(now)))
}

#[tokio::test]
async fn an_answer_settles_a_delivery_and_a_refused_token_marks_the_pixel() {
    for (verdict, state, marked) in [
        (Verdict::Delivered, "delivered", false),
        (Verdict::Retry, "pending", false),
        (Verdict::Permanent, "parked", false),
        (Verdict::Auth, "waiting_token", true),
    ] {
        let mut deliveries = MockDeliveries::new();
        deliveries.expect_destination().once().returning(|_, _| Ok(Some(destination())));
        deliveries
            .expect_settle()
            .once()
            .withf(move |task, settlement| {
                let refusal = settlement.refusal.as_ref();
                task.lease == 9
                    && settlement.progress.state.as_str() == state
                    && refusal.is_some() == marked
                    && refusal.is_none_or(|refusal| {
                        refusal.revision == 4 && refusal.error.ends_with("(status 401, code 190)")
                    })
            })
            .returning(|_, _| Ok(true));
        let outcome = forwarding(deliveries, answering(verdict), NOW).deliver(&task()).await.unwrap();
        assert_eq!(outcome, Some(verdict));
    }
}

#[tokio::test]
async fn what_grew_too_old_is_parked_unsent() {
    let mut deliveries = MockDeliveries::new();
    deliveries
        .expect_settle()
        .once()
        .withf(|_, settlement| settlement.progress.state == DeliveryState::Parked(ParkReason::TooOld))
        .returning(|_, _| Ok(true));
    let later = NOW.plus_seconds(8 * 86_400);
    let outcome = forwarding(deliveries, MockPixelSender::new(), later).deliver(&task()).await.unwrap();
    assert_eq!(outcome, None);
}

#[tokio::test]
async fn a_pixel_that_was_paused_meanwhile_gets_nothing() {
    let mut deliveries = MockDeliveries::new();
    deliveries.expect_destination().once().returning(|_, _| Ok(None));
    let outcome = forwarding(deliveries, MockPixelSender::new(), NOW).deliver(&task()).await.unwrap();
    assert_eq!(outcome, None);
}

fn log(log: MockDeliveryLog, sender: MockPixelSender) -> PixelLog {
    let clock = Arc::new(FixedClock::at(NOW));
    PixelLog::new(Arc::new(log), Arc::new(sender), clock, Arc::new(SeededEntropy::new(1)))
}

#[tokio::test]
async fn a_test_is_marked_by_the_code_that_was_given_or_one_of_ours() {
    for code in [None, Some(TestCode::parse("TEST1").unwrap())] {
        let mut store = MockDeliveryLog::new();
        store.expect_target().once().returning(|_, _, _| {
            Ok(Some(TestTarget {
                destination: destination(),
                event_map: EventMap::default(),
                source_url: "https://up.example/l/1".to_owned(),
            }))
        });
        let mut sender = MockPixelSender::new();
        let given = code.clone();
        sender
            .expect_send()
            .once()
            .withf(move |_, event, code| {
                event.name == "Subscribe" && code.is_some() && (given.is_none() || *code == given)
            })
            .returning(|_, _, _| Answer { verdict: Verdict::Delivered, status: Some(200), ..Answer::NONE });
        let kept = store.expect_keep_test().once();
        kept.withf(|_, link, event, progress, _| {
            link == "p1" && event.is_test() && progress.state == DeliveryState::Delivered
        })
        .returning(|_, _, _, _, _| Ok(()));
        let result = log(store, sender).test(OWNER, "p1", Platform::Meta, code).await.unwrap();
        assert_eq!(result.answer.verdict, Verdict::Delivered);
    }
}

#[tokio::test]
async fn a_test_that_failed_is_kept_as_parked() {
    let mut store = MockDeliveryLog::new();
    store.expect_target().returning(|_, _, _| {
        let source_url = "https://up.example/l/1".to_owned();
        Ok(Some(TestTarget { destination: destination(), event_map: EventMap::default(), source_url }))
    });
    let kept = store.expect_keep_test().once();
    kept.withf(|_, _, _, progress, _| *progress == Progress::of_test(Answer::none(NoAnswer::Timeout)))
        .returning(|_, _, _, _, _| Ok(()));
    let mut sender = MockPixelSender::new();
    sender.expect_send().returning(|_, _, _| Answer::none(NoAnswer::Timeout));
    log(store, sender).test(OWNER, "p1", Platform::Meta, None).await.unwrap();
}

#[tokio::test]
async fn where_there_is_no_pixel_there_is_nothing_to_show_or_try() {
    let mut store = MockDeliveryLog::new();
    store.expect_list().returning(|_, _, _, _, _| Ok(None));
    store.expect_redrive().returning(|_, _, _, _| Ok(None));
    store.expect_target().returning(|_, _, _| Ok(None));
    let log = log(store, MockPixelSender::new());
    let (id, platform) = ("p1", Platform::TikTok);
    assert!(matches!(log.list(OWNER, id, platform, None, 10).await, Err(ForwardingError::PixelNotFound)));
    assert!(matches!(log.redrive(&BY, id, platform).await, Err(ForwardingError::PixelNotFound)));
    assert!(matches!(log.test(OWNER, id, platform, None).await, Err(ForwardingError::PixelNotFound)));
}

#[tokio::test]
async fn events_are_purged_when_their_platform_takes_them_no_more() {
    let mut deliveries = MockDeliveries::new();
    let mut left = [2_500_u64, 0];
    deliveries.expect_purge_fields().times(4).returning(move |platform, before, limit| {
        assert_eq!(NOW.seconds() - before.seconds(), platform.max_age_seconds());
        let left = &mut left[usize::from(platform == Platform::TikTok)];
        let step = (*left).min(limit.into());
        *left -= step;
        Ok(step)
    });
    let forwarding = forwarding(deliveries, MockPixelSender::new(), NOW);
    assert_eq!(forwarding.purge_fields().await.unwrap(), 2_500);
}
