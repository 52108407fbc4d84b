//! Engine that answers each request according to a script, byte for byte.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use serde_json::Value;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::JoinHandle;

/// A received request.
#[derive(Debug, Clone)]
pub(crate) struct Seen {
    pub(crate) method: String,
    pub(crate) target: String,
    /// Headers by lower-case name.
    pub(crate) headers: HashMap<String, String>,
    pub(crate) body: Value,
}

/// A scripted answer.
#[derive(Debug, Clone)]
pub(crate) enum Reply {
    /// Status, further header lines with line ends, and a JSON body.
    Json(u16, &'static str, Value),
    /// Raw bytes, after which the connection closes.
    Raw(Vec<u8>),
    /// Body of this many bytes without a length header.
    Huge(u64),
    /// This answer, after [`Scripted::release`].
    Held(Value),
    /// No answer.
    Silence,
}

impl Reply {
    pub(crate) fn ok(body: Value) -> Self {
        Self::Json(200, "", body)
    }

    pub(crate) fn status(status: u16) -> Self {
        Self::Json(status, "", serde_json::json!({"code": "reported"}))
    }

    pub(crate) fn text(text: &str) -> Self {
        Self::Raw(text.as_bytes().to_vec())
    }
}

pub(crate) struct Scripted {
    pub(crate) url: String,
    seen: Arc<Mutex<Vec<Seen>>>,
    release: watch::Sender<bool>,
    task: JoinHandle<()>,
}

impl Scripted {
    /// Answers the nth request, counted from 0, according to `script`.
    pub(crate) async fn start(script: impl Fn(usize, &Seen) -> Reply + Send + Sync + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let (seen, script) = (Arc::<Mutex<Vec<Seen>>>::default(), Arc::new(script));
        let release = watch::Sender::new(false);
        let (notes, released) = (Arc::clone(&seen), release.subscribe());
        let task = tokio::spawn(async move {
            loop {
                let (stream, _) = listener.accept().await.unwrap();
                let (notes, script, released) = (Arc::clone(&notes), Arc::clone(&script), released.clone());
                tokio::spawn(async move { converse(stream, &notes, script.as_ref(), released).await });
            }
        });
        Self { url, seen, release, task }
    }

    /// Answers with these replies in order; the last one is repeated.
    pub(crate) async fn replies(replies: Vec<Reply>) -> Self {
        Self::start(move |n, _| replies.get(n).or(replies.last()).unwrap().clone()).await
    }

    pub(crate) fn seen(&self) -> Vec<Seen> {
        self.seen.lock().unwrap().clone()
    }

    /// Releases all held answers.
    pub(crate) fn release(&self) {
        self.release.send_replace(true);
    }
}

impl Drop for Scripted {
    fn drop(&mut self) {
        self.task.abort();
    }
}

async fn converse(
    mut stream: TcpStream,
    notes: &Mutex<Vec<Seen>>,
    script: &(impl Fn(usize, &Seen) -> Reply + Send + Sync),
    mut released: watch::Receiver<bool>,
) -> Option<()> {
    let mut buffer = Vec::new();
    loop {
        let seen = request(&mut stream, &mut buffer).await?;
        let n = {
            let mut notes = notes.lock().unwrap();
            notes.push(seen.clone());
            notes.len() - 1
        };
        let json = |status: u16, headers: &str, body: &Value| {
            let body = body.to_string();
            let length = body.len();
            format!("HTTP/1.1 {status} X\r\ncontent-length: {length}\r\n{headers}\r\n{body}").into_bytes()
        };
        let bytes = match script(n, &seen) {
            Reply::Json(status, headers, body) => json(status, headers, &body),
            Reply::Held(body) => {
                released.wait_for(|released| *released).await.ok()?;
                json(200, "", &body)
            }
            Reply::Raw(bytes) => {
                stream.write_all(&bytes).await.ok()?;
                return stream.shutdown().await.ok();
            }
            Reply::Huge(bytes) => return huge(&mut stream, bytes).await,
            Reply::Silence => {
                tokio::time::sleep(Duration::from_secs(3600)).await;
                return None;
            }
        };
        stream.write_all(&bytes).await.ok()?;
    }
}

async fn huge(stream: &mut TcpStream, bytes: u64) -> Option<()> {
    stream.write_all(b"HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n{\"items\": [\"").await.ok()?;
    let piece = vec![b'x'; 65_536];
    for _ in 0..bytes / 65_536 {
        stream.write_all(&piece).await.ok()?;
    }
    stream.write_all(b"\"]}").await.ok()
}

async fn request(stream: &mut TcpStream, buffer: &mut Vec<u8>) -> Option<Seen> {
    let head_end = loop {
        if let Some(at) = buffer.windows(4).position(|four| four == b"\r\n\r\n") {
            break at + 4;
        }
        if stream.read_buf(buffer).await.ok()? == 0 {
            return None;
        }
    };
    let head = String::from_utf8(buffer.drain(..head_end).collect()).unwrap();
    let mut lines = head.lines();
    let mut first = lines.next()?.split(' ').map(str::to_owned);
    let headers: HashMap<_, _> = lines
        .filter_map(|line| line.split_once(": "))
        .map(|(name, value)| (name.to_lowercase(), value.to_owned()))
        .collect();
    let length: usize = headers.get("content-length").map_or(0, |text| text.parse().unwrap());
    while buffer.len() < length {
        if stream.read_buf(buffer).await.ok()? == 0 {
            return None;
        }
    }
    let body: Vec<u8> = buffer.drain(..length).collect();
    let body = if body.is_empty() { Value::Null } else { serde_json::from_slice(&body).unwrap() };
    Some(Seen { method: first.next()?, target: first.next()?, headers, body })
}
