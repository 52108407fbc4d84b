use std::time::Duration;

use conversion_pixel::answer::{Answer, Verdict};
use conversion_pixel::event::Event;
use conversion_pixel::ports::PixelSender as _;
use conversion_pixel::{NoAnswer, Platform};
use outgoing::pixels::{HttpSender, MAX_ANSWER};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpListener;

use crate::platform::{Stand, clock, destination, endpoints, event, http};

async fn answer_to(platform: Platform, bytes: Vec<u8>) -> Answer {
    let stand = Stand::answering(bytes).await;
    stand.sender().send(&destination(platform), &event(platform), None).await
}

#[tokio::test]
async fn answers_are_classed_by_the_code_in_their_body() {
    use Verdict::{Auth, Delivered, Permanent, Retry, Throttled};
    for (platform, status, body, verdict, code) in [
        (Platform::Meta, 200, r#"{"events_received":1}"#, Delivered, None),
        (Platform::Meta, 500, r#"{"error":{"code":190}}"#, Auth, Some(190)),
        (Platform::Meta, 400, r#"{"error":{"code":100,"error_subcode":2804003}}"#, Permanent, Some(100)),
        (Platform::Meta, 400, r#"{"error":{"code":17}}"#, Throttled, Some(17)),
        (Platform::Meta, 502, "<html>", Retry, None),
        (Platform::Meta, 429, "", Throttled, None),
        (Platform::TikTok, 200, r#"{"code":0}"#, Delivered, Some(0)),
        (Platform::TikTok, 200, r#"{"code":40105}"#, Auth, Some(40_105)),
        (Platform::TikTok, 200, r#"{"code":40002}"#, Permanent, Some(40_002)),
        (Platform::TikTok, 200, r#"{"code":40100}"#, Throttled, Some(40_100)),
        (Platform::TikTok, 200, "<html>", Retry, None),
    ] {
        let answer = answer_to(platform, http(status, body)).await;
        assert_eq!(
            answer,
            Answer { verdict, status: Some(status), code, ..Answer::NONE },
            "{platform:?} {status} {body}"
        );
    }
}

#[tokio::test]
async fn a_redirect_is_not_followed() {
    let elsewhere = Stand::answering(http(200, r#"{"code":0}"#)).await;
    for status in [301, 302, 307, 308] {
        let to = &elsewhere.address;
        let redirect = format!(
            "HTTP/1.1 {status} X\r\nLocation: {to}/open_api/v1.3/event/track/\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
        );
        for platform in Platform::ALL {
            let answer = answer_to(platform, redirect.clone().into_bytes()).await;
            assert_eq!((answer.verdict, answer.status), (Verdict::Retry, Some(status)));
        }
    }
    assert!(elsewhere.received().is_empty());
}

#[tokio::test]
async fn an_answer_that_is_too_long_or_breaks_off_says_nothing() {
    let long = format!(r#"{{"code":0,"message":"{}"}}"#, "x".repeat(MAX_ANSWER));
    let broken = b"HTTP/1.1 200 X\r\nContent-Length: 100\r\nConnection: close\r\n\r\n{\"code\":0}".to_vec();
    for bytes in [http(200, &long), broken] {
        for platform in Platform::ALL {
            let answer = answer_to(platform, bytes.clone()).await;
            assert_eq!(answer, Answer { status: Some(200), ..Answer::NONE });
        }
    }
}

#[tokio::test]
async fn causes_of_a_missing_answer_are_distinguished() {
    let broken_off = Answer::none(NoAnswer::Connection);
    assert_eq!(answer_to(Platform::Meta, Vec::new()).await, broken_off);
    assert_eq!(answer_to(Platform::TikTok, b"no http".to_vec()).await, broken_off);

    let silent = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let silent_port = silent.local_addr().unwrap().port();
    let plain = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let plain_port = plain.local_addr().unwrap().port();
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = plain.accept().await {
            let _ = stream.read(&mut [0; 1024]).await;
            let _ = stream.write_all(b"HTTP/1.1 400 No TLS\r\n\r\n").await;
        }
    });
    let closed = TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap().port();
    for (address, cause) in [
        (format!("http://127.0.0.1:{silent_port}"), NoAnswer::Timeout),
        (format!("https://localhost:{plain_port}"), NoAnswer::Tls),
        (format!("http://127.0.0.1:{closed}"), NoAnswer::Refused),
        ("http://nothing.invalid".to_owned(), NoAnswer::Dns),
    ] {
        let timeout = Duration::from_millis(if cause == NoAnswer::Timeout { 50 } else { 10_000 });
        let sender = HttpSender::with_timeout(endpoints(&address), clock(), timeout).unwrap();
        for platform in Platform::ALL {
            let answer = sender.send(&destination(platform), &event(platform), None).await;
            assert_eq!(answer, Answer::none(cause), "{address}");
        }
    }
}

#[tokio::test]
async fn a_platform_may_ask_to_wait() {
    for (header, expected) in [
        ("Retry-After: 120", Some(120)),
        // Two minutes after the sender's clock.
        ("Retry-After: Fri, 20 Nov 2026 12:02:00 GMT", Some(120)),
        ("Retry-After: Fri, 20 Nov 2026 11:00:00 GMT", Some(0)),
        ("Retry-After: soon", None),
        ("X: y", None),
    ] {
        let bytes = format!("HTTP/1.1 429 X\r\n{header}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
        let answer = answer_to(Platform::Meta, bytes.into_bytes()).await;
        assert_eq!((answer.verdict, answer.retry_after), (Verdict::Throttled, expected), "{header}");
    }
}

#[tokio::test]
async fn what_is_stored_wrongly_is_not_sent() {
    let stand = Stand::answering(http(200, "{}")).await;
    let broken = Event { json: "{".to_owned(), ..event(Platform::Meta) };
    let answer = stand.sender().send(&destination(Platform::Meta), &broken, None).await;
    assert_eq!(answer.verdict, Verdict::Permanent);
    assert!(stand.received().is_empty());
}
