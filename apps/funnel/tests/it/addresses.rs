//! Addresses as people type and paste them.

use std::io::{Read as _, Write as _};
use std::net::TcpStream;

use reqwest::Method;
use serde_json::json;

use crate::html::of_class;
use crate::journey::{Funnel, HOST, PHONE, only};
use crate::real::{Real, Reply, eventually};

/// Sends bytes in pieces over one connection, and returns all responses. The last request must close the connection.
async fn sent(real: &Real, pieces: Vec<Vec<u8>>) -> String {
    let address = real.server.addresses().edge.unwrap();
    let talk = move || {
        let mut stream = TcpStream::connect(address).unwrap();
        stream.set_nodelay(true).unwrap();
        for piece in pieces {
            stream.write_all(&piece).unwrap();
            stream.flush().unwrap();
        }
        let mut answers = Vec::new();
        stream.read_to_end(&mut answers).unwrap();
        String::from_utf8_lossy(&answers).into_owned()
    };
    tokio::task::spawn_blocking(talk).await.unwrap()
}

fn head(line: &[u8], more: &str) -> Vec<u8> {
    let rest = format!(" HTTP/1.1\r\nHost: {HOST}\r\nUser-Agent: {PHONE}\r\nX-Note: \"größe\"\r\n{more}\r\n");
    [line, rest.as_bytes()].concat()
}

/// Returns the places to which responses redirect.
fn locations(answers: &str) -> Vec<String> {
    let lines = answers.lines().filter_map(|line| line.strip_prefix("location: "));
    lines.map(|location| location.split("aref=").next().unwrap().to_owned()).collect()
}

#[actix_web::test]
async fn links_and_codes_are_found_as_people_type_them() {
    let funnel = Funnel::start().await;
    let real = &funnel.real;
    funnel.smart_link("vip", only("paid")).await;
    funnel.smart_link("summer-sale", only("paid")).await;
    let links = funnel.provision(&[]).await.expect(200).json()["links"]["items"].take();
    let url = links[0]["url"].as_str().unwrap().to_owned();
    for slug in ["summer-sale", "flyer", ""] {
        real.api.post(&format!("/qr/{HOST}"), &json!({ "slug": slug })).await.expect(201);
    }
    real.api.publish(HOST).await;
    eventually("the links", async || funnel.led("/r/vip", "US").await.starts_with(&url).then_some(())).await;
    eventually("the codes", async || (funnel.led("/qr", "US").await == "/?src=qr").then_some(())).await;
    for path in
        ["/r/vip/", "/r/VIP", "/R/Vip//", "//r//vip", "/r%2Fvip%2F", "/%72/v%69p?a=1", "/r/summer%2Dsale"]
    {
        assert!(funnel.led(path, "US").await.starts_with(&url), "{path}");
    }
    for (path, expected) in [
        ("/qr/summer%2Dsale", "/?src=qr-summer-sale"),
        ("/qr/FLYER", "/?src=qr-flyer"),
        ("/QR/flyer/", "/?src=qr-flyer"),
        ("//qr//flyer//", "/?src=qr-flyer"),
        ("/qr/%46lyer?A=1", "/?src=qr-flyer&A=1"),
        ("/qr/", "/?src=qr"),
        ("/qr/flyer;x", "/"),
        ("/qr/fly+er", "/"),
    ] {
        assert_eq!(funnel.led(path, "US").await, expected, "{path}");
    }
    for path in ["/r/vip%252F", "/r/vip+", "/r/vip;x", "/r/vip%00", "/r/%FF", "/r/v%C4%B1p", "/r/vip/x"] {
        assert_eq!(Reply::of(real.visit(Method::GET, HOST, path)).await.status, 404, "{path}");
    }
    eventually("scans and clicks are counted", async || {
        let sql = "SELECT count(*) FILTER (WHERE kind = 'scan' AND code_id IS NOT NULL),
            count(*) FILTER (WHERE kind = 'click' AND link_id IS NOT NULL) FROM touches WHERE NOT bot";
        let row = real.sql().await.query_one(sql, &[]).await.unwrap();
        (row.get::<_, i64>(0) >= 7 && row.get::<_, i64>(1) >= 8).then_some(())
    })
    .await;
}

