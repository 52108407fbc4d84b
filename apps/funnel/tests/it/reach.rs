//! Previews of pages and smart links, the escape from in-app browsers, and campaign parameters.

use reqwest::Method;
use serde_json::{Value, json};

use crate::html::{buttons, elements, of_class};
use crate::journey::{Funnel, HOST, PHONE, only};
use crate::media::{png, png_sized};
use crate::real::{Real, Reply, eventually};

const UI: &str = "/bg/ui?domain=a.example";
const BOT: &str = "facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)";
const INSTAGRAM_ON_ANDROID: &str = "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) \
    Version/4.0 Chrome/120.0 Mobile Safari/537.36 Instagram 300.0.0.0 Android";
const VIBER_ON_ANDROID: &str = "Mozilla/5.0 (Linux; Android 13; SM-A515F; wv) AppleWebKit/537.36 (KHTML, like Gecko) \
    Version/4.0 Chrome/131 Mobile Safari/537.36 Viber/24.9.1.0";
const INSTAGRAM_ON_IOS: &str = "Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like \
    Gecko) Mobile/15E148 Instagram 300.0.0.0";

async fn seen_by(real: &Real, agent: &str, path: &str) -> Reply {
    Reply::of(real.visit(Method::GET, HOST, path).header("user-agent", agent)).await
}

/// Returns the content of the page's `meta` elements with this name or property.
fn meta(page: &str, name: &str) -> Vec<String> {
    let is = |field: Option<&String>| field.is_some_and(|field| field == name);
    let found = elements(page).into_iter().filter(|element| {
        element.name == "meta"
            && (is(element.attributes.get("property")) || is(element.attributes.get("name")))
    });
    found.map(|element| element.attributes["content"].clone()).collect()
}

#[actix_web::test]
async fn sections_are_off_until_they_are_set_and_go_when_they_are_reset() {
    let real = Real::start().await;
    real.landing(HOST).await;
    let shown = async || real.api.get("/bg?domain=a.example").await.expect(200).json();
    let stock = json!({ "buttons": null, "profile": null, "gate": null });
    let before = shown().await;
    assert_eq!((&before["ui"], before["sources"].get("share")), (&stock, None));
    let body = json!({
        "share": { "title": "Everything of Ada", "description": "In one place" },
        "in_app": { "mode": "hint" },
        "utm": { "source": "{domain}", "campaign": "{segment}" },
    });
    let set = real.api.post(UI, &body).await.expect(200).json();
    for section in ["share", "in_app", "utm"] {
        assert_eq!(set["ui"][section], body[section], "{section}");
    }
    assert_eq!((&set["changed"], &shown().await["ui"]), (&json!(true), &set["ui"]));
    assert_eq!(real.api.post(UI, &body).await.expect(200).json()["changed"], false);
    let pending = real.api.get("/domains/a.example/diff").await.expect(200);
    assert!(pending.text.contains("reach.share"), "{}", pending.text);
    real.api.register("b.example").await.expect(201);
    let copy = json!({ "source": HOST, "targets": ["b.example"], "parts": ["ui"] });
    real.api.post("/bulk/copy-content", &copy).await.expect(200);
    assert_eq!(real.api.get("/bg?domain=b.example").await.expect(200).json()["ui"], set["ui"]);
    let reset = json!({ "share": null, "in_app": null, "utm": null });
    assert_eq!(real.api.post(UI, &reset).await.expect(200).json()["ui"], stock);
}

#[actix_web::test]
async fn what_is_wrong_is_reported_with_its_path_and_a_stranger_sees_nothing() {
    let real = Real::start().await;
    real.landing(HOST).await;
    for (body, path) in [
        (json!({ "share": { "title": "x".repeat(71) } }), "share.title: "),
        (json!({ "share": { "description": "x".repeat(201) } }), "share.description: "),
        (json!({ "share": { "picture": "https://evil.example/x.png" } }), "share.picture: "),
        (json!({ "in_app": { "mode": "always" } }), "in_app.mode: "),
        (json!({ "utm": { "source": "{visitor}" } }), "utm.source: "),
        (json!({ "utm": { "content": "x" } }), "utm.content: "),
    ] {
        let reply = real.api.post(UI, &body).await;
        assert_eq!(reply.summary(), "400 landing_ui_invalid", "{body}");
        assert!(reply.text.contains(path), "{body}: {}", reply.text);
    }
    let (_, stranger) = real.owner("free").await;
    let body = json!({ "share": { "title": "mine now" } });
    assert_eq!(stranger.post(UI, &body).await.summary(), "404 domain_not_found");
    let upload = stranger.upload("/bg/source?domain=a.example&variant=share", png()).await;
    assert_eq!(upload.summary(), "404 domain_not_found");
}

