//! Erasure of a fan's identity.

use reqwest::Method;
use serde_json::{Value, json};

use crate::conversions::{event, push, stop_pulling};
use crate::engines::run;
use crate::journey::{Funnel, HOST, PHONE, only};
use crate::real::{Real, Reply, eventually};

const FAN: &str = "fan-to-be-erased";
const NAME: &str = "annamuster77";

/// Returns the tables that still contain one of the texts.
async fn tables_with(real: &Real, texts: &[&str]) -> Vec<String> {
    let sql = real.sql().await;
    let tables = "SELECT table_name::text FROM information_schema.tables WHERE table_schema = 'public'";
    let mut found = Vec::new();
    for row in sql.query(tables, &[]).await.unwrap() {
        let table: String = row.get(0);
        for text in texts {
            let query = format!("SELECT count(*) FROM {table} t WHERE position($1 in t::text) > 0");
            if sql.query_one(&query, &[text]).await.unwrap().get::<_, i64>(0) > 0 {
                found.push(format!("{text} in {table}"));
            }
        }
    }
    found
}

#[actix_web::test]
async fn an_erased_fan_leaves_their_money_and_nothing_else() {
    let funnel = Funnel::start().await;
    stop_pulling(&funnel).await;
    let links = funnel.provision(&[]).await.expect(200).json()["links"]["items"].take();
    let provider_id = links[0]["provider_id"].as_str().unwrap();
    funnel.smart_link("vip", only("paid")).await;
    let real = &funnel.real;
    let pixel = json!({ "platform": "meta", "pixel_id": "1", "access_token": "t", "send_user_agent": true });
    real.api.put(&format!("/smart-links/{provider_id}/pixels"), &pixel).await.expect(200);
    // Keeps events from the real platforms: a pixel with an error waits for a new token.
    let refused = "UPDATE conversion_pixels SET last_error = 'refused'";
    real.sql().await.batch_execute(refused).await.unwrap();
    let visit = real.visit(Method::GET, HOST, "/r/vip?fbclid=IwAR0_erase").header("user-agent", PHONE);
    let address = Reply::of(visit).await.expect(302).header("location").to_owned();
    let click = address.split("aref=").nth(1).unwrap().split('&').next().unwrap().to_owned();
    eventually("the click is stored", async || {
        let stored = "SELECT count(*) FROM touches WHERE fbclid IS NOT NULL AND user_agent IS NOT NULL";
        (real.sql().await.query_one(stored, &[]).await.unwrap().get::<_, i64>(0) == 1).then_some(())
    })
    .await;
    let fan = json!({ "fan_id": FAN, "username": NAME, "country": "DE", "email": "a@example.com" });
    let of_fan = |id: &str, kind: &str, data: Value| {
        event(id, kind, 60, json!({ "fan": fan, "click_ref": click, "data": data }))
    };
    let money = |id: &str, net: i64| json!({ "transaction_id": id, "kind": "tip", "gross_cents": net, "net_cents": net, "currency": "USD" });
    let other = event(
        "9",
        "new_transaction",
        50,
        json!({
            "fan": { "fan_id": "another" }, "link": { "provider_id": provider_id }, "data": money("t9", 50),
        }),
    );
    let batch = [
        of_fan("1", "new_subscriber", json!({})),
        of_fan("2", "new_transaction", money("transaction-of-theirs", 700)),
        of_fan("3", "fan_online", json!({})),
        of_fan("4", "content_request_created", json!({ "request_id": 1, "text": "call me, annamuster77" })),
        of_fan("5", "fan_winked", json!({})),
        other,
    ];
    push(real, &batch).await.expect(200);
    // A finished broadcast that names the fan and has a row for them.
    let named = json!({
        "title": "t", "mode": "segmented", "audience": { "exclude_fan_ids": [FAN, "another"] },
        "message": { "text": "t" },
    });
    let broadcast = real.api.post("/broadcasts", &named).await.expect(201).json()["id"].as_i64().unwrap();
    real.api.post(&format!("/broadcasts/{broadcast}/cancel"), &json!({})).await.expect(200);
    let row = "INSERT INTO broadcast_rows (owner_id, broadcast_id, fan_id, state, detail, due_at)
        VALUES ($1, $2, $3, 'skipped', 'excluded', 'epoch')";
    real.sql().await.execute(row, &[&real.owner.get(), &broadcast, &FAN]).await.unwrap();
    let stats = async || {
        let spenders = real.api.get(&format!("/sources/{HOST}/spenders")).await.expect(200).json();
        let stats = real.api.get(&format!("/domains/{HOST}/stats")).await.expect(200).json();
        (spenders["totals"].clone(), stats)
    };
    let before = stats().await;
    assert_eq!(before.0, json!({ "revenue_cents": 750, "spenders": 2, "conversions": 2 }));
    let hash = "SELECT count(*) FROM pixel_deliveries";
    assert_eq!(real.sql().await.query_one(hash, &[]).await.unwrap().get::<_, i64>(0), 3);
    let agent = "like Mac OS X";
    assert_eq!(
        tables_with(real, &[agent]).await.len(),
        2,
        "the click has the user agent, and so have its deliveries"
    );
    let owner = real.owner.to_string();
    let words = ["fan", "erase", "--owner", &owner, "--fan", FAN, "--json"];
    let done = run(&real.database.reach().pooled, "", &words).await;
    assert!(done.success, "{}", done.error);
    let reported: Value = serde_json::from_str(&done.out).unwrap();
    let counts = json!({ "conversions": 2, "deliveries": 2, "events": 2, "clicks": 1, "broadcasts": 1 });
    assert_eq!((&reported["erased"], &reported["still_excluded_by"]), (&counts, &json!([])));
    assert_eq!(
        tables_with(real, &[FAN, NAME, "IwAR0_erase", "transaction-of-theirs", &click, agent]).await,
        Vec::<String>::new()
    );
    assert_eq!(stats().await, before);
    let entries = real.api.get("/audit?action=fan.erase").await.expect(200).json();
    assert_eq!(entries["items"].as_array().unwrap().len(), 1, "{entries}");
    assert_eq!(entries["items"][0]["actor"]["cli"], true, "{entries}");
    let gone = real.api.get(&format!("/sources/{HOST}/spenders/{FAN}/explain")).await;
    assert_eq!(gone.summary(), "404 fan not found");
    // Reporting an erased event again does not restore it.
    let again = push(real, &batch).await.expect(200).json();
    assert_eq!((&again["accepted"], &again["duplicates"]), (&json!(0), &json!(6)));
    assert_eq!(real.sql().await.query_one(hash, &[]).await.unwrap().get::<_, i64>(0), 1);
    let missing = run(&real.database.reach().pooled, "", &words).await;
    assert!(!missing.success && missing.error.contains("no such fan"), "{}", missing.error);
}