#[actix_web::test]
async fn raw_bytes_in_a_request_line_are_read_like_escapes() {
    let real = Real::start().await;
    let tier = real.landing(HOST).await;
    real.api.button(HOST, &tier, "one").await;
    real.api.publish(HOST).await;
    eventually("the page", async || (real.page(HOST, "/").await.status == 200).then_some(())).await;
    let close = "Connection: close\r\n";
    for line in ["GET /?utm_campaign=größe", "GET /?q=a\"b", "GET /?q=<b>", "HEAD /?q=`ü", "GET //?\u{1F600}"]
    {
        let answer = sent(&real, vec![head(line.as_bytes(), close)]).await;
        assert!(answer.starts_with("HTTP/1.1 200 OK"), "{line}: {answer}");
    }
    let answer = sent(&real, vec![head(b"GET /qr/x?q=gr\xF6\xDFe\"<b>", close)]).await;
    assert_eq!(locations(&answer), ["/?q=gr%F6%DFe%22%3Cb%3E"], "{answer}");
    // Split anywhere, and several requests on one connection.
    let (first, last) = (head("GET /qr?q=größe".as_bytes(), ""), head(b"GET /qr?q=\"", close));
    let plain = head(b"GET /qr?q=1", "");
    let all = [first.as_slice(), &plain, &first, &last].concat();
    let expected = ["/?q=gr%C3%B6%C3%9Fe", "/?q=1", "/?q=gr%C3%B6%C3%9Fe", "/?q=%22"];
    let at = first.iter().position(|byte| *byte >= 0x80).unwrap();
    for pieces in [
        vec![all.clone()],
        all.chunks(7).map(<[u8]>::to_vec).collect(),
        vec![all[..at + 1].to_vec(), all[at + 1..].to_vec()],
        vec![first.clone(), plain.clone(), first.clone(), last.clone()],
    ] {
        assert_eq!(locations(&sent(&real, pieces).await), expected);
    }
    // A body stays as it is, whatever it looks like.
    let body = "GET /\"\"\"\"\"\"\"\" x";
    let post = head(b"POST /engine/v1/events", &format!("Content-Length: {}\r\n", body.len()));
    let answers = sent(&real, vec![[&post, body.as_bytes(), &head(b"GET /qr?q=2", close)].concat()]).await;
    assert!(
        answers.starts_with("HTTP/1.1 4") && locations(&answers).iter().all(|to| to == "/?q=2"),
        "{answers}"
    );
    // Anything else that is no request line is rejected, as before.
    for line in ["GET /\u{7} a", "GET /?a b", "G\"T /"] {
        let answer = sent(&real, vec![head(line.as_bytes(), close)]).await;
        assert!(answer.starts_with("HTTP/1.1 400"), "{line}: {answer}");
    }
}

#[actix_web::test]
async fn www_before_a_registered_domain_leads_to_the_domain() {
    let real = Real::start().await;
    real.landing(HOST).await;
    real.landing("www.b.example").await;
    real.landing("b.example").await;
    for host in [HOST, "b.example", "www.b.example"] {
        real.api.active(host).await;
        real.api.publish(host).await;
        eventually(host, async || (real.page(host, "/").await.status == 200).then_some(())).await;
    }
    for (host, path, expected) in [
        ("www.a.example", "/", "//a.example/"),
        ("WWW.a.example:8081", "/r/vip?fbclid=a&b=%20", "//a.example:8081/r/vip?fbclid=a&b=%20"),
        ("www.a.example", "/qr/Flyer", "//a.example/qr/Flyer"),
    ] {
        let reply = Reply::of(real.visit(Method::GET, host, path)).await.expect(301);
        assert_eq!(reply.header("location"), expected, "{host}{path}");
    }
    assert_eq!(real.page("www.b.example", "/").await.status, 200, "it is a domain of its own");
    for host in ["www.c.example", "www.www.a.example", "wwwa.example", "www."] {
        assert_eq!(real.page(host, "/").await.status, 404, "{host}");
    }
    for (host, status) in [("www.a.example", 200), ("WWW.A.example", 200), ("www.c.example", 404)] {
        assert_eq!(real.management(&format!("/edge/tls-ask?domain={host}")).await.status, status, "{host}");
    }
}

