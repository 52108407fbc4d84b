//! Previews of audiences.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::broadcasts::{campaign, led, made, open_house, step};
use crate::journey::{ACCOUNT, Funnel};
use crate::real::{Api, Reply};

/// Returns the simulation's fans, and their number by tier: all fans, or only those that may get
/// messages.
async fn tiers(funnel: &Funnel, everyone: bool) -> (Vec<Value>, BTreeMap<String, u64>) {
    let url = format!("{}/v1/fans?limit=1000", funnel.sim.url());
    let request = reqwest::Client::new().get(url).bearer_auth("token-of-the-tests");
    let fans = Reply::of(request).await.expect(200).json()["items"].as_array().unwrap().clone();
    let reachable = |fan: &&Value| everyone || (fan["opted_out"] == false && fan["blocked"] == false);
    let fans: Vec<Value> = fans.iter().filter(reachable).cloned().collect();
    let mut counts = BTreeMap::new();
    for fan in &fans {
        *counts.entry(fan["tier"].as_str().unwrap().to_owned()).or_default() += 1;
    }
    (fans, counts)
}

async fn preview(api: &Api, audience: Value) -> Value {
    api.post("/broadcasts/preview", &json!({ "audience": audience })).await.expect(200).json()
}

#[actix_web::test]
async fn a_preview_counts_what_the_selector_takes_and_screening_lets_through() {
    let funnel = open_house().await;
    let api = &funnel.real.api;
    let (everybody, _) = tiers(&funnel, true).await;
    let (reachable, by_tier) = tiers(&funnel, false).await;
    let all = preview(api, json!({})).await;
    assert_eq!((&all["matched"], &all["selected"]), (&json!(everybody.len()), &json!(reachable.len())));
    let shown: BTreeMap<String, u64> = serde_json::from_value(all["histogram"].clone()).unwrap();
    for (word, count) in shown.iter().filter(|(word, _)| *word != "other") {
        assert_eq!(by_tier[word] / 5 * 5, *count);
    }
    let free = preview(api, json!({ "tier": "free", "status": "active" })).await;
    let fits = |fan: &&Value| fan["tier"] == "free" && fan["status"] == "active";
    assert_eq!(free["matched"], json!(everybody.iter().filter(fits).count()));
    let german = preview(api, json!({ "countries": ["DE"] })).await;
    assert_eq!(german["matched"], json!(everybody.iter().filter(|fan| fan["country"] == "DE").count()));
    let spent = preview(api, json!({ "min_spent_cents": 1, "max_spent_cents": 10_000 })).await;
    let fits = |fan: &&Value| (1..=10_000).contains(&fan["total_spent_cents"].as_i64().unwrap());
    assert_eq!(spent["matched"], json!(everybody.iter().filter(fits).count()));
    let nobody = preview(api, json!({ "min_spent_cents": i64::MAX })).await;
    assert_eq!(nobody, json!({ "matched": 0, "selected": 0, "histogram": {} }));
    assert!(funnel.sim.messages(ACCOUNT).await.unwrap().is_empty());
    assert_eq!(api.get("/broadcasts").await.json()["items"], json!([]));
}

/// Comparing previews with and without one fan reveals nothing about that fan.
#[actix_web::test]
async fn two_previews_that_differ_by_one_fan_are_the_same() {
    let funnel = open_house().await;
    let api = &funnel.real.api;
    let (fans, _) = tiers(&funnel, false).await;
    let before = preview(api, json!({})).await;
    for fan in &fans {
        let after = preview(api, json!({ "exclude_fan_ids": [fan["fan_id"]] })).await;
        assert_eq!(after, before, "without {fan}");
    }
    let left_out: Vec<_> = fans.iter().take(12).map(|fan| &fan["fan_id"]).collect();
    let after = preview(api, json!({ "exclude_fan_ids": left_out })).await;
    assert_eq!(after["selected"].as_u64().unwrap() + 10, before["selected"].as_u64().unwrap());
}

/// For an audience of a few fans, the preview only reports that it is small.
#[actix_web::test]
async fn a_handful_of_fans_is_not_counted_out() {
    let funnel = open_house().await;
    let api = &funnel.real.api;
    let (everybody, _) = tiers(&funnel, true).await;
    let mut spent: Vec<_> = everybody.iter().map(|fan| fan["total_spent_cents"].as_i64().unwrap()).collect();
    spent.sort_unstable_by(|a, b| b.cmp(a));
    for least in spent.into_iter().take(12) {
        let count =
            everybody.iter().filter(|fan| fan["total_spent_cents"].as_i64().unwrap() >= least).count();
        let reported = preview(api, json!({ "min_spent_cents": least })).await;
        if count < 5 {
            assert_eq!(
                (&reported["matched"], &reported["selected"].as_u64().unwrap_or(0)),
                (&Value::Null, &0),
                "{reported}"
            );
            assert_eq!((&reported["floor"], &reported["histogram"]), (&json!(5), &json!({})));
        } else {
            assert_eq!(reported["matched"], json!(count));
        }
    }
}

#[actix_web::test]
async fn what_we_sent_lately_is_screened_out_of_a_preview() {
    let funnel = open_house().await;
    let (real, api) = (&funnel.real, &funnel.real.api);
    let (fans, _) = tiers(&funnel, false).await;
    let id = led(api, &["launch"]).await;
    let sql =
        "INSERT INTO broadcast_rows (owner_id, broadcast_id, fan_id, state, due_at, submitted_at, claimed_at)
        VALUES ($1, $2, $3, 'sent', now(), now(), now())";
    for fan in fans.iter().take(3) {
        let fan = fan["fan_id"].as_str().unwrap();
        real.sql().await.execute(sql, &[&real.owner.get(), &id, &fan]).await.unwrap();
    }
    assert_eq!(preview(api, json!({})).await["selected"], json!(fans.len() - 3));
}

#[actix_web::test]
async fn an_engine_whose_fans_do_not_end_is_in_error() {
    use engine_sim::{Fault, FaultKind};
    let funnel = open_house().await;
    let api = &funnel.real.api;
    let ask = json!({ "audience": {} });
    for fresh in [false, true] {
        funnel.sim.set_faults(&[Fault::new(FaultKind::EndlessCursor { fresh })]).await.unwrap();
        assert_eq!(api.post("/broadcasts/preview", &ask).await.summary(), "502 engine_error", "{fresh}");
    }
    funnel.sim.set_faults(&[Fault::new(FaultKind::Html { status: 200 })]).await.unwrap();
    assert_eq!(api.post("/broadcasts/preview", &ask).await.summary(), "502 engine_error");
    funnel.sim.set_faults(&[Fault::new(FaultKind::RefuseToken { status: 401 })]).await.unwrap();
    assert_eq!(api.post("/broadcasts/preview", &ask).await.summary(), "409 engine_not_connected");
    let id = made(api, &campaign()).await;
    assert_eq!(
        step(api, id, "launch").await.summary(),
        "409 engine_not_connected",
        "the refusal is remembered"
    );
}
