//! Tests of the queue of pixel deliveries, and of its log.

use kernel::{Acting, Precondition};
use std::collections::BTreeSet;

use adapter_postgres::PgDeliveries;
use conversion_pixel::answer::{Answer, NoAnswer, Verdict};
use conversion_pixel::delivery::{DeliveryState, ParkReason, Progress};
use conversion_pixel::ports::{Deliveries, DeliveryId, DeliveryLog, PixelStore, Refusal, Settlement, Task};
use conversion_pixel::{PixelChange, Platform};
use tokio::task::JoinSet;

use crate::audit::logged;
use crate::funnel::{Funnel, all, by_link, change, event, subscribed};
use crate::team::NOW;
use crate::vault::sealing;

const LEASE: i64 = 60;

struct Post {
    funnel: Funnel,
    queue: PgDeliveries,
}

impl Post {
    /// Creates the queue, with a Meta pixel on link 1.
    async fn create() -> Self {
        let funnel = Funnel::create().await;
        funnel.pixel(Platform::Meta, "t1").await;
        let queue = PgDeliveries::new(funnel.desk.pool.clone(), sealing(2));
        Self { funnel, queue }
    }

    /// Creates conversions of a link, one a second, the oldest first.
    async fn conversions(&self, provider_id: &str, count: i64) {
        let made = (0..count)
            .map(|n| by_link(event(&format!("{provider_id}-{n}"), "f", 60, subscribed()), provider_id));
        for one in made {
            self.funnel.take(&all([one])).await;
        }
    }

    async fn claim(&self, after: i64, limit: u32) -> Vec<Task> {
        self.claim_at(Platform::Meta, after, limit).await
    }

    async fn claim_at(&self, platform: Platform, after: i64, limit: u32) -> Vec<Task> {
        self.queue.claim_due(platform, NOW.plus_seconds(after), LEASE, limit).await.unwrap()
    }

    async fn claim_one(&self) -> Task {
        self.claim(0, 1).await.remove(0)
    }

    async fn settle(&self, task: &Task, answer: Answer, refusal: Option<Refusal>) -> bool {
        let progress = task.progress.after(answer, NOW);
        self.queue.settle(task, &Settlement { progress, refusal }).await.unwrap()
    }

    async fn states(&self) -> Vec<String> {
        let states =
            "SELECT concat_ws(' ', state, park_reason) AS line FROM pixel_deliveries ORDER BY delivery_id";
        self.funnel.texts(states).await
    }

    async fn put(&self, change: PixelChange) {
        self.funnel.pixels.put(self.funnel.by(), "p1", &change, Precondition::None, NOW).await.unwrap();
    }

    async fn delete(&self) {
        assert!(
            self.funnel
                .pixels
                .delete(self.funnel.by(), "p1", Platform::Meta, Precondition::None, NOW)
                .await
                .unwrap()
        );
    }
}

fn answer(verdict: Verdict) -> Answer {
    Answer { verdict, status: Some(200), code: Some(-7), ..Answer::NONE }
}

fn paused(active: bool) -> PixelChange {
    PixelChange { active: Some(active), ..change(Platform::Meta, "") }
}

#[tokio::test]
async fn a_delivery_is_handed_out_once_while_its_lease_runs() {
    let post = Post::create().await;
    post.conversions("p1", 3).await;
    let first = post.claim(0, 2).await;
    assert_eq!(first.len(), 2);
    assert!(first[0].id < first[1].id, "oldest due first");
    assert_eq!(post.claim(LEASE - 1, 9).await.len(), 1);
    let again = post.claim(LEASE, 9).await;
    let ids: Vec<_> = again.iter().map(|task| task.id).collect();
    assert_eq!(ids, [first[0].id, first[1].id]);
    assert_ne!(again[0].lease, first[0].lease);
    // The first holder has lost its leases.
    let later = NOW.plus_seconds(LEASE);
    assert!(post.queue.destination(&first[0], later).await.unwrap().is_none());
    assert!(!post.settle(&first[0], answer(Verdict::Delivered), None).await);
    assert!(post.settle(&again[0], answer(Verdict::Delivered), None).await);
    assert!(!post.settle(&again[0], answer(Verdict::Retry), None).await);
    assert_eq!(post.states().await, ["delivered", "pending", "pending"]);
}

