//! Money: each transaction counts once, currencies are separate, future events are excluded, and
//! all statistics of a screen use one window.

use std::time::Duration;

use futures_util::future::join_all;
use reqwest::Method;
use serde_json::{Value, json};

use crate::conversions::{count, event, now, push, stop_pulling};
use crate::journey::{Funnel, HOST};
use crate::real::{Reply, within};

const MINUTE: i64 = 60;
const HOUR: i64 = 3_600;
const DAY: i64 = 86_400;

/// Starts a service whose domain has a link; returns the link's provider id and local id.
async fn funnel() -> (Funnel, String, i64) {
    let funnel = Funnel::start().await;
    stop_pulling(&funnel).await;
    let link = funnel.provision(&[]).await.expect(200).json()["links"]["items"][0].take();
    (funnel, link["provider_id"].as_str().unwrap().to_owned(), link["id"].as_i64().unwrap())
}

/// Builds a transaction of a fan over a link.
fn money(id: &str, ago: i64, link: &str, fan: &str, data: Value) -> Value {
    let mut whole = json!({
        "transaction_id": id, "kind": "tip", "gross_cents": 1_000, "net_cents": 1_000, "currency": "USD",
    });
    whole.as_object_mut().unwrap().extend(data.as_object().unwrap().clone());
    let more = json!({ "link": { "provider_id": link }, "fan": { "fan_id": fan }, "data": whole });
    event(id, "new_transaction", ago, more)
}

fn paid(id: &str, ago: i64, link: &str, fan: &str, cents: i64, currency: &str) -> Value {
    let kind = if cents < 0 { "refund" } else { "tip" };
    let data = json!({ "kind": kind, "gross_cents": cents, "net_cents": cents, "currency": currency });
    money(id, ago, link, fan, data)
}

impl Funnel {
    async fn json(&self, path: &str) -> Value {
        self.real.api.get(path).await.expect(200).json()
    }

    async fn revenue(&self) -> i64 {
        self.json(&format!("/domains/{HOST}/stats")).await["totals"]["revenue_cents"].as_i64().unwrap()
    }

    async fn table(&self, path: &str) -> Vec<Vec<String>> {
        let request = self.real.api.request(Method::GET, path).header("accept", "text/csv");
        let text = Reply::of(request).await.expect(200).text;
        text.lines().skip(1).map(|line| line.split(',').map(str::to_owned).collect()).collect()
    }
}

#[actix_web::test]
async fn currencies_are_shown_apart_and_never_added() {
    let (funnel, link, link_id) = funnel().await;
    let batch = [
        paid("1", HOUR, &link, "f", 500, "USD"),
        paid("2", HOUR, &link, "f", 100_000, "JPY"),
        paid("3", HOUR, &link, "g", 100, "eur"),
        paid("4", HOUR, &link, "f", 1, "ZZZ"),
    ];
    let reported = push(&funnel.real, &batch).await.expect(200).json();
    assert_eq!(reported["accepted"], 3, "{reported}");
    let reason = reported["rejected"][0]["message"].as_str().unwrap();
    assert_eq!(reported["rejected"][0]["index"], 3);
    assert!(reason.contains("data.currency") && reason.contains("ISO 4217"), "{reason}");

    let others = json!({ "EUR": 100, "JPY": 100_000 });
    for (path, totals) in [
        ("/stats/overview".to_owned(), "totals"),
        (format!("/domains/{HOST}/stats?by=country"), "totals"),
        (format!("/sources/{HOST}/spenders?range=7d"), "totals"),
        (format!("/domains/{HOST}/links/{link_id}/spenders"), "our_totals"),
    ] {
        let found = funnel.json(&path).await;
        assert_eq!(found[totals]["revenue_cents"], 500, "{path}: {found}");
        assert_eq!((&found["currency"], &found["other_currencies"]), (&json!("USD"), &others), "{path}");
    }
    let listed = funnel.json("/conversions").await["items"].take();
    let mut listed: Vec<_> = listed
        .as_array()
        .unwrap()
        .iter()
        .map(|one| (one["currency"].as_str().unwrap().to_owned(), one["net_cents"].as_i64().unwrap()))
        .collect();
    listed.sort();
    assert_eq!(listed, [("EUR".to_owned(), 100), ("JPY".to_owned(), 100_000), ("USD".to_owned(), 500)]);
    let explained = funnel.json(&format!("/sources/{HOST}/spenders/f/explain")).await["events"].take();
    let effects: Vec<_> = explained
        .as_array()
        .unwrap()
        .iter()
        .map(|one| (one["effect"].as_str().unwrap(), one["net_cents"].as_i64().unwrap(), one.get("currency")))
        .collect();
    assert_eq!(effects, [("purchase", 500, None), ("other_currency", 100_000, Some(&json!("JPY")))]);
}

