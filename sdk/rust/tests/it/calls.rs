//! Requests of the SDK, and its handling of failures, against a service with prepared responses.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use funnel_sdk::raw::{Call, Method};
use funnel_sdk::types::{ButtonUpdate, CopyFrom, DomainRegister, MemberUpdate};
use funnel_sdk::{Client, Kind, Patch, Progress};
use futures_util::TryStreamExt as _;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};

use crate::server::{Answer, Server};

const DONE: &str = r#"{"items":[]}"#;
const DOMAIN: &str = r#"{"hostname":"x.example","display_name":"X","created_at":1,"button_count":0,"infra_state":"active","provisioning_error":null,"infra_attempted_at":null}"#;
const BUSY: &str = r#"{"detail":{"code":"unavailable","message":"later"}}"#;

fn client(server: &Server) -> Client {
    let builder = Client::builder().base_url(&server.address).key("al_live_test");
    builder.backoff(Duration::from_millis(1)).timeout(Duration::from_millis(300)).build().unwrap()
}

fn register() -> DomainRegister {
    DomainRegister { hostname: "x.example".to_string(), ..DomainRegister::default() }
}

#[tokio::test]
async fn a_call_says_who_makes_it_and_its_result_says_which_version_it_is() {
    let headers = "etag: \"7\"\r\nx-request-id: req_1\r\ncontent-type: application/json\r\n";
    let server = Server::start(vec![Answer::With(200, headers, DOMAIN.to_string())]).await;
    let domain = client(&server).domains().show("x.example").await.unwrap();
    assert_eq!(
        (domain.hostname.as_str(), domain.etag(), domain.request_id()),
        ("x.example", Some("\"7\""), Some("req_1"))
    );
    let asked = &server.asked()[0];
    assert_eq!(asked.line, "GET /api/admin/domains/x.example");
    assert_eq!(asked.header("authorization"), Some("Bearer al_live_test"));
    assert_eq!(asked.header("idempotency-key"), None);
}

#[tokio::test]
async fn what_is_deprecated_is_reported_once_for_each_operation() {
    let headers = "deprecation: @1800000000\r\nsunset: Tue, 07 Mar 2028 00:00:00 GMT\r\ncontent-type: application/json\r\n";
    let old = |body: &str| Answer::With(200, headers, body.to_string());
    let (reported, heard) = std::sync::mpsc::channel();
    let server = Server::start(vec![old(DOMAIN), old(DOMAIN), old(DONE), Answer::json(200, DONE)]).await;
    let builder = Client::builder().base_url(&server.address).key("al_live_test");
    let client =
        builder.on_deprecation(move |deprecation| reported.send(deprecation.clone()).unwrap()).build();
    let client = client.unwrap();
    client.domains().show("x.example").await.unwrap();
    client.clone().domains().show("y.example").await.unwrap();
    client.domains().list().await.unwrap();
    client.members().list().await.unwrap();
    let heard: Vec<_> = heard.try_iter().collect();
    let operations: Vec<_> = heard.iter().map(|one| one.operation.as_str()).collect();
    assert_eq!(operations, ["GET /api/admin/domains/{domain}", "GET /api/admin/domains"]);
    assert_eq!(heard[0].since, Some(1_800_000_000));
    assert_eq!(heard[0].sunset.as_deref(), Some("Tue, 07 Mar 2028 00:00:00 GMT"));
    assert!(heard[0].to_string().ends_with("and may be gone from Tue, 07 Mar 2028 00:00:00 GMT"));
}

