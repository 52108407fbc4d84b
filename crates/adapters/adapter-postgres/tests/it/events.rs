//! Tests of taking in engine events.

use adapter_postgres::DataKeyId;
use adapter_postgres::PgSecretRotation;
use attribution::event::{
    EngineEvent, FanAction, FanEvent, LinkEvent, LinkFacts, TransactionKind, UnknownEvent,
};
use attribution::ports::{EventStore, RawEvent, Taken, UnknownEvents as _};
use conversion_pixel::Platform;
use conversion_pixel::ports::PixelStore;
use kernel::{OwnerId, Precondition, StoreError, UnixTime};
use serde_json::Value;
use tokio::task::JoinSet;

use crate::funnel::{
    A, B, Funnel, all, by_click, by_link, change, event, known, message, paid, subscribed, transaction,
};
use crate::team::NOW;
use crate::vault::sealing;

fn unknown(id: &str) -> EngineEvent {
    let fan =
        Value::from_iter([("fan_id", Value::from("fan_1")), ("email", Value::from("jane@private.example"))]);
    let raw = Value::from_iter([("fan", fan)]);
    EngineEvent::Unknown(UnknownEvent { event_id: id.to_owned(), kind: "fan_winked".to_owned(), raw })
}

const ATTRIBUTED: &str = "
    SELECT concat_ws(' ', event_id, kind, coalesce(hostname, '-'), coalesce(link_id::text, '-'), coalesce(basis, '-'),
        source) AS line FROM conversions ORDER BY event_id, kind";

#[tokio::test]
async fn every_event_is_taken_once() {
    let funnel = Funnel::create().await;
    let mut batch = all([event("a", "f", 9, subscribed()), event("b", "f", 8, paid(100))]);
    batch.push(unknown("u"));
    batch.push(batch[0].clone());
    assert_eq!(funnel.take(&batch).await, Taken { accepted: 3, duplicates: 1 });
    assert_eq!(funnel.take(&batch).await, Taken { accepted: 0, duplicates: 4 });
    // An id identifies one event of one owner, whatever the repetition contains.
    let again = all([event("u", "f", 1, paid(5)), event("c", "f", 1, paid(5))]);
    assert_eq!(funnel.take(&again).await, Taken { accepted: 1, duplicates: 1 });
    let other = funnel.events.take_in(funnel.desk.stranger, &batch, NOW).await.unwrap();
    assert_eq!(other.accepted, 3);
    assert_eq!(funnel.desk.count("SELECT count(*) AS n FROM conversions").await, 5);
}

#[tokio::test]
async fn events_of_nobody_are_refused() {
    let funnel = Funnel::create().await;
    let batch = all([event("a", "f", 9, message())]);
    let taken = funnel.events.take_in(OwnerId::new(999), &batch, NOW).await;
    assert!(matches!(taken, Err(StoreError::Failed(_))), "{taken:?}");
    assert_eq!(funnel.desk.count("SELECT count(*) AS n FROM engine_events").await, 0);
}

#[tokio::test]
async fn conversions_go_to_their_click_or_link_or_nowhere() {
    let funnel = Funnel::create().await;
    let linked = funnel.click(1, A, Some(1)).await;
    let bare = funnel.click(2, A, None).await;
    let lost = linked.replace(&linked[20..], "000000");
    let action = subscribed;
    let batch = all([
        event("1", "f", 9, action()),
        by_link(event("2", "f", 9, action()), "p2"),
        by_link(event("3", "f", 9, action()), "p3"),
        by_link(event("4", "f", 9, action()), "p9"),
        by_link(by_click(event("5", "f", 9, action()), &linked), "p2"),
        by_link(by_click(event("6", "f", 9, action()), &bare), "p1"),
        by_link(by_click(event("7", "f", 9, action()), &bare), "p2"),
        by_link(by_click(event("8", "f", 9, action()), &lost), "p2"),
        by_click(event("9", "f", 9, action()), "no click"),
    ]);
    funnel.take(&batch).await;
    let kind = "new_subscriber";
    let expected = [
        format!("1 {kind} - - - "),
        format!("2 {kind} {B} 2 link "),
        format!("3 {kind} - - - "),
        format!("4 {kind} - - - "),
        format!("5 {kind} {A} 1 click qr-flyer"),
        format!("6 {kind} {A} 1 click qr-flyer"),
        format!("7 {kind} {A} - click qr-flyer"),
        format!("8 {kind} {B} 2 link "),
        format!("9 {kind} - - - "),
    ];
    assert_eq!(funnel.texts(ATTRIBUTED).await, expected);
    // Clicks and links of another owner are not used.
    let foreign = all([by_link(by_click(event("1", "f", 9, action()), &linked), "p2")]);
    funnel.events.take_in(funnel.desk.stranger, &foreign, NOW).await.unwrap();
    let query = format!("SELECT count(*) AS n FROM conversions WHERE owner_id = {}", funnel.desk.stranger);
    let attributed = format!("{query} AND hostname IS NOT NULL");
    assert_eq!((funnel.desk.count(&query).await, funnel.desk.count(&attributed).await), (1, 0));
}

