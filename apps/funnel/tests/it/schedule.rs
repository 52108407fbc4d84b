//! Scheduled starts and ends of buttons, segments and smart links.

use std::time::UNIX_EPOCH;

use serde_json::{Value, json};

use crate::html::labels;
use crate::journey::{Funnel, HOST, only};
use crate::real::{Real, eventually};

fn now() -> i64 {
    i64::try_from(UNIX_EPOCH.elapsed().unwrap().as_secs()).unwrap()
}

async fn shown(real: &Real) -> Vec<String> {
    labels(&real.page(HOST, "/").await.expect(200).text)
}

#[actix_web::test]
async fn a_schedule_is_kept_shown_and_taken_away() {
    let real = Real::start().await;
    let tier = real.landing(HOST).await;
    let plain = real.api.get(&format!("/segments/{HOST}")).await.expect(200).json();
    assert!(plain["items"][0].get("from_ts").is_none() && plain["items"][0].get("until_ts").is_none());
    let body = json!({ "label": "Sale", "url": "https://example.com/", "from_ts": 100, "until_ts": 200 });
    let made = real.api.post(&format!("/buttons/{HOST}/{tier}"), &body).await.expect(201).json();
    assert_eq!((&made["from_ts"], &made["until_ts"]), (&json!(100), &json!(200)));
    let path = format!("/buttons/{HOST}/{tier}/{}", made["button_id"].as_str().unwrap());
    let changed =
        real.api.patch(&path, &json!({ "from_ts": null, "label": "Late" })).await.expect(200).json();
    assert_eq!((changed.get("from_ts"), &changed["until_ts"]), (None, &json!(200)));
    let segment = json!({ "name": "Sale", "from_ts": 5 });
    let segment = real.api.post(&format!("/segments/{HOST}"), &segment).await.expect(201).json();
    assert_eq!((&segment["from_ts"], segment.get("until_ts")), (&json!(5), None));
    let other = format!("/segments/{HOST}/{}", segment["segment_id"].as_str().unwrap());
    let cleared = real.api.patch(&other, &json!({ "from_ts": null })).await.expect(200).json();
    assert_eq!(cleared.get("from_ts"), None);
    // Copies and publications keep the schedule, and the diff of pending changes names it.
    real.api.publish(HOST).await;
    real.api.patch(&path, &json!({ "until_ts": 300 })).await.expect(200);
    let pending = real.api.get(&format!("/domains/{HOST}/diff")).await.expect(200);
    assert!(pending.text.contains("until_ts"), "{}", pending.text);
    real.api.register("b.example").await.expect(201);
    let copy = json!({ "source": HOST, "targets": ["b.example"], "parts": ["buttons_segments"] });
    real.api.post("/bulk/copy-content", &copy).await.expect(200);
    assert!(real.api.draft("b.example").await.to_string().contains(r#""until_ts":300"#));
}

#[actix_web::test]
async fn a_schedule_that_makes_no_sense_is_refused_at_its_place() {
    let real = Real::start().await;
    let tier = real.landing(HOST).await;
    let buttons = format!("/buttons/{HOST}/{tier}");
    let with = |schedule: Value| {
        let mut body = json!({ "label": "Sale", "url": "https://example.com/" });
        body.as_object_mut().unwrap().extend(schedule.as_object().unwrap().clone());
        body
    };
    for (schedule, reported) in [
        (json!({ "from_ts": 5, "until_ts": 5 }), "422 body.until_ts"),
        (json!({ "from_ts": -1 }), "422 body.from_ts"),
        (json!({ "until_ts": 253_402_300_800_i64 }), "422 body.until_ts"),
        (json!({ "from_ts": "today" }), "422 body.from_ts"),
    ] {
        let found = real.api.post(&buttons, &with(schedule.clone())).await.summary();
        assert!(found.starts_with(reported), "{schedule}: {found}");
    }
    let made = real.api.post(&buttons, &with(json!({ "from_ts": 10 }))).await.expect(201);
    let path = format!("{buttons}/{}", made.text_at("button_id"));
    // Unchanged fields are validated too.
    let reported = real.api.patch(&path, &json!({ "until_ts": 10 })).await.summary();
    assert!(reported.starts_with("422 body.until_ts"), "{reported}");
    let reported =
        real.api.patch(&format!("/segments/{HOST}/{tier}"), &json!({ "from_ts": 2, "until_ts": 1 })).await;
    assert!(reported.summary().starts_with("422 body.until_ts"), "{}", reported.text);
}

#[actix_web::test]
async fn a_page_changes_when_the_moment_passes() {
    let real = Real::start().await;
    let tier = real.landing(HOST).await;
    let always = real.api.button(HOST, &tier, "always").await;
    // Long enough for the first visit to precede the end on a busy machine, but no longer.
    let ends = now() + 4;
    let button =
        |label: &str, field: &str| json!({ "label": label, "url": "https://example.com/x", field: ends });
    let path = format!("/buttons/{HOST}/{tier}");
    let early = real.api.post(&path, &button("early", "until_ts")).await.expect(201).text_at("button_id");
    let late = real.api.post(&path, &button("late", "from_ts")).await.expect(201).text_at("button_id");
    let simulated = async |at: i64| {
        let path = format!("/domains/{HOST}/simulate?draft=true&at={at}");
        real.api.get(&path).await.expect(200).json()["button_reasons"].clone()
    };
    for (at, states) in [(ends - 1, ["open", "not_yet"]), (ends, ["over", "open"])] {
        let reasons = simulated(at).await;
        assert_eq!(reasons[0].get("schedule"), None, "{reasons}");
        assert_eq!([&reasons[1]["schedule"], &reasons[2]["schedule"]], states.map(|s| json!(s)).each_ref());
        assert_eq!(
            [&reasons[1]["shown"], &reasons[2]["shown"]],
            states.map(|s| json!(s == "open")).each_ref()
        );
    }
    real.api.publish(HOST).await;
    let led = async |id: &str| {
        let reply = real.page(HOST, &format!("/go/{id}")).await;
        reply.expect(302).header("location").to_owned()
    };
    let first = (shown(&real).await, led(&early).await, led(&late).await);
    if now() < ends {
        let expected = (
            vec!["always".to_owned(), "early".to_owned()],
            "https://example.com/x".to_owned(),
            "/".to_owned(),
        );
        assert_eq!(first, expected);
    }
    // Nothing is published or notified meanwhile: the page is evaluated at each visit.
    eventually("the page changes", async || (shown(&real).await == ["always", "late"]).then_some(())).await;
    assert_eq!((led(&early).await.as_str(), led(&late).await.as_str()), ("/", "https://example.com/x"));
    assert_ne!(led(&always).await, "/");
}

#[actix_web::test]
async fn a_smart_link_ends_and_says_so() {
    let funnel = Funnel::start().await;
    let real = &funnel.real;
    funnel.provision(&["DE"]).await.expect(200);
    let id = funnel.smart_link("vip", only("paid")).await;
    let path = format!("/smartlinks/{id}");
    let made = real.api.get(&path).await.expect(200).json();
    assert!(made.get("expires_at").is_none() && made.get("expired_url").is_none(), "{made}");
    assert!(funnel.led("/r/vip", "US").await.starts_with("http"));
    let ends = now() + 1_000;
    let changed = real.api.patch(&path, &json!({ "expires_at": ends })).await.expect(200).json();
    assert_eq!((&changed["expires_at"], changed.get("expired_url")), (&json!(ends), None));
    let simulate = async |at: i64| {
        let body = json!({ "country": "US", "at": at, "samples": 10 });
        real.api.post(&format!("{path}/simulate"), &body).await.expect(200).json()
    };
    let before = simulate(ends - 1).await;
    assert_eq!((before.get("expired_target"), &before["arms"]["paid"]["share"]), (None, &json!(1.0)));
    let after = simulate(ends).await;
    assert_eq!(after["expired_target"], format!("https://{HOST}/"));
    assert_eq!(
        after["arms"]["paid"],
        json!({ "share": 0.0, "left_out": "expired", "target": null, "sampled": 0 })
    );
    let led_to = async |expected: &str| {
        eventually(expected, async || (funnel.led("/r/vip?a=1", "US").await == expected).then_some(())).await;
    };
    real.api.patch(&path, &json!({ "expires_at": now() - 1 })).await.expect(200);
    led_to("/?a=1").await;
    real.api.patch(&path, &json!({ "expired_url": "https://b.example/sorry" })).await.expect(200);
    led_to("https://b.example/sorry?a=1").await;
    real.api.patch(&path, &json!({ "expires_at": null })).await.expect(200);
    eventually("the link lives", async || {
        (funnel.led("/r/vip", "US").await != "https://b.example/sorry").then_some(())
    })
    .await;
    for (body, reported) in [
        (json!({ "expires_at": -1 }), "422 body.expires_at"),
        (json!({ "expired_url": "javascript:alert(1)" }), "422 body.expired_url"),
        (json!({ "expired_url": "" }), "422 body.expired_url"),
    ] {
        let found = real.api.patch(&path, &body).await.summary();
        assert!(found.starts_with(reported), "{body}: {found}");
        let mut new = json!({ "domain": HOST, "slug": "other" });
        new.as_object_mut().unwrap().extend(body.as_object().unwrap().clone());
        let found = real.api.post("/smartlinks", &new).await.summary();
        assert!(found.starts_with(reported), "{new}: {found}");
    }
    let (_, stranger) = real.owner("free").await;
    assert_eq!(
        stranger.patch(&path, &json!({ "expires_at": 1 })).await.summary(),
        "404 smart_link_not_found"
    );
}
