//! Tests of queue lengths.

use adapter_postgres::PgQueues;
use application::queues::{Backlog, Queue, QueueStore as _};
use conversion_pixel::Platform;
use kernel::UnixTime;

use crate::desk::Desk;
use crate::team::NOW;

const EMPTY: Backlog = Backlog { waiting: 0, due: 0, first_due: None };

struct Watch {
    desk: Desk,
    queues: PgQueues,
}

impl Watch {
    async fn create() -> Self {
        let desk = Desk::create().await;
        Self { queues: PgQueues::new(desk.pool.clone()), desk }
    }

    async fn all(&self) -> Vec<(Queue, Backlog)> {
        let mut all = Vec::new();
        for queue in Queue::ALL {
            all.push((queue, self.queues.measure(queue, NOW).await.unwrap()));
        }
        all
    }

    /// Returns the non-empty queues.
    async fn filled(&self) -> Vec<(Queue, Backlog)> {
        self.all().await.into_iter().filter(|(_, backlog)| *backlog != EMPTY).collect()
    }

    /// Creates a link with a pixel at each platform, for both owners.
    async fn pixels(&self) {
        for owner in [self.desk.owner, self.desk.stranger] {
            self.sql(&format!(
                "INSERT INTO funnel_links (owner_id, provider_id, offer, name, url, permanent, active, created_at)
                 VALUES ({owner}, 'p', 'paid', 'n', 'https://up.example', true, true, now());"
            ))
            .await;
            self.sql(&format!(
                "INSERT INTO conversion_pixels SELECT {owner}, 'p', platform, '1', '', '', true, 1, now()
                 FROM unnest(ARRAY['meta', 'tiktok']) platform"
            ))
            .await;
        }
    }

    /// Inserts deliveries of both owners in this state; delivery n is due n minutes after `NOW`.
    async fn deliveries(&self, platform: &str, state: &str, minutes: std::ops::Range<i64>) {
        for owner in [self.desk.owner, self.desk.stranger] {
            self.sql(&format!(
                "INSERT INTO pixel_deliveries (owner_id, provider_id, platform, event_id, event_name, event_time,
                     event_json, state, park_reason, attempts, next_attempt_at, created_at)
                 SELECT {owner}, 'p', '{platform}', '{state}' || n, 'Lead', now(), '{{}}', '{state}',
                     CASE '{state}' WHEN 'parked' THEN 'rejected' END, 0,
                     {} + n * interval '1 minute', now()
                 FROM generate_series({}, {}) n",
                at(0),
                minutes.start,
                minutes.end - 1,
            ))
            .await;
        }
    }

    async fn sql(&self, statement: &str) {
        self.desk.sql(statement).await.unwrap();
    }
}

/// Returns the SQL of a moment `seconds` after `NOW`.
fn at(seconds: i64) -> String {
    format!("to_timestamp({} / 1000.0)", NOW.plus_seconds(seconds).millis())
}

fn backlog(waiting: u64, due: u64, first_due: UnixTime) -> Backlog {
    Backlog { waiting, due, first_due: Some(first_due) }
}

#[tokio::test]
async fn nothing_waits_in_a_new_database() {
    assert!(Watch::create().await.filled().await.is_empty());
}

#[tokio::test]
async fn deliveries_are_counted_by_platform_and_state_over_all_owners() {
    let watch = Watch::create().await;
    watch.pixels().await;
    watch.deliveries("meta", "pending", -3..5).await;
    watch.deliveries("tiktok", "waiting_token", -60..-50).await;
    watch.deliveries("meta", "parked", -9..0).await;
    watch.deliveries("tiktok", "delivered", -9..0).await;
    let expected = [
        (Queue::Deliveries(Platform::Meta), backlog(16, 8, NOW.plus_seconds(-180))),
        (Queue::WaitingForToken(Platform::TikTok), backlog(20, 20, NOW.plus_seconds(-3_600))),
    ];
    assert_eq!(watch.filled().await, expected);
}

#[tokio::test]
async fn what_waits_at_a_paused_or_refused_pixel_is_no_backlog() {
    let watch = Watch::create().await;
    watch.pixels().await;
    watch.deliveries("meta", "pending", -3..0).await;
    let (owner, stranger) = (watch.desk.owner, watch.desk.stranger);
    watch.sql(&format!("UPDATE conversion_pixels SET active = false WHERE owner_id = {owner}")).await;
    watch
        .sql(&format!("UPDATE conversion_pixels SET last_error = 'token' WHERE owner_id = {stranger}"))
        .await;
    assert!(watch.filled().await.is_empty());
}

