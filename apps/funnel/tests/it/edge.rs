//! Landing pages as a visitor's browser sees them.

use std::collections::BTreeSet;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use reqwest::Method;
use reqwest::header::HeaderMap;
use serde_json::json;
use sha2::{Digest as _, Sha256};

use crate::html::{buttons, elements, labels, text_of};
use crate::real::{Real, Reply, eventually};

/// Polls until the page of `a.example` shows exactly the expected buttons.
async fn shows(real: &Real, expected: &[&str]) {
    let what = format!("the page with {expected:?}");
    eventually(&what, async || {
        let page = real.page("a.example", "/").await;
        (page.status == 200 && labels(&page.text) == expected).then_some(())
    })
    .await;
}

#[actix_web::test]
async fn what_is_published_is_shown_and_nothing_else() {
    let real = Real::start().await;
    let tier = real.landing("a.example").await;
    assert_eq!(real.page("a.example", "/").await.status, 404, "nothing is published");
    let list = format!("/buttons/a.example/{tier}");
    let one = real.api.button("a.example", &tier, "one").await;
    real.api.button("a.example", &tier, "two").await;
    let body = json!({ "label": "secret", "url": "https://example.com/", "hidden": true });
    real.api.post(&list, &body).await.expect(201);
    let body = json!({ "label": "zero", "url": "https://example.com/", "position": 0 });
    real.api.post(&list, &body).await.expect(201);
    real.api.patch(&format!("/segments/a.example/{tier}"), &json!({ "lang": "pt-BR" })).await.expect(200);
    real.api.publish("a.example").await;
    shows(&real, &["zero", "one", "two"]).await;
    let page = real.page("a.example", "/").await.text;
    assert_eq!((text_of(&page, "title"), text_of(&page, "h1")), ("A page".into(), "A page".into()));
    assert_eq!(elements(&page)[0].attributes["lang"], "pt-BR");
    assert!(!page.contains("secret") && !page.contains("example.com/"), "{page}");
    assert_eq!(buttons(&page)[1].1, format!("/go/{one}"));
    // Only the editor sees a change of the draft.
    real.api.patch(&format!("{list}/{one}"), &json!({ "label": "uno", "position": 2 })).await.expect(200);
    assert_eq!(real.page("a.example", "/").await.text, page);
    real.api.publish("a.example").await;
    shows(&real, &["zero", "two", "uno"]).await;
    real.api.post("/domains/a.example/rollback", &json!({ "version": 1 })).await.expect(200);
    shows(&real, &["zero", "one", "two"]).await;
    assert_eq!(real.page("a.example", "/").await.text, page);
}

#[actix_web::test]
async fn a_deleted_domain_s_page_stops() {
    let real = Real::start().await;
    let (_, other) = real.owner("free").await;
    let tier = real.landing("a.example").await;
    let button = real.api.button("a.example", &tier, "one").await;
    real.api.publish("a.example").await;
    shows(&real, &["one"]).await;
    real.api.delete("/domains/a.example").await.expect(204);
    let gone = async |path: &str| (real.page("a.example", path).await.status == 404).then_some(());
    eventually("the page gone", async || gone("/").await).await;
    gone(&format!("/go/{button}")).await.unwrap();
    // The next owner of the name starts without any of it.
    real.age_releases(90).await;
    other.register("a.example").await.expect(201);
    gone("/").await.unwrap();
    other.publish("a.example").await;
    shows(&real, &[]).await;
}

const NASTY: [&str; 7] = [
    "<script>alert(1)</script>",
    "\"><img src=x onerror=alert(1)>",
    "' onmouseover='alert(1)",
    "</title></style><script>alert(1)</script>",
    "&lt;b&gt; &amp; \"quotes\" 'too'",
    "<!-- --><svg/onload=alert(1)>",
    "\u{202e}javascript:alert(1)\u{2028}{{7*7}}",
];

