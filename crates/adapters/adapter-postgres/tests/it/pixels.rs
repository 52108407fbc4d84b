//! Tests of conversion pixels with encrypted tokens.

use adapter_postgres::DataKeyId;
use adapter_postgres::{PgPixelStore, PgSecretRotation};
use conversion_pixel::ports::{PixelStore, PutPixelError};
use conversion_pixel::{AccessToken, EventMap, Pixel, PixelChange, PixelId, Platform};
use kernel::{Acting, Precondition, StoreError};
use secrecy::SecretString;
use serde_json::Value;

use crate::desk::Desk;
use crate::team::NOW;
use crate::vault::sealing;

struct Shelf {
    desk: Desk,
    pixels: PgPixelStore,
}

/// Builds a new pixel with a token.
fn new(platform: Platform, token: &str) -> PixelChange {
    let pixel_id = PixelId::parse("C4A_b-9").unwrap();
    PixelChange {
        platform,
        pixel_id,
        token: AccessToken::parse(&SecretString::from(token)).unwrap(),
        event_map: None,
        active: None,
        send_user_agent: None,
    }
}

/// Builds a change of an existing pixel that keeps all fields.
fn same(platform: Platform) -> PixelChange {
    new(platform, "")
}

impl Shelf {
    /// Creates the link `p1` of the owner, and `p2` of the stranger.
    async fn create() -> Self {
        let desk = Desk::create().await;
        for (owner, provider_id) in [(desk.owner, "p1"), (desk.stranger, "p2")] {
            let link = format!(
                "INSERT INTO funnel_links (owner_id, provider_id, offer, name, url, permanent, active, created_at)
                 VALUES ({owner}, '{provider_id}', 'paid', 'n', 'https://up.example/l', true, true, now())"
            );
            desk.sql(&link).await.unwrap();
        }
        Self { pixels: PgPixelStore::new(desk.pool.clone(), sealing(1)), desk }
    }

    async fn delivery(&self, platform: &str, state: &str) {
        let reason = if state == "parked" { "'refused'" } else { "NULL" };
        let insert = format!(
            "INSERT INTO pixel_deliveries (owner_id, provider_id, platform, event_id, event_name, event_time,
                event_json, state, park_reason, attempts, next_attempt_at, created_at)
             VALUES ({}, 'p1', '{platform}', gen_random_uuid()::text, 'Lead', now(), '{{}}', '{state}', {reason}, 1,
                '2020-01-01', now())",
            self.desk.owner
        );
        self.desk.sql(&insert).await.unwrap();
    }

    async fn deliveries(&self, condition: &str) -> i64 {
        self.desk.count(&format!("SELECT count(*) AS n FROM pixel_deliveries WHERE {condition}")).await
    }
}