#[tokio::test]
async fn of_many_who_claim_at_once_each_gets_others() {
    let post = Post::create().await;
    post.conversions("p1", 12).await;
    let mut workers = JoinSet::new();
    for _ in 0..6 {
        let queue = post.queue.clone();
        workers.spawn(async move { queue.claim_due(Platform::Meta, NOW, LEASE, 3).await.unwrap() });
    }
    let mut taken: Vec<_> = workers.join_all().await.concat();
    taken.extend(post.claim(0, 99).await);
    let ids: BTreeSet<_> = taken.iter().map(|task| task.id).collect();
    assert_eq!((taken.len(), ids.len()), (12, 12));
}

#[tokio::test]
async fn a_pixel_with_much_to_send_keeps_nobody_waiting() {
    let post = Post::create().await;
    post.conversions("p1", 40).await;
    post.funnel
        .pixels
        .put(post.funnel.by(), "p2", &change(Platform::Meta, "t2"), Precondition::None, NOW)
        .await
        .unwrap();
    post.conversions("p2", 2).await;
    let (much, little) = ("https://up.example/1", "https://up.example/2");
    let links = |tasks: &[Task]| {
        let of = |task: &Task| if task.event.json.contains(much) { much } else { little };
        tasks.iter().map(of).collect::<Vec<_>>()
    };
    assert_eq!(links(&post.claim(0, 3).await), [much, little, much]);
    // Deliveries in progress count, so the next one belongs to the other link.
    assert_eq!(links(&post.claim(0, 1).await), [little]);
    // A pixel whose platform does not respond holds this many deliveries and no more.
    assert_eq!(post.claim(0, 99).await.len(), 14);
    assert_eq!(post.claim(0, 99).await.len(), 0);
    assert_eq!(post.claim(LEASE, 99).await.len(), 16 + 2);
}

impl Post {
    /// Inserts thousands of overdue deliveries of another owner, over hundreds of pixels.
    async fn backlog_of_stranger(&self, platform: &str) {
        let (desk, stranger) = (&self.funnel.desk, self.funnel.desk.stranger);
        let links = format!(
            "INSERT INTO funnel_links (owner_id, provider_id, offer, name, url, permanent, active, created_at)
             SELECT {stranger}, 'dead-' || n, 'paid', 'n', 'https://up.example/dead', true, true, now()
             FROM generate_series(1, 300) n"
        );
        let pixels = format!(
            "INSERT INTO conversion_pixels SELECT {stranger}, 'dead-' || n, '{platform}', '1', '', '', true, 1, now()
             FROM generate_series(1, 300) n"
        );
        let deliveries = format!(
            "INSERT INTO pixel_deliveries (owner_id, provider_id, platform, event_id, event_name, event_time,
                event_json, state, attempts, next_attempt_at, created_at)
             SELECT {stranger}, 'dead-' || n, '{platform}', n || '-' || d, 'Lead', now(), '{{}}', 'pending', 0,
                '2020-01-01', now() FROM generate_series(1, 300) n, generate_series(1, 20) d"
        );
        for statement in [links, pixels, deliveries] {
            desk.sql(&statement).await.unwrap();
        }
    }
}

#[tokio::test]
async fn a_dead_platform_with_thousands_due_is_not_seen_by_claims_for_another() {
    let post = Post::create().await;
    post.backlog_of_stranger("tiktok").await;
    post.conversions("p1", 5).await;
    let owner = post.funnel.owner();
    let claimed = post.claim(0, 5).await;
    assert_eq!(claimed.iter().filter(|task| task.owner == owner).count(), 5);
    // The dead platform holds this many of an owner and no more, a few of each of many pixels.
    let held = post.claim_at(Platform::TikTok, 0, 1_000).await;
    assert!(held.len() == 64 && held.iter().all(|task| task.owner != owner), "{}", held.len());
    let spread = "SELECT DISTINCT provider_id AS line FROM pixel_deliveries WHERE locked_until IS NOT NULL
        AND platform = 'tiktok'";
    assert_eq!(post.funnel.texts(spread).await.len(), 64);
    assert_eq!(post.claim_at(Platform::TikTok, 0, 1_000).await.len(), 0);
}

