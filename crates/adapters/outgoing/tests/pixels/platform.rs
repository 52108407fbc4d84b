//! Mock platform for one connection at a time. Records requests and sends prepared responses.

use std::sync::{Arc, Mutex};

use conversion_pixel::event::{ClickData, Conversion, Event, Fan, Source};
use conversion_pixel::money::{Currency, Money};
use conversion_pixel::ports::Destination;
use conversion_pixel::{AccessToken, ConversionType, EventMap, PixelId, Platform, Switches};
use kernel::fixed::FixedClock;
use kernel::{Clock, Hostname, UnixTime};
use outgoing::pixels::{Endpoints, HttpSender};
use secrecy::SecretString;
use tokio::io::{AsyncBufReadExt as _, AsyncReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::{TcpListener, TcpStream};

pub(crate) const NOW: UnixTime = UnixTime::from_seconds(1_795_176_000);
pub(crate) const TOKEN: &str = "EAAB-token.of|length=20";

/// Received request.
#[derive(Clone)]
pub(crate) struct Received {
    pub(crate) line: String,
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: String,
}

impl Received {
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let found = self.headers.iter().find(|(key, _)| key.eq_ignore_ascii_case(name));
        found.map(|(_, value)| value.as_str())
    }
}

pub(crate) struct Stand {
    pub(crate) address: String,
    received: Arc<Mutex<Vec<Received>>>,
}

impl Stand {
    /// Starts a platform that responds to every request with these bytes, then closes the connection.
    pub(crate) async fn answering(answer: impl Into<Vec<u8>>) -> Self {
        let (answer, listener) = (answer.into(), TcpListener::bind("127.0.0.1:0").await.unwrap());
        let address = format!("http://{}", listener.local_addr().unwrap());
        let received = Arc::new(Mutex::new(Vec::new()));
        let noted = Arc::clone(&received);
        tokio::spawn(async move {
            loop {
                let (mut stream, _) = listener.accept().await.unwrap();
                let request = read(&mut stream).await;
                noted.lock().unwrap().push(request);
                // The sender may have closed the connection already.
                let _ = stream.write_all(&answer).await;
                let _ = stream.shutdown().await;
            }
        });
        Self { address, received }
    }

    pub(crate) fn received(&self) -> Vec<Received> {
        self.received.lock().unwrap().clone()
    }

    pub(crate) fn sender(&self) -> HttpSender {
        HttpSender::new(endpoints(&self.address), clock()).unwrap()
    }
}

/// Returns a clock that always shows [`NOW`].
pub(crate) fn clock() -> Arc<dyn Clock> {
    Arc::new(FixedClock::at(NOW))
}

pub(crate) fn endpoints(address: &str) -> Endpoints {
    let _ = rustls::crypto::ring::default_provider().install_default();
    Endpoints::parse(address, Endpoints::META_VERSION, address).unwrap()
}

async fn read(stream: &mut TcpStream) -> Received {
    let mut reader = BufReader::new(stream);
    let mut lines = Vec::new();
    loop {
        let mut line = String::new();
        reader.read_line(&mut line).await.unwrap();
        if line.trim().is_empty() {
            break;
        }
        lines.push(line.trim().to_owned());
    }
    let split = |line: &String| line.split_once(": ").map(|(key, value)| (key.to_owned(), value.to_owned()));
    let headers: Vec<_> = lines.iter().skip(1).filter_map(split).collect();
    let mut request = Received { line: lines[0].clone(), headers, body: String::new() };
    let length = request.header("content-length").map_or(0, |length| length.parse().unwrap());
    let mut body = vec![0; length];
    reader.read_exact(&mut body).await.unwrap();
    request.body = String::from_utf8(body).unwrap();
    request
}

/// Builds a response with this status and body.
pub(crate) fn http(status: u16, body: &str) -> Vec<u8> {
    let length = body.len();
    format!("HTTP/1.1 {status} X\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n{body}").into_bytes()
}

/// Returns a pixel id: a number for Meta, a code for TikTok.
pub(crate) fn pixel_id(platform: Platform) -> &'static str {
    match platform {
        Platform::Meta => "9876501234",
        Platform::TikTok => "C4A_b-9",
    }
}

pub(crate) fn destination(platform: Platform) -> Destination {
    Destination {
        platform,
        pixel_id: PixelId::parse(pixel_id(platform)).unwrap(),
        token: AccessToken::parse(&SecretString::from(TOKEN)).unwrap().unwrap(),
        revision: 1,
    }
}

/// Builds a purchase by a fan with all personal data. The amount has no exact representation as a float.
pub(crate) fn conversion() -> Conversion {
    let text = |text: &str| Some(text.to_owned());
    Conversion {
        id: "77".to_owned(),
        kind: ConversionType::NewTransaction,
        occurred_at: NOW.plus_seconds(-60),
        money: Some(Money { minor: 9_007_199_254_740_993, currency: Currency::parse("USD").unwrap() }),
        fan: Fan {
            fan_id: "fan-9".to_owned(),
            email: text("jane@example.com"),
            phone: text("+49 151 12345678"),
            first_name: text("Jane"),
            last_name: text("Doe"),
            country: text("DE"),
        },
        source: Source::SmartLink {
            domain: Hostname::parse("links.example.com").unwrap(),
            slug: "bio".to_owned(),
        },
        click: ClickData {
            fbclid: Some(("IwAR0AbC_-".to_owned(), UnixTime::from_millis(1_795_175_000_123))),
            ttclid: text("E.C.P.Xy"),
            user_agent: text(AGENT),
        },
    }
}

/// User agent of the conversion's click.
pub(crate) const AGENT: &str = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)";

/// Builds the event of a pixel that sends user agents.
pub(crate) fn of_conversion(conversion: &Conversion, platform: Platform, now: UnixTime) -> Event {
    let switches = Switches { send_user_agent: true, ..Switches::default() };
    Event::of(conversion, platform, &EventMap::default(), switches, now).unwrap()
}

pub(crate) fn event(platform: Platform) -> Event {
    of_conversion(&conversion(), platform, NOW)
}