#[actix_web::test]
async fn a_shared_page_shows_its_card_or_the_uploaded_picture() {
    let real = Real::start().await;
    real.landing(HOST).await;
    real.api.publish(HOST).await;
    let page =
        eventually("the page", async || Some(real.page(HOST, "/").await).filter(|p| p.status == 200)).await;
    assert_eq!(meta(&page.text, "og:url"), [format!("https://{HOST}/")]);
    assert_eq!(meta(&page.text, "twitter:card"), ["summary"]);
    assert!(meta(&page.text, "og:image").is_empty());
    let share = json!({ "share": { "title": "Everything of Ada", "description": "In <one> place" } });
    real.api.post(UI, &share).await.expect(200);
    real.api.publish(HOST).await;
    let shared = eventually("the card", async || {
        let page = real.page(HOST, "/").await.text;
        (!meta(&page, "og:image").is_empty()).then_some(page)
    })
    .await;
    assert_eq!(meta(&shared, "og:title"), ["Everything of Ada"]);
    assert_eq!(meta(&shared, "og:image:width"), ["1200"]);
    assert_eq!(meta(&shared, "og:description"), ["In <one> place"]);
    let address = meta(&shared, "og:image").remove(0);
    let path = address.strip_prefix(&format!("https://{HOST}")).unwrap().to_owned();
    let card = Reply::of(real.visit(Method::GET, HOST, &path)).await.expect(200);
    assert_eq!(card.header("content-type"), "image/png");
    // Another edit keeps the card; another title changes it.
    real.api.post(UI, &json!({ "share": { "title": "Ada" } })).await.expect(200);
    real.api.publish(HOST).await;
    eventually("another card", async || {
        let now = meta(&real.page(HOST, "/").await.text, "og:image");
        (now.len() == 1 && now[0] != address).then_some(())
    })
    .await;
    let source = "/bg/source?domain=a.example&variant=share";
    assert_eq!(real.api.get(source).await.expect(200).json()["exists"], false);
    real.api.upload(source, png_sized(2560, 90)).await.expect(200);
    assert_eq!(real.api.get(source).await.expect(200).json()["exists"], true);
    let uploaded = real.api.get("/bg?domain=a.example").await.json()["sources"]["share"].clone();
    let share = json!({ "share": { "title": "Ada", "picture": "upload" } });
    real.api.post(UI, &share).await.expect(200);
    real.api.publish(HOST).await;
    let expected = format!("https://{HOST}/f/{}", uploaded.as_str().unwrap());
    eventually("the uploaded picture", async || {
        (meta(&real.page(HOST, "/").await.text, "og:image") == [expected.clone()]).then_some(())
    })
    .await;
    let page = real.page(HOST, "/").await.text;
    let size = ["og:image:width", "og:image:height"].map(|name| meta(&page, name).remove(0));
    assert_eq!(size, ["1200", "1200"]);
}

#[actix_web::test]
async fn a_card_is_drawn_in_any_script_and_names_what_it_lacks() {
    let real = Real::start().await;
    real.landing(HOST).await;
    let shown = "/bg?domain=a.example";
    assert!(real.api.get(shown).await.json().get("card").is_none(), "none is wanted");
    for (title, missing, is_drawn) in [
        ("\u{642}\u{646}\u{627}\u{62A}\u{64A} \u{1F469}\u{200D}\u{1F4BB}", json!([]), true),
        ("\u{65E5}\u{672C} \u{13080}", json!(["\u{13080}"]), true),
        ("\u{13080}", json!([]), false),
    ] {
        real.api.post(UI, &json!({ "share": { "title": title } })).await.expect(200);
        let card = real.api.get(shown).await.json()["card"].take();
        assert_eq!(card["missing"], missing, "{title}");
        assert_eq!(card["file"].is_string(), is_drawn, "{title}");
    }
}

