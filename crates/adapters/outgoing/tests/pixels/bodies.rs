use conversion_pixel::answer::Verdict;
use conversion_pixel::identity::Hashed;
use conversion_pixel::ports::PixelSender as _;
use conversion_pixel::{Platform, TestCode};
use serde_json::{Value, json};

use crate::platform::{AGENT, NOW, Received, Stand, TOKEN, destination, event, http};

fn hash(text: &str) -> String {
    Hashed::of(text).to_string()
}

async fn sent(platform: Platform, test: Option<&str>) -> Received {
    let stand = Stand::answering(http(200, r#"{"code": 0, "events_received": 1}"#)).await;
    let test = test.map(|code| TestCode::parse(code).unwrap());
    let answer = stand.sender().send(&destination(platform), &event(platform), test).await;
    assert_eq!((answer.verdict, answer.status), (Verdict::Delivered, Some(200)));
    let mut received = stand.received();
    assert_eq!(received.len(), 1, "one event is one request");
    received.remove(0)
}

/// Returns the body without the amount, because parsing as a float would round the amount.
fn body(received: &Received) -> Value {
    let amount = "\"value\":90071992547409.93,";
    assert!(received.body.contains(amount), "the amount is exact: {}", received.body);
    serde_json::from_str(&received.body.replace(amount, "")).unwrap()
}

#[tokio::test]
async fn meta_is_sent_its_contract() {
    let received = sent(Platform::Meta, None).await;
    assert_eq!(received.line, "POST /v25.0/9876501234/events HTTP/1.1");
    assert_eq!(received.header("content-type"), Some("application/json"));
    assert_eq!(
        body(&received),
        json!({
            "access_token": TOKEN,
            "data": [{
                "event_name": "Purchase",
                "event_time": NOW.seconds() - 60,
                "event_id": "77",
                "action_source": "website",
                "event_source_url": "https://links.example.com/r/bio",
                "user_data": {
                    "em": [hash("jane@example.com")],
                    "ph": [hash("4915112345678")],
                    "fn": [hash("jane")],
                    "ln": [hash("doe")],
                    "country": [hash("de")],
                    "external_id": [hash("fan-9")],
                    "fbc": "fb.1.1795175000123.IwAR0AbC_-",
                    "client_user_agent": AGENT,
                },
                "custom_data": { "currency": "USD" },
            }],
        })
    );
}

#[tokio::test]
async fn tiktok_is_sent_its_contract() {
    let received = sent(Platform::TikTok, None).await;
    assert_eq!(received.line, "POST /open_api/v1.3/event/track/ HTTP/1.1");
    assert_eq!(received.header("content-type"), Some("application/json"));
    assert_eq!(received.header("access-token"), Some(TOKEN));
    assert_eq!(
        body(&received),
        json!({
            "event_source": "web",
            "event_source_id": "C4A_b-9",
            "data": [{
                "event": "CompletePayment",
                "event_time": NOW.seconds() - 60,
                "event_id": "77",
                "page": { "url": "https://links.example.com/r/bio" },
                "user": {
                    "email": hash("jane@example.com"),
                    "phone": hash("+4915112345678"),
                    "first_name": hash("jane"),
                    "last_name": hash("doe"),
                    "external_id": hash("fan-9"),
                    "ttclid": "E.C.P.Xy",
                    "user_agent": AGENT,
                },
                "properties": { "currency": "USD" },
            }],
        })
    );
}

#[tokio::test]
async fn a_test_code_stands_beside_the_data() {
    for platform in Platform::ALL {
        let received = sent(platform, Some("TEST12345")).await;
        assert_eq!(body(&received)["test_event_code"], json!("TEST12345"));
    }
}

#[tokio::test]
async fn a_token_has_one_place_and_nothing_of_a_fan_is_in_clear() {
    for (platform, in_body) in [(Platform::Meta, true), (Platform::TikTok, false)] {
        let received = sent(platform, None).await;
        assert!(!received.line.contains(TOKEN));
        assert_eq!(received.body.contains(TOKEN), in_body);
        let in_headers = received.headers.iter().filter(|(_, value)| value.contains(TOKEN)).count();
        assert_eq!(in_headers, usize::from(!in_body));
        let all = format!("{} {:?} {}", received.line, received.headers, received.body).to_lowercase();
        for raw in ["jane", "doe", "12345678", "fan-9", "\"de\""] {
            assert!(!all.contains(raw), "{platform:?} was sent {raw}");
        }
    }
}
