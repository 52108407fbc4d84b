//! Memory of the program during and after many concurrent request bodies.

use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::sync::Barrier;
use std::thread;

use futures_util::future::join_all;
use reqwest::Method;

use crate::conversions::{event, now};
use crate::crashes::simulation;
use crate::kept::Kept;
use crate::program::{FIRST, Program, push_to};
use crate::real::{Reply, eventually};
use crate::transfer_memory::Memory;

/// The largest batch of events.
const BATCH: usize = 4 << 20;

/// Bytes of a batch that are held back until every sender has reached them.
const LAST: usize = 1;

async fn started(database: &Kept) -> Program {
    let sim = simulation(1).await;
    Program::start(database.reach(), &sim, &[("FUNNEL_ROLES", "api,edge".to_owned())]).await
}

/// Starts sending an unsigned batch of `length` bytes for `account`.
fn batch(address: &str, account: &str, length: usize) -> TcpStream {
    let mut stream = TcpStream::connect(address).unwrap();
    let (at, signature) = (now(), "0".repeat(64));
    let head = format!(
        "POST /engine/v1/events HTTP/1.1\r\nHost: a\r\nX-Engine-Account: {account}\r\nX-Engine-Timestamp: {at}\r\n\
        X-Engine-Signature: v1={signature}\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n"
    );
    stream.write_all(head.as_bytes()).unwrap();
    stream
}

/// Sends a whole batch, with the last byte after all other senders reached theirs. Returns the
/// status line.
fn refused(address: &str, account: &str, all: Option<&Barrier>) -> String {
    let mut stream = batch(address, account, BATCH);
    let sent = stream.write_all(&vec![b' '; BATCH - LAST]);
    if let Some(all) = all {
        all.wait();
    }
    let mut answer = String::new();
    match sent
        .and_then(|()| stream.write_all(&[b' '; LAST]))
        .and_then(|()| stream.read_to_string(&mut answer))
    {
        Ok(_) => answer.lines().next().unwrap_or_default().to_owned(),
        Err(error) => panic!("{error}"),
    }
}

#[actix_web::test]
async fn batches_of_unknown_accounts_are_held_nowhere() {
    const SENDERS: usize = 100;
    let database = Kept::create().await;
    let program = started(&database).await;
    let memory = Memory::of(program.id());
    let before = memory.begin();
    let address = program.url("edge").replace("http://", "");
    let send = move || {
        let all = Barrier::new(SENDERS);
        thread::scope(|scope| {
            let senders: Vec<_> =
                (0..SENDERS).map(|_| scope.spawn(|| refused(&address, "nobody", Some(&all)))).collect();
            senders.into_iter().map(|sender| sender.join().unwrap()).collect::<Vec<_>>()
        })
    };
    for status in tokio::task::spawn_blocking(send).await.unwrap() {
        assert_eq!(status, "HTTP/1.1 401 Unauthorized");
    }
    let grown = memory.most().saturating_sub(before);
    println!("{SENDERS} batches of 4 MiB: {before} kB resident, {grown} kB above");
    assert!(grown < 128 << 10, "{grown} kB");
}

#[actix_web::test]
async fn batches_that_nobody_signed_have_a_bounded_share_of_memory() {
    const SENDERS: usize = 40;
    let database = Kept::create().await;
    let program = started(&database).await;
    let memory = Memory::of(program.id());
    let before = memory.begin();
    let edge = program.url("edge");
    let address = edge.replace("http://", "");
    // These connections use all of their account's room and then stall.
    let mut stalled: Vec<_> = (0..4).map(|_| batch(&address, FIRST[0], BATCH)).collect();
    stalled.iter_mut().for_each(|stream| stream.write_all(&[b' '; 64 << 10]).unwrap());
    let events = [event("one", "new_subscriber", 5, serde_json::json!({}))];
    push_to(program.client(), &edge, &events).await.unwrap().expect(200);
    drop(stalled);
    let send = move || {
        thread::scope(|scope| {
            let senders: Vec<_> =
                (0..SENDERS).map(|_| scope.spawn(|| refused(&address, FIRST[0], None))).collect();
            senders.into_iter().map(|sender| sender.join().unwrap()).collect::<Vec<_>>()
        })
    };
    for status in tokio::task::spawn_blocking(send).await.unwrap() {
        assert!(
            ["HTTP/1.1 401 Unauthorized", "HTTP/1.1 429 Too Many Requests"].contains(&&*status),
            "{status}"
        );
    }
    let grown = memory.most().saturating_sub(before);
    println!("{SENDERS} batches of 4 MiB: {before} kB resident, {grown} kB above");
    assert!(grown < 128 << 10, "{grown} kB");
}

#[actix_web::test]
async fn many_uploads_at_once_leave_little_memory_behind() {
    const UPLOADS: usize = 40;
    let database = Kept::create().await;
    let program = started(&database).await;
    let memory = Memory::of(program.id());
    let junk = vec![7; (98 << 20) / 10];
    let upload = async || {
        let request = program.api(Method::PUT, "/qr/logo").body(junk.clone());
        assert_eq!(Reply::of(request).await.summary(), "422 invalid_file");
    };
    upload().await;
    let before = memory.begin();
    // The allocator keeps some memory for the next burst, but bursts must not add up.
    for burst in 1..=3 {
        join_all((0..UPLOADS).map(|_| upload())).await;
        let most = memory.most().saturating_sub(before);
        let after = eventually("most of it is given back", async || {
            let after = memory.now().saturating_sub(before);
            (after < 96 << 10).then_some(after)
        });
        let after = after.await;
        println!(
            "burst {burst} of {UPLOADS} uploads of 9.8 MiB: {before} kB resident, {most} kB above while they came, {after} kB afterwards"
        );
        assert!(most < 160 << 10, "{most} kB");
    }
}