#[actix_web::test]
async fn a_transaction_counts_once_however_many_events_report_it_at_once() {
    let (funnel, link, _) = funnel().await;
    let twice = |n: usize| {
        let mut one = paid(&format!("e{n}"), HOUR, &link, "f", 700, "USD");
        one["data"]["transaction_id"] = json!("t");
        [one]
    };
    let batches: Vec<_> = (0..6).map(twice).collect();
    let replies = join_all(batches.iter().map(|batch| push(&funnel.real, batch))).await;
    let sum = |field: &str| replies.iter().map(|reply| reply.json()[field].as_i64().unwrap()).sum::<i64>();
    assert_eq!((sum("accepted"), sum("duplicates")), (1, 5));
    // A refund may reference the refunded payment.
    let mut back = paid("back", HOUR, &link, "f", -200, "USD");
    back["data"]["transaction_id"] = json!("t");
    assert_eq!(push(&funnel.real, &[back]).await.expect(200).json()["accepted"], 1);
    assert_eq!(funnel.revenue().await, 500);
    let spenders = funnel.json(&format!("/sources/{HOST}/spenders")).await;
    assert_eq!(spenders["totals"], json!({ "revenue_cents": 500, "spenders": 1, "conversions": 1 }));
}

#[actix_web::test]
async fn what_lies_too_far_ahead_is_set_aside_until_it_is_time() {
    let (funnel, link, _) = funnel().await;
    let at = |id: &str, occurred_at: &str| {
        let mut event = paid(id, 0, &link, "f", 70, "USD");
        event["occurred_at"] = json!(occurred_at);
        event
    };
    let batch = [
        at("endless", "9999-12-30T00:00:00Z"),
        at("last", "9999-12-31T23:59:59-23:59"),
        paid("ahead", -615, &link, "f", 500, "USD"),
        paid("tolerated", -9 * MINUTE, &link, "f", 3, "USD"),
    ];
    let reported = push(&funnel.real, &batch).await.expect(200).json();
    assert_eq!(reported, json!({ "accepted": 4, "duplicates": 0, "rejected": [] }));
    for range in ["", "?range=24h", "?range=90d"] {
        let spenders = funnel.json(&format!("/sources/{HOST}/spenders{range}")).await;
        let stats = funnel.json(&format!("/domains/{HOST}/stats{range}")).await;
        assert_eq!(spenders["totals"]["revenue_cents"], 3, "{range}: {spenders}");
        assert_eq!(stats["totals"]["revenue_cents"], 3, "{range}: {stats}");
    }
    assert_eq!(push(&funnel.real, &batch).await.expect(200).json()["duplicates"], 4);
    within(Duration::from_secs(90), "what lay ahead is taken in", async || {
        (funnel.revenue().await == 503).then_some(())
    })
    .await;
    assert_eq!(count(&funnel.real, "quarantined_events").await, 2);
}

#[actix_web::test]
async fn amounts_that_nobody_pays_are_rejected_alone_with_a_reason() {
    let (funnel, link, _) = funnel().await;
    let of = |id: &str, kind: &str, gross: i64, net: i64| {
        let data = json!({ "kind": kind, "gross_cents": gross, "net_cents": net });
        money(id, HOUR, &link, "f", data)
    };
    let batch = [
        of("good", "tip", 100, 80),
        of("more", "tip", 1, 999_999_999),
        of("given", "refund", 100, -80),
        of("taken", "tip", -100, -80),
        of("back", "refund", -50, -40),
    ];
    let reported = push(&funnel.real, &batch).await.expect(200).json();
    assert_eq!(reported["accepted"], 2, "{reported}");
    let rejected = reported["rejected"].as_array().unwrap();
    let reasons: Vec<_> = rejected
        .iter()
        .map(|one| (one["index"].as_i64().unwrap(), one["message"].as_str().unwrap()))
        .collect();
    assert_eq!(
        reasons,
        [
            (1, "data.net_cents: must not be more than gross_cents"),
            (2, "data.gross_cents: must be at most 0 for a refund"),
            (
                3,
                "data.gross_cents: must be at least 0 for a tip; data.net_cents: must be at least 0 for a tip"
            ),
        ]
    );
    assert_eq!(funnel.revenue().await, 40);
}

fn cents(of: &Value) -> i64 {
    of["revenue_cents"].as_i64().unwrap()
}

fn sum(list: &Value, field: &str) -> i64 {
    list.as_array().unwrap().iter().map(|one| one[field].as_i64().unwrap_or_default()).sum()
}

/// Returns the amount of payment `n`. All sums of distinct amounts differ.
fn tip(n: i64) -> i64 {
    1_000 + (1_i64 << n)
}

