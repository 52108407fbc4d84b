//! Clients that hold resources: compressed bodies, endless heads and bodies, idle connections.

use std::io::{ErrorKind, Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::time::{Duration, Instant};

use reqwest::Method;

use crate::real::{Api, Real, Reply, eventually};

#[actix_web::test]
async fn bodies_are_not_unpacked() {
    let real = Real::start().await;
    real.landing("a.example").await;
    let post = || real.api.request(Method::POST, "/segments/a.example");
    for coding in ["gzip", "br", "deflate", "zstd", "identity, gzip", "GZIP"] {
        let request = post().header("content-encoding", coding).body(r#"{"name":"a"}"#);
        let reported = Reply::of(request).await.summary();
        assert_eq!(reported, "415 unsupported_media_type", "{coding}");
    }
    let request = post().header("content-encoding", "identity").body(r#"{"name":"a"}"#);
    Reply::of(request).await.expect(201);
}

/// A client that never ends the head of its first request is disconnected, even if it keeps
/// sending.
#[actix_web::test]
async fn a_head_that_never_ends_is_cut_off() {
    at_every_listener(dribble).await;
}

/// Sends an endless head until the server closes the connection.
fn dribble(address: SocketAddr) {
    let mut stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(Duration::from_millis(100))).unwrap();
    stream.write_all(b"GET / HTTP/1.1\r\nX-Slow: ").unwrap();
    let start = Instant::now();
    let mut answer = [0; 4096];
    loop {
        assert!(start.elapsed() < Duration::from_secs(60), "{address} still listens");
        match stream.read(&mut answer) {
            Ok(0) => return,
            Ok(_) => {}
            Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {
                if stream.write_all(b"a").is_err() {
                    return;
                }
            }
            Err(_) => return,
        }
    }
}

const LARGEST_ARCHIVE: usize = 256 << 20;

/// Opens a connection and sends the head of an archive with `length` bytes.
fn archive(address: SocketAddr, token: &str, length: usize) -> TcpStream {
    let mut stream = TcpStream::connect(address).unwrap();
    let head = format!(
        "POST /api/admin/import/archive HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer {token}\r\n\
        Content-Type: application/zip\r\nContent-Length: {length}\r\n\r\n"
    );
    stream.write_all(head.as_bytes()).unwrap();
    stream
}

/// A fast start does not extend the time limit.
#[actix_web::test]
async fn an_archive_that_trickles_after_a_fast_start_is_cut_off() {
    let real = Real::start().await;
    let (address, token) = (real.server.addresses().api.unwrap(), real.api.token.clone());
    let trickle = move || {
        let mut stream = archive(address, &token, LARGEST_ARCHIVE);
        stream.write_all(&vec![0; 8 << 20]).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(5))).unwrap();
        let start = Instant::now();
        let mut answer = vec![0; 4096];
        loop {
            assert!(start.elapsed() < Duration::from_secs(90), "the archive is still waited for");
            match stream.read(&mut answer) {
                Ok(length) => return String::from_utf8_lossy(&answer[..length]).into_owned(),
                Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {
                    let _closed = stream.write_all(&[0; 400]);
                }
                Err(error) => panic!("{error}"),
            }
        }
    };
    let answer = tokio::task::spawn_blocking(trickle).await.unwrap();
    assert!(answer.starts_with("HTTP/1.1 408 "), "{answer}");
}

/// Whether the service has answered.
fn is_answered(stream: &TcpStream) -> bool {
    stream.set_nonblocking(true).unwrap();
    let answered = stream.peek(&mut [0]).is_ok();
    stream.set_nonblocking(false).unwrap();
    answered
}

/// Sends a small body that is not an archive.
async fn small_archive(api: &Api) -> Reply {
    let request = api.request(Method::POST, "/import/archive").header("content-type", "application/zip");
    Reply::of(request.body("no archive")).await
}

#[actix_web::test]
async fn an_owner_keeps_no_more_than_two_of_the_largest_archives_on_the_disk() {
    let real = Real::start().await;
    let (address, (_, other)) = (real.server.addresses().api.unwrap(), real.owner("agency").await);
    let one = || archive(address, &real.api.token, LARGEST_ARCHIVE);
    let mut large = [one(), one()];
    let refused = eventually("both are on their way", async || {
        // A large one that arrives during a small one finds no room.
        large.iter_mut().filter(|stream| is_answered(stream)).for_each(|stream| *stream = one());
        Some(small_archive(&real.api).await).filter(|reply| reply.status != 422)
    });
    let refused = refused.await;
    assert_eq!(refused.summary(), "429 rate_limited");
    assert!(refused.text.contains("too many archives at once"), "{}", refused.text);
    assert_eq!(refused.header("retry-after"), "2");
    assert_eq!(small_archive(&other).await.summary(), "422 invalid_file", "another owner has room");
    drop(large);
    eventually("their room is free again", async || {
        (small_archive(&real.api).await.status == 422).then_some(())
    })
    .await;
}

/// A connection that closes just as its client sends loses the request. Proxies close after a
/// minute, so the service must wait longer than that. The HTTP library's default is five seconds.
#[actix_web::test]
async fn a_connection_at_rest_stays_open() {
    at_every_listener(rest).await;
}

/// Sends a request, idles, and sends another over the same connection.
fn rest(address: SocketAddr) {
    let mut stream = TcpStream::connect(address).unwrap();
    ask(&mut stream);
    stream.set_read_timeout(Some(Duration::from_secs(7))).unwrap();
    match stream.read(&mut [0]) {
        Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {}
        Ok(0) => panic!("{address} closed an idle connection"),
        other => panic!("{address} said something unasked: {other:?}"),
    }
    ask(&mut stream);
}

fn ask(stream: &mut TcpStream) {
    stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
    stream.write_all(b"HEAD / HTTP/1.1\r\nHost: nobody.example\r\n\r\n").unwrap();
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        let mut byte = [0];
        stream.read_exact(&mut byte).unwrap();
        head.extend(byte);
    }
    assert!(head.starts_with(b"HTTP/1.1 "), "{}", String::from_utf8_lossy(&head));
}

/// Runs `talk` against every listener of a service concurrently.
async fn at_every_listener(talk: fn(SocketAddr)) {
    let real = Real::start().await;
    let dashboard = real.beside(&[("FUNNEL_ROLES", "dashboard")]).await;
    let (addresses, dashboard) = (real.server.addresses(), dashboard.server.addresses().dashboard);
    let listeners = [addresses.api, addresses.edge, dashboard, Some(addresses.management)];
    let clients: Vec<_> = listeners
        .map(Option::unwrap)
        .into_iter()
        .map(|address| tokio::task::spawn_blocking(move || talk(address)))
        .collect();
    for client in clients {
        client.await.unwrap();
    }
}
