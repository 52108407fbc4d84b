//! Clients that hold on to what they don't use: compressed bodies, heads without an end, idle connections.

use std::io::{ErrorKind, Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::time::{Duration, Instant};

use reqwest::Method;

use crate::real::{Real, Reply};

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

/// A client that never ends the head of its first request is cut off, though something comes all the time.
#[actix_web::test]
async fn a_head_that_never_ends_is_cut_off() {
    at_every_listener(dribble).await;
}

/// Sends a head without an end until the other side has closed the connection.
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

/// A connection that is closed just when its client asks again loses the request. Proxies close theirs after a minute, so ours
/// must last longer; the HTTP library would close them after five seconds.
#[actix_web::test]
async fn a_connection_at_rest_stays_open() {
    at_every_listener(rest).await;
}

/// Asks, idles and asks again over one connection.
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

/// Lets a client talk to each listener of a service, all at once.
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
