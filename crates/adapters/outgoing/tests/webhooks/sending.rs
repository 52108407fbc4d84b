use std::io::Write as _;
use std::time::{Duration, Instant};

use flate2::Compression;
use flate2::write::GzEncoder;
use kernel::AddressPolicy::{AllowLoopback, PublicOnly};
use outgoing::webhooks::HttpSender;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpListener;
use tokio::task::JoinHandle;
use webhooks::ports::WebhookSender as _;
use webhooks::{Answer, EndpointUrl, NoAnswer, SignedMessage, Verdict};

/// Responds to one request with these bytes, and returns the request. `None` sends no response.
async fn receiver(answer: Option<impl AsRef<[u8]> + Send + 'static>) -> (String, JoinHandle<String>) {
    let _ = rustls::crypto::ring::default_provider().install_default();
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = format!("http://{}/hook?tenant=7", listener.local_addr().unwrap());
    let served = tokio::spawn(async move {
        let (mut socket, _) = listener.accept().await.unwrap();
        let mut asked = String::new();
        while !asked.ends_with("{}") {
            let mut bytes = [0; 4096];
            let length = socket.read(&mut bytes).await.unwrap();
            assert!(length > 0, "{asked}");
            asked.push_str(std::str::from_utf8(&bytes[..length]).unwrap());
        }
        match answer {
            Some(answer) => {
                // The sender may stop reading before all bytes are written.
                let _ = socket.write_all(answer.as_ref()).await;
            }
            None => std::future::pending().await,
        }
        asked
    });
    (address, served)
}

fn url(text: &str) -> EndpointUrl {
    EndpointUrl::parse(text).unwrap()
}

fn message() -> SignedMessage {
    SignedMessage {
        id: "msg_1".into(),
        timestamp: 1_795_176_000,
        signature: "v1,a v1,b".into(),
        body: "{}".into(),
    }
}

fn answered(status: &str, body: &str) -> Option<String> {
    Some(format!("HTTP/1.1 {status}\r\ncontent-length: {}\r\nlocation: /elsewhere\r\n\r\n{body}", body.len()))
}

#[tokio::test]
async fn a_message_is_posted_with_the_headers_of_the_standard() {
    let (address, served) = receiver(answered("202 Accepted", "thanks")).await;
    let answer = HttpSender::new(AllowLoopback).unwrap().send(&url(&address), &message()).await;
    assert_eq!((answer.status(), answer.text()), (Some(202), "thanks"));
    let asked = served.await.unwrap().to_lowercase();
    assert!(asked.starts_with("post /hook?tenant=7 http/1.1\r\n"), "{asked}");
    for header in [
        "content-type: application/json\r\n",
        "webhook-id: msg_1\r\n",
        "webhook-timestamp: 1795176000\r\n",
        "webhook-signature: v1,a v1,b\r\n",
    ] {
        assert!(asked.contains(header), "{header} in {asked}");
    }
}

#[tokio::test]
async fn a_redirect_is_an_answer_and_is_not_followed() {
    let (address, served) = receiver(answered("307 Temporary Redirect", "")).await;
    let answer = HttpSender::new(AllowLoopback).unwrap().send(&url(&address), &message()).await;
    assert_eq!((answer.status(), answer.verdict()), (Some(307), Verdict::Failed));
    served.await.unwrap();
}

#[tokio::test]
async fn of_a_long_answer_the_beginning_is_read() {
    let (address, served) = receiver(answered("200 OK", &"x".repeat(4_000_000))).await;
    let answer = HttpSender::new(AllowLoopback).unwrap().send(&url(&address), &message()).await;
    assert_eq!((answer.verdict(), answer.text().len()), (Verdict::Delivered, 1024));
    served.await.unwrap();
}

