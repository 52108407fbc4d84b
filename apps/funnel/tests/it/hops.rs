//! Click ids and campaigns on their way from an advertisement to the platforms.

use engine_sim::{Act, Platform, Visit};
use reqwest::Method;
use serde_json::{Value, json};

use crate::conversions::PUSHED;
use crate::forwarding::{clicks_are_stored, funnel, got};
use crate::html::{buttons, of_class};
use crate::journey::{ACCOUNT, Funnel, HOST, PHONE, only};
use crate::real::{Real, Reply, eventually};

const FBCLID: &str = "IwAR+x_Y-z.1";

/// Sends a person's request, with the address of the page that they come from.
async fn person(real: &Real, path: &str, from: &str) -> Reply {
    let request = real.visit(Method::GET, HOST, path).header("user-agent", PHONE);
    Reply::of(if from.is_empty() { request } else { request.header("referer", from) }).await
}

/// Returns the address to which a person is redirected.
async fn led(real: &Real, path: &str, from: &str) -> String {
    person(real, path, from).await.expect(302).header("location").to_owned()
}

/// Waits for the live page, and returns it as a person sees it at `path`.
async fn page(real: &Real, path: &str) -> String {
    let seen = eventually("the page", async || {
        Some(person(real, path, "").await)
            .filter(|reply| reply.status == 200 && !buttons(&reply.text).is_empty())
    });
    seen.await.text
}

/// Returns the click ids that are stored with clicks, in alphabetic order.
async fn stored(real: &Real, count: usize) -> Vec<String> {
    let sql = real.sql().await;
    let mut all: Vec<String> = eventually("the clicks are stored", async || {
        let query = "SELECT concat_ws(' ', fbclid, ttclid, click_ids) FROM touches WHERE kind = 'click'";
        let rows = sql.query(query, &[]).await.unwrap();
        (rows.len() == count).then(|| rows.iter().map(|row| row.get(0)).collect())
    })
    .await;
    all.sort();
    all
}

