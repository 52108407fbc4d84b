//! Requests that no honest client sends. They never cause a server error or lose a draft, and the
//! error names the faulty field.

use reqwest::Method;
use serde_json::{Map, Value, json};

use crate::real::{Real, Reply};

/// A draft with a segment and a button, and the paths of both.
pub(crate) struct Target {
    pub(crate) real: Real,
    segments: String,
    segment: String,
    buttons: String,
    button: String,
    before: Value,
}

impl Target {
    pub(crate) async fn start() -> Self {
        let real = Real::start().await;
        let tier = real.landing("a.example").await;
        let button = real.api.button("a.example", &tier, "kept").await;
        let (segments, buttons) = ("/segments/a.example".to_owned(), format!("/buttons/a.example/{tier}"));
        let (segment, button) = (format!("{segments}/{tier}"), format!("{buttons}/{button}"));
        let before = real.api.draft("a.example").await;
        Self { real, segments, segment, buttons, button, before }
    }

    /// Returns each operation that writes to the draft with a body.
    pub(crate) fn writes(&self) -> [(Method, &str); 4] {
        [
            (Method::POST, &self.segments),
            (Method::PATCH, &self.segment),
            (Method::POST, &self.buttons),
            (Method::PATCH, &self.button),
        ]
    }

    pub(crate) async fn send(&self, method: &Method, path: &str, body: impl Into<reqwest::Body>) -> Reply {
        let request = self.real.api.request(method.clone(), path);
        Reply::of(request.header("content-type", "application/json").body(body)).await
    }

    async fn assert_unchanged(&self) {
        assert_eq!(self.real.api.draft("a.example").await, self.before);
    }
}

