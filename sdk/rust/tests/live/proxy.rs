//! Proxy between the SDK and the service, which loses responses or sends its own.

use std::sync::{Arc, Mutex};

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::{TcpListener, TcpStream};

use crate::server::{Asked, read};

pub(crate) struct Proxy {
    pub(crate) address: String,
    asked: Arc<Mutex<Vec<Asked>>>,
}

impl Proxy {
    /// Forwards all requests to the service, but drops the first responses.
    pub(crate) async fn losing(upstream: &str, lost: usize) -> Self {
        Self::start(upstream, lost, None).await
    }

    /// Responds to the first request itself, and forwards all others.
    pub(crate) async fn answering_first(upstream: &str, answer: &'static str) -> Self {
        Self::start(upstream, 0, Some(answer)).await
    }

    async fn start(upstream: &str, lost: usize, mut first: Option<&'static str>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = format!("http://{}", listener.local_addr().unwrap());
        let upstream = upstream.trim_start_matches("http://").trim_end_matches('/').to_string();
        let asked: Arc<Mutex<Vec<Asked>>> = Arc::default();
        let noted = asked.clone();
        tokio::spawn(async move {
            loop {
                let (stream, _) = listener.accept().await.unwrap();
                let mut stream = BufReader::new(stream);
                let Some(request) = read(&mut stream).await else { continue };
                let answer = match first.take() {
                    Some(answer) => answer.as_bytes().to_vec(),
                    None => passed_on(&upstream, &request).await,
                };
                let number = {
                    let mut noted = noted.lock().unwrap();
                    noted.push(request);
                    noted.len()
                };
                if number > lost {
                    stream.write_all(&answer).await.unwrap();
                    stream.shutdown().await.unwrap();
                }
            }
        });
        Self { address, asked }
    }

    pub(crate) fn asked(&self) -> Vec<Asked> {
        self.asked.lock().unwrap().clone()
    }
}

async fn passed_on(upstream: &str, request: &Asked) -> Vec<u8> {
    let mut stream = TcpStream::connect(upstream).await.unwrap();
    let mut head = format!("{} HTTP/1.1\r\nconnection: close\r\n", request.line);
    for (name, value) in request.headers.iter().filter(|(name, _)| name != "connection") {
        head.push_str(&format!("{name}: {value}\r\n"));
    }
    stream.write_all(format!("{head}\r\n").as_bytes()).await.unwrap();
    stream.write_all(&request.body).await.unwrap();
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).await.unwrap();
    answer
}