/// Returns the revenue in a window from each endpoint, by name.
async fn sums(funnel: &Funnel, window: &str) -> Vec<(String, i64)> {
    let path = format!("/domains/{HOST}/stats?{window}");
    let stats = funnel.json(&path).await;
    let mut found = vec![
        ("stats".to_owned(), cents(&stats["totals"])),
        ("days".to_owned(), sum(&stats["days"], "revenue_cents")),
        ("sources".to_owned(), sum(&stats["sources"], "revenue_cents")),
    ];
    let days = funnel.table(&path).await;
    found.push(("days.csv".to_owned(), days.iter().map(|row| row[5].parse::<i64>().unwrap()).sum()));
    for by in ["country", "device", "browser", "referrer", "hour"] {
        let split = funnel.json(&format!("{path}&by={by}")).await;
        found.push((by.to_owned(), sum(&split["items"], "revenue_cents")));
        assert_eq!(sum(&split["items"], "subs"), stats["totals"]["subs"].as_i64().unwrap(), "{by} {window}");
        let table = funnel.table(&format!("{path}&by={by}")).await;
        let money = table.iter().map(|row| row[4].parse::<i64>().unwrap()).sum();
        found.push((format!("{by}.csv"), money));
    }
    let path = format!("/sources/{HOST}/spenders?{window}");
    let spenders = funnel.json(&path).await;
    found.push(("spenders".to_owned(), cents(&spenders["totals"])));
    found.push((
        "spenders in full".to_owned(),
        cents(&funnel.json(&format!("{path}&full=true")).await["totals"]),
    ));
    // A fan with only a refund in the window counts in the totals but is not listed.
    let rows = funnel.table(&path).await;
    let listed = sum(&spenders["spenders"], "total_net_cents");
    assert_eq!(rows.iter().map(|row| row[3].parse::<i64>().unwrap()).sum::<i64>(), listed, "{window}");
    found
}

#[actix_web::test]
async fn all_figures_of_a_window_are_of_the_same_money() {
    let (funnel, link, _) = funnel().await;
    let midnight = now() / DAY * DAY;
    // Ages around every range boundary and the midnights next to them.
    let ages = [
        HOUR,
        DAY - MINUTE,
        DAY + MINUTE,
        7 * DAY - MINUTE,
        7 * DAY + MINUTE,
        now() - midnight + 6 * DAY + 5 * MINUTE,
        now() - midnight + 7 * DAY - 5 * MINUTE,
        now() - midnight + 7 * DAY + 5 * MINUTE,
        30 * DAY - MINUTE,
        30 * DAY + MINUTE,
        90 * DAY - MINUTE,
        90 * DAY + MINUTE,
        400 * DAY,
    ];
    let mut batch: Vec<_> = (0_i64..)
        .zip(ages)
        .map(|(n, ago)| paid(&n.to_string(), ago, &link, &format!("f{}", n % 4), tip(n), "USD"))
        .collect();
    batch.push(paid("old", 20 * DAY, &link, "refunded", 9_000, "USD"));
    batch.push(paid("back", 2 * HOUR, &link, "refunded", -4_000, "USD"));
    batch.push(event("sub", "new_subscriber", 7 * DAY + MINUTE, json!({ "link": { "provider_id": link } })));
    assert_eq!(push(&funnel.real, &batch).await.expect(200).json()["accepted"], 16);

    for (range, days) in [("24h", 1), ("7d", 7), ("30d", 30), ("90d", 90), ("all", 10_000)] {
        let inside = (0_i64..).zip(ages).filter(|(_, ago)| *ago < days * DAY);
        let expected = inside.map(|(n, _)| tip(n)).sum::<i64>() - 4_000 + if days > 20 { 9_000 } else { 0 };
        for (name, found) in sums(&funnel, &format!("range={range}")).await {
            assert_eq!(found, expected, "{name} of {range}");
        }
    }
    // Screens ask for whole days, including the overview and the list of conversions.
    for days in [1, 7, 30, 90] {
        let window = format!("from_ts={}&to_ts={}", midnight - (days - 1) * DAY, midnight + DAY - 1);
        let overview = funnel.json(&format!("/stats/overview?{window}")).await;
        let expected = cents(&overview["totals"]);
        assert_eq!(sum(&overview["items"], "revenue_cents"), expected);
        let listed = funnel.json(&format!("/conversions?limit=1000&{window}")).await;
        assert_eq!(sum(&listed["items"], "net_cents"), expected);
        for (name, found) in sums(&funnel, &window).await {
            assert_eq!(found, expected, "{name} of {days} days");
        }
    }
    let wrong = funnel.real.api.get(&format!("/domains/{HOST}/stats?from_ts=5&to_ts=4")).await;
    assert_eq!(wrong.expect(422).json()["detail"][0]["loc"], json!(["query", "from_ts"]));
}
