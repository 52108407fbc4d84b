//! Traces as a collector receives them.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};

use reqwest::Client;

use crate::real::{Real, SECRET, eventually};

const TRACE: &str = "4bf92f3577b34da6a3ce929d0e0e4736";
const CALLER: &str = "00f067aa0ba902b7";

/// Records every request and returns 200. Serves as a collector and as an engine without content.
struct Listener {
    url: String,
    heard: Arc<Mutex<Vec<Vec<u8>>>>,
}

impl Listener {
    fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let heard: Arc<Mutex<Vec<Vec<u8>>>> = Arc::default();
        let notes = Arc::clone(&heard);
        std::thread::spawn(move || {
            for stream in listener.incoming() {
                let notes = Arc::clone(&notes);
                std::thread::spawn(move || notes.lock().unwrap().push(hear(stream.unwrap())));
            }
        });
        Self { url, heard }
    }

    /// Returns the requests for this path.
    fn requests(&self, path: &str) -> Vec<Vec<u8>> {
        let heard = self.heard.lock().unwrap();
        heard.iter().filter(|request| contains(request, path.as_bytes())).cloned().collect()
    }
}

fn hear(mut stream: TcpStream) -> Vec<u8> {
    let mut reader = BufReader::new(stream.try_clone().unwrap());
    let (mut request, mut length) = (Vec::new(), 0);
    loop {
        let mut line = String::new();
        reader.read_line(&mut line).unwrap();
        request.extend_from_slice(line.as_bytes());
        if let Some(text) = line.to_ascii_lowercase().strip_prefix("content-length:") {
            length = text.trim().parse().unwrap();
        }
        if line.trim().is_empty() {
            break;
        }
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body).unwrap();
    request.extend_from_slice(&body);
    let answer = if contains(&request, b"/v1/traces") { "" } else { r#"{"items":[]}"# };
    let head = format!("HTTP/1.1 200 OK\r\nContent-Length: {}\r\nConnection: close\r\n\r\n", answer.len());
    stream.write_all(format!("{head}{answer}").as_bytes()).unwrap();
    request
}

fn contains(text: &[u8], part: &[u8]) -> bool {
    text.windows(part.len()).any(|window| window == part)
}

fn bytes(hexadecimal: &str) -> Vec<u8> {
    let digits = |at: usize| u8::from_str_radix(&hexadecimal[at..at + 2], 16).unwrap();
    (0..hexadecimal.len()).step_by(2).map(digits).collect()
}

/// The program in a process of its own, since tracing is per process; killed when dropped.
struct Process {
    child: Child,
    api: String,
}

impl Process {
    async fn start(real: &Real, collector: &str) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_funnel"));
        command.arg("serve").env_clear().envs(real.database.reach().settings());
        command.env("FUNNEL_SECRET_KEY", SECRET).env("FUNNEL_DATA_DIR", real.database.folder());
        command.env("FUNNEL_ROLES", "api").env("OTEL_EXPORTER_OTLP_ENDPOINT", collector);
        for part in ["API", "EDGE", "MANAGEMENT"] {
            command.env(format!("FUNNEL_{part}_ADDR"), "127.0.0.1:0");
        }
        let mut child = command.stderr(Stdio::piped()).spawn().unwrap();
        let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
        let listening = tokio::task::spawn_blocking(move || {
            let line = lines.find_map(|line| line.ok().filter(|line| line.contains("\"listening\"")));
            // The pipe needs a reader, or the process blocks.
            std::thread::spawn(move || lines.for_each(drop));
            line
        });
        let line: serde_json::Value =
            serde_json::from_str(&listening.await.unwrap().expect("it starts")).unwrap();
        Self { child, api: format!("http://{}", line["api"].as_str().unwrap()) }
    }

    /// Ends the process and waits for it.
    async fn end(mut self) {
        let reported = Command::new("kill").arg(self.child.id().to_string()).status().unwrap();
        assert!(reported.success());
        eventually("the process ends", async || self.child.try_wait().unwrap()).await;
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
    }
}

#[actix_web::test]
async fn a_request_and_the_call_that_it_makes_stand_in_the_trace_of_the_caller() {
    let listener = Listener::start();
    let real = Real::start().await;
    real.connect(real.owner, &listener.url, "acct_1", "token-of-the-engine").await;
    let process = Process::start(&real, &listener.url).await;
    let request = Client::new().get(format!("{}/api/admin/content", process.api));
    let request =
        request.bearer_auth(&real.api.token).header("traceparent", format!("00-{TRACE}-{CALLER}-01"));
    request.send().await.unwrap();
    process.end().await;

    let calls = listener.requests("/v1/content");
    let expected = format!("traceparent: 00-{TRACE}-");
    assert!(!calls.is_empty() && calls.iter().all(|call| contains(call, expected.as_bytes())), "{calls:?}");
    assert!(!calls.iter().any(|call| contains(call, CALLER.as_bytes())), "its own span, not the caller's");
    let sent = listener.requests("/v1/traces").concat();
    for part in
        [&bytes(TRACE)[..], &bytes(CALLER), b"GET /api/admin/content", b"engine content", b"service.name"]
    {
        assert!(contains(&sent, part), "{}", String::from_utf8_lossy(part));
    }
    for secret in [&b"token-of-the-engine"[..], real.api.token.as_bytes(), b"acct_1"] {
        assert!(!contains(&sent, secret), "{}", String::from_utf8_lossy(secret));
    }
}
