//! Bad events are rejected or quarantined alone, and nothing waits for them.

use engine_sim::{Fault, FaultKind, Injection};
use serde_json::{Value, json};

use crate::conversions::{count, event, push, send_signed, stop_pulling};
use crate::engines::{self, Ended};
use crate::journey::{ACCOUNT, Funnel};
use crate::real::eventually;

fn sale(id: &str, changes: Value) -> Value {
    let mut data = json!({
        "transaction_id": id, "kind": "message", "gross_cents": 500, "net_cents": 400, "currency": "USD",
        "content_ids": [1], "media_in_msg": 1,
    });
    data.as_object_mut().unwrap().extend(changes.as_object().unwrap().clone());
    event(id, "new_transaction", 5, json!({ "data": data }))
}

impl Funnel {
    async fn command(&self, words: &[&str]) -> Ended {
        engines::run(self.real.database.url(), "", &[&["events"], words].concat()).await
    }

    /// Makes the database reject conversions of a fan.
    async fn refuse(&self, fan: &str) {
        let check =
            format!("ALTER TABLE conversions ADD CONSTRAINT poison CHECK (fan_id <> '{fan}') NOT VALID");
        self.real.sql().await.batch_execute(&check).await.unwrap();
    }

    async fn mend(&self) {
        self.real.sql().await.batch_execute("ALTER TABLE conversions DROP CONSTRAINT poison").await.unwrap();
    }
}

#[actix_web::test]
async fn what_is_out_of_bounds_is_rejected_alone() {
    let funnel = Funnel::start().await;
    stop_pulling(&funnel).await;
    let batch = [
        sale("good", json!({ "content_ids": (0..1_000).map(|n| n * 1_000_003).collect::<Vec<i64>>() })),
        sale("large", json!({ "net_cents": 9_000_000_000_000_000_000_i64 })),
        sale("small", json!({ "gross_cents": i64::MIN })),
        sale("long", json!({ "content_ids": vec![1; 1_001] })),
        event(
            "offer",
            "content_request_created",
            5,
            json!({ "data": { "request_id": 1, "offered_cents": i64::MAX } }),
        ),
        event("price", "new_subscriber", 5, json!({ "data": { "price_cents": i64::MAX } })),
        event("raw", "fan_winked", 5, json!({ "x": "x".repeat(100_000) })),
        event("raw2", "fan_winked", 5, json!({ "fan": { "fan_id": "x".repeat(3_000) } })),
        sale("last", json!({})),
    ];
    let reported = push(&funnel.real, &batch).await.expect(200).json();
    assert_eq!(reported["accepted"], 2, "{reported}");
    let rejected = reported["rejected"].as_array().unwrap();
    let places: Vec<_> = rejected.iter().map(|one| (one["index"].as_i64().unwrap(), &one["code"])).collect();
    let code = json!("invalid_event");
    assert_eq!(places, (1..8).map(|place| (place, &code)).collect::<Vec<_>>());
    assert_eq!(count(&funnel.real, "conversions").await, 2);
}

