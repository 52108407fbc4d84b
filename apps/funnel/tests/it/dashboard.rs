//! The dashboard in a process of its own: sessions, their lifetime, and limits of sign-in attempts.

use std::io::{ErrorKind, Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::time::{Duration, Instant};

use reqwest::header::{CONTENT_TYPE, COOKIE, HeaderMap, LOCATION, ORIGIN, SET_COOKIE, USER_AGENT};
use reqwest::redirect::Policy;
use reqwest::{Client, RequestBuilder, Response};
use serde_json::{Value, json};

use crate::real::{Api, Real};

const FIREFOX: &str = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";

/// A dashboard process and the API that it calls.
struct Dashboard {
    real: Real,
    process: Real,
    client: Client,
}

/// A browser with a session cookie.
#[derive(Clone)]
struct Browser(String);

impl Dashboard {
    async fn start() -> Self {
        let real = Real::start().await;
        let process = Self::before(&real, &[]).await;
        let client = Client::builder().redirect(Policy::none()).build().unwrap();
        Self { real, process, client }
    }

    /// Starts another process with only the dashboard.
    async fn before(real: &Real, settings: &[(&str, &str)]) -> Real {
        let api = real.server.addresses().api.unwrap().to_string();
        let alone = [("FUNNEL_ROLES", "dashboard"), ("FUNNEL_API_ADDR", &api)];
        let trusted = [("FUNNEL_TRUSTED_PROXIES", "127.0.0.0/8")];
        real.beside(&[&alone[..], &trusted, settings].concat()).await
    }

    fn address(&self) -> SocketAddr {
        self.process.server.addresses().dashboard.unwrap()
    }

    /// Sends a request as the proxy would, for a client with this address.
    async fn get(&self, path: &str, browser: &Browser) -> Response {
        let request = self.client.get(format!("http://{}{path}", self.address()));
        request.header(COOKIE, &browser.0).send().await.unwrap()
    }

    async fn post(&self, path: &str, browser: &Browser, form: &[(&str, &str)]) -> Response {
        let base = format!("http://{}", self.address());
        let request = self.client.post(format!("{base}{path}")).header(ORIGIN, base);
        filled_in(request.header(COOKIE, &browser.0), form).send().await.unwrap()
    }

    async fn try_key(&self, key: &str, client: &str) -> Response {
        let request = self.client.post(format!("http://{}/sign-in", self.address()));
        let request = request.header("x-forwarded-for", client).header(USER_AGENT, FIREFOX);
        filled_in(request, &[("key", key)]).send().await.unwrap()
    }

    async fn sign_in(&self, api: &Api) -> Browser {
        let answer = self.try_key(&api.token, "192.0.2.1").await;
        assert_eq!((answer.status().as_u16(), &answer.headers()[LOCATION]), (303, &"/".parse().unwrap()));
        Browser(cookie(answer.headers()).unwrap())
    }

    /// Returns whether the cookie is signed in, so that a screen is shown instead of the sign-in.
    async fn is_in(&self, browser: &Browser) -> bool {
        let answer = self.get("/domains", browser).await;
        match answer.status().as_u16() {
            200 => true,
            303 => {
                assert!(answer.headers()[LOCATION].to_str().unwrap().starts_with("/sign-in"));
                false
            }
            other => panic!("{other}"),
        }
    }

    async fn sessions(&self) -> Vec<Value> {
        let listed = self.real.api.get("/sessions").await.expect(200).json();
        listed["items"].as_array().unwrap().clone()
    }
}

/// Adds a form body as a browser sends it.
fn filled_in(request: RequestBuilder, form: &[(&str, &str)]) -> RequestBuilder {
    let body = url::form_urlencoded::Serializer::new(String::new()).extend_pairs(form).finish();
    request.header(CONTENT_TYPE, "application/x-www-form-urlencoded").body(body)
}

/// Returns the session cookie that a response sets, or `None` if it sets none or clears the cookie.
fn cookie(headers: &HeaderMap) -> Option<String> {
    let set = headers.get_all(SET_COOKIE).iter().map(|value| value.to_str().unwrap());
    let session =
        set.filter_map(|text| text.split(';').next()).find(|pair| pair.starts_with("funnel-session="));
    session.filter(|pair| !pair.ends_with('=')).map(str::to_owned)
}

#[actix_web::test]
async fn a_copied_cookie_is_good_for_nothing_once_its_session_was_ended() {
    let dashboard = Dashboard::start().await;
    let other_process = Dashboard::before(&dashboard.real, &[]).await;
    let (one, two) =
        (dashboard.sign_in(&dashboard.real.api).await, dashboard.sign_in(&dashboard.real.api).await);
    let copy = one.clone();
    assert!(dashboard.is_in(&copy).await && dashboard.is_in(&two).await);
    let answer = dashboard.post("/sign-out", &one, &[]).await;
    assert_eq!(answer.headers()[LOCATION], "/sign-in?reason=out");
    assert_eq!(cookie(answer.headers()), None);
    assert!(!dashboard.is_in(&copy).await);
    assert!(dashboard.is_in(&two).await, "the other session of the key goes on");
    // The copy is also signed out on another process with the same secret.
    let elsewhere = Dashboard { process: other_process, ..dashboard };
    assert!(!elsewhere.is_in(&copy).await);
    assert!(elsewhere.is_in(&two).await);
}

#[actix_web::test]
async fn sessions_are_listed_and_ended_one_by_one_and_everywhere() {
    let dashboard = Dashboard::start().await;
    let api = dashboard.real.api.clone();
    let browsers =
        [dashboard.sign_in(&api).await, dashboard.sign_in(&api).await, dashboard.sign_in(&api).await];
    let sessions = dashboard.sessions().await;
    assert_eq!(sessions.len(), 3);
    assert!(sessions.iter().all(|session| session["browser"] == "Firefox on Linux"), "{sessions:?}");
    let page = dashboard.get("/sessions", &browsers[0]).await.text().await.unwrap();
    assert_eq!(page.matches("Firefox on Linux").count(), 3);
    assert_eq!(page.matches("This session").count(), 1);
    assert!(!page.contains("192.0.2.1"), "addresses are not kept");

    // The first browser ends the newest session.
    let newest = sessions[0]["id"].as_str().unwrap();
    let answer = dashboard.post(&format!("/sessions/{newest}/end"), &browsers[0], &[]).await;
    assert_eq!(answer.status(), 303);
    assert_eq!(dashboard.sessions().await.len(), 2);

    // One of the remaining sessions ends all others, then itself too.
    let mut left = Vec::new();
    for browser in browsers {
        if dashboard.is_in(&browser).await {
            left.push(browser);
        }
    }
    assert_eq!(left.len(), 2);
    dashboard.post("/sessions/end", &left[0], &[("others", "1")]).await;
    assert!(dashboard.is_in(&left[0]).await && !dashboard.is_in(&left[1]).await);
    let answer = dashboard.post("/sessions/end", &left[0], &[]).await;
    assert_eq!(answer.headers()[LOCATION], "/sign-in?reason=out");
    assert!(!dashboard.is_in(&left[0]).await);
    assert!(dashboard.sessions().await.is_empty());
}

#[actix_web::test]
async fn a_session_ends_after_thirty_days_of_use_twelve_idle_hours_and_with_its_key() {
    let dashboard = Dashboard::start().await;
    let sql = dashboard.real.sql().await;
    for (column, age) in [("expires_at", "0 seconds"), ("seen_at", "12 hours")] {
        let browser = dashboard.sign_in(&dashboard.real.api).await;
        assert!(dashboard.is_in(&browser).await);
        let ended = format!("UPDATE sessions SET {column} = now() - interval '{age}'");
        assert_eq!(sql.execute(&ended, &[]).await.unwrap(), 1);
        assert!(!dashboard.is_in(&browser).await, "{column}");
        assert!(dashboard.sessions().await.is_empty());
        sql.execute("DELETE FROM sessions", &[]).await.unwrap();
    }
    dashboard.sign_in(&dashboard.real.api).await;
    let days = "SELECT extract(epoch FROM expires_at - created_at)::bigint FROM sessions";
    assert_eq!(sql.query_one(days, &[]).await.unwrap().get::<_, i64>(0), 30 * 86_400);

    let minted = dashboard.real.api.post("/api-keys", &json!({ "name": "guest" })).await.expect(201);
    let guest = dashboard.real.api.with(&minted.text_at("token"));
    let browser = dashboard.sign_in(&guest).await;
    dashboard.real.api.delete(&format!("/api-keys/{}", minted.text_at("prefix"))).await.expect(204);
    assert!(!dashboard.is_in(&browser).await);
    let left =
        "SELECT count(*) FROM sessions s JOIN api_keys k USING (owner_id, key_id) WHERE k.name = 'guest'";
    assert_eq!(sql.query_one(left, &[]).await.unwrap().get::<_, i64>(0), 0);
}

#[actix_web::test]
async fn no_key_sees_or_ends_the_sessions_of_another() {
    let dashboard = Dashboard::start().await;
    let browser = dashboard.sign_in(&dashboard.real.api).await;
    let id = dashboard.sessions().await[0]["id"].as_str().unwrap().to_owned();
    let minted = dashboard.real.api.post("/api-keys", &json!({ "name": "other" })).await.expect(201);
    let (_, stranger) = dashboard.real.owner("agency").await;
    for other in [dashboard.real.api.with(&minted.text_at("token")), stranger] {
        assert_eq!(other.get("/sessions").await.expect(200).json()["items"], json!([]));
        assert_eq!(other.get(&format!("/sessions/{id}")).await.summary(), "404 session_not_found");
        assert_eq!(other.delete(&format!("/sessions/{id}")).await.summary(), "404 session_not_found");
        assert_eq!(other.delete(&format!("/sessions?except={id}")).await.summary(), "404 session_not_found");
        other.delete("/sessions").await.expect(204);
    }
    assert!(dashboard.is_in(&browser).await);
}

#[actix_web::test]
async fn an_address_that_tries_wrong_keys_is_stopped_and_nobody_else_waits() {
    let dashboard = Dashboard::start().await;
    let wrong = "al_live_a234567890_000000000000000000000000000000000000";
    let guesses = (0..400).map(|_| dashboard.try_key(wrong, "198.51.100.7"));
    let attack = futures_util::future::join_all(guesses);
    let rightful = async {
        tokio::time::sleep(Duration::from_millis(20)).await;
        let started = Instant::now();
        dashboard.sign_in(&dashboard.real.api).await;
        started.elapsed()
    };
    let (answers, waited) = futures_util::join!(attack, rightful);
    assert!(waited < Duration::from_secs(3), "{waited:?}");
    let statuses: Vec<u16> = answers.iter().map(|answer| answer.status().as_u16()).collect();
    let count = |status| statuses.iter().filter(|one| **one == status).count();
    assert_eq!((count(422), count(429)), (10, 390), "{statuses:?}");
    let stopped = dashboard.try_key(&dashboard.real.api.token, "198.51.100.7").await;
    assert_eq!(stopped.status(), 429, "the right key too");
    assert_eq!(stopped.headers()["retry-after"], "12");
    assert_eq!(cookie(stopped.headers()), None);
}

#[actix_web::test]
async fn an_address_that_a_client_makes_up_has_no_budget_of_its_own() {
    let dashboard = Dashboard::start().await;
    let wrong = "al_live_a234567890_000000000000000000000000000000000000";
    for number in 0..10 {
        // The client's header comes first and the proxy's last; some proxies add a separate header line.
        let request = dashboard.client.post(format!("http://{}/sign-in", dashboard.address()));
        let request = request.header("x-forwarded-for", format!("203.0.113.{number}"));
        let request = request.header("x-forwarded-for", "198.51.100.7");
        assert_eq!(filled_in(request, &[("key", wrong)]).send().await.unwrap().status(), 422);
    }
    assert_eq!(dashboard.try_key(wrong, "198.51.100.7").await.status(), 429);
    assert_eq!(dashboard.try_key(wrong, "203.0.113.0, 198.51.100.7").await.status(), 429);
}

#[actix_web::test]
async fn the_links_of_one_owner_leave_those_of_another_alone() {
    let dashboard = Dashboard::start().await;
    let (_, other) = dashboard.real.owner("agency").await;
    let make = async |api: &Api| {
        let request = dashboard.client.post(format!("http://{}/sign-in/links", dashboard.address()));
        let answer = request.bearer_auth(&api.token).send().await.unwrap();
        assert_eq!(answer.status(), 201);
        answer.json::<Value>().await.unwrap()["path"].as_str().unwrap().to_owned()
    };
    let link = make(&other).await;
    // The limit also counts links of several keys together.
    let minted = dashboard.real.api.post("/api-keys", &json!({ "name": "second" })).await.expect(201);
    let second = dashboard.real.api.with(&minted.text_at("token"));
    for _ in 0..40 {
        make(&dashboard.real.api).await;
        make(&second).await;
    }
    let nobody = Browser(String::new());
    let used = dashboard.post(&link, &nobody, &[]).await;
    assert_eq!(used.headers()[LOCATION], "/", "{used:?}");
    assert!(dashboard.is_in(&Browser(cookie(used.headers()).unwrap())).await);
    let again = dashboard.post(&link, &nobody, &[]).await;
    assert_eq!(again.headers()[LOCATION], "/sign-in?reason=link");
}

#[actix_web::test]
async fn a_sign_in_leads_to_a_path_of_ours_whatever_a_browser_skips() {
    let dashboard = Dashboard::start().await;
    for (next, leads) in
        [("/\t/evil.example", "/"), ("//evil.example", "/"), ("/domains?q=1", "/domains?q=1")]
    {
        let request = dashboard.client.post(format!("http://{}/sign-in", dashboard.address()));
        let form = [("key", dashboard.real.api.token.as_str()), ("next", next)];
        let answer = filled_in(request, &form).send().await.unwrap();
        assert_eq!(answer.headers()[LOCATION], leads, "{next:?}");
    }
}

#[actix_web::test]
async fn browsers_are_held_to_https_where_a_trusted_proxy_says_that_it_is_there() {
    let dashboard = Dashboard::start().await;
    let api = dashboard.real.beside(&[("FUNNEL_TRUSTED_PROXIES", "127.0.0.1")]).await;
    let untrusted = Dashboard::before(&dashboard.real, &[("FUNNEL_TRUSTED_PROXIES", "10.0.0.0/8")]).await;
    let front = dashboard.address();
    let behind = api.server.addresses().api.unwrap();
    let open = dashboard.real.server.addresses().api.unwrap();
    let plain = untrusted.server.addresses().dashboard.unwrap();
    for (address, path, proto, expected) in [
        (front, "/sign-in", "https", true),
        (front, "/nowhere", "https", true),
        (front, "/sign-in", "http", false),
        (plain, "/sign-in", "https", false),
        (behind, "/api/admin/domains", "https", true),
        (behind, "/api/openapi.json", "https", true),
        (behind, "/api/admin/domains", "http", false),
        (open, "/api/admin/domains", "https", false),
    ] {
        let request = dashboard.client.get(format!("http://{address}{path}"));
        let answer = request.header("x-forwarded-proto", proto).send().await.unwrap();
        let sent = answer.headers().get("strict-transport-security").map(|value| value.to_str().unwrap());
        assert_eq!(sent, expected.then_some("max-age=31536000"), "{address}{path} {proto}");
    }
}

/// Sends a form one byte at a time until the server closes the connection.
fn trickle(address: SocketAddr) -> (Duration, String) {
    let mut stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(Duration::from_millis(500))).unwrap();
    let head = "POST /sign-in HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 9999\r\n\r\n";
    stream.write_all(head.as_bytes()).unwrap();
    let (start, mut answer) = (Instant::now(), Vec::new());
    loop {
        assert!(start.elapsed() < Duration::from_secs(60), "it still listens");
        let mut bytes = [0; 4096];
        match stream.read(&mut bytes) {
            Ok(0) => break,
            Ok(length) => answer.extend_from_slice(&bytes[..length]),
            Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {
                if stream.write_all(b"a").is_err() {
                    break;
                }
            }
            Err(_) => break,
        }
    }
    (start.elapsed(), String::from_utf8_lossy(&answer).into_owned())
}

#[actix_web::test]
async fn a_form_that_trickles_is_given_up() {
    let dashboard = Dashboard::start().await;
    let address = dashboard.address();
    let (took, answer) = tokio::task::spawn_blocking(move || trickle(address)).await.unwrap();
    assert!(took >= Duration::from_secs(14) && took < Duration::from_secs(40), "{took:?}");
    assert!(answer.starts_with("HTTP/1.1 408 "), "{answer}");
}