fn only_link(page: &str) -> String {
    let links: Vec<String> = elements(page)
        .into_iter()
        .filter(|element| element.name == "a")
        .map(|element| element.attributes["href"].clone())
        .collect();
    assert_eq!(links.len(), 1, "{page}");
    links[0].clone()
}

#[actix_web::test]
async fn a_shared_smart_link_shows_the_preview_to_programs_and_leads_people_on() {
    let funnel = Funnel::start().await;
    let real = &funnel.real;
    funnel.provision(&["DE"]).await.expect(200);
    funnel.smart_link("vip", only("paid")).await;
    real.api.publish(HOST).await;
    eventually("the page", async || (real.page(HOST, "/").await.status == 200).then_some(())).await;
    let unset = seen_by(real, BOT, "/r/vip").await.expect(200);
    assert_eq!(
        meta(&unset.text, "og:url"),
        [format!("https://{HOST}/r/vip")],
        "without a preview of the owner, too"
    );
    real.api.post(UI, &json!({ "share": { "title": "For fans" } })).await.expect(200);
    real.api.publish(HOST).await;
    let shown = eventually("the preview", async || {
        let reply = seen_by(real, BOT, "/r/vip?utm_source=x").await.expect(200);
        (meta(&reply.text, "og:title") == ["For fans"]).then_some(reply)
    })
    .await;
    let target = only_link(&shown.text);
    assert!(target.starts_with("http") && target.contains("utm_source=x"), "people are led on: {target}");
    for fetcher in
        ["Bluesky Cardyb/1.1", "meta-externalfetcher/1.1", "Mastodon/4.3.0", "WhatsApp/2.23.20.0 A"]
    {
        seen_by(real, fetcher, "/r/vip").await.expect(200);
    }
    seen_by(real, VIBER_ON_ANDROID, "/r/vip").await.expect(302);
    assert_eq!(meta(&shown.text, "og:url"), [format!("https://{HOST}/r/vip")]);
    assert!(meta(&shown.text, "og:image")[0].starts_with(&format!("https://{HOST}/f/")));
    assert!(shown.header("cache-control").contains("no-store"));
    let people = seen_by(real, PHONE, "/r/vip").await.expect(302);
    assert!(people.header("location").starts_with("http"), "{}", people.header("location"));
    // A prefetched page is later shown to a person, so the browser is redirected as well.
    let ahead = real.visit(Method::GET, HOST, "/r/vip").header("user-agent", PHONE);
    Reply::of(ahead.header("sec-purpose", "prefetch;prerender")).await.expect(302);
    let crawler = "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)";
    assert_eq!(seen_by(real, crawler, "/r/vip").await.status, 302);
}

#[actix_web::test]
async fn visitors_inside_of_apps_are_shown_the_way_out() {
    let real = Real::start().await;
    let tier = real.landing(HOST).await;
    let button = real.api.button(HOST, &tier, "one").await;
    let page = async |mode: &str, agent: &str, scripted: bool| {
        real.api.post(UI, &json!({ "in_app": { "mode": mode } })).await.expect(200);
        let version = real.api.publish(HOST).await.expect(200).json()["version"].clone();
        eventually("the version", async || {
            let simulated = real.api.get(&format!("/domains/{HOST}/versions")).await.json();
            (simulated["items"][0]["version"] == version).then_some(())
        })
        .await;
        let helps = mode != "off" && agent != PHONE;
        eventually("the page", async || {
            let page = seen_by(&real, agent, "/").await;
            let bar = of_class(&page.text, "outside");
            let fits = bar.is_empty() != helps && page.text.contains("<script>") == scripted;
            (page.status == 200 && fits).then_some(page)
        })
        .await
    };
    for (mode, agent, scripted) in [
        ("off", INSTAGRAM_ON_ANDROID, false),
        ("hint", INSTAGRAM_ON_ANDROID, false),
        ("hint", INSTAGRAM_ON_IOS, false),
        ("hint", PHONE, false),
        ("auto", INSTAGRAM_ON_IOS, true),
        ("auto", INSTAGRAM_ON_ANDROID, true),
    ] {
        let seen = page(mode, agent, scripted).await;
        let expected = vec![("one".to_owned(), format!("/go/{button}"))];
        assert_eq!(buttons(&seen.text), expected, "{mode} {agent}");
        assert_eq!(seen.header("content-security-policy").contains("script-src"), scripted, "{mode} {agent}");
    }
}