#[actix_web::test]
async fn nothing_that_is_typed_becomes_markup() {
    let real = Real::start().await;
    for (n, nasty) in NASTY.into_iter().enumerate() {
        let host = format!("n{n}.example");
        let body = json!({ "hostname": host, "display_name": nasty });
        real.api.post("/domains", &body).await.expect(201);
        let made = real.api.post(&format!("/segments/{host}"), &json!({ "name": nasty })).await.expect(201);
        let list = format!("/buttons/{host}/{}", made.text_at("segment_id"));
        let url = format!("https://example.com/?{}", nasty.replace(char::is_whitespace, "+"));
        real.api.post(&list, &json!({ "label": nasty, "url": url })).await.expect(201);
        real.api.publish(&host).await;
        let page = real.page(&host, "/").await.expect(200).text;
        // Characters that change the text direction are removed.
        let shown = nasty.replace('\u{202e}', "");
        assert_eq!((text_of(&page, "title"), text_of(&page, "h1")), (shown.clone(), shown.clone()));
        assert_eq!(labels(&page), [shown]);
        check_vocabulary(&page);
        let location = real.page(&host, &buttons(&page)[0].1).await.expect(302).header("location").to_owned();
        assert!(location.starts_with("https://example.com/?"), "{location}");
        assert!(!location.contains(['<', '>', '"', ' ']), "{location}");
    }
}

/// Checks that a page has only these elements and attributes, and only the service's own pictures.
fn check_vocabulary(page: &str) {
    const NAMES: &str = "a body div h1 head header html img li link main meta nav p span style title ul";
    const ATTRIBUTES: &str =
        "alt aria-hidden aria-label charset class content decoding dir href lang name property rel src";
    for element in elements(page) {
        assert!(NAMES.split(' ').any(|known| known == element.name), "{element:?}");
        for (name, value) in &element.attributes {
            assert!(ATTRIBUTES.split(' ').any(|known| known == name), "{element:?}");
            assert!(name != "src" || (value.starts_with("/f/") && value.ends_with(".svg")), "{element:?}");
        }
    }
}

/// Returns all headers except those that differ between any two responses.
fn lasting(headers: &HeaderMap) -> Vec<String> {
    let lasting = headers.iter().filter(|(name, _)| !["date", "x-request-id"].contains(&name.as_str()));
    let mut lines: Vec<_> =
        lasting.map(|(name, value)| format!("{name}: {}", value.to_str().unwrap())).collect();
    lines.sort();
    lines
}

#[actix_web::test]
async fn pages_and_their_heads_have_the_same_headers() {
    let real = Real::start().await;
    let tier = real.landing("a.example").await;
    let button = real.api.button("a.example", &tier, "one").await;
    real.api.publish("a.example").await;
    shows(&real, &["one"]).await;
    let go = format!("/go/{button}");
    for (host, path, status, cache) in [
        ("a.example", "/", 200, "private, no-cache"),
        ("A.EXAMPLE.:8081", "/?utm_source=x", 200, "private, no-cache"),
        ("a.example.localhost:8081", "/", 200, "private, no-cache"),
        ("b.example", "/", 404, "private, no-store"),
        ("a.example", "/nowhere", 404, "private, no-store"),
        ("a.example", "/go/btn_x", 404, "private, no-store"),
        ("a.example", &go, 302, "private, no-store"),
    ] {
        for encoding in ["gzip", "identity"] {
            let ask = |method| real.visit(method, host, path).header("accept-encoding", encoding).send();
            let (page, head) = (ask(Method::GET).await.unwrap(), ask(Method::HEAD).await.unwrap());
            assert_eq!((page.status().as_u16(), head.status().as_u16()), (status, status), "{host}{path}");
            assert_eq!(lasting(page.headers()), lasting(head.headers()), "{host}{path} {encoding}");
            assert_eq!(page.headers()["cache-control"], cache, "{host}{path}");
            assert_eq!(page.headers()["x-content-type-options"], "nosniff");
        }
    }
    let bare = real.raw(|server| server.edge.unwrap(), "HEAD / HTTP/1.1\r\nHost: a.example\r\n").await;
    assert!(bare.starts_with("HTTP/1.1 200") && bare.ends_with("\r\n\r\n"), "no body: {bare}");
    let posted = Reply::of(real.visit(Method::POST, "a.example", "/")).await.expect(405);
    assert_eq!(posted.header("allow"), "GET, HEAD");
}

