//! Statistics that are split, experiments, and the statistics of all domains together.

use reqwest::Method;
use serde_json::{Value, json};

use crate::journey::PHONE;
use crate::real::{Real, Reply, eventually};
use crate::visitors::BEHIND_PROXY;

const HOST: &str = "a.example";

/// Publishes a page with an experiment and one button; returns the ids of segment and button.
async fn page() -> (Real, String, String) {
    let real = Real::with("free", BEHIND_PROXY).await;
    let tier = real.landing(HOST).await;
    let arms = json!([{ "id": "x", "weight": 1 }, { "id": "y", "weight": 0 }]);
    let ab = json!({ "v": 1, "key": "summer", "arms": arms });
    real.api.patch(&format!("/segments/{HOST}/{tier}"), &json!({ "ab": ab })).await.expect(200);
    let button = real.api.button(HOST, &tier, "all").await;
    real.api.publish(HOST).await;
    (real, tier, button)
}

async fn visit(real: &Real, path: &str, address: &str, headers: &[(&str, &str)]) -> Reply {
    let request = real.visit(Method::GET, HOST, path).header("x-forwarded-for", address);
    Reply::of(headers.iter().fold(request, |request, (name, value)| request.header(*name, *value))).await
}

async fn split(real: &Real, by: &str) -> Value {
    real.api.get(&format!("/domains/{HOST}/stats?by={by}")).await.expect(200).json()
}

#[actix_web::test]
async fn what_visitors_do_is_split_by_what_is_known_of_them() {
    let (real, tier, button) = page().await;
    let phone =
        [("user-agent", PHONE), ("x-country", "DE"), ("referer", "https://l.instagram.com/?u=secret")];
    visit(&real, "/", "8.8.4.1", &phone).await.expect(200);
    let here = format!("http://{HOST}/");
    let on_page = [("user-agent", PHONE), ("x-country", "DE"), ("referer", here.as_str())];
    // An invented arm does not count.
    visit(&real, &format!("/go/{button}?arm=made-up"), "8.8.4.1", &on_page).await.expect(302);
    visit(&real, "/", "8.8.4.2", &[("user-agent", "Googlebot/2.1")]).await.expect(200);
    let items = eventually("all three are counted", async || {
        let found = split(&real, "referrer").await;
        let all = found["items"][0]["clicks"] == 1 && found["bots"]["visits"] == 1;
        all.then(|| found["items"].clone())
    })
    .await;
    let counted = |key: &str, visits: i64| json!([{ "key": key, "visits": visits, "clicks": 1, "subs": 0, "revenue_cents": 0 }]);
    assert_eq!(items, counted("l.instagram.com", 1));
    assert_eq!(split(&real, "country").await["items"], counted("DE", 1));
    assert_eq!(split(&real, "device").await["items"], counted("mobile", 1));
    assert_eq!(split(&real, "browser").await["items"], counted("safari", 1));
    assert_eq!(split(&real, "button").await["items"], counted(&button, 0));
    assert_eq!(split(&real, "arm").await["items"], counted(&format!("{tier}/x/summer"), 1));
    let hours = split(&real, "hour").await["items"].take();
    assert!(hours[0]["key"].as_str().unwrap().ends_with(":00:00Z"), "{hours}");

    // Without `by`, the response has no additional fields.
    let plain = real.api.get(&format!("/domains/{HOST}/stats")).await.expect(200).json();
    let fields: Vec<_> = plain.as_object().unwrap().keys().cloned().collect();
    assert_eq!(fields, ["currency", "days", "domain", "other_currencies", "sources", "totals"]);
    let refused = real.api.get(&format!("/domains/{HOST}/stats?by=weather")).await.expect(422).json();
    assert_eq!(refused["detail"][0]["loc"], json!(["query", "by"]), "{refused}");
    let secret = real.sql().await.query("SELECT 1 FROM touches t WHERE t::text LIKE '%secret%'", &[]).await;
    assert_eq!(secret.unwrap().len(), 0, "of a referrer its host is kept alone");
}

