use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};

use super::*;
use crate::files::Extension;

type Objects = Arc<Mutex<HashMap<String, (String, Vec<u8>)>>>;

/// Starts a server with the required part of S3. It refuses requests without a valid signature.
async fn serve() -> (String, Objects) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let endpoint = format!("http://{}", listener.local_addr().unwrap());
    let objects = Objects::default();
    let kept = Arc::clone(&objects);
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            tokio::spawn(answer(stream, Arc::clone(&kept)));
        }
    });
    (endpoint, objects)
}

async fn answer(mut stream: TcpStream, objects: Objects) {
    let Some((head, body)) = read_request(&mut stream).await else { return };
    let mut words = head.split(' ');
    let (method, path) = (words.next().unwrap(), words.next().unwrap().to_string());
    let signed = header(&head, "authorization").contains("Credential=the-key/");
    let (status, kind, body) = {
        let mut objects = objects.lock().unwrap();
        let nothing = |status| (status, String::new(), Vec::new());
        match (signed, method) {
            (false, _) => nothing("403 Forbidden"),
            (_, "PUT") => {
                objects.insert(path, (header(&head, "content-type"), body));
                nothing("200 OK")
            }
            (_, "DELETE") => {
                objects.remove(&path);
                nothing("204 No Content")
            }
            _ => match objects.get(&path) {
                Some((kind, body)) => ("200 OK", kind.clone(), body.clone()),
                None => nothing("404 Not Found"),
            },
        }
    };
    let head = format!(
        "HTTP/1.1 {status}\r\nContent-Length: {}\r\nContent-Type: {kind}\r\nETag: \"e\"\r\n\
         Last-Modified: Fri, 20 Nov 2026 10:00:00 GMT\r\nConnection: close\r\n\r\n",
        body.len()
    );
    let _ = stream.write_all(head.as_bytes()).await;
    if method != "HEAD" {
        let _ = stream.write_all(&body).await;
    }
}

async fn read_request(stream: &mut TcpStream) -> Option<(String, Vec<u8>)> {
    let mut read = Vec::new();
    let head_end = loop {
        if let Some(at) = read.windows(4).position(|four| four == b"\r\n\r\n") {
            break at + 4;
        }
        if stream.read_buf(&mut read).await.ok()? == 0 {
            return None;
        }
    };
    let head = String::from_utf8(read[..head_end].to_vec()).unwrap();
    let length: usize = header(&head, "content-length").parse().unwrap_or(0);
    while read.len() < head_end + length {
        if stream.read_buf(&mut read).await.ok()? == 0 {
            return None;
        }
    }
    Some((head, read[head_end..].to_vec()))
}

fn header(head: &str, name: &str) -> String {
    let line = head.lines().find(|line| line.to_ascii_lowercase().starts_with(&format!("{name}: ")));
    line.map(|line| line[name.len() + 2..].to_string()).unwrap_or_default()
}

fn store(endpoint: &str, key: &str) -> S3Assets {
    let _ = rustls::crypto::ring::default_provider().install_default();
    S3Assets::new(&config(endpoint, key)).unwrap()
}

fn config(endpoint: &str, key: &str) -> S3Config {
    S3Config {
        endpoint: endpoint.to_string(),
        bucket: "files".to_string(),
        region: "us-east-1".to_string(),
        key: key.to_string(),
        secret: "hush".to_string().into(),
    }
}

#[tokio::test]
async fn a_file_is_stored_read_and_deleted() {
    let (endpoint, objects) = serve().await;
    let store = store(&endpoint, "the-key");
    let content = Bytes::from_static(b"sound");
    let name = AssetName::of(&content, Extension::Mp3);

    assert_eq!(store.get(&name).await.unwrap(), None);
    assert!(!store.exists(&name).await.unwrap());
    store.put(&name, content.clone()).await.unwrap();
    store.put(&name, content.clone()).await.unwrap();
    assert_eq!(store.get(&name).await.unwrap(), Some(content));
    assert!(store.exists(&name).await.unwrap());
    let kept = objects.lock().unwrap().get(&format!("/files/{}", name.path())).cloned();
    assert_eq!(kept, Some(("audio/mpeg".to_string(), b"sound".to_vec())));

    store.delete(&name).await.unwrap();
    store.delete(&name).await.unwrap();
    assert_eq!(store.get(&name).await.unwrap(), None);
}

#[tokio::test]
async fn other_content_can_not_take_a_name() {
    let (endpoint, objects) = serve().await;
    let name = AssetName::of(b"one", Extension::Png);
    let refused = store(&endpoint, "the-key").put(&name, Bytes::from_static(b"two")).await.unwrap_err();
    assert!(matches!(refused, AssetError::WrongName(_)), "{refused:?}");
    assert!(objects.lock().unwrap().is_empty());
}

#[tokio::test]
async fn a_refused_key_is_a_failure_and_no_absent_file() {
    let (endpoint, _) = serve().await;
    let name = AssetName::of(b"one", Extension::Png);
    let refused = store(&endpoint, "another").get(&name).await.unwrap_err();
    assert!(matches!(refused, AssetError::Failed(_)), "{refused:?}");
}

#[tokio::test]
async fn a_server_that_cannot_be_reached_is_unavailable() {
    let name = AssetName::of(b"one", Extension::Png);
    let away = store("http://127.0.0.1:9", "the-key").exists(&name).await.unwrap_err();
    assert!(matches!(away, AssetError::Unavailable(_)), "{away:?}");
}

#[test]
fn a_wrong_configuration_is_reported_and_the_secret_is_not() {
    for (endpoint, key) in [("", "k"), ("s3.example.net", "k"), ("https://s3.example.net", " ")] {
        assert!(S3Assets::new(&config(endpoint, key)).is_err(), "{endpoint} {key}");
    }
    assert!(!format!("{:?}", config("https://s3.example.net", "k")).contains("hush"));
}