#[tokio::test]
async fn who_does_not_answer_is_given_up() {
    let (address, served) = receiver(None::<String>).await;
    let sender = HttpSender::with_timeout(AllowLoopback, Duration::from_millis(300)).unwrap();
    let began = Instant::now();
    let answer = sender.send(&url(&address), &message()).await;
    assert_eq!((answer.status(), answer.text()), (None, NoAnswer::Timeout.as_str()));
    assert!(began.elapsed() >= Duration::from_millis(300));
    served.abort();
}

#[tokio::test]
async fn causes_are_told_apart() {
    let (address, served) = receiver(Some("")).await;
    let sender = HttpSender::new(AllowLoopback).unwrap();
    let nobody = TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap();
    let plain = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = plain.local_addr().unwrap().port();
    tokio::spawn(async move {
        // A server without TLS responds to the TLS handshake in plain text.
        let (mut socket, _) = plain.accept().await.unwrap();
        socket.write_all(b"HTTP/1.1 400 Bad Request\r\n\r\n").await.unwrap();
    });
    for (address, why) in [
        (address, NoAnswer::Connection),
        (format!("http://{nobody}/"), NoAnswer::Refused),
        (format!("https://localhost:{port}/"), NoAnswer::Tls),
        ("https://nothing.invalid/".to_owned(), NoAnswer::Dns),
    ] {
        let answer = sender.send(&url(&address), &message()).await;
        assert_eq!(answer.failure(), Some(why), "{address}");
    }
    served.await.unwrap();
}

#[tokio::test]
async fn a_compressed_answer_is_read_and_another_encoding_is_left_out() {
    let mut packed = GzEncoder::new(Vec::new(), Compression::default());
    packed.write_all("busy ".repeat(1_000).as_bytes()).unwrap();
    let packed = packed.finish().unwrap();
    let text = "busy ".repeat(1_000)[..1024].to_owned();
    for (encoding, body, expected) in [
        ("gzip", packed.clone(), text.as_str()),
        ("br", packed.clone(), ""),
        ("gzip", b"no gzip".to_vec(), ""),
    ] {
        let head = format!(
            "HTTP/1.1 503 X\r\ncontent-encoding: {encoding}\r\ncontent-length: {}\r\n\r\n",
            body.len()
        );
        let (address, served) = receiver(Some([head.into_bytes(), body].concat())).await;
        let answer = HttpSender::new(AllowLoopback).unwrap().send(&url(&address), &message()).await;
        assert_eq!((answer.status(), answer.text()), (Some(503), expected), "{encoding}");
        served.await.unwrap();
    }
}

#[tokio::test]
async fn an_answer_may_ask_to_wait() {
    for (header, expected) in [
        ("retry-after: 3600", Some(3_600)),
        // One hour after the message was sent.
        ("retry-after: Fri, 20 Nov 2026 13:00:00 GMT", Some(3_600)),
        ("retry-after: soon", None),
        ("x: y", None),
    ] {
        let answer = format!("HTTP/1.1 503 Later\r\n{header}\r\ncontent-length: 0\r\n\r\n");
        let (address, served) = receiver(Some(answer)).await;
        let answer = HttpSender::new(AllowLoopback).unwrap().send(&url(&address), &message()).await;
        assert_eq!(answer.retry_after(), expected, "{header}");
        served.await.unwrap();
    }
}

#[tokio::test]
async fn addresses_that_are_not_allowed_are_refused_by_number_and_by_name() {
    let (address, served) = receiver(answered("200 OK", "")).await;
    let sender = HttpSender::new(PublicOnly).unwrap();
    let by_name = address.replace("127.0.0.1", "localhost").replace("http:", "https:");
    // A name with an internal address looks like a missing name.
    for (address, why) in [
        (address.as_str(), NoAnswer::ForbiddenAddress),
        (&by_name.replace("https:", "http:"), NoAnswer::ForbiddenAddress),
        (&by_name, NoAnswer::Dns),
        ("https://nothing.invalid/", NoAnswer::Dns),
    ] {
        let answer = sender.send(&url(address), &message()).await;
        assert_eq!(answer, Answer::none(why), "{address}");
    }
    assert!(!served.is_finished(), "nothing was sent");
    served.abort();
}