#[tokio::test]
async fn an_attribution_outlives_its_click_and_its_slot() {
    let funnel = Funnel::create().await;
    let click = funnel.click(1, A, Some(1)).await;
    funnel.take(&all([by_click(event("1", "f", 9, subscribed()), &click)])).await;
    funnel.desk.sql("DELETE FROM touches").await.unwrap();
    funnel.desk.sql("DELETE FROM domain_slots").await.unwrap();
    funnel.take(&all([by_click(event("2", "f", 9, subscribed()), &click)])).await;
    let lines = funnel.texts(ATTRIBUTED).await;
    assert_eq!(lines, ["1 new_subscriber a.example 1 click qr-flyer", "2 new_subscriber - - - "]);
}

#[tokio::test]
async fn stats_are_raised_once_by_day_source_and_link() {
    let funnel = Funnel::create().await;
    let click = funnel.click(1, A, Some(1)).await;
    let batch = all([
        by_click(event("1", "f", 9, subscribed()), &click),
        by_click(event("2", "f", 8, paid(500)), &click),
        by_click(event("3", "f", 86_400, paid(70)), &click),
        by_click(event("4", "f", 7, paid(-200)), &click),
        by_link(event("5", "g", 7, paid(30)), "p1"),
        event("6", "g", 7, paid(9_999)),
        by_link(event("7", "g", 6, message()), "p1"),
    ]);
    for _ in 0..2 {
        funnel.take(&batch).await;
        let days = "SELECT concat_ws(' ', hostname, day, source, link_id, subs, revenue_cents) AS line
            FROM funnel_days WHERE clicks = 0 OR subs > 0 ORDER BY day, source";
        let expected = [
            "a.example 2027-01-14 qr-flyer 1 0 70",
            "a.example 2027-01-15  1 0 30",
            "a.example 2027-01-15 qr-flyer 1 1 300",
        ];
        assert_eq!(funnel.texts(days).await, expected);
        let totals = "SELECT concat_ws(' ', source, clicks, subs, revenue_cents) AS line
            FROM source_totals ORDER BY source";
        assert_eq!(funnel.texts(totals).await, [" 0 0 30", "qr-flyer 1 1 370"]);
    }
}

#[tokio::test]
async fn the_last_word_on_a_fan_wins_by_the_time_of_the_event() {
    let funnel = Funnel::create().await;
    let said = |id: &str, ago, name, country| all([known(event(id, "f", ago, message()), name, country)]);
    for (batch, expected) in [
        (said("b", 5, "jo", "DE"), "jo DE"),
        (said("c", 9, "old", "CH"), "jo DE"),
        (said("a", 5, "tie-lost", "FR"), "jo DE"),
        (said("d", 5, "tie-won", "IT"), "tie-won IT"),
        (all([event("e", "f", 1, message())]), "tie-won IT"),
        (said("f", 0, "new", "no country"), "new IT"),
    ] {
        funnel.take(&batch).await;
        let line = "SELECT concat_ws(' ', username, country) AS line FROM fans";
        assert_eq!(funnel.texts(line).await, [expected]);
    }
}

#[tokio::test]
async fn nothing_raw_of_a_fan_is_kept() {
    let funnel = Funnel::create().await;
    funnel.pixel(Platform::Meta, "t").await;
    let paid = by_link(known(event("1", "f", 9, paid(500)), "jane", "DE"), "p1");
    let click = funnel.touch(1, A, Some(1)).id.to_string();
    let mut other = FanEvent { event_id: "2".to_owned(), ..paid.clone() };
    if let FanAction::NewTransaction(transaction) = &mut other.action {
        transaction.transaction_id = "u".to_owned();
    }
    funnel.take(&all([paid, by_click(other, &click)])).await;
    for (table, count) in [("pixel_deliveries", 2), ("awaited_clicks", 1)] {
        let query = format!("SELECT count(*) AS n FROM {table}");
        assert_eq!(funnel.desk.count(&query).await, count, "{table}");
    }
    for table in [
        "engine_events",
        "raw_events",
        "fan_events",
        "fans",
        "conversions",
        "pixel_deliveries",
        "awaited_clicks",
    ] {
        let query = format!("SELECT count(*) AS n FROM {table} t WHERE t::text ~* 'private|15112345678'");
        assert_eq!(funnel.desk.count(&query).await, 0, "{table}");
    }
}