#[tokio::test]
async fn owners_take_turns_however_much_is_due_to_one_of_them() {
    let post = Post::create().await;
    post.backlog_of_stranger("meta").await;
    post.conversions("p1", 5).await;
    let owner = post.funnel.owner();
    let ours = |tasks: &[Task]| tasks.iter().map(|task| task.owner == owner).collect::<Vec<_>>();
    assert_eq!(ours(&post.claim(0, 4).await), [false, true, false, true]);
    // An owner with many deliveries in progress comes after one with fewer.
    post.claim(0, 20).await;
    post.conversions("p1", 9).await;
    let next = post.claim(0, 4).await;
    assert_eq!(ours(&next), [true; 4]);
    assert_eq!(post.claim(0, 1_000).await.len(), 64 - 19);
}

#[tokio::test]
async fn the_destination_is_the_pixel_as_it_is_now() {
    let post = Post::create().await;
    post.conversions("p1", 1).await;
    let task = post.claim_one().await;
    assert_eq!(task.progress, Progress::begin(&task.event, false, NOW));
    let before = post.queue.destination(&task, NOW).await.unwrap().unwrap();
    assert_eq!((before.token.expose(), before.pixel_id.as_str()), ("t1", "123"));
    post.put(change(Platform::Meta, "t2")).await;
    let after = post.queue.destination(&task, NOW).await.unwrap().unwrap();
    assert_eq!(after.token.expose(), "t2");
    assert_ne!(after.revision, before.revision);
    // The delivery stays pending and unclaimed while the pixel is paused.
    post.put(paused(false)).await;
    assert!(post.queue.destination(&task, NOW).await.unwrap().is_none());
    assert!(post.claim(0, 9).await.is_empty());
    post.put(paused(true)).await;
    let task = post.claim_one().await;
    assert!(post.queue.destination(&task, NOW.plus_seconds(LEASE)).await.unwrap().is_none());
    let task = post.claim_one().await;
    post.delete().await;
    assert!(post.queue.destination(&task, NOW).await.unwrap().is_none());
    assert_eq!(post.states().await, ["parked pixel_deleted"]);
}

#[tokio::test]
async fn a_refusal_makes_the_pixel_wait_for_a_new_token() {
    let post = Post::create().await;
    post.conversions("p1", 3).await;
    let [one, other] = post.claim(0, 2).await.try_into().unwrap();
    let destination = post.queue.destination(&one, NOW).await.unwrap().unwrap();
    let refusal = || Some(Refusal { revision: destination.revision, error: "refused".to_owned() });
    assert!(post.settle(&one, answer(Verdict::Auth), refusal()).await);
    assert_eq!(post.states().await, ["waiting_token"; 3]);
    let owner = post.funnel.owner();
    let pixel = post.funnel.pixels.list(owner, "p1").await.unwrap().unwrap().remove(0);
    assert_eq!(pixel.last_error.as_deref(), Some("refused"));
    assert!(post.queue.destination(&other, NOW).await.unwrap().is_none());
    post.conversions("p1", 4).await;
    assert_eq!(post.states().await, ["waiting_token"; 4]);
    assert!(post.claim(LEASE, 9).await.is_empty());
    post.put(change(Platform::Meta, "t2")).await;
    assert_eq!(post.states().await, ["pending"; 4]);
    let tasks = post.claim(LEASE, 9).await;
    assert_eq!(tasks.len(), 4);
    assert_eq!(tasks.iter().map(|task| task.progress.attempts).sum::<u32>(), 1);
    // Late responses to the old token change only their own delivery, which is due.
    assert!(post.settle(&tasks[3], answer(Verdict::Auth), refusal()).await);
    assert_eq!(post.states().await, ["pending"; 4]);
    let pixel = post.funnel.pixels.list(owner, "p1").await.unwrap().unwrap().remove(0);
    assert_eq!(pixel.last_error, None);
    let again = post.claim(LEASE, 9).await;
    assert_eq!(again.iter().map(|task| task.id).collect::<Vec<_>>(), [tasks[3].id]);
}