#[actix_web::test]
async fn experiments_name_no_best_arm_before_there_were_enough_visitors() {
    let (real, tier, _) = page().await;
    visit(&real, "/", "8.8.4.1", &[("user-agent", PHONE)]).await.expect(200);
    let path = format!("/domains/{HOST}/experiments");
    let found = eventually("the visit is counted", async || {
        let found = real.api.get(&path).await.expect(200).json()["items"].take();
        (found[0]["arms"][0]["visitors"] == 1).then_some(found)
    })
    .await;
    assert_eq!((&found[0]["segment_id"], &found[0]["key"]), (&json!(tier), &json!("summer")));
    assert_eq!(
        (&found[0]["enough"], &found[0]["arms"][0]["probability_best"]),
        (&json!(false), &Value::Null)
    );
    assert_eq!(found[0]["arms"][1]["interval"], json!([0.0, 1.0]));
    let more = format!(
        "UPDATE funnel_splits SET visits = 100, clicks = 40, subs = 10 WHERE split = 'arm' AND key = '{tier}/x/summer'"
    );
    real.sql().await.batch_execute(&more).await.unwrap();
    for (goal, rate) in [("", 0.1), ("?goal=subs", 0.1), ("?goal=clicks", 0.4)] {
        let found = real.api.get(&format!("{path}{goal}")).await.expect(200).json()["items"].take();
        let arm = &found[0]["arms"][0];
        assert_eq!((&found[0]["enough"], &arm["rate"]), (&json!(true), &json!(rate)), "{goal}");
        assert!(arm["probability_best"].as_f64().unwrap() > 0.0);
        let again = real.api.get(&format!("{path}{goal}")).await.expect(200).json()["items"].take();
        assert_eq!(found, again, "the same counts are judged the same");
    }
    let refused = real.api.get(&format!("{path}?goal=fame")).await.expect(422).json();
    assert_eq!(refused["detail"][0]["loc"], json!(["query", "goal"]), "{refused}");
}

#[actix_web::test]
async fn an_overview_is_that_of_the_owner_alone() {
    let (real, ..) = page().await;
    let (_, stranger) = real.owner("free").await;
    visit(&real, "/", "8.8.4.1", &[("user-agent", PHONE)]).await.expect(200);
    let counted = json!({ "visits": 1, "clicks": 0, "subs": 0, "spenders": 0, "revenue_cents": 0 });
    let found = eventually("the visit is counted", async || {
        let found = real.api.get("/stats/overview").await.expect(200).json();
        (found["totals"] == counted).then_some(found)
    })
    .await;
    assert_eq!(found["items"].as_array().unwrap().len(), 1);
    assert_eq!(found["items"][0]["visits"], 1);
    assert!(found["items"][0]["day"].is_string() && found["items"][0].get("domain").is_none(), "{found}");
    assert_eq!(found["to_ts"].as_i64().unwrap() - found["from_ts"].as_i64().unwrap(), 30 * 86_400 - 1);
    let by_domain = real.api.get("/stats/overview?by=domain").await.expect(200).json();
    assert_eq!(by_domain["items"][0]["domain"], HOST);
    let nothing = stranger.get("/stats/overview").await.expect(200).json();
    assert_eq!((&nothing["totals"]["visits"], &nothing["items"]), (&json!(0), &json!([])));
    for (query, place) in [
        ("from_ts=200000&to_ts=1", "from_ts"),
        ("from_ts=-1", "from_ts"),
        ("to_ts=99999999999999", "to_ts"),
        ("from_ts=soon", "from_ts"),
        ("by=hour", "by"),
    ] {
        let refused = real.api.get(&format!("/stats/overview?{query}")).await.expect(422).json();
        assert_eq!(refused["detail"][0]["loc"], json!(["query", place]), "{query}: {refused}");
    }
}
