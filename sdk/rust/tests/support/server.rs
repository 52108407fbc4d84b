//! Service with prepared responses, in order.

use std::sync::{Arc, Mutex};

use tokio::io::{AsyncBufReadExt as _, AsyncReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::{TcpListener, TcpStream};

/// Handling of a request.
#[derive(Debug, Clone)]
pub(crate) enum Answer {
    /// Status, headers (each with a line break) and body.
    With(u16, &'static str, String),
    /// Closes the connection without a response.
    Lost,
    /// Sends nothing until the client gives up.
    Silence,
}

impl Answer {
    pub(crate) fn json(status: u16, body: &str) -> Self {
        Self::With(status, "content-type: application/json\r\n", body.to_string())
    }
}

/// Received request.
#[derive(Debug, Clone)]
pub(crate) struct Asked {
    /// `GET /path?query`
    pub(crate) line: String,
    /// Headers in lower case, each with its value.
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: Vec<u8>,
}

impl Asked {
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }
}

pub(crate) struct Server {
    pub(crate) address: String,
    asked: Arc<Mutex<Vec<Asked>>>,
}

impl Server {
    /// Starts the service. The last response repeats for all further requests.
    pub(crate) async fn start(answers: Vec<Answer>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = format!("http://{}", listener.local_addr().unwrap());
        let asked: Arc<Mutex<Vec<Asked>>> = Arc::default();
        let noted = asked.clone();
        tokio::spawn(async move {
            loop {
                let (stream, _) = listener.accept().await.unwrap();
                let mut stream = BufReader::new(stream);
                let Some(request) = read(&mut stream).await else { continue };
                let number = {
                    let mut noted = noted.lock().unwrap();
                    noted.push(request);
                    noted.len() - 1
                };
                let answer = answers.get(number).or(answers.last()).unwrap().clone();
                tokio::spawn(reply(stream, answer));
            }
        });
        Self { address, asked }
    }

    pub(crate) fn asked(&self) -> Vec<Asked> {
        self.asked.lock().unwrap().clone()
    }
}

/// Reads a request; `None` if the connection is closed without one.
pub(crate) async fn read(stream: &mut BufReader<TcpStream>) -> Option<Asked> {
    let mut line = String::new();
    stream.read_line(&mut line).await.ok().filter(|length| *length > 0)?;
    let line = line.trim().trim_end_matches(" HTTP/1.1").to_string();
    let (mut headers, mut length) = (Vec::new(), 0);
    loop {
        let mut header = String::new();
        stream.read_line(&mut header).await.ok()?;
        let Some((name, value)) = header.trim().split_once(':') else { break };
        let (name, value) = (name.to_ascii_lowercase(), value.trim().to_string());
        if name == "content-length" {
            length = value.parse().unwrap();
        }
        headers.push((name, value));
    }
    let mut body = vec![0; length];
    stream.read_exact(&mut body).await.ok()?;
    Some(Asked { line, headers, body })
}

async fn reply(mut stream: BufReader<TcpStream>, answer: Answer) {
    match answer {
        Answer::Lost => {}
        Answer::Silence => {
            // The read ends when the client closes the connection.
            let _ = stream.read_u8().await;
        }
        Answer::With(status, headers, body) => {
            let length = body.len();
            let head = format!(
                "HTTP/1.1 {status} x\r\nconnection: close\r\ncontent-length: {length}\r\n{headers}\r\n"
            );
            stream.write_all(format!("{head}{body}").as_bytes()).await.unwrap();
            stream.shutdown().await.unwrap();
        }
    }
}