#[tokio::test]
async fn a_try_that_ends_after_the_pixel_was_deleted_revives_nothing() {
    for (verdict, expected) in [
        (Verdict::Retry, "parked pixel_deleted"),
        (Verdict::Auth, "parked pixel_deleted"),
        (Verdict::Delivered, "delivered"),
        (Verdict::Permanent, "parked refused"),
    ] {
        let post = Post::create().await;
        post.conversions("p1", 1).await;
        let task = post.claim_one().await;
        let revision = post.queue.destination(&task, NOW).await.unwrap().unwrap().revision;
        post.delete().await;
        post.put(change(Platform::Meta, "t2")).await;
        let refusal = Refusal { revision, error: "refused".to_owned() };
        assert!(post.settle(&task, answer(verdict), (verdict == Verdict::Auth).then_some(refusal)).await);
        assert_eq!(post.states().await, [expected]);
    }
}

#[tokio::test]
async fn the_log_shows_what_came_of_each_newest_first() {
    let post = Post::create().await;
    let owner = post.funnel.owner();
    post.conversions("p1", 3).await;
    let task = post.claim_one().await;
    assert!(post.settle(&task, answer(Verdict::Retry), None).await);
    let list = async |before, limit| {
        let listed = post.queue.list(owner, "p1", Platform::Meta, before, limit).await.unwrap();
        listed.unwrap()
    };
    let whole = list(None, 9).await;
    assert_eq!(whole.len(), 3);
    assert_eq!((whole[2].id, &whole[2].event), (task.id, &task.event));
    assert_eq!(whole[2].progress, task.progress.after(answer(Verdict::Retry), NOW));
    assert_eq!(whole[2].created_at, NOW);
    let page: Vec<_> = list(Some(whole[0].id), 1).await.iter().map(|delivery| delivery.id).collect();
    assert_eq!(page, [whole[1].id]);
    assert!(list(Some(DeliveryId::new(0)), 9).await.is_empty());
    // The log outlives the pixel. A foreign link has no log, and a link without a pixel an empty one.
    post.delete().await;
    assert_eq!(list(None, 9).await.len(), 3);
    let none = post.queue.list(post.funnel.desk.stranger, "p1", Platform::Meta, None, 9).await.unwrap();
    assert!(none.is_none());
    let empty = post.queue.list(owner, "p2", Platform::TikTok, None, 9).await.unwrap();
    assert_eq!(empty, Some(vec![]));
}

#[tokio::test]
async fn what_is_parked_and_young_is_tried_again() {
    let post = Post::create().await;
    let owner = post.funnel.owner();
    let by = &Acting::service(owner);
    assert_eq!(post.queue.redrive(by, "p2", Platform::Meta, NOW).await.unwrap(), None);
    assert_eq!(
        post.queue
            .redrive(&Acting::service(post.funnel.desk.stranger), "p1", Platform::Meta, NOW)
            .await
            .unwrap(),
        None
    );
    post.conversions("p1", 3).await;
    let [one, two] = post.claim(0, 2).await.try_into().unwrap();
    assert!(post.settle(&one, answer(Verdict::Permanent), None).await);
    assert!(post.settle(&two, answer(Verdict::Delivered), None).await);
    for refused in [false, true] {
        let error = if refused { "'no'" } else { "NULL" };
        let mark = format!("UPDATE conversion_pixels SET last_error = {error}");
        post.funnel.desk.sql(&mark).await.unwrap();
        // The last moment at which the platform accepts the event, and the next one.
        for (late, count) in [(1, 0), (0, 1)] {
            let park = "UPDATE pixel_deliveries SET state = 'parked', park_reason = 'refused'
                WHERE delivery_id = (SELECT min(delivery_id) FROM pixel_deliveries)";
            post.funnel.desk.sql(park).await.unwrap();
            let parked =
                post.queue.list(owner, "p1", Platform::Meta, None, 9).await.unwrap().unwrap().remove(2);
            let age = Platform::Meta.max_age_seconds() - 60 + late;
            let now = NOW.plus_seconds(age);
            let operator = Acting::operator(owner);
            let redriven = post.queue.redrive(&operator, "p1", Platform::Meta, now).await.unwrap();
            assert_eq!(redriven, Some(count));
            let after =
                post.queue.list(owner, "p1", Platform::Meta, None, 9).await.unwrap().unwrap().remove(2);
            let expected = parked.progress.redriven(&parked.event, refused, now);
            assert_eq!(after.progress, expected.unwrap_or(parked.progress));
        }
    }
    assert_eq!(post.states().await, ["waiting_token", "delivered", "pending"]);
    assert_eq!(logged(&post.funnel.desk).await, ["pixel.redrive pixel:p1/meta"; 2]);
}