#[actix_web::test]
async fn the_policy_allows_the_style_and_nothing_that_runs() {
    let real = Real::start().await;
    real.landing("a.example").await;
    real.api.publish("a.example").await;
    shows(&real, &[]).await;
    for host in ["a.example", "b.example"] {
        let page = real.page(host, "/").await;
        let hash = BASE64_STANDARD.encode(Sha256::digest(text_of(&page.text, "style")));
        let policy = page.header("content-security-policy");
        let parts: BTreeSet<_> = policy.split(';').map(str::trim).collect();
        assert!(parts.contains("default-src 'none'"), "{policy}");
        assert!(parts.contains(format!("style-src 'sha256-{hash}'").as_str()), "{policy}");
        assert!(!policy.contains("script-src") && !policy.contains("unsafe"), "{policy}");
    }
}

#[actix_web::test]
async fn a_click_leads_on_and_is_never_kept() {
    let real = Real::start().await;
    let tier = real.landing("a.example").await;
    let list = format!("/buttons/a.example/{tier}");
    let mut made = Vec::new();
    for (url, location, with_query) in [
        (
            "https://example.com/ünï?q=1#f",
            "https://example.com/%C3%BCn%C3%AF?q=1#f",
            "https://example.com/%C3%BCn%C3%AF?q=1&utm_source=x&%ff#f",
        ),
        ("mailto:me@example.com", "mailto:me@example.com", "mailto:me@example.com"),
        ("tel:+49-30", "tel:+49-30", "tel:+49-30"),
        ("funnel:paid", "/", "/?utm_source=x&%ff"),
    ] {
        let button = real.api.post(&list, &json!({ "label": "x", "url": url })).await.expect(201);
        made.push((button.text_at("button_id"), location, with_query));
    }
    real.api.publish("a.example").await;
    shows(&real, &["x"; 4]).await;
    for (button, location, with_query) in made {
        for (path, location) in [
            (format!("/go/{button}"), location),
            (format!("/go/{button}?arm=none&utm_source=x&arm=a&%ff"), with_query),
        ] {
            let answer = real.page("a.example", &path).await.expect(302);
            assert_eq!(answer.header("location"), location);
            assert_eq!(answer.header("cache-control"), "private, no-store");
            assert_eq!(answer.text, "");
        }
    }
    let unknown = format!("/go/btn_{}", "0".repeat(26));
    assert_eq!(real.page("a.example", &unknown).await.header("location"), "/");
    assert_eq!(real.page("b.example", &unknown).await.status, 404);
}

#[actix_web::test]
async fn a_page_with_twenty_buttons_is_small() {
    let real = Real::start().await;
    let tier = real.landing("a.example").await;
    for _ in 0..20 {
        real.api.button("a.example", &tier, &"wörd ".repeat(40)).await;
    }
    real.api.publish("a.example").await;
    let page = real.page("a.example", "/").await.expect(200);
    assert_eq!(labels(&page.text).len(), 20);
    assert!(page.text.len() <= 30 * 1024, "{} bytes", page.text.len());
    let zipped = real.visit(Method::GET, "a.example", "/").header("accept-encoding", "gzip").send();
    let zipped = zipped.await.unwrap();
    assert_eq!(zipped.headers()["content-encoding"], "gzip");
    let mut plain = String::new();
    let body = zipped.bytes().await.unwrap();
    std::io::Read::read_to_string(&mut flate2::read::GzDecoder::new(&body[..]), &mut plain).unwrap();
    assert_eq!(plain, page.text);
}