#[actix_web::test]
async fn ids_of_an_advertisement_reach_the_platforms_from_a_button() {
    let (funnel, provider_id) = funnel(true).await;
    let real = &funnel.real;
    let query = format!("utm_source=ig&fbclid={FBCLID}&ttclid=E.C.P.z&gclid=Cj0K&ScCid=s1&aref=evil");
    let (_, href) = buttons(&page(real, &format!("/?{query}")).await).remove(0);
    let location = led(real, &href, "").await;
    let passed = query.replace("&aref=evil", "");
    assert!(location.contains(&format!("?{passed}&aref=")), "{location}");
    clicks_are_stored(&funnel, 1).await;
    assert_eq!(stored(real, 1).await, [format!(r#"{FBCLID} E.C.P.z {{"gclid": "Cj0K", "sccid": "s1"}}"#)]);
    let click_ref = location.split("aref=").nth(1).unwrap().to_owned();
    let visit = Visit {
        click_ref: Some(click_ref),
        provider_id: Some(provider_id),
        then: Some(vec![Act::Subscribe { trial: false, price_cents: Some(0) }]),
        ..Visit::default()
    };
    funnel.sim.visit(ACCOUNT, &visit).await.unwrap();
    funnel.sim.pushed(ACCOUNT, PUSHED).await.unwrap();
    let meta = got(&funnel, Platform::Meta, 1).await;
    let fbc = meta[0].body["data"][0]["user_data"]["fbc"].as_str().unwrap().to_owned();
    let [version, subdomain, millis, id] = fbc.splitn(4, '.').collect::<Vec<_>>()[..] else {
        panic!("{fbc}")
    };
    assert_eq!((version, subdomain, id), ("fb", "1", FBCLID));
    assert!(millis.len() == 13 && millis.bytes().all(|byte| byte.is_ascii_digit()), "{fbc}");
    let tiktok = got(&funnel, Platform::Tiktok, 1).await;
    assert_eq!(tiktok[0].body["data"][0]["user"]["ttclid"], "E.C.P.z");
}

#[actix_web::test]
async fn a_button_learns_the_query_from_its_link_or_from_the_page_that_it_is_on() {
    let real = Real::start().await;
    let tier = real.landing(HOST).await;
    for url in ["https://example.com/x?a=mine#top", "https://a.example/r/vip", "mailto:me@example.com"] {
        let body = json!({ "label": url, "url": url });
        real.api.post(&format!("/buttons/{HOST}/{tier}"), &body).await.expect(201);
    }
    real.api.publish(HOST).await;
    let plain = buttons(&page(&real, "/").await);
    assert!(plain.iter().all(|(_, href)| !href.contains('?')), "{plain:?}");
    let path = |n: usize| plain[n].1.clone();
    let query = "fbclid=F1&ttclid=T1&a=2&b=%22;+&src=newsletter";
    let linked = buttons(&page(&real, &format!("/?{query}")).await);
    let expected: Vec<_> =
        plain.iter().map(|(label, href)| (label.clone(), format!("{href}?{query}"))).collect();
    assert_eq!(linked, expected);
    let away = "https://example.com/x?a=mine&fbclid=F1&ttclid=T1&b=%22;+&src=newsletter#top";
    let own = format!("https://a.example/r/vip?{query}");
    let of_page = format!("https://a.example/?{query}");
    for (path, from, expected) in [
        (linked[0].1.clone(), "", away),
        (path(0), of_page.as_str(), away),
        (path(0), "https://b.example/?fbclid=F1", "https://example.com/x?a=mine#top"),
        (path(0), "", "https://example.com/x?a=mine#top"),
        (
            format!("{}?fbclid=F2", path(0)),
            "https://a.example/?fbclid=F1&c=1",
            "https://example.com/x?a=mine&fbclid=F2&c=1#top",
        ),
        (path(1), &of_page, &own),
        (linked[2].1.clone(), &of_page, "mailto:me@example.com"),
    ] {
        assert_eq!(led(&real, &path, from).await, expected, "{path} from {from}");
    }
    let found = stored(&real, 7).await;
    assert_eq!(found, ["", "", "F1 T1", "F1 T1", "F1 T1", "F1 T1", "F2"]);
    let long = format!("fbclid={}", "x".repeat(9_000));
    let unchanged = buttons(&page(&real, &format!("/?{long}")).await);
    assert_eq!(unchanged, plain, "the referrer carries it");
    let location = led(&real, &path(0), &format!("https://a.example/?{long}")).await;
    assert_eq!(location, format!("https://example.com/x?a=mine&{long}#top"));
}

#[actix_web::test]
async fn every_hop_passes_the_query_on_and_keeps_labels_to_itself() {
    let funnel = Funnel::start().await;
    let real = &funnel.real;
    let id = funnel.smart_link("vip", only("paid")).await;
    for body in [json!({ "slug": "flyer" }), json!({ "slug": "card", "smart_link": "vip" })] {
        real.api.post(&format!("/qr/{HOST}"), &body).await.expect(201);
    }
    real.api.publish(HOST).await;
    let campaign = "utm_source=x&fbclid=a&FBCLID=b&utm_source=y";
    for (path, expected) in [
        (format!("/qr/flyer?{campaign}"), format!("/?src=qr-flyer&{campaign}")),
        ("/qr/flyer?src=newsletter".to_owned(), "/?src=qr-flyer&src=newsletter".to_owned()),
        ("/qr/flyer?src=qr-card&src=qr-none".to_owned(), "/?src=qr-flyer&src=qr-none".to_owned()),
        (format!("/qr/unknown?{campaign}"), format!("/?{campaign}")),
        (format!("/qr/card?{campaign}"), format!("/r/vip?src=qr-card&{campaign}")),
        (format!("/r/vip?{campaign}&arm=x&aref=y"), format!("/?{campaign}")),
        (format!("/r/vip?src=qr-flyer&{campaign}"), format!("/?src=qr-flyer&{campaign}")),
    ] {
        eventually(&path, async || (led(real, &path, "").await == expected).then_some(())).await;
    }
    let links = funnel.provision(&[]).await.expect(200).json()["links"]["items"].take();
    let url = links[0]["url"].as_str().unwrap();
    for (query, from, expected) in [
        ("src=newsletter", "", "src=newsletter"),
        ("src=qr-flyer&a=1", "", "a=1"),
        ("src=newsletter&src=qr-flyer", "", "src=newsletter"),
        ("a=1", "https://a.example/?a=2&fbclid=F", "a=1&fbclid=F"),
        ("q=größe", "", "q=gr%C3%B6%C3%9Fe"),
    ] {
        let expected = format!("{url}?{expected}&aref=");
        eventually(query, async || {
            led(real, &format!("/r/vip?{query}"), from).await.starts_with(&expected).then_some(())
        })
        .await;
    }
    let ended: Value = json!({ "expires_at": 1, "expired_url": "https://over.example/?x=1" });
    real.api.patch(&format!("/smartlinks/{id}"), &ended).await.expect(200);
    eventually("the end", async || {
        let location = led(real, "/r/vip?fbclid=a&x=2&src=qr-flyer", "").await;
        (location == "https://over.example/?x=1&fbclid=a").then_some(())
    })
    .await;
}

#[actix_web::test]
async fn the_way_out_of_an_app_keeps_the_query() {
    let real = Real::start().await;
    let tier = real.landing(HOST).await;
    real.api.button(HOST, &tier, "one").await;
    real.api.post("/bg/ui?domain=a.example", &json!({ "in_app": { "mode": "hint" } })).await.expect(200);
    real.api.publish(HOST).await;
    let agent = "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 \
        Chrome/120.0 Mobile Safari/537.36 Instagram 300.0.0.0 Android";
    let seen = eventually("the way out", async || {
        let request =
            real.visit(Method::GET, HOST, "/?fbclid=a%2Bb&utm_source=x").header("user-agent", agent);
        Some(Reply::of(request).await.text).filter(|text| !of_class(text, "outside").is_empty())
    })
    .await;
    let link = crate::html::elements(&seen).into_iter().find_map(|element| {
        element.attributes.get("href").filter(|href| href.starts_with("intent:")).cloned()
    });
    let link = link.unwrap();
    assert!(
        link.starts_with("intent://a.example/?fbclid=a%2Bb&utm_source=x&left_app=instagram-android#Intent;"),
        "{link}"
    );
    let fallback = "S.browser_fallback_url=https%3A%2F%2Fa.example%2F%3Ffbclid%3Da%252Bb%26utm_source%3Dx%26left_app%3Dinstagram-android%23stay;end";
    assert!(link.ends_with(fallback), "{link}");
}
