//! A large backlog for pixels that never respond must not delay other pixels.

use engine_sim::{PixelAnswer, Platform};
use serde_json::{Value, json};

use crate::forwarding::{funnel, subscribe};
use crate::journey::Funnel;
use crate::real::eventually;

/// Number of owners with dead pixels, of their pixels, and of due deliveries per pixel.
const OWNERS: usize = 6;
const PIXELS: usize = 50;
const DUE: usize = 20;
/// Number of conversions for the living pixels.
const BESIDE: usize = 20;

/// Creates an owner with overdue deliveries to pixels that never respond.
async fn backlog(funnel: &Funnel) {
    let (owner, api) = funnel.real.owner("agency").await;
    let sql = funnel.real.sql().await;
    let links = format!(
        "INSERT INTO funnel_links (owner_id, provider_id, offer, name, url, permanent, active, created_at)
         SELECT {owner}, 'dead-' || n, 'paid', 'dead', 'https://platform.example/dead', true, true, now()
         FROM generate_series(1, {PIXELS}) n"
    );
    sql.batch_execute(&links).await.unwrap();
    let pixel = json!({ "platform": "tiktok", "pixel_id": "dead", "access_token": "token-1" });
    for n in 1..=PIXELS {
        api.put(&format!("/smart-links/dead-{n}/pixels"), &pixel).await.expect(200);
    }
    let due = format!(
        "INSERT INTO pixel_deliveries (owner_id, provider_id, platform, event_id, event_name, event_time, event_json,
             state, attempts, next_attempt_at, created_at)
         SELECT {owner}, 'dead-' || n, 'tiktok', n || '-' || d, 'Subscribe', now() - interval '1 hour', '{{}}',
             'pending', 0, now() - interval '1 hour', now() - interval '1 hour'
         FROM generate_series(1, {PIXELS}) n, generate_series(1, {DUE}) d"
    );
    sql.batch_execute(&due).await.unwrap();
}

/// Returns how many conversions the platform received for living pixels.
async fn arrived(funnel: &Funnel, platform: Platform) -> usize {
    let received = funnel.sim.received(platform).await.unwrap();
    received.iter().filter(|one| !one.text.contains("\"dead\"")).count()
}

#[actix_web::test]
async fn thousands_of_deliveries_to_dead_pixels_delay_neither_another_owner_nor_another_platform() {
    let (funnel, provider_id) = funnel(true).await;
    let dead = PixelAnswer::new(Platform::Tiktok, 200, Value::Null).delayed(60_000);
    let dead = PixelAnswer { pixel_id: Some("dead".to_owned()), ..dead };
    funnel.sim.set_pixel_answers(&[dead]).await.unwrap();
    for _ in 0..OWNERS {
        backlog(&funnel).await;
    }
    eventually("the dead pixels have as much under way as they may", async || {
        let query = "SELECT count(*) FROM pixel_deliveries WHERE locked_until > now()";
        let held: i64 = funnel.real.sql().await.query_one(query, &[]).await.unwrap().get(0);
        (held >= 6 * 64).then_some(())
    })
    .await;
    for n in 0..BESIDE {
        subscribe(&funnel, &n.to_string(), &provider_id).await;
    }
    for platform in [Platform::Meta, Platform::Tiktok] {
        let what = format!("everything of the living pixel at {platform:?}");
        eventually(&what, async || (arrived(&funnel, platform).await == BESIDE).then_some(())).await;
    }
}