#[actix_web::test]
async fn half_a_surrogate_spoils_its_event_alone() {
    let funnel = Funnel::start().await;
    stop_pulling(&funnel).await;
    let whole = |id: &str| event(id, "fan_online", 5, json!({})).to_string();
    let body = format!(
        r#"{{"events": [{}, {}, {}, {}], "more": {{}}}}"#,
        whole("a"),
        whole("b").replace(r#""f1""#, r#""f1","username":"jo \ud83d""#),
        whole("c").replace(r#""data":{}"#, r#""data":{"x":1e999}"#),
        whole("d"),
    );
    let reported = send_signed(&funnel.real, &body).await.expect(200).json();
    assert_eq!(reported["accepted"], 2, "{reported}");
    let places: Vec<_> =
        reported["rejected"].as_array().unwrap().iter().map(|one| (&one["index"], &one["code"])).collect();
    let code = json!("invalid_event");
    assert_eq!(places, [(&json!(1), &code), (&json!(2), &code)]);
    // A body that is not JSON is rejected as a whole.
    assert_eq!(send_signed(&funnel.real, r#"{"events": [{"a": tru}]}"#).await.status, 422);
}

#[actix_web::test]
async fn what_the_database_refuses_is_set_aside_and_taken_once_mended() {
    let funnel = Funnel::start().await;
    stop_pulling(&funnel).await;
    funnel.refuse("poison").await;
    let poison = |id: &str| {
        let fan = json!({ "fan": { "fan_id": "poison", "email": "jane@private.example" } });
        let mut sale = sale(id, json!({}));
        sale.as_object_mut().unwrap().extend(fan.as_object().unwrap().clone());
        sale
    };
    let batch: Vec<Value> = (0..20)
        .map(|n| if n % 9 == 4 { poison(&format!("bad{n}")) } else { sale(&format!("good{n}"), json!({})) })
        .collect();
    let reported = push(&funnel.real, &batch).await.expect(200).json();
    assert_eq!(reported, json!({ "accepted": 20, "duplicates": 0, "rejected": [] }));
    assert_eq!(
        (count(&funnel.real, "conversions").await, count(&funnel.real, "quarantined_events").await),
        (18, 2)
    );
    let again = push(&funnel.real, &batch).await.expect(200).json();
    assert_eq!(again, json!({ "accepted": 0, "duplicates": 20, "rejected": [] }));
    let metrics = funnel.real.management("/metrics").await.text;
    let counted = r#"engine_events_total{source="push",outcome="quarantined"} 2"#;
    assert!(metrics.contains(counted), "{metrics}");

    let owner = funnel.real.owner.to_string();
    let listed = funnel.command(&["quarantined", "--owner", &owner, "--json"]).await;
    assert!(listed.success, "{}", listed.error);
    let lines: Vec<Value> = listed.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), 2, "{}", listed.out);
    assert_eq!((&lines[0]["event_id"], &lines[0]["event"]), (&json!("bad13"), &batch[13]));
    assert_eq!(lines[0]["platform_account_id"], ACCOUNT);
    assert!(lines[0]["cause"].as_str().unwrap().starts_with("23514: "), "{}", lines[0]);
    let shown = funnel.command(&["quarantined"]).await.out;
    assert!(shown.contains("bad4 (new_transaction)") && !shown.contains("private"), "{shown}");
    assert_eq!(funnel.command(&["quarantined", "--owner", "999"]).await.out, "");

    // While the cause remains, the event stays quarantined.
    let early = funnel.command(&["redrive"]).await;
    assert!(!early.success && early.error.contains("bad4: 23514: "), "{}", early.error);
    funnel.mend().await;
    let one = funnel.command(&["redrive", "--owner", &owner, "--json", "bad4"]).await;
    assert_eq!(one.out.trim(), r#"{"known":0,"refused":0,"taken":1}"#, "{}", one.error);
    // Events that the engine has sent again meanwhile count as known.
    assert_eq!(push(&funnel.real, &batch).await.expect(200).json()["accepted"], 1);
    let rest = funnel.command(&["redrive"]).await;
    assert_eq!(rest.out.trim(), "0 events taken in, 1 known already, 0 refused again", "{}", rest.error);
    assert_eq!(
        (count(&funnel.real, "conversions").await, count(&funnel.real, "quarantined_events").await),
        (20, 0)
    );
}

/// Regression test: a very large amount made every later sale of the day fail with 500.
#[actix_web::test]
async fn a_sum_that_is_full_stops_nobody() {
    let funnel = Funnel::start().await;
    stop_pulling(&funnel).await;
    funnel.provision(&[]).await;
    let provider: String = funnel
        .real
        .sql()
        .await
        .query_one(
            "SELECT provider_id FROM funnel_links JOIN domain_slots USING (owner_id, link_id) LIMIT 1",
            &[],
        )
        .await
        .unwrap()
        .get(0);
    let linked = |id: &str| {
        let mut sale = sale(id, json!({}));
        sale["link"] = json!({ "provider_id": provider });
        sale
    };
    assert_eq!(push(&funnel.real, &[linked("a")]).await.expect(200).json()["accepted"], 1);
    let full = "UPDATE funnel_days SET revenue_cents = 9223372036854775807";
    assert_eq!(funnel.real.sql().await.execute(full, &[]).await.unwrap(), 1);
    let reported = push(&funnel.real, &[linked("b"), sale("c", json!({}))]).await.expect(200).json();
    assert_eq!(reported["accepted"], 2);
    assert_eq!(
        (count(&funnel.real, "conversions").await, count(&funnel.real, "quarantined_events").await),
        (2, 1)
    );
}

#[actix_web::test]
async fn a_pull_goes_on_behind_bad_events() {
    let funnel = Funnel::with(&[("FUNNEL_ENGINE_PULL_SECONDS", "1")]).await;
    funnel.refuse("poison").await;
    let cut = Fault::new(FaultKind::CutNames).on("/v1/events");
    funnel.sim.add_fault(&cut).await.unwrap();
    let named = |id: &str, fan: &str, more: Value| {
        let mut sale = sale(id, json!({}));
        sale["fan"] = json!({ "fan_id": fan });
        sale["fan"].as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        sale
    };
    let events = vec![
        named("1", "f1", json!({})),
        named("2", "f2", json!({ "username": "jo" })),
        named("3", "poison", json!({})),
        sale("4", json!({ "net_cents": i64::MAX })),
        json!("no event"),
        named("6", "f6", json!({})),
    ];
    funnel.sim.inject(ACCOUNT, &Injection { events, raw: true }).await.unwrap();
    eventually("the good ones are there", async || {
        (count(&funnel.real, "conversions").await == 2).then_some(())
    })
    .await;
    eventually("the bad one is set aside", async || {
        (count(&funnel.real, "quarantined_events").await == 1).then_some(())
    })
    .await;
    let later = vec![named("7", "f7", json!({}))];
    funnel.sim.inject(ACCOUNT, &Injection { events: later, raw: true }).await.unwrap();
    eventually("the log goes on", async || (count(&funnel.real, "conversions").await == 3).then_some(()))
        .await;
}

/// A page of the largest events exceeds the size limit of a response, so it is pulled in parts.
#[actix_web::test]
async fn a_pull_goes_on_behind_the_largest_events() {
    let funnel = Funnel::with(&[("FUNNEL_ENGINE_PULL_SECONDS", "1")]).await;
    let large = |n: i64| {
        let request = json!({ "request_id": n, "text": "🎁".repeat(10_000), "offered_cents": 1 });
        event(&format!("large{n}"), "content_request_created", 5, json!({ "data": request }))
    };
    // All events are in the log at the next pull.
    stop_pulling(&funnel).await;
    for part in (0..300).map(large).collect::<Vec<_>>().chunks(5) {
        funnel.sim.inject(ACCOUNT, &Injection { events: part.to_vec(), raw: true }).await.unwrap();
    }
    funnel.sim.clear_faults().await.unwrap();
    eventually("all requests are there", async || {
        (count(&funnel.real, "content_requests").await == 300).then_some(())
    })
    .await;
}
