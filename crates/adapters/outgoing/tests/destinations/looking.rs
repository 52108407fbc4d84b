use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use application::destinations::ports::Prober as _;
use application::destinations::{DestinationUrl, Failure, Look};
use kernel::AddressPolicy::{AllowLoopback, PublicOnly};
use outgoing::destinations::{HttpProber, Limits};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpListener;

/// A test server that answers by method and path, and records the headers and time of each request.
struct Host {
    address: String,
    asked: Arc<Mutex<Vec<(String, Instant)>>>,
}

impl Host {
    /// Starts the server. Keys such as `HEAD /a` match the start of a request; others get 404. An
    /// empty answer closes the connection; `hang` never answers.
    async fn start(answers: &[(&'static str, &str)]) -> Self {
        let _ = rustls::crypto::ring::default_provider().install_default();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = format!("http://{}", listener.local_addr().unwrap());
        let answers: BTreeMap<_, _> =
            answers.iter().map(|(to, answer)| (*to, (*answer).to_owned())).collect();
        let asked = Arc::new(Mutex::new(Vec::new()));
        let heads = Arc::clone(&asked);
        tokio::spawn(async move {
            loop {
                let (mut socket, _) = listener.accept().await.unwrap();
                let (answers, heads) = (answers.clone(), Arc::clone(&heads));
                tokio::spawn(async move {
                    let mut head = String::new();
                    while !head.ends_with("\r\n\r\n") {
                        let mut bytes = [0; 4096];
                        let Ok(length @ 1..) = socket.read(&mut bytes).await else { return };
                        // The client starts TLS.
                        if bytes[0] == 0x16 {
                            let _ = socket.write_all(b"HTTP/1.1 400 Plain\r\n\r\n").await;
                            return;
                        }
                        head.push_str(std::str::from_utf8(&bytes[..length]).unwrap());
                    }
                    let begins = head.split(" HTTP").next().unwrap().to_owned();
                    heads.lock().unwrap().push((head, Instant::now()));
                    match answers.get(begins.as_str()).map(String::as_str) {
                        Some("hang") => std::future::pending().await,
                        Some("endless") => {
                            let _ = socket
                                .write_all(b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n")
                                .await;
                            while socket.write_all(b"3\r\nabc\r\n").await.is_ok() {}
                        }
                        Some("") => {}
                        answer => {
                            let status = answer.unwrap_or("404 Not Found");
                            let end = "content-length: 0\r\nconnection: close\r\n\r\n";
                            let _ = socket.write_all(format!("HTTP/1.1 {status}\r\n{end}").as_bytes()).await;
                        }
                    }
                });
            }
        });
        Self { address, asked }
    }

    fn url(&self, path: &str) -> DestinationUrl {
        DestinationUrl::parse(&format!("{}{path}", self.address)).unwrap()
    }

    fn asked(&self) -> Vec<String> {
        let asked = self.asked.lock().unwrap();
        asked.iter().map(|(head, _)| head.split(" HTTP").next().unwrap().to_owned()).collect()
    }
}

/// Short limits for tests.
const QUICK: Limits = Limits { timeout: Duration::from_millis(500), pause: Duration::from_millis(1) };

fn prober() -> HttpProber {
    let _ = rustls::crypto::ring::default_provider().install_default();
    HttpProber::with(AllowLoopback, QUICK).unwrap()
}

#[tokio::test]
async fn a_head_is_enough_where_it_succeeds_and_a_get_decides_where_not() {
    for (head, get, expected, asked) in [
        ("200 OK", "500 No", Look::Answered(200), &["HEAD /"][..]),
        ("429 Slowly", "200 OK", Look::Answered(429), &["HEAD /"]),
        ("405 No", "200 OK", Look::Answered(200), &["HEAD /", "GET /"]),
        ("404 Gone", "200 OK", Look::Answered(200), &["HEAD /", "GET /"]),
        ("404 Gone", "404 Gone", Look::Answered(404), &["HEAD /", "GET /"]),
        ("503 No", "endless", Look::Answered(200), &["HEAD /", "GET /"]),
        ("", "200 OK", Look::Answered(200), &["HEAD /", "GET /"]),
        ("hang", "hang", Look::Failed(Failure::Timeout), &["HEAD /", "GET /"]),
    ] {
        let host = Host::start(&[("HEAD /", head), ("GET /", get)]).await;
        assert_eq!(prober().look(&host.url("/")).await, Ok(expected), "{head}, {get}");
        assert_eq!(host.asked(), asked, "{head}, {get}");
    }
}

#[tokio::test]
async fn it_says_who_it_is_and_nothing_else() {
    let host = Host::start(&[("HEAD /?q=1", "200 OK")]).await;
    prober().look(&host.url("/?q=1#part")).await.unwrap();
    let head = host.asked.lock().unwrap()[0].0.to_lowercase();
    let mut names: Vec<_> = head.lines().skip(1).filter_map(|line| Some(line.split_once(':')?.0)).collect();
    names.sort_unstable();
    assert_eq!(names, ["accept", "host", "user-agent"], "{head}");
    assert!(head.contains("user-agent: funnel/") && head.contains("(link check bot)"), "{head}");
}

#[tokio::test]
async fn redirects_are_followed_and_end() {
    let there = Host::start(&[("HEAD /there", "200 OK")]).await;
    let to =
        format!("302 Found\r\nlocation: {}", there.url("/there").as_str().replace("http://", "http://u:p@"));
    let host = Host::start(&[
        ("HEAD /a", "301 Moved\r\nlocation: /b"),
        ("HEAD /b", to.as_str()),
        ("HEAD /loop", "302 Found\r\nlocation: /loop"),
        ("HEAD /app", "302 Found\r\nlocation: intent://open#Intent;end"),
        ("HEAD /nowhere", "302 Found"),
        ("HEAD /gone", "302 Found\r\nlocation: /missing"),
    ])
    .await;
    for (path, expected) in [
        ("/a", Look::Answered(200)),
        ("/loop", Look::Failed(Failure::Redirects)),
        ("/app", Look::Answered(302)),
        ("/nowhere", Look::Answered(302)),
        ("/gone", Look::Answered(404)),
    ] {
        assert_eq!(prober().look(&host.url(path)).await, Ok(expected), "{path}");
    }
    assert_eq!(host.asked().iter().filter(|asked| *asked == "HEAD /loop").count(), 11);
    let head = there.asked.lock().unwrap()[0].0.to_lowercase();
    assert!(!head.contains("authorization"), "{head}");
}

#[tokio::test]
async fn addresses_that_are_not_allowed_are_refused_by_number_by_name_and_behind_a_redirect() {
    let inside = Host::start(&[("HEAD /", "200 OK")]).await;
    let forbidden = Ok(Look::Failed(Failure::ForbiddenAddress));
    let strict = HttpProber::with(PublicOnly, QUICK).unwrap();
    let by_name = inside.address.replace("127.0.0.1", "localhost");
    // A name with a private address is reported like a missing name.
    let missing = Ok(Look::Failed(Failure::Dns));
    for (address, expected) in [
        (inside.address.as_str(), forbidden),
        ("http://10.0.0.1/", forbidden),
        ("http://[::1]/", forbidden),
        ("http://169.254.169.254/", forbidden),
        (&by_name, missing),
        ("http://nothing.invalid/", missing),
    ] {
        let url = DestinationUrl::parse(address).unwrap();
        assert_eq!(strict.look(&url).await, expected, "{address}");
    }
    for to in ["http://10.0.0.1/", "http://169.254.169.254/latest", "http://0x7f.1.example:1@10.0.0.1/"] {
        let host = Host::start(&[("HEAD /", &format!("302 Found\r\nlocation: {to}"))]).await;
        assert_eq!(prober().look(&host.url("/")).await, forbidden, "{to}");
    }
    assert!(inside.asked().is_empty(), "nothing was sent");
}

#[tokio::test]
async fn what_does_not_answer_is_distinguished() {
    let closed = TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap();
    let plain = Host::start(&[]).await;
    for (address, failure) in [
        (format!("http://{closed}/"), Failure::Refused),
        ("http://nothing.invalid/".to_owned(), Failure::Dns),
        (plain.address.replace("http:", "https:"), Failure::Tls),
    ] {
        let url = DestinationUrl::parse(&address).unwrap();
        assert_eq!(prober().look(&url).await, Ok(Look::Failed(failure)), "{address}");
    }
}

#[tokio::test]
async fn a_host_is_asked_once_in_a_while_whoever_asks() {
    let pause = Duration::from_millis(100);
    let host = Host::start(&[("GET /a", "200 OK"), ("HEAD /b", "200 OK")]).await;
    let prober = HttpProber::with(AllowLoopback, Limits { pause, ..QUICK }).unwrap();
    let (a, b) = (host.url("/a"), host.url("/b"));
    let begun = Instant::now();
    let looks = tokio::join!(prober.look(&a), prober.look(&b), prober.look(&a));
    assert_eq!(looks, (Ok(Look::Answered(200)), Ok(Look::Answered(200)), Ok(Look::Answered(200))));
    let asked = host.asked.lock().unwrap();
    assert_eq!(asked.len(), 5, "two HEADs that were refused, their GETs, and one that was not");
    for ((_, came), turn) in asked.iter().zip(0..) {
        assert!(came.duration_since(begun) >= turn * pause, "{asked:?}");
    }
}