const DELIVERIES: &str = "
    SELECT concat_ws(' ', platform, event_name, state, park_reason) AS line
    FROM pixel_deliveries ORDER BY delivery_id, platform";

#[tokio::test]
async fn a_conversion_comes_with_its_deliveries() {
    let funnel = Funnel::create().await;
    for platform in Platform::ALL {
        funnel.pixel(platform, "t").await;
    }
    let paused = conversion_pixel::PixelChange { active: Some(false), ..change(Platform::TikTok, "") };
    let click = funnel.click(1, A, Some(1)).await;
    let batch = all([
        by_click(event("1", "f", 60, subscribed()), &click),
        by_link(event("2", "f", 50, paid(4_999)), "p1"),
        by_link(event("3", "f", 40, paid(-10)), "p1"),
        by_link(event("4", "f", 30, paid(10)), "p2"),
        event("5", "f", 20, paid(10)),
        by_link(event("6", "f", 8 * 86_400, message()), "p1"),
    ]);
    for _ in 0..2 {
        funnel.take(&batch).await;
        let expected = [
            "meta Subscribe pending",
            "tiktok Subscribe pending",
            "meta Purchase pending",
            "tiktok CompletePayment pending",
            "meta Lead parked too_old",
            "tiktok Lead pending",
        ];
        assert_eq!(funnel.texts(DELIVERIES).await, expected);
    }
    let reported = funnel.texts("SELECT event_json AS line FROM pixel_deliveries ORDER BY delivery_id").await;
    assert!(reported[0].contains("IwAR0") && reported[0].contains("https://a.example/"), "{}", reported[0]);
    assert!(reported[1].contains("E.C.P"), "{}", reported[1]);
    assert!(reported[2].contains("49.99") && reported[2].contains("https://up.example/1"), "{}", reported[2]);
    // A paused pixel gets no deliveries; a rejected one gets them later.
    funnel.pixels.put(funnel.by(), "p1", &paused, Precondition::None, NOW).await.unwrap();
    funnel.desk.sql("UPDATE conversion_pixels SET last_error = 'no' WHERE platform = 'meta'").await.unwrap();
    funnel.take(&all([by_link(event("7", "f", 20, subscribed()), "p1")])).await;
    assert_eq!(funnel.texts(DELIVERIES).await[6..], ["meta Subscribe waiting_token"]);
}

#[tokio::test]
async fn the_third_message_makes_one_conversion_ever() {
    let funnel = Funnel::create().await;
    funnel.pixel(Platform::Meta, "t").await;
    let click = funnel.click(1, A, Some(1)).await;
    let third = "SELECT concat_ws(' ', fan_id, event_id, hostname, basis, source) AS line FROM conversions
        WHERE kind = 'fan_sent_3_messages' ORDER BY fan_id";
    // The latest message arrives first, so the third message is among the stored ones.
    funnel.take(&all([by_click(event("c", "f", 10, message()), &click)])).await;
    funnel.take(&all([by_link(event("a", "f", 30, message()), "p2")])).await;
    assert!(funnel.texts(third).await.is_empty());
    funnel
        .take(&all([known(event("b", "f", 20, message()), "jo", "DE"), event("x", "g", 20, message())]))
        .await;
    assert_eq!(funnel.texts(third).await, ["f c a.example click qr-flyer"]);
    let leads = "SELECT count(*) AS n FROM pixel_deliveries WHERE event_name = 'Lead'";
    assert_eq!(funnel.desk.count(leads).await, 2, "the message and the conversion that it made");
    let reported = funnel.texts("SELECT event_json AS line FROM pixel_deliveries ORDER BY delivery_id").await;
    assert!(reported[1].contains("IwAR0") && reported[1].contains("\"em\""), "{}", reported[1]);
    // Later and earlier messages change nothing any more.
    let more = all([event("d", "f", 5, message()), event("0", "f", 99, message())]);
    funnel.take(&more).await;
    assert_eq!(funnel.texts(third).await, ["f c a.example click qr-flyer"]);
    // All three messages in one batch.
    let three = all(["1", "2", "3"].map(|id| event(id, "h", 5, message())));
    funnel.take(&three).await;
    assert_eq!(funnel.texts(third).await, ["f c a.example click qr-flyer", "h 3 "]);
}