#[tokio::test]
async fn a_pixel_comes_back_as_it_was_stored() {
    let shelf = Shelf::create().await;
    let owner = shelf.desk.owner;
    let by = &Acting::service(owner);
    assert_eq!(shelf.pixels.list(owner, "p1").await.unwrap(), Some(vec![]));
    let later = NOW.plus_seconds(60);
    let tree = Value::from_iter([("new_subscriber", Value::from("StartTrial"))]);
    let map = EventMap::parse(r#"{"new_subscriber": "StartTrial"}"#, Some(&tree)).unwrap();
    let made =
        shelf.pixels.put(by, "p1", &new(Platform::TikTok, "t1"), Precondition::None, NOW).await.unwrap();
    assert!(made.active && made.has_token && made.last_error.is_none() && !made.send_user_agent);
    assert_eq!((made.event_map.json(), made.updated_at), ("", NOW));
    let change = PixelChange {
        event_map: Some(map.clone()),
        active: Some(false),
        send_user_agent: Some(true),
        ..new(Platform::Meta, "t2")
    };
    let meta = shelf.pixels.put(by, "p1", &change, Precondition::None, NOW).await.unwrap();
    assert_eq!((&meta.event_map, meta.active), (&map, false));
    let kept = shelf.pixels.put(by, "p1", &same(Platform::Meta), Precondition::None, later).await.unwrap();
    assert_eq!((&kept.event_map, kept.active, kept.updated_at), (&map, false, later));
    assert!(meta.send_user_agent && kept.send_user_agent);
    assert_eq!(shelf.pixels.list(owner, "p1").await.unwrap(), Some(vec![kept, made]));
}

#[tokio::test]
async fn a_foreign_link_looks_absent_and_a_new_pixel_needs_a_token() {
    let shelf = Shelf::create().await;
    let owner = shelf.desk.owner;
    let by = &Acting::service(owner);
    for provider_id in ["p2", "p3"] {
        assert_eq!(shelf.pixels.list(owner, provider_id).await.unwrap(), None);
        let refused = shelf.pixels.put(by, provider_id, &same(Platform::Meta), Precondition::None, NOW).await;
        assert!(matches!(refused, Err(PutPixelError::SmartLinkNotFound)));
        assert!(
            !shelf.pixels.delete(by, provider_id, Platform::Meta, Precondition::None, NOW).await.unwrap()
        );
    }
    let refused = shelf.pixels.put(by, "p1", &same(Platform::Meta), Precondition::None, NOW).await;
    assert!(matches!(refused, Err(PutPixelError::TokenRequired)));
    assert_eq!(shelf.pixels.list(owner, "p1").await.unwrap(), Some(vec![]));
}

#[tokio::test]
async fn a_new_token_or_pixel_id_wakes_what_waits_and_nothing_else_does() {
    let shelf = Shelf::create().await;
    let owner = shelf.desk.owner;
    let by = &Acting::service(owner);
    let other_id = PixelChange { pixel_id: PixelId::parse("other").unwrap(), ..same(Platform::Meta) };
    for (change, wakes) in [
        (new(Platform::Meta, "t2"), true),
        (PixelChange { active: Some(false), ..same(Platform::Meta) }, false),
        (other_id, true),
    ] {
        shelf.pixels.put(by, "p1", &new(Platform::Meta, "t1"), Precondition::None, NOW).await.unwrap();
        shelf.desk.sql("UPDATE conversion_pixels SET last_error = 'no'").await.unwrap();
        shelf.desk.sql("DELETE FROM pixel_deliveries").await.unwrap();
        for (platform, state) in [
            ("meta", "waiting_token"),
            ("meta", "parked"),
            ("meta", "delivered"),
            ("tiktok", "waiting_token"),
        ] {
            shelf.delivery(platform, state).await;
        }
        let pixel = shelf.pixels.put(by, "p1", &change, Precondition::None, NOW).await.unwrap();
        assert_eq!(pixel.last_error.is_none(), wakes);
        let due = "state = 'pending' AND platform = 'meta' AND next_attempt_at > '2026-01-01'";
        assert_eq!(shelf.deliveries(due).await, i64::from(wakes));
        assert_eq!(shelf.deliveries("state = 'waiting_token'").await, if wakes { 1 } else { 2 });
    }
}

#[tokio::test]
async fn deleting_stops_what_is_queued_and_may_be_repeated() {
    let shelf = Shelf::create().await;
    let owner = shelf.desk.owner;
    let by = &Acting::service(owner);
    shelf.pixels.put(by, "p1", &new(Platform::Meta, "t1"), Precondition::None, NOW).await.unwrap();
    for state in ["pending", "waiting_token", "delivered", "parked"] {
        shelf.delivery("meta", state).await;
    }
    shelf.delivery("tiktok", "pending").await;
    for _ in 0..2 {
        assert!(shelf.pixels.delete(by, "p1", Platform::Meta, Precondition::None, NOW).await.unwrap());
        assert_eq!(shelf.pixels.list(owner, "p1").await.unwrap(), Some(vec![]));
        assert_eq!(shelf.deliveries("park_reason = 'pixel_deleted'").await, 2);
        assert_eq!(shelf.deliveries("state = 'pending'").await, 1);
    }
}

#[tokio::test]
async fn of_two_who_make_one_pixel_at_once_both_end_well() {
    let shelf = Shelf::create().await;
    let owner = shelf.desk.owner;
    let by = &Acting::service(owner);
    let elsewhere = PgPixelStore::new(shelf.desk.pool.clone(), sealing(2));
    for _ in 0..10 {
        let change = new(Platform::Meta, "t1");
        let (one, other) = tokio::join!(
            shelf.pixels.put(by, "p1", &change, Precondition::None, NOW),
            elsewhere.put(by, "p1", &change, Precondition::None, NOW)
        );
        assert_eq!(one.unwrap(), other.unwrap());
        assert!(shelf.pixels.delete(by, "p1", Platform::Meta, Precondition::None, NOW).await.unwrap());
    }
}

#[tokio::test]
async fn no_dump_of_the_table_shows_a_token() {
    let shelf = Shelf::create().await;
    let token = "EAAB-very-secret";
    shelf
        .pixels
        .put(shelf.desk.by(), "p1", &new(Platform::Meta, token), Precondition::None, NOW)
        .await
        .unwrap();
    let dumped = format!(
        "SELECT count(*) AS n FROM conversion_pixels p
         WHERE p::text LIKE '%{token}%' OR position('{token}'::bytea in token) > 0
            OR p::text LIKE '%' || encode('{token}'::bytea, 'hex') || '%'"
    );
    assert_eq!(shelf.desk.count(&dumped).await, 0);
    assert_eq!(shelf.desk.count("SELECT count(*) AS n FROM conversion_pixels").await, 1);
}

#[tokio::test]
async fn a_rotation_seals_tokens_of_pixels_again() {
    let shelf = Shelf::create().await;
    let owner = shelf.desk.owner;
    let by = &Acting::service(owner);
    for platform in Platform::ALL {
        shelf.pixels.put(by, "p1", &new(platform, "t1"), Precondition::None, NOW).await.unwrap();
    }
    let rotation = PgSecretRotation::new(adapter_postgres::pool(shelf.desk.url(), 2), sealing(3));
    let rotated = rotation.run().await.unwrap();
    assert_eq!((rotated.key, rotated.resealed), (DataKeyId::FIRST.next(), 2));
    assert_eq!(rotated.retired, [DataKeyId::FIRST]);
    // A value moved to another row can't be decrypted, so the rotation stops there.
    let swapped = format!(
        "UPDATE conversion_pixels SET token =
            (SELECT token FROM conversion_pixels WHERE owner_id = {owner} AND platform = 'meta')
         WHERE owner_id = {owner} AND platform = 'tiktok'"
    );
    shelf.desk.sql(&swapped).await.unwrap();
    assert!(matches!(rotation.run().await, Err(StoreError::Failed(_))));
}

#[tokio::test]
async fn what_is_meant_for_other_pixels_of_a_link_changes_nothing() {
    let shelf = Shelf::create().await;
    let owner = shelf.desk.owner;
    let by = &Acting::service(owner);
    let seen = async || Pixel::fingerprint_of(&shelf.pixels.list(owner, "p1").await.unwrap().unwrap());
    let none = Precondition::Is(seen().await);
    shelf.pixels.put(by, "p1", &new(Platform::Meta, "t1"), none, NOW).await.unwrap();
    let late = shelf.pixels.put(by, "p1", &new(Platform::TikTok, "t1"), none, NOW).await;
    assert!(matches!(late, Err(PutPixelError::Store(StoreError::PreconditionFailed))), "{late:?}");
    let late = shelf.pixels.delete(by, "p1", Platform::Meta, none, NOW).await;
    assert!(matches!(late, Err(StoreError::PreconditionFailed)), "{late:?}");
    let one = Precondition::Is(seen().await);
    assert!(shelf.pixels.delete(by, "p1", Platform::Meta, one, NOW).await.unwrap());
    assert_eq!(Precondition::Is(seen().await), none);
}
