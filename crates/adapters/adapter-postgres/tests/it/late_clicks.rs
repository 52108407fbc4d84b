//! Tests of clicks that are stored after the events that refer to them.

use kernel::Precondition;
use std::sync::Arc;

use adapter_postgres::{PgDeliveries, PgFanErasure};
use application::operation::FanErasure as _;
use attribution::event::{EngineEvent, FanEvent};
use attribution::ports::EventStore;
use conversion_pixel::Platform;
use conversion_pixel::answer::{Answer, Verdict};
use conversion_pixel::ports::{Deliveries, PixelStore, Settlement};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use proptest::test_runner::{Config, TestRunner};
use touches::{DeviceWord, Touch, VisitorDigest};

use crate::funnel::{A, B, Funnel, all, by_click, by_link, change, event, known, message, paid, subscribed};
use crate::team::NOW;
use crate::vault::sealing;

const ATTRIBUTED: &str = "
    SELECT concat_ws(' ', event_id, kind, COALESCE(hostname, '-'), COALESCE(link_id::text, '-'), COALESCE(basis, '-'),
        source) AS line
    FROM conversions ORDER BY event_id, kind";
/// Queries for all data that must not depend on the order; deliveries without their ids.
const STATS: [&str; 5] = [
    ATTRIBUTED,
    "SELECT concat_ws(' ', hostname, day, source, link_id, clicks, subs, revenue_cents) AS line FROM funnel_days
     WHERE clicks <> 0 OR subs <> 0 OR revenue_cents <> 0 ORDER BY 1",
    "SELECT concat_ws(' ', hostname, source, clicks, subs, revenue_cents) AS line FROM source_totals
     WHERE clicks <> 0 OR subs <> 0 OR revenue_cents <> 0 ORDER BY 1",
    "SELECT concat_ws(' ', conversions.event_id, kind, provider_id, platform, event_name, state, next_attempt_at,
        created_at, platform_event_id, event_json) AS line
     FROM pixel_deliveries JOIN conversions USING (owner_id)
     WHERE conversion_id::text = pixel_deliveries.event_id ORDER BY 1",
    "SELECT concat_ws(' ', hostname, split, day, key, clicks, subs, revenue_cents) AS line FROM funnel_splits
     WHERE clicks <> 0 OR subs <> 0 OR revenue_cents <> 0 ORDER BY 1",
];

impl Funnel {
    /// Creates the funnel with pixels of both links.
    async fn with_pixels() -> Self {
        let funnel = Self::create().await;
        for platform in Platform::ALL {
            funnel.pixel(platform, "t").await;
            funnel
                .pixels
                .put(funnel.by(), "p2", &change(platform, "t"), Precondition::None, NOW)
                .await
                .unwrap();
        }
        funnel
    }

    /// Builds clicks to one link, to none, and of the other domain, each by a different visitor, so that none is a
    /// repeat.
    fn clicks(&self) -> [Touch; 3] {
        let by = |visitor: u8, touch| Touch {
            visitor: VisitorDigest([visitor; 16]),
            device: DeviceWord::ALL.get(usize::from(visitor)).copied(),
            ..touch
        };
        [by(1, self.touch(1, A, Some(1))), by(2, self.touch(2, A, None)), by(3, self.touch(3, B, Some(2)))]
    }

    async fn stats(&self) -> Vec<Vec<String>> {
        let mut stats = Vec::new();
        for query in STATS {
            stats.push(self.texts(query).await);
        }
        stats
    }

    async fn waiting(&self) -> i64 {
        self.desk.count("SELECT count(*) AS n FROM awaited_clicks").await
    }
}

#[derive(Debug, Clone)]
enum Step {
    /// Stores the next event.
    Event,
    /// Stores the click at this index.
    Click(usize),
}