#[tokio::test]
async fn what_is_left_out_is_not_sent_and_null_is() {
    let server = Server::start(vec![Answer::json(404, "{}")]).await;
    let body = ButtonUpdate { label: "Hi".into(), icon: Patch::Null, ..ButtonUpdate::default() };
    let _ = client(&server).buttons().update("x.example", "s", "b", &body).if_match("\"1\"").await;
    let asked = &server.asked()[0];
    assert_eq!(String::from_utf8_lossy(&asked.body), r#"{"icon":null,"label":"Hi"}"#);
    assert_eq!(asked.header("if-match"), Some("\"1\""));
}

#[tokio::test]
async fn a_key_is_made_once_for_a_call_and_kept_over_its_retries() {
    let server = Server::start(vec![
        Answer::Lost,
        Answer::json(503, BUSY),
        Answer::Silence,
        Answer::json(201, DOMAIN),
    ])
    .await;
    let client = client(&server);
    client.domains().create(&register()).await.unwrap();
    client.domains().create(&register()).await.unwrap();
    client.domains().create(&register()).idempotency_key("mine").await.unwrap();
    let keys: Vec<_> =
        server.asked().iter().map(|asked| asked.header("idempotency-key").unwrap().to_string()).collect();
    assert_eq!(keys[..4], [keys[0].as_str(); 4]);
    assert_ne!(keys[4], keys[0]);
    assert_eq!(keys[5], "mine");
}

#[tokio::test]
async fn what_is_done_twice_is_repeated_only_when_nothing_was_done() {
    for (answer, tried) in
        [(Answer::Lost, 1), (Answer::json(503, BUSY), 1), (Answer::Silence, 1), (Answer::json(429, BUSY), 2)]
    {
        let server = Server::start(vec![answer, Answer::json(422, "{}")]).await;
        client(&server).members().update(1, &MemberUpdate::default()).await.unwrap_err();
        assert_eq!(server.asked().len(), tried);
    }
    // A write with `If-Match` is retried only if it has an idempotency key.
    let server = Server::start(vec![Answer::Lost, Answer::json(422, "{}")]).await;
    let body = CopyFrom { source: "a.example".to_string() };
    client(&server).domains().draft_copy("x.example", &body).if_match("\"1\"").await.unwrap_err();
    assert_eq!(server.asked().len(), 2);
}

#[tokio::test]
async fn attempts_end_and_the_last_error_is_returned() {
    let server = Server::start(vec![Answer::json(503, BUSY)]).await;
    let error = client(&server).domains().list().await.unwrap_err();
    assert_eq!((error.code(), error.status(), server.asked().len()), (Some("unavailable"), Some(503), 4));
    let server = Server::start(vec![Answer::json(500, r#"{"detail":"Internal Server Error"}"#)]).await;
    client(&server).domains().list().await.unwrap_err();
    assert_eq!(server.asked().len(), 1);
}

#[tokio::test]
async fn a_service_that_asks_to_wait_for_long_is_not_waited_for() {
    let server = Server::start(vec![Answer::With(429, "retry-after: 3600\r\n", BUSY.to_string())]).await;
    let error = client(&server).domains().list().await.unwrap_err();
    assert_eq!((error.retry_after(), server.asked().len()), (Some(Duration::from_secs(3600)), 1));
    let server = Server::start(vec![
        Answer::With(503, "retry-after: 0\r\n", BUSY.to_string()),
        Answer::json(200, DONE),
    ])
    .await;
    client(&server).domains().list().await.unwrap();
}

#[tokio::test]
async fn errors_of_the_way_have_kinds() {
    let server = Server::start(vec![Answer::Silence]).await;
    let error = client(&server).domains().list().await.unwrap_err();
    assert_eq!((error.kind(), error.status()), (Kind::Timeout, None));
    let nobody = Client::builder().base_url("http://127.0.0.1:1").key("k").attempts(1).build().unwrap();
    assert_eq!(nobody.domains().list().await.unwrap_err().kind(), Kind::Unreachable);
    assert_eq!(nobody.domains().show("..").await.unwrap_err().kind(), Kind::Configuration);
    let server = Server::start(vec![Answer::json(200, "<html>")]).await;
    assert_eq!(client(&server).domains().list().await.unwrap_err().kind(), Kind::Unreadable);
}

#[tokio::test]
async fn what_a_lost_attempt_deleted_is_deleted() {
    let server = Server::start(vec![Answer::Lost, Answer::json(404, "{}")]).await;
    client(&server).members().delete(1).await.unwrap();
    let server = Server::start(vec![Answer::json(404, "{}")]).await;
    client(&server).members().delete(1).await.unwrap_err();
}

#[tokio::test]
async fn a_key_in_use_by_a_lost_attempt_is_waited_for() {
    let conflict = r#"{"detail":{"code":"idempotency_conflict","message":"it runs"}}"#;
    let server =
        Server::start(vec![Answer::Lost, Answer::json(409, conflict), Answer::json(201, DOMAIN)]).await;
    client(&server).domains().create(&register()).await.unwrap();
    let server = Server::start(vec![Answer::json(409, conflict)]).await;
    client(&server).domains().create(&register()).await.unwrap_err();
    assert_eq!(server.asked().len(), 1);
}

fn version(number: u32) -> String {
    format!(
        r#"{{"version":{number},"published_at":"2026-01-01T00:00:00Z","published_by":"al_live_x","rolled_back_from":null}}"#
    )
}

#[tokio::test]
async fn lists_are_read_to_their_end() {
    let page = |numbers: [u32; 2], cursor: &str| {
        let [one, two] = numbers.map(version);
        Answer::json(200, &format!(r#"{{"items":[{one},{two}],"next_cursor":{cursor}}}"#))
    };
    let pages = vec![page([6, 5], "\"c 1\""), page([4, 3], "\"c2\""), page([2, 1], "null")];
    let server = Server::start(pages.clone()).await;
    let versions =
        client(&server).drafts().versions_list("x.example").limit(2).all().collect().await.unwrap();
    assert_eq!(versions.iter().map(|one| one.version).collect::<Vec<_>>(), [6, 5, 4, 3, 2, 1]);
    let asked: Vec<_> = server.asked().into_iter().map(|asked| asked.line).collect();
    let path = "GET /api/admin/domains/x.example/versions?limit=2";
    assert_eq!(asked, [path.to_string(), format!("{path}&cursor=c+1"), format!("{path}&cursor=c2")]);

    let server = Server::start(pages).await;
    let stream = client(&server).drafts().versions_list("x.example").pages().into_stream();
    let pages: Vec<_> = stream.try_collect().await.unwrap();
    assert_eq!(pages.iter().map(|page| page.items.len()).collect::<Vec<_>>(), [2, 2, 2]);
}

#[tokio::test]
async fn a_change_is_made_again_when_somebody_else_was_faster() {
    let read = |etag: &'static str| Answer::With(200, etag, DOMAIN.to_string());
    let refused = Answer::json(412, r#"{"detail":{"code":"precondition_failed","message":"newer"}}"#);
    let server =
        Server::start(vec![read("etag: \"1\"\r\n"), refused.clone(), read("etag: \"2\"\r\n"), read("")])
            .await;
    let client = client(&server);
    let domains = client.domains();
    let copy = |_: &funnel_sdk::types::Domain| {
        domains.draft_copy("x.example", &CopyFrom { source: "a.example".to_string() })
    };
    domains.show("x.example").update_with(copy).await.unwrap();
    let asked = server.asked();
    assert_eq!([asked[1].header("if-match"), asked[3].header("if-match")], [Some("\"1\""), Some("\"2\"")]);
    assert_ne!(asked[1].header("idempotency-key"), asked[3].header("idempotency-key"));

    // The number of repetitions is limited.
    let always: Vec<_> = (0..40)
        .map(|number| if number % 2 == 0 { read("etag: \"1\"\r\n") } else { refused.clone() })
        .collect();
    let server = Server::start(always).await;
    let domains = self::client(&server).domains();
    let copy = |_: &funnel_sdk::types::Domain| {
        domains.draft_copy("x.example", &CopyFrom { source: "a.example".to_string() })
    };
    let error = domains.show("x.example").update_with(copy).await.unwrap_err();
    assert_eq!((error.status(), server.asked().len()), (Some(412), 16));
}

#[tokio::test]
async fn a_large_answer_is_read_part_by_part() {
    let server = Server::start(vec![
        Answer::json(503, BUSY),
        Answer::With(200, "content-type: application/zip\r\n", "PK".repeat(100_000)),
    ])
    .await;
    let received = Arc::new(AtomicU64::new(0));
    let hook = {
        let received = received.clone();
        move |progress: Progress| received.store(progress.done, Ordering::Relaxed)
    };
    let call = Call::new(Method::GET, "/api/admin/export", &[]).unwrap().accept("application/zip");
    let answer = client(&server).open(call.on_progress(hook)).await.unwrap();
    assert_eq!((answer.status(), answer.length()), (200, Some(200_000)));
    let parts: Vec<_> = answer.into_inner().into_stream().try_collect().await.unwrap();
    assert_eq!(parts.concat(), "PK".repeat(100_000).as_bytes());
    assert_eq!(received.load(Ordering::Relaxed), 200_000);
    assert_eq!(server.asked()[1].header("accept"), Some("application/zip"));
}

#[tokio::test]
async fn a_download_that_breaks_off_or_hangs_is_an_error() {
    for kept_open in [false, true] {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = format!("http://{}", listener.local_addr().unwrap());
        let served = tokio::spawn(async move {
            let (mut stream, _) = listener.accept().await.unwrap();
            let mut asked = [0; 4_096];
            let _length = stream.read(&mut asked).await.unwrap();
            stream.write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nPK").await.unwrap();
            if kept_open {
                std::future::pending::<()>().await;
            }
        });
        let builder = Client::builder().base_url(address).key("al_live_test").attempts(1);
        let client = builder.timeout(Duration::from_millis(300)).build().unwrap();
        let call = Call::new(Method::GET, "/api/admin/export", &[]).unwrap();
        let mut download = client.open(call).await.unwrap().into_inner();
        assert_eq!(download.chunk().await.unwrap().as_deref(), Some(&b"PK"[..]));
        download.chunk().await.unwrap_err();
        served.abort();
    }
}