#[actix_web::test]
async fn bodies_that_are_not_json() {
    let target = Target::start().await;
    let deep_field = format!("{{\"name\":{}1{}}}", "[".repeat(10_000), "]".repeat(10_000));
    let deep_rule = format!("{}1{}", r#"{"not":"#.repeat(10_000), "}".repeat(10_000));
    #[rustfmt::skip]
    let broken: [(&[u8], &str); 12] = [
        (b"{", "422 body json_invalid"),
        (b"{\"name\":\"a\"", "422 body json_invalid"),
        (b"{\"name\":'a'}", "422 body json_invalid"),
        (b"\xff\xfe{}", "422 body json_invalid"),
        (b"{\"name\":\"\xc3\x28\"}", "422 body json_invalid"),
        (b"{\"name\":\"\\ud800\"}", "422 body json_invalid"),
        (b"{\"position\":1e400}", "422 body json_invalid"),
        (b"\0", "422 body json_invalid"),
        (b"null", "422 body object_type"),
        (b"\"name\"", "422 body object_type"),
        (deep_field.as_bytes(), "422 body json_invalid"),
        (deep_rule.as_bytes(), "422 body json_invalid"),
    ];
    for (method, path) in target.writes() {
        for (body, reported) in broken {
            let start = String::from_utf8_lossy(&body[..body.len().min(40)]).into_owned();
            assert_eq!(
                target.send(&method, path, body.to_vec()).await.summary(),
                reported,
                "{method} {start}"
            );
        }
        let large = target.send(&method, path, vec![b' '; 3 << 19]).await;
        assert_eq!(large.summary(), "413 payload_too_large", "{method} {path}");
        let other =
            target.real.api.request(method.clone(), path).header("content-type", "text/xml").body("<a/>");
        assert_eq!(Reply::of(other).await.summary(), "415 unsupported_media_type");
    }
    target.assert_unchanged().await;
}

/// Lists invalid values of segment fields, with the expected error where it is unambiguous.
fn wrong_values() -> Vec<(&'static str, Value, &'static str)> {
    let ab = |weight: Value| json!({ "v": 1, "key": "k", "arms": [{ "id": "a", "weight": weight }] });
    let rule = |leaf: Value| json!({ "v": 1, "all": [leaf] });
    vec![
        ("name", json!({}), "name string_type"),
        ("name", json!("a\u{0}b"), "name nul_character"),
        ("name", json!("\u{200b}\u{1b}[2J"), "name pattern"),
        ("countries", json!(["DE", "de"]), "countries.1 duplicate"),
        ("countries", json!(["DEU"]), "countries.0 pattern"),
        ("countries", json!(["D\u{0}"]), "countries.0 nul_character"),
        ("countries", json!("DE"), "countries list_type"),
        ("is_default", json!("true"), "is_default bool_type"),
        ("position", json!(9_223_372_036_854_775_807_u64), "position less_than_equal"),
        ("position", json!(1.5), "position int_type"),
        ("position", json!(-1), "position greater_than_equal"),
        ("lang", json!("de\u{0}"), "lang nul_character"),
        ("lang", json!("english"), "lang pattern"),
        ("match", json!("always"), "match object_type"),
        ("match", json!({ "v": 1 }), ""),
        (
            "match",
            rule(json!({ "field": "moon", "op": "eq", "values": [1] })),
            "match.all.0.field unknown_field",
        ),
        ("match", rule(json!({ "field": "utm.a\u{0}", "op": "eq", "values": ["x"] })), ""),
        ("ab", ab(json!(10_001)), "ab.arms.0.weight less_than_equal"),
        ("ab", ab(json!(-1)), "ab.arms.0.weight greater_than_equal"),
        ("ab", ab(json!(18_446_744_073_709_551_615_u64)), ""),
        ("ab", ab(json!(0)), "ab.arms value_error"),
        ("ab", ab(json!(1e300)), ""),
    ]
}

#[actix_web::test]
async fn values_that_fit_no_field() {
    let target = Target::start().await;
    for (field, value, reported) in wrong_values() {
        let mut body = Map::from_iter([("name".to_owned(), json!("a"))]);
        body.insert(field.to_owned(), value);
        for (method, path) in target.writes().into_iter().take(2) {
            let reply = target.real.api.request(method, path).json(&body);
            let found = Reply::of(reply).await.expect(422).summary();
            assert!(found.starts_with(&format!("422 body.{field}")), "{body:?}: {found}");
            assert!(reported.is_empty() || found == format!("422 body.{reported}"), "{body:?}: {found}");
        }
    }
    target.assert_unchanged().await;
}

#[actix_web::test]
async fn addresses_that_must_never_be_links() {
    let target = Target::start().await;
    let wrong = [
        "javascript:alert(1)",
        "JaVaScRiPt:alert(1)",
        " javascript:alert(1)",
        "java\tscript:alert(1)",
        "\u{1}javascript:alert(1)",
        "data:text/html,<script>alert(1)</script>",
        "vbscript:x",
        "file:///etc/passwd",
        "blob:https://example.com/x",
        "//example.com",
        "/path",
        "https://",
        "https:// example.com",
        "https://example.com/\r\nSet-Cookie: a=b",
        "https://[::1",
        "funnel:other",
        "ftp://example.com",
    ];
    for url in wrong {
        let body = json!({ "label": "a", "url": url });
        let reported = target.real.api.post(&target.buttons, &body).await.summary();
        assert_eq!(reported, "422 body.url url_invalid", "{url:?}");
        let reported = target.real.api.patch(&target.button, &json!({ "url": url })).await.summary();
        assert_eq!(reported, "422 body.url url_invalid", "{url:?}");
        let variants = json!({ "variants": [{ "id": "x", "url": url }] });
        let reported = target.real.api.patch(&target.button, &variants).await.summary();
        assert_eq!(reported, "422 body.variants.0.url url_invalid", "{url:?}");
    }
    let long = format!("https://example.com/{}", "x".repeat(2_048));
    let reported = target.real.api.patch(&target.button, &json!({ "url": long })).await.summary();
    assert_eq!(reported, "422 body.url too_long");
    for icon in ["../../etc/passwd", "a/b", ".env", "a\u{0}"] {
        let reported = target.real.api.patch(&target.button, &json!({ "icon": icon })).await.summary();
        assert!(reported.starts_with("422 body.icon "), "{icon:?}: {reported}");
    }
    target.assert_unchanged().await;
}

/// Puts NUL, which PostgreSQL can't store, into every text of every body.
#[actix_web::test]
async fn nul_characters_are_named() {
    let target = Target::start().await;
    let nul = "a\u{0}b";
    #[rustfmt::skip]
    let bodies = [
        ("/domains", json!({ "hostname": nul, "display_name": nul }), 2),
        ("/domains/a.example/copy-from", json!({ "source": nul }), 1),
        ("/bulk/copy-content", json!({ "source": nul, "targets": [nul], "parts": [nul] }), 3),
        (&target.buttons, json!({ "label": nul, "url": nul, "icon": nul }), 3),
        ("/api-keys", json!({ "name": nul, "scopes": [nul], "tabs": [nul], "caps": { nul: [nul] } }), 5),
        ("/members", json!({ "name": nul, "email": nul }), 2),
    ];
    for (path, body, count) in bodies {
        let reported = target.real.api.post(path, &body).await.summary();
        assert!(reported.starts_with("422 body."), "{path}: {reported}");
        assert_eq!(reported.matches("nul_character").count(), count, "{path}: {reported}");
    }
    target.assert_unchanged().await;
}

#[actix_web::test]
async fn a_draft_has_room_for_five_hundred_buttons() {
    let target = Target::start().await;
    let body = json!({ "label": "a", "url": "https://example.com" });
    // Inserts the result of 499 requests directly, because each request takes longer than the one
    // before.
    let fill = "UPDATE drafts SET button_count = 499, document = jsonb_set(document, '{segments,0,buttons}', \
                (SELECT jsonb_agg(document #> '{segments,0,buttons,0}' || \
                jsonb_build_object('id', 'btn_' || lpad(n::text, 26, '0'))) FROM generate_series(1, 499) n))";
    assert_eq!(target.real.sql().await.execute(fill, &[]).await.unwrap(), 1);
    target.real.api.post(&target.buttons, &body).await.expect(201);
    for _ in 0..3 {
        assert_eq!(target.real.api.post(&target.buttons, &body).await.summary(), "422 body too_many");
    }
    assert_eq!(target.real.api.draft("a.example").await[0]["buttons"].as_array().unwrap().len(), 500);
    let order = json!({ "button_ids": vec!["btn_x"; 10_000] });
    let order = target.real.api.put(&format!("{}/order", target.buttons), &order).await;
    assert_eq!(order.summary(), "400 invalid_request");
    let many = json!({ "source": "a.example", "targets": vec!["a.example"; 1_001], "parts": ["bg"] });
    assert_eq!(target.real.api.post("/bulk/copy-content", &many).await.summary(), "400 invalid_request");
    for _ in 1..100 {
        target.real.api.post(&target.segments, &json!({ "name": "a" })).await.expect(201);
    }
    let segment = target.real.api.post(&target.segments, &json!({ "name": "a" })).await;
    assert_eq!(segment.summary(), "422 body too_many");
}

#[actix_web::test]
async fn odd_paths_and_headers() {
    let target = Target::start().await;
    let long = "x".repeat(8_000);
    for part in ["%00", "a%00.example", "%2F", "..%2f..%2fetc", "%ff", "%", "%zz", "☃", &long, "a.example%20"]
    {
        for path in [format!("/domains/{part}"), format!("/segments/{part}"), format!("/members/{part}")] {
            let lines = format!("GET /api/admin{path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ");
            let lines = format!("{lines}{}\r\n", target.real.api.token);
            let answer = target.real.raw(|server| server.api.unwrap(), lines).await;
            let status = answer.split(' ').nth(1).unwrap_or_default().to_owned();
            assert!(["400", "404", "422"].contains(&status.as_str()), "{path}: {answer}");
        }
        for path in [format!("/{part}"), format!("/go/{part}"), format!("/go/x?arm={part}")] {
            let lines = format!("GET {path} HTTP/1.1\r\nHost: a.example\r\n");
            let answer = target.real.raw(|server| server.edge.unwrap(), lines).await;
            let status = answer.split(' ').nth(1).unwrap_or_default().to_owned();
            assert!(["400", "404"].contains(&status.as_str()), "{path}: {answer}");
        }
    }
    let reported = target.real.api.get("/domains/a%00.example").await.summary();
    assert_eq!(reported, "422 path.domain nul_character");
    for host in ["", "a..example", "[::1]:80", "x:y:z", "a.example, b.example", "\u{e9}.example", "%00"] {
        let lines = format!("GET / HTTP/1.1\r\nHost: {host}\r\n");
        let answer = target.real.raw(|server| server.edge.unwrap(), lines).await;
        let status = answer.split(' ').nth(1).unwrap_or_default().to_owned();
        assert!(["400", "404"].contains(&status.as_str()), "{host}: {answer}");
    }
    target.assert_unchanged().await;
}

#[actix_web::test]
async fn headers_can_t_be_smuggled() {
    let target = Target::start().await;
    let body = json!({ "name": "a" });
    for (name, value, reported) in [
        ("idempotency-key", "x".repeat(256), "400 invalid_request"),
        ("idempotency-key", String::new(), "400 invalid_request"),
        ("if-match", "x".repeat(4_000), "412 precondition_failed"),
        ("if-match", "\"99999999999999999999\"".to_owned(), "412 precondition_failed"),
    ] {
        let request = target.real.api.request(Method::POST, &target.segments).header(name, &value);
        assert_eq!(Reply::of(request.json(&body)).await.summary(), reported, "{name}: {value:.20}");
    }
    // A line break in a client's value must not start a new response header.
    for id in ["a%0d%0aSet-Cookie:%20x=1", "a\tSet-Cookie: x=1", "é"] {
        let lines =
            format!("GET /nowhere?{} HTTP/1.1\r\nHost: x\r\nX-Request-Id: {id}\r\n", "a=%0d%0aSet-Cookie:x");
        let answer = target.real.raw(|server| server.api.unwrap(), lines).await;
        let (head, _) = answer.split_once("\r\n\r\n").unwrap();
        assert!(!head.lines().any(|line| line.to_ascii_lowercase().starts_with("set-cookie")), "{head}");
    }
    let button = json!({ "url": "https://example.com/%0d%0aSet-Cookie:%20x=1?é" });
    target.real.api.patch(&target.button, &button).await.expect(200);
    target.real.api.publish("a.example").await;
    let go = format!("/go/{}", target.button.rsplit('/').next().unwrap());
    let answer = target.real.page("a.example", &go).await.expect(302);
    assert!(!answer.headers.contains_key("set-cookie"));
    assert!(answer.header("location").starts_with("https://example.com/%0d%0aSet-Cookie:%20x=1?"));
}

#[actix_web::test]
async fn of_a_field_named_twice_the_last_counts() {
    let target = Target::start().await;
    let reply = target.send(&Method::PATCH, &target.segment, r#"{"name":"a","name":"b"}"#).await.expect(200);
    assert_eq!(reply.json()["name"], "b");
    let reply = target.send(&Method::PATCH, &target.segment, r#"{"name":"a","name":null}"#).await;
    assert_eq!(reply.summary(), "422 body.name string_type");
}