/// Click index, link and action of an event.
type Carried = (Option<usize>, Option<&'static str>, usize);

fn events(clicks: &[Touch], carried: &[Carried]) -> Vec<FanEvent> {
    let actions = [subscribed(), paid(500), paid(-120), message(), message()];
    carried
        .iter()
        .enumerate()
        .map(|(n, (click, link, action))| {
            let fan = format!("f{}", n % 2);
            let one =
                known(event(&format!("e{n:02}"), &fan, 60 - n as i64, actions[*action].clone()), "jo", "DE");
            let one = link.iter().fold(one, |one, link| by_link(one, link));
            click.iter().fold(one, |one, click| by_click(one, &clicks[*click].id.to_string()))
        })
        .collect()
}

#[test]
fn any_order_of_clicks_and_events_gives_the_stats_of_the_right_one() {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let funnel = runtime.block_on(Funnel::with_pixels());
    let clicks = funnel.clicks();
    let carried = (
        select(vec![None, Some(0), Some(1), Some(2)]),
        select(vec![None, None, Some("p1"), Some("p2"), Some("p3")]),
        0_usize..5,
    );
    let carried = vec(carried, 1..14);
    let order = vec(any::<u64>(), 20);
    let mut runner = TestRunner::new(Config { cases: 16, failure_persistence: None, ..Config::default() });
    let ran = runner.run(&(carried, order), |(carried, order)| {
        runtime.block_on(async {
            let empty = "TRUNCATE engine_events, engine_transactions, conversions, fans, funnel_days, funnel_splits, source_totals, touches, touch_repeats,
                pixel_deliveries, awaited_clicks";
            let events = events(&clicks, &carried);
            let mut outcomes = Vec::new();
            let mixed: Vec<Step> = {
                let steps = carried.iter().map(|_| Step::Event).chain((0..3).map(Step::Click));
                let mut steps: Vec<_> = order.iter().zip(steps).collect();
                steps.sort_by_key(|(key, _)| **key);
                steps.into_iter().map(|(_, step)| step).collect()
            };
            let ordered = (0..3).map(Step::Click).chain(carried.iter().map(|_| Step::Event)).collect();
            for steps in [ordered, mixed] {
                funnel.desk.sql(empty).await.unwrap();
                let mut left = events.clone().into_iter();
                for step in steps {
                    match step {
                        Step::Event => {
                            funnel.take(&all(left.next())).await;
                        }
                        Step::Click(place) => funnel.store(&clicks[place..=place]).await,
                    }
                }
                assert_eq!(funnel.waiting().await, 0);
                outcomes.push(funnel.stats().await);
            }
            assert_eq!(outcomes[1], outcomes[0]);
        });
        Ok(())
    });
    ran.unwrap();
}

#[tokio::test]
async fn a_click_that_comes_late_takes_its_events_to_itself() {
    let funnel = Funnel::with_pixels().await;
    let clicks = funnel.clicks();
    let carried = [
        (Some(0), None, 0),
        (Some(0), Some("p2"), 1),
        (Some(1), Some("p1"), 1),
        (Some(2), Some("p1"), 3),
        (None, Some("p1"), 0),
        (Some(0), None, 3),
        (Some(2), None, 4),
        (Some(0), None, 0),
    ];
    funnel.take(&all(events(&clicks, &carried))).await;
    assert_eq!(funnel.waiting().await, 7);
    funnel.store(&clicks).await;
    let expected = [
        "e00 new_subscriber a.example 1 click qr-flyer",
        "e01 new_transaction a.example 1 click qr-flyer",
        "e02 new_transaction a.example 1 click qr-flyer",
        "e03 message_received b.example 2 click qr-flyer",
        "e04 new_subscriber a.example 1 link ",
        "e05 message_received a.example 1 click qr-flyer",
        "e06 message_received b.example 2 click qr-flyer",
        "e07 new_subscriber a.example 1 click qr-flyer",
    ];
    assert_eq!(funnel.texts(ATTRIBUTED).await, expected);
    let late = funnel.stats().await;
    let ordered = Funnel::with_pixels().await;
    ordered.store(&clicks).await;
    ordered.take(&all(events(&clicks, &carried))).await;
    assert_eq!(late, ordered.stats().await);
    // Personal data went into the deliveries, and was deleted from the waiting entries.
    assert!(late[3][0].contains("\"em\"") && late[3][0].contains("IwAR0"), "{}", late[3][0]);
    assert_eq!(funnel.waiting().await, 0);
}

#[tokio::test]
async fn a_third_message_moves_with_its_click() {
    let funnel = Funnel::with_pixels().await;
    let clicks = funnel.clicks();
    let carried = [(Some(0), Some("p2"), 3); 6];
    funnel.take(&all(events(&clicks, &carried))).await;
    funnel.store(&clicks).await;
    let third = "SELECT concat_ws(' ', fan_id, hostname, link_id, basis) AS line FROM conversions
        WHERE kind = 'fan_sent_3_messages' ORDER BY fan_id";
    assert_eq!(funnel.texts(third).await, ["f0 a.example 1 click", "f1 a.example 1 click"]);
    let links = "SELECT DISTINCT provider_id AS line FROM pixel_deliveries";
    assert_eq!(funnel.texts(links).await, ["p1"]);
}

#[tokio::test]
async fn what_a_pixel_was_sent_stays_sent_and_the_right_one_is_sent_too() {
    let funnel = Funnel::with_pixels().await;
    let clicks = funnel.clicks();
    let queue = PgDeliveries::new(funnel.desk.pool.clone(), sealing(2));
    funnel.take(&all(events(&clicks, &[(Some(0), Some("p2"), 0)]))).await;
    let task = queue.claim_due(Platform::Meta, NOW, 60, 9).await.unwrap().remove(0);
    let answer = Answer { verdict: Verdict::Delivered, status: Some(200), ..Answer::NONE };
    let progress = task.progress.after(answer, NOW);
    assert!(queue.settle(&task, &Settlement { progress, refusal: None }).await.unwrap());
    funnel.store(&clicks).await;
    let reported =
        "SELECT concat_ws(' ', provider_id, platform, state) AS line FROM pixel_deliveries ORDER BY 1";
    assert_eq!(funnel.texts(reported).await, ["p1 meta pending", "p1 tiktok pending", "p2 meta delivered"]);
}

#[tokio::test]
async fn a_click_and_its_event_at_once_always_meet() {
    let funnel = Funnel::with_pixels().await;
    for round in 0..40_u64 {
        let touch = funnel.touch(100 + round, A, Some(1));
        let carried = by_click(event(&round.to_string(), "f", 9, paid(5)), &touch.id.to_string());
        let (batch, touches) = (all([carried]), [touch]);
        tokio::join!(funnel.take(&batch), funnel.store(&touches));
    }
    let lost = "SELECT count(*) AS n FROM conversions WHERE basis IS DISTINCT FROM 'click'";
    assert_eq!((funnel.desk.count(lost).await, funnel.waiting().await), (0, 0));
    let sum = "SELECT sum(revenue_cents)::bigint AS n FROM source_totals WHERE source = 'qr-flyer'";
    assert_eq!(funnel.desk.count(sum).await, 200);
}

#[tokio::test]
async fn only_an_owners_own_click_is_waited_for_and_not_for_ever() {
    let funnel = Funnel::with_pixels().await;
    let click = funnel.touch(1, A, Some(1));
    let foreign = Touch { owner: funnel.desk.stranger, ..click.clone() };
    funnel.take(&all([by_click(event("1", "f", 9, paid(5)), &click.id.to_string())])).await;
    funnel.take(&all([by_click(event("2", "f", 9, paid(5)), "no click of ours")])).await;
    assert_eq!(funnel.waiting().await, 1);
    funnel.store(&[foreign]).await;
    assert_eq!(funnel.waiting().await, 1);
    funnel.events.purge(NOW).await.unwrap();
    assert_eq!(funnel.waiting().await, 1);
    funnel.events.purge(NOW.plus_seconds(1)).await.unwrap();
    assert_eq!(funnel.waiting().await, 0);
    funnel.store(&[click]).await;
    assert_eq!(funnel.texts(ATTRIBUTED).await[0], "1 new_transaction - - - ");
}

#[tokio::test]
async fn an_erased_fan_is_not_led_back_by_a_click() {
    let funnel = Funnel::with_pixels().await;
    let clicks = funnel.clicks();
    funnel.take(&all(events(&clicks, &[(Some(0), None, 1)]))).await;
    PgFanErasure::new(funnel.desk.pool.clone()).erase(funnel.by(), "f0").await.unwrap().unwrap();
    assert_eq!(funnel.waiting().await, 0);
    funnel.store(&clicks).await;
    assert_eq!(funnel.texts(ATTRIBUTED).await, ["e00 new_transaction - - - "]);
    assert_eq!(funnel.desk.count("SELECT count(*) AS n FROM pixel_deliveries").await, 0);
}

/// One batch finds a click missing by its own event, the other by earlier stored messages of the same fan.
#[tokio::test(flavor = "multi_thread")]
async fn of_batches_at_once_that_find_clicks_missing_both_are_taken_in() {
    let funnel = Arc::new(Funnel::with_pixels().await);
    let missing = |number| funnel.touch(number, A, Some(1)).id.to_string();
    let others_message = event("1", "a-fan", 9, message());
    let later_messages =
        [by_click(event("2", "b-fan", 10, message()), &missing(1)), event("3", "b-fan", 20, message())];
    funnel.take(&all(later_messages.into_iter().chain([others_message]))).await;
    let first_message = event("4", "b-fan", 30, message());
    let of_both = [event("5", "a-fan", 5, message()), by_click(event("6", "b-fan", 5, paid(5)), &missing(2))];
    let take = |events: Vec<EngineEvent>| {
        let funnel = Arc::clone(&funnel);
        tokio::spawn(async move { funnel.take(&events).await })
    };

    let (client, connection) = adapter_postgres::connect(funnel.desk.url()).await.unwrap();
    let driver = tokio::spawn(connection);
    let owner = funnel.owner();
    let hold = format!("BEGIN; SELECT 1 FROM fans WHERE owner_id = {owner} AND fan_id = 'a-fan' FOR UPDATE");
    client.batch_execute(&hold).await.unwrap();
    let stopped = take(all(of_both));
    funnel.desk.waiting(1).await;
    let mut other = take(all([first_message]));
    let taken = tokio::select! {
        taken = &mut other => Some(taken),
        () = funnel.desk.waiting(2) => None,
    };
    client.batch_execute("COMMIT").await.unwrap();
    let taken = match taken {
        Some(taken) => taken,
        None => other.await,
    };
    assert_eq!((stopped.await.unwrap().accepted, taken.unwrap().accepted), (2, 1));
    drop(client);
    driver.await.unwrap().unwrap();
    let third = "SELECT count(*) AS n FROM conversions WHERE kind = 'fan_sent_3_messages'";
    assert_eq!(funnel.desk.count(third).await, 1);
}