#[tokio::test]
async fn what_waits_for_endpoints_that_fail_or_are_switched_off_is_no_backlog() {
    let watch = Watch::create().await;
    for (owner, columns) in [
        (watch.desk.owner, "true, NULL::text, NULL::timestamptz"),
        (watch.desk.stranger, "true, NULL, now()"),
    ] {
        watch
            .sql(&format!(
                "INSERT INTO webhook_endpoints (owner_id, endpoint_id, url, events, description, active, disabled_reason,
                     failing_since, secret, created_at)
                 SELECT {owner}, 'e', 'https://a.example/', '{{*}}'::text[], '', {columns}, ''::bytea, now()
                 UNION ALL SELECT {owner}, 'off', 'https://a.example/', '{{*}}'::text[], '', false, 'gone', NULL, ''::bytea, now()"
            ))
            .await;
        watch
            .sql(&format!(
                "INSERT INTO webhook_deliveries (owner_id, endpoint_id, message_id, event_type, body, subject, state,
                     attempts, next_attempt_at, created_at)
                 SELECT {owner}, endpoint, n::text || state, 'key.created', '{{}}', 's', state, 0,
                     {} + n * interval '1 minute', now()
                 FROM generate_series(-3, 4) n, unnest(ARRAY['e', 'off']) endpoint,
                     unnest(ARRAY['pending', 'delivered', 'failed']) state",
                at(0)
            ))
            .await;
    }
    assert_eq!(watch.filled().await, [(Queue::Webhooks, backlog(8, 4, NOW.plus_seconds(-180)))]);
}

#[tokio::test]
async fn a_queue_that_is_too_long_is_not_counted_to_its_end() {
    let watch = Watch::create().await;
    watch.pixels().await;
    watch.deliveries("meta", "pending", -10_100..0).await;
    watch.deliveries("meta", "waiting_token", -10_100..0).await;
    let first = NOW.plus_seconds(-606_000);
    let expected = [
        // Counts one pixel of each owner.
        (Queue::Deliveries(Platform::Meta), backlog(20_000, 20_000, first)),
        (Queue::WaitingForToken(Platform::Meta), backlog(10_000, 10_000, first)),
    ];
    assert_eq!(watch.filled().await, expected);
}

#[tokio::test]
async fn domains_answers_logs_and_clicks_are_counted() {
    let watch = Watch::create().await;
    watch.desk.domain("a.example").await;
    let owner = watch.desk.owner;
    for statement in [
        format!(
            "INSERT INTO content_requests (owner_id, upstream_id, fan_id, fan_username, wanted, offered_cents, status,
                 media_ids, created_at, updated_at)
             VALUES ({owner}, 1, 'f', 'F', 'a song', 0, 'in_progress', '{{}}', now(), now())"
        ),
        format!(
            "INSERT INTO request_answers (owner_id, request_id, action, media_ids, state, failure, attempts, next_attempt_at)
             SELECT owner_id, request_id, action, '{{}}', state, CASE state WHEN 'failed' THEN 'x' END, 0,
                 {}
             FROM content_requests, (VALUES ('start', 'waiting'), ('decline', 'failed')) made (action, state)",
            at(5)
        ),
        format!(
            "INSERT INTO engine_connections (owner_id, revision, base_url, platform_account_id, token, event_secret,
                 event_secret_changed_at, connected_at)
             VALUES ({owner}, 1, 'https://e.example', 'acct', '', '', now(), now())"
        ),
        format!(
            "INSERT INTO event_cursors (owner_id, platform_account_id, due_at, locked_until, updated_at)
             VALUES ({owner}, 'acct', {}, {}, now())",
            at(-7),
            at(-1)
        ),
        format!(
            "INSERT INTO destination_checks (owner_id, gather_at, due_at) VALUES ({owner}, {at}, {at})",
            at = at(-40)
        ),
        format!(
            "INSERT INTO awaited_clicks VALUES
                 ({owner}, gen_random_uuid(), 1, '{{}}', {}),
                 ({owner}, gen_random_uuid(), 2, '{{}}', {})",
            at(-90),
            at(-30)
        ),
        format!("INSERT INTO quarantined_events VALUES ({owner}, 'acct', 'e', 'k', NULL, 'c', '\\x0000000001', {})", at(-60)),
    ] {
        watch.sql(&statement).await;
    }
    let expected = [
        (Queue::RequestAnswers, backlog(1, 0, NOW.plus_seconds(5))),
        (Queue::Provisioning, backlog(1, 1, NOW)),
        (Queue::EventPulls, backlog(1, 1, NOW.plus_seconds(-7))),
        (Queue::Destinations, backlog(1, 1, NOW.plus_seconds(-40))),
        (Queue::AwaitedClicks, backlog(2, 2, NOW.plus_seconds(-90))),
        (Queue::QuarantinedEvents, backlog(1, 1, NOW.plus_seconds(-60))),
    ];
    assert_eq!(watch.filled().await, expected);
    watch.sql(&format!("UPDATE event_cursors SET locked_until = {}", at(1))).await;
    assert_eq!(watch.queues.measure(Queue::EventPulls, NOW).await.unwrap(), EMPTY, "it is being pulled");
    for (set, why) in [
        (format!("locked_until = {}", at(1)), "it is being served"),
        ("locked_until = NULL, failing = true".to_owned(), "it waits for fewer places"),
    ] {
        watch.sql(&format!("UPDATE destination_checks SET {set}")).await;
        assert_eq!(watch.queues.measure(Queue::Destinations, NOW).await.unwrap(), EMPTY, "{why}");
    }
}