#[actix_web::test]
async fn a_way_out_is_counted_tried_once_and_can_be_switched_off() {
    let real = Real::start().await;
    let tier = real.landing(HOST).await;
    real.api.button(HOST, &tier, "one").await;
    real.api.post(UI, &json!({ "in_app": { "mode": "auto" } })).await.expect(200);
    real.api.publish(HOST).await;
    let link = |page: &str| {
        let links = elements(page).into_iter().filter(|element| element.name == "a");
        links.filter_map(|link| link.attributes.get("href").cloned()).find(|href| href.contains("left_app"))
    };
    let inside = eventually("the page", async || {
        Some(seen_by(&real, INSTAGRAM_ON_IOS, "/?fbclid=a").await).filter(|page| page.status == 200)
    })
    .await;
    let address = link(&inside.text).unwrap();
    let outside = "https%3A%2F%2Fa.example%2F%3Ffbclid%3Da%26left_app%3Dinstagram-ios";
    assert_eq!(address, format!("instagram://extbrowser/?url={outside}"));
    let outside = "/?fbclid=a&left_app=instagram-ios";
    let arrived = seen_by(&real, PHONE, outside).await.expect(200).text;
    assert!(of_class(&arrived, "outside").is_empty());
    assert!(buttons(&arrived)[0].1.ends_with("?fbclid=a"), "the name of the way stays on the page");
    let stayed = seen_by(&real, INSTAGRAM_ON_IOS, outside).await.expect(200).text;
    assert!(
        !of_class(&stayed, "outside").is_empty() && !stayed.contains("<script>") && link(&stayed).is_none()
    );
    seen_by(&real, BOT, outside).await.expect(200);
    let metrics = real.management("/metrics").await.expect(200).text;
    for outcome in ["offered", "arrived", "stayed"] {
        let labels = format!(r#"in_app_escapes_total{{escape="instagram-ios",outcome="{outcome}"}}"#);
        assert!(metrics.contains(&labels), "{labels}");
    }
    let switched = real.beside(&[("FUNNEL_IN_APP_OFF", "instagram-ios,tiktok-android")]).await;
    let hinted = eventually("the page", async || {
        Some(seen_by(&switched, INSTAGRAM_ON_IOS, "/").await).filter(|page| page.status == 200)
    })
    .await;
    assert!(!of_class(&hinted.text, "outside").is_empty() && link(&hinted.text).is_none());
}

#[actix_web::test]
async fn campaign_parameters_are_added_where_they_lack() {
    let real = Real::start().await;
    let tier = real.landing(HOST).await;
    let mut ids = Vec::new();
    let addresses = [
        "https://example.com/x?a=1#top",
        "https://example.com/?utm_source=mine",
        "https://a.example/r/vip",
        "mailto:me@example.com",
    ];
    for url in addresses {
        let body = json!({ "label": "one", "url": url });
        let made = real.api.post(&format!("/buttons/{HOST}/{tier}"), &body).await.expect(201);
        ids.push(made.text_at("button_id"));
    }
    real.api.publish(HOST).await;
    let led = async || {
        let mut led = Vec::new();
        for id in &ids {
            let reply = real.page(HOST, &format!("/go/{id}")).await;
            led.push(if reply.status == 302 { reply.header("location").to_owned() } else { String::new() });
        }
        led
    };
    eventually("the page", async || (led().await == addresses).then_some(())).await;
    let utm: Value =
        json!({ "utm": { "source": "{domain}", "medium": "{segment}", "campaign": "{button_id}" } });
    real.api.post(UI, &utm).await.expect(200);
    real.api.publish(HOST).await;
    let expected = [
        format!(
            "https://example.com/x?a=1&utm_source=a.example&utm_medium=Everyone&utm_campaign={}#top",
            ids[0]
        ),
        format!("https://example.com/?utm_source=mine&utm_medium=Everyone&utm_campaign={}", ids[1]),
        addresses[2].to_owned(),
        addresses[3].to_owned(),
    ];
    eventually("the parameters", async || (led().await == expected).then_some(())).await;
}