#[actix_web::test]
async fn pasted_addresses_lose_what_people_cannot_see() {
    let real = Real::start().await;
    let tier = real.landing(HOST).await;
    let button = async |url: &str, label: &str| {
        real.api.post(&format!("/buttons/{HOST}/{tier}"), &json!({ "label": label, "url": url })).await
    };
    for url in [
        " https://example.com/\n",
        "https://example.com/\u{200B}",
        "\u{FEFF}https://exam\u{AD}ple.com/\u{202E}",
    ] {
        assert_eq!(button(url, "x").await.expect(201).text_at("url"), "https://example.com/", "{url:?}");
    }
    for label in ["\u{200B}", "\u{2060}", "\u{202E}", " \u{3164} "] {
        assert_eq!(
            button("https://example.com/", label).await.summary(),
            "422 body.label too_short",
            "{label:?}"
        );
        let link = json!({ "domain": HOST, "slug": "vip", "name": label });
        assert_eq!(
            real.api.post("/smartlinks", &link).await.summary(),
            "422 body.name too_short",
            "{label:?}"
        );
        let slug = json!({ "domain": HOST, "slug": label });
        assert_eq!(real.api.post("/smartlinks", &slug).await.summary(), "400 invalid_slug", "{label:?}");
        let target = button(label, "x").await.summary();
        assert!(target.starts_with("422 body.url"), "{label:?} {target}");
    }
    let link = json!({ "domain": HOST, "slug": "vip", "expires_at": 1, "expired_url": " https://over.example/\u{200B}" });
    let made = real.api.post("/smartlinks", &link).await.expect(201).json();
    assert_eq!(made["expired_url"], "https://over.example/");
    let banner = json!({ "target_url": "\u{2060} https://example.com/a ", "link_mode": "manual" });
    let banner = real.api.patch(&format!("/notification/{HOST}"), &banner).await.expect(200).json();
    assert_eq!(banner["target_url"], "https://example.com/a");
}

#[actix_web::test]
async fn a_site_is_registered_by_its_address_and_shown_in_its_own_script() {
    let real = Real::start().await;
    let made = real.api.register(" https://münchen.example/ ").await.expect(201).json();
    assert_eq!(made["hostname"], "xn--mnchen-3ya.example");
    for hostname in
        ["https://b.example/x", "https://b.example:8443/", "ftp://b.example/", "https://a@b.example/"]
    {
        assert_eq!(real.api.register(hostname).await.summary(), "400 invalid_request", "{hostname}");
    }
    real.landing("b.example").await;
    for (search, found) in
        [("m%C3%BCnchen", 1), ("M%C3%9CNCH", 1), ("xn--mnch", 1), ("b.exam", 1), ("nchen.b", 0)]
    {
        let listed = real.api.get(&format!("/domains?search={search}")).await.expect(200).json();
        assert_eq!(listed["items"].as_array().unwrap().len(), found, "{search}");
    }
    let host = "xn--mnchen-3ya.example";
    real.api.publish(host).await;
    let page =
        eventually("the page", async || Some(real.page(host, "/").await).filter(|page| page.status == 200))
            .await;
    assert_eq!(of_class(&page.text, "host")[0].text, "münchen.example");
}