#[tokio::test]
async fn of_batches_at_once_with_the_third_message_one_makes_the_conversion() {
    let funnel = Funnel::create().await;
    for round in 0..5 {
        let fan = format!("f{round}");
        let batch = |n: i64| all([event(&format!("{round}-{n}"), &fan, n, message())]);
        let (one, two, three, four) = (batch(1), batch(2), batch(3), batch(4));
        tokio::join!(funnel.take(&one), funnel.take(&two), funnel.take(&three), funnel.take(&four));
        let made = format!(
            "SELECT count(*) AS n FROM conversions WHERE kind = 'fan_sent_3_messages' AND fan_id = '{fan}'"
        );
        assert_eq!(funnel.desk.count(&made).await, 1, "round {round}");
    }
}

#[tokio::test]
async fn the_same_batches_at_once_are_taken_once_and_do_not_block_each_other() {
    let funnel = Funnel::create().await;
    funnel.pixel(Platform::Meta, "t").await;
    let action = |n: i64| match n % 3 {
        0 => subscribed(),
        1 => paid(n),
        _ => message(),
    };
    let batch: Vec<_> = (0..200)
        .map(|n| by_link(event(&format!("e{n}"), &format!("f{}", n % 17), n, action(n)), "p1"))
        .collect();
    let mut writers = JoinSet::new();
    for writer in 0..6_usize {
        let (store, owner) = (funnel.events.clone(), funnel.owner());
        let mut batch = all(batch.clone());
        batch.rotate_left(writer * 31);
        if writer % 2 == 1 {
            batch.reverse();
        }
        writers.spawn(async move { store.take_in(owner, &batch, NOW).await.unwrap().accepted });
    }
    assert_eq!(writers.join_all().await.into_iter().sum::<u64>(), 200);
    let ordered = Funnel::create().await;
    ordered.pixel(Platform::Meta, "t").await;
    ordered.take(&all(batch)).await;
    for query in [
        "SELECT concat_ws(' ', subs, revenue_cents) AS line FROM source_totals",
        "SELECT count(*)::text AS line FROM pixel_deliveries",
        "SELECT concat_ws(' ', fan_id, messages) AS line FROM fans ORDER BY fan_id",
        "SELECT concat_ws(' ', kind, count(*)) AS line FROM conversions GROUP BY kind ORDER BY kind",
    ] {
        assert_eq!(funnel.texts(query).await, ordered.texts(query).await, "{query}");
    }
}

#[tokio::test]
async fn unknown_events_are_kept_raw_for_a_while() {
    let funnel = Funnel::create().await;
    let owner = funnel.owner();
    funnel.events.take_in(owner, &[unknown("old")], NOW.plus_seconds(-100)).await.unwrap();
    funnel.events.take_in(owner, &[unknown("new")], NOW).await.unwrap();
    assert_eq!(EventStore::purge(&funnel.events, NOW.plus_seconds(-50)).await.unwrap(), 1);
    let kept = funnel.events.list(owner, 10).await.unwrap();
    let json =
        serde_json::json!({ "fan": { "fan_id": "fan_1", "email": "jane@private.example" } }).to_string();
    assert_eq!(kept, [RawEvent { event_id: "new".to_owned(), taken_at: NOW, json }]);
    let readable = "SELECT count(*) AS n FROM raw_events t WHERE t::text ~* 'private' OR encode(sealed, 'escape') ~ 'private'";
    assert_eq!(funnel.desk.count(readable).await, 0);
    // A purged event still counts as taken.
    assert_eq!(funnel.take(&[unknown("old")]).await.duplicates, 1);
    assert_eq!(funnel.desk.count("SELECT count(*) AS n FROM conversions").await, 0);
}

#[tokio::test]
async fn a_rotation_seals_raw_events_again() {
    let funnel = Funnel::create().await;
    funnel.take(&[unknown("one"), unknown("two")]).await;
    let kept = funnel.events.list(funnel.owner(), 10).await.unwrap();
    assert_eq!(kept.len(), 2);
    let rotation = PgSecretRotation::new(funnel.desk.pool.clone(), sealing(3));
    let rotated = rotation.run().await.unwrap();
    assert_eq!((rotated.resealed, rotated.retired), (2, vec![DataKeyId::FIRST]));
    let under = format!("SELECT count(*) AS n FROM raw_events WHERE sealed_key(sealed) = {}", rotated.key);
    assert_eq!(funnel.desk.count(&under).await, 2);
    assert_eq!(funnel.events.list(funnel.owner(), 10).await.unwrap(), kept);
}