#[tokio::test]
async fn a_test_needs_a_pixel_and_may_be_of_a_paused_one() {
    let post = Post::create().await;
    let owner = post.funnel.owner();
    post.put(paused(false)).await;
    let target = post.queue.target(owner, "p1", Platform::Meta).await.unwrap().unwrap();
    assert_eq!(target.destination.token.expose(), "t1");
    assert_eq!((target.source_url.as_str(), target.event_map.json()), ("https://up.example/1", ""));
    assert!(post.queue.target(owner, "p1", Platform::TikTok).await.unwrap().is_none());
    assert!(post.queue.target(post.funnel.desk.stranger, "p1", Platform::Meta).await.unwrap().is_none());
}

#[tokio::test]
async fn every_outcome_is_written_and_read_back() {
    let post = Post::create().await;
    let verdicts = [Verdict::Delivered, Verdict::Throttled, Verdict::Retry, Verdict::Permanent];
    let missing = [Answer::NONE].into_iter().chain(NoAnswer::ALL.map(Answer::none));
    let answers = verdicts.map(answer).into_iter().chain(missing);
    post.conversions("p1", 10).await;
    let tasks = post.claim(0, 10).await;
    assert_eq!(tasks.len(), 10);
    for (task, answer) in tasks.iter().zip(answers) {
        let progress = task.progress.after(answer, NOW);
        assert!(post.settle(task, answer, None).await);
        let before = Some(DeliveryId::new(task.id.get() + 1));
        let listed = post.queue.list(post.funnel.owner(), "p1", Platform::Meta, before, 1).await.unwrap();
        assert_eq!(listed.unwrap()[0].progress, progress);
    }
    let exhausted = Progress { state: DeliveryState::Parked(ParkReason::Exhausted), ..tasks[0].progress };
    let settlement = Settlement { progress: exhausted, refusal: None };
    assert!(!post.queue.settle(&tasks[0], &settlement).await.unwrap());
}

#[tokio::test]
async fn what_identifies_a_fan_is_kept_as_long_as_a_delivery_needs_it() {
    let post = Post::create().await;
    post.conversions("p1", 5).await;
    let task = post.claim_one().await;
    assert!(post.settle(&task, answer(Verdict::Delivered), None).await);
    let with_fields = "SELECT count(*) AS n FROM pixel_deliveries WHERE event_json LIKE '%external_id%'";
    let purge =
        async |platform, before, limit| post.queue.purge_fields(platform, before, limit).await.unwrap();
    // The last moment before the purge, and the other platform.
    assert_eq!(purge(Platform::Meta, NOW, 9).await, 0);
    assert_eq!(purge(Platform::TikTok, NOW.plus_seconds(1), 9).await, 0);
    assert_eq!(post.funnel.desk.count(with_fields).await, 5);
    for (expected, left) in [(3, 2), (2, 0), (0, 0)] {
        assert_eq!(purge(Platform::Meta, NOW.plus_seconds(1), 3).await, expected);
        assert_eq!(post.funnel.desk.count(with_fields).await, left);
    }
    // The log keeps everything else, and unsent deliveries are too old by then.
    let listed = post.queue.list(post.funnel.owner(), "p1", Platform::Meta, None, 9).await.unwrap().unwrap();
    assert!(listed.iter().all(|one| one.event.json == "{}" && one.event.name == "Subscribe"));
    assert_eq!(listed[4].event.id, task.event.id);
    let after = NOW.plus_seconds(1 + Platform::Meta.max_age_seconds());
    assert!(listed.iter().all(|one| one.event.is_too_old(after)));
}
