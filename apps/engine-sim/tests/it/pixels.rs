use std::time::{Duration, SystemTime, UNIX_EPOCH};

use engine_sim::{Fault, FaultKind, PixelAnswer, PixelTokens, Platform};
use reqwest::Response;
use serde_json::{Value, json};

use crate::support::Here;

async fn meta(here: &Here, pixel: &str, token: &str) -> Response {
    #[expect(clippy::disallowed_methods, reason = "the platform compares with the machine's clock")]
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_secs();
    let body = json!({"access_token": token, "data": [{
        "event_name": "Lead", "event_time": now, "action_source": "website", "event_id": "7",
        "event_source_url": "https://links.example.com/r/a", "user_data": {"external_id": "0".repeat(64)},
    }]});
    let url = format!("{}/v25.0/{pixel}/events", here.sim.meta_url());
    here.http.post(url).json(&body).send().await.unwrap()
}

async fn tiktok(here: &Here, token: &str) -> Response {
    let body = json!({"event_source": "web", "event_source_id": "C1", "data": [{
        "event": "Lead", "event_time": 1_795_190_400, "event_id": "7", "page": {"url": "https://links.example.com/"},
    }]});
    let url = format!("{}/open_api/v1.3/event/track/", here.sim.tiktok_url());
    here.http.post(url).header("access-token", token).json(&body).send().await.unwrap()
}

#[tokio::test]
async fn what_the_platforms_get_is_on_record() {
    let here = Here::start().await;
    let answer: Value = meta(&here, "123", "t1").await.json().await.unwrap();
    assert_eq!(answer["events_received"], 1);
    meta(&here, "456", "t1").await;
    let answer: Value = tiktok(&here, "t2").await.json().await.unwrap();
    assert_eq!(answer["code"], 0);
    let got = here.sim.received_by(Platform::Meta, "123").await.unwrap();
    assert_eq!((got.len(), got[0].status), (1, 200));
    assert_eq!(got[0].address, "/meta/v25.0/123/events");
    assert_eq!(got[0].body["data"][0]["event_id"], "7");
    assert_eq!(serde_json::from_str::<Value>(&got[0].text).unwrap(), got[0].body);
    let got = here.sim.received(Platform::Tiktok).await.unwrap();
    assert_eq!(
        (got.len(), got[0].pixel_id.as_str(), got[0].headers["access-token"].as_str()),
        (1, "C1", "t2")
    );
    here.sim.purge_received().await.unwrap();
    assert!(here.sim.received(Platform::Meta).await.unwrap().is_empty());
}

#[tokio::test]
async fn wrong_tokens_are_refused_in_the_platforms_own_words() {
    let here = Here::start().await;
    assert_eq!(meta(&here, "123", "").await.status(), 401);
    assert_eq!(tiktok(&here, "Bearer t").await.json::<Value>().await.unwrap()["code"], 40_105);
    let only = |platform, pixel_id: Option<&str>| PixelTokens {
        platform,
        pixel_id: pixel_id.map(str::to_string),
        tokens: vec!["good".to_string()],
    };
    here.sim
        .set_pixel_tokens(&[only(Platform::Meta, Some("123")), only(Platform::Tiktok, None)])
        .await
        .unwrap();
    for (pixel, token, status) in [("123", "good", 200), ("123", "bad", 401), ("456", "bad", 200)] {
        assert_eq!(meta(&here, pixel, token).await.status(), status, "{pixel} {token}");
    }
    for (token, code) in [("good", 0), ("bad", 40_105)] {
        let answer = tiktok(&here, token).await;
        assert_eq!(answer.status(), 200);
        assert_eq!(answer.json::<Value>().await.unwrap()["code"], code);
    }
}

#[tokio::test]
async fn a_wrong_body_is_noticed() {
    let here = Here::start().await;
    let url = format!("{}/v25.0/123/events", here.sim.meta_url());
    let answer = here.http.post(url).json(&json!({"access_token": "t"})).send().await.unwrap();
    assert_eq!(answer.status(), 400);
    assert_eq!(answer.json::<Value>().await.unwrap()["error"]["code"], 100);
    let url = format!("{}/open_api/v1.3/event/track/", here.sim.tiktok_url());
    let answer = here.http.post(url).header("access-token", "t").body("no json").send().await.unwrap();
    assert_eq!(answer.json::<Value>().await.unwrap()["code"], 40_002);
    assert_eq!(here.sim.received(Platform::Tiktok).await.unwrap()[0].text, "no json");
}

#[tokio::test]
async fn scripted_answers_come_in_turn_and_for_their_pixel() {
    let here = Here::start().await;
    let throttled = json!({"error": {"message": "limit", "type": "OAuthException", "code": 17}});
    let revoked = json!({"code": 40105, "message": "revoked"});
    here.sim
        .set_pixel_answers(&[
            PixelAnswer::new(Platform::Meta, 500, throttled.clone()).of("123").times(1),
            PixelAnswer::new(Platform::Meta, 502, json!("<html>502</html>")).of("123").times(1),
            PixelAnswer::new(Platform::Meta, 503, Value::Null).of("123").times(1),
            PixelAnswer::new(Platform::Tiktok, 200, revoked.clone()),
        ])
        .await
        .unwrap();
    let answer = meta(&here, "123", "t").await;
    assert_eq!((answer.status().as_u16(), answer.json::<Value>().await.unwrap()), (500, throttled));
    assert_eq!(meta(&here, "456", "t").await.status(), 200);
    assert_eq!(meta(&here, "123", "t").await.text().await.unwrap(), "<html>502</html>");
    assert_eq!(meta(&here, "123", "t").await.status(), 503);
    assert_eq!(meta(&here, "123", "t").await.status(), 200);
    for _ in 0..2 {
        assert_eq!(tiktok(&here, "t").await.json::<Value>().await.unwrap(), revoked);
    }
    here.sim.clear_pixel_answers().await.unwrap();
    assert_eq!(tiktok(&here, "t").await.json::<Value>().await.unwrap()["code"], 0);
}

#[tokio::test]
async fn platforms_can_be_slow_and_broken_like_the_engine() {
    let here = Here::start().await;
    let slow = PixelAnswer::new(Platform::Tiktok, 200, Value::Null).delayed(60_000);
    here.sim.set_pixel_answers(&[slow]).await.unwrap();
    assert!(tokio::time::timeout(Duration::from_millis(200), tiktok(&here, "t")).await.is_err());
    assert_eq!(here.sim.received(Platform::Tiktok).await.unwrap().len(), 1);
    let html = Fault::new(FaultKind::Html { status: 502 }).on("/meta/*/123");
    here.sim.set_faults(&[html]).await.unwrap();
    assert_eq!(meta(&here, "123", "t").await.status(), 502);
    assert_eq!(meta(&here, "456", "t").await.status(), 200);
}