#[tokio::test]
async fn what_is_no_conversion_is_known_to_those_who_wait_for_it() {
    let funnel = Funnel::create().await;
    let request = FanAction::ContentRequestCreated {
        account: kernel::AccountNumber::FIRST,
        request_id: 7,
        text: "a song".to_owned(),
        offered_cents: 900,
    };
    let batch = all([
        event("1", "f", 9, FanAction::FanOnline),
        event("2", "f", 20, FanAction::FanOnline),
        event("3", "f", 5, FanAction::FanOptedOut),
        event("4", "f", 4, request),
    ]);
    funnel.take(&batch).await;
    funnel.take(&batch).await;
    let asked = "SELECT concat_ws(' ', upstream_id, wanted, offered_cents) AS line FROM content_requests";
    assert_eq!(funnel.texts(asked).await, ["7 a song 900"]);
    // No program reads this table.
    assert_eq!(funnel.desk.count("SELECT count(*) AS n FROM fan_events").await, 0);
    let marks = "SELECT count(*) AS n FROM fans WHERE online_at = to_timestamp(1799999991.123)
        AND opted_out_at = to_timestamp(1799999995.123)";
    assert_eq!(funnel.desk.count(marks).await, 1);
}

#[tokio::test]
async fn what_earlier_versions_stored_of_fan_actions_is_purged() {
    let funnel = Funnel::create().await;
    for owner in [funnel.owner(), funnel.desk.stranger] {
        let written = format!(
            "INSERT INTO fan_events (owner_id, event_id, fan_id, kind, occurred_at, data, taken_at)
             SELECT {owner}, n::text, 'f', 'fan_online', now(), '{{}}', now() FROM generate_series(1, 1500) n"
        );
        funnel.desk.sql(&written).await.unwrap();
    }
    EventStore::purge(&funnel.events, NOW).await.unwrap();
    assert_eq!(funnel.desk.count("SELECT count(*) AS n FROM fan_events").await, 0);
}

#[tokio::test]
async fn absurd_times_stop_no_batch() {
    let funnel = Funnel::create().await;
    let mut old = by_link(event("1", "f", 0, transaction(TransactionKind::Tip, 5)), "p1");
    old.occurred_at = UnixTime::from_seconds(-377_000_000_000);
    let mut late = by_link(event("2", "f", 0, FanAction::FanOnline), "p1");
    late.occurred_at = UnixTime::from_seconds(253_402_300_799);
    assert_eq!(funnel.take(&all([old, late])).await.accepted, 2);
    let contents = "SELECT concat_ws(' ', content_ids, media_in_msg, currency) AS line FROM conversions";
    assert_eq!(funnel.texts(contents).await, ["{4,5} 2 USD"]);
}

#[tokio::test]
async fn a_changed_link_is_recorded_as_if_it_was_pulled() {
    let funnel = Funnel::create().await;
    let changed = |id: &str, provider_id: &str, ago: i64, url: &str, active| {
        let text = str::to_owned;
        EngineEvent::Link(LinkEvent {
            event_id: text(id),
            occurred_at: NOW.plus_seconds(-ago),
            link: LinkFacts {
                provider_id: text(provider_id),
                offer: text("paid"),
                kind: text("tracking_link"),
                name: text("new"),
                url: text(url),
                country: None,
                trial_days: None,
                permanent: true,
                active,
                created_at: NOW,
            },
        })
    };
    funnel
        .desk
        .sql("UPDATE funnel_links SET switched_at = to_timestamp(1800000000) WHERE link_id = 2")
        .await
        .unwrap();
    let up = "https://up.example";
    let batch = [
        changed("1", "p1", 5, &format!("{up}/later"), false),
        changed("2", "p1", 9, &format!("{up}/earlier"), true),
        changed("3", "p2", 9, &format!("{up}/b"), false),
        changed("4", "p4", 9, &format!("{up}/unknown"), true),
        changed("5", "p5", 9, "no address", true),
    ];
    assert_eq!(funnel.take(&batch).await.accepted, 5);
    let links =
        "SELECT concat_ws(' ', provider_id, url, active) AS line FROM funnel_links ORDER BY provider_id";
    let expected = [
        "p1 https://up.example/later f",
        "p2 https://up.example/b t",
        "p3 https://up.example/3 t",
        "p4 https://up.example/unknown t",
    ];
    assert_eq!(funnel.texts(links).await, expected);
}
