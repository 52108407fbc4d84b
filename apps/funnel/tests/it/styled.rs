//! Styled pages as a visitor's browser sees them, and previews of drafts.

use std::collections::BTreeSet;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use reqwest::Method;
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

use crate::html::{buttons, elements, labels, of_class, text_of};
use crate::media::{png, wav};
use crate::real::{Real, Reply, eventually};

const BANNER: &str = "/notification/a.example";
const UI: &str = "/bg/ui?domain=a.example";
const PREVIEW: &str = "/domains/a.example/preview";

/// Publishes a page with a button and these settings; returns the page.
async fn styled(real: &Real, ui: &Value, banner: &Value) -> Reply {
    let tier = real.landing("a.example").await;
    real.api.button("a.example", &tier, "one").await;
    real.api.post(UI, ui).await.expect(200);
    real.api.patch(BANNER, banner).await.expect(200);
    real.api.publish("a.example").await;
    published(real).await
}

async fn published(real: &Real) -> Reply {
    eventually("the page", async || {
        let page = real.page("a.example", "/").await;
        (page.status == 200).then_some(page)
    })
    .await
}

fn everything() -> (Value, Value) {
    let ui = json!({
        "buttons": { "shape": "pill", "fill": "gradient", "color": "#7a3ff2", "animation": "shine",
            "anim_speed": "fast", "font": "Lato", "align": "left" },
        "profile": { "name_font": "Pacifico", "name_size": 40, "status_text": "</style><script>", "bio": "<b>bio",
            "bio_font": "Oswald", "bio_size": 12.5 },
        "gate": { "enabled": true, "mode": "birthdate", "blur": true },
    });
    let banner = json!({ "enabled": true, "title": "\"><img src=x>", "body": "Body", "link_text": "Link",
        "link_mode": "manual", "target_url": "https://example.com/there", "delay_ms": 5,
        "translations": { "de": { "title": "Hallo" }, "pt-BR": { "title": "Olá" } },
        "style": { "theme": "dark", "position": "bottom", "avatar_shape": "square", "accent": "#ff00aa",
            "text_color": "#00ff00", "opacity": 0.5, "radius": 12.5, "dim": 0.4, "font": "Nunito", "text_size": 1.2 } });
    (ui, banner)
}

#[actix_web::test]
async fn a_page_with_everything_is_plain_and_small() {
    let real = Real::start().await;
    let (ui, banner) = everything();
    for variant in ["mobile", "desktop"] {
        real.api.register("a.example").await;
        real.api.upload(&format!("/bg/source?domain=a.example&variant={variant}"), png()).await.expect(200);
    }
    for (path, file) in [("avatar", png()), ("sound", wav())] {
        real.api.upload(&format!("{BANNER}/{path}"), file).await.expect(200);
    }
    let made = real.api.post("/segments/a.example", &json!({ "name": "all" })).await.expect(201);
    for n in 0..20 {
        real.api.button("a.example", &made.text_at("segment_id"), &format!("button {n}")).await;
    }
    real.api.post(UI, &ui).await.expect(200);
    real.api.patch(BANNER, &banner).await.expect(200);
    real.api.publish("a.example").await;
    let page = published(&real).await;
    assert!(page.text.len() <= 60 * 1024, "{} bytes", page.text.len());
    assert_eq!(labels(&page.text).len(), 20);
    check_vocabulary(&page.text);
    check_policy(&page);
    for (class, text) in
        [("status", "</style><script>"), ("bio", "<b>bio"), ("banner-title", "\"><img src=x>")]
    {
        assert_eq!(of_class(&page.text, class)[0].text, text);
    }
    for class in ["shape-pill", "fill-gradient", "anim-shine", "align-left"] {
        assert_eq!(of_class(&page.text, class).len(), 20, "{class}");
    }
    for class in ["theme-dark", "at-bottom", "avatar-square", "gated", "blurred"] {
        assert_eq!(of_class(&page.text, class).len(), 1, "{class}");
    }
    for file in files(&page.text) {
        let served = real.visit(Method::GET, "a.example", &file).send().await.unwrap();
        assert_eq!(served.status(), 200, "{file}");
        assert!(served.headers()["cache-control"].to_str().unwrap().contains("immutable"), "{file}");
    }
}

/// Returns every file that a page names in markup or style.
fn files(page: &str) -> BTreeSet<String> {
    let starts = page.match_indices("/f/").map(|(at, _)| &page[at..]);
    let found: BTreeSet<_> =
        starts.map(|rest| rest.split(['"', ')', '\'', ' ']).next().unwrap().to_owned()).collect();
    assert!(!found.is_empty(), "{page}");
    found
}

/// Checks that a styled page has only these elements and attributes, and nothing from third
/// parties.
fn check_vocabulary(page: &str) {
    const NAMES: &str = "a aside body div h1 h2 head header html img input label li link main meta nav p script span \
        style title ul";
    const ATTRIBUTES: &str = "alt aria-hidden aria-label aria-labelledby aria-modal charset class content data-sound \
        decoding dir height href id lang max min name property rel required role src type width";
    let known = |all: &str, name: &str| all.split(' ').any(|known| known == name);
    for element in elements(page) {
        assert!(known(NAMES, &element.name), "{element:?}");
        for (name, value) in &element.attributes {
            assert!(known(ATTRIBUTES, name), "{element:?}");
            if ["src", "data-sound"].contains(&name.as_str()) {
                assert!(value.starts_with("/f/"), "{element:?}");
            }
            if name == "href" {
                let known = ["data:,", "https://a.example/"].contains(&value.as_str());
                assert!(value.starts_with("/go/") || known, "{element:?}");
            }
        }
    }
}

/// Checks that hashes allow the style and the script, if any, and that nothing else is allowed.
fn check_policy(page: &Reply) {
    let policy = page.header("content-security-policy");
    let hash = |text: &str| BASE64_STANDARD.encode(Sha256::digest(text));
    let parts: BTreeSet<_> = policy.split(';').map(|part| part.trim().to_owned()).collect();
    assert!(parts.contains("default-src 'none'") && !policy.contains("unsafe"), "{policy}");
    assert!(
        parts.contains(&format!("style-src 'sha256-{}'", hash(&text_of(&page.text, "style")))),
        "{policy}"
    );
    let scripts: Vec<_> = elements(&page.text).into_iter().filter(|found| found.name == "script").collect();
    match scripts.as_slice() {
        [] => assert!(!policy.contains("script-src"), "{policy}"),
        [script] => {
            assert!(parts.contains(&format!("script-src 'sha256-{}'", hash(&script.text))), "{policy}");
        }
        more => panic!("{more:?}"),
    }
}

#[actix_web::test]
async fn a_gate_stands_before_the_page_only_while_it_is_enabled() {
    let real = Real::start().await;
    let page = styled(&real, &json!({ "gate": { "mode": "confirm", "blur": true } }), &json!({})).await;
    assert_eq!(of_class(&page.text, "gate"), [], "it is not enabled");
    check_policy(&page);
    let show = async |gate: Value| {
        real.api.post(UI, &json!({ "gate": gate })).await.expect(200);
        Reply::of(real.api.request(Method::GET, PREVIEW)).await.expect(200)
    };
    let confirm = show(json!({ "enabled": true, "mode": "confirm" })).await;
    assert_eq!((of_class(&confirm.text, "gate").len(), of_class(&confirm.text, "born").len()), (1, 0));
    assert_eq!((of_class(&confirm.text, "blurred").len(), of_class(&confirm.text, "gated").len()), (0, 1));
    let birthdate = show(json!({ "enabled": true, "mode": "birthdate", "blur": true })).await;
    let born = of_class(&birthdate.text, "born").remove(0).attributes;
    assert_eq!((born["type"].as_str(), born.contains_key("required")), ("date", true));
    let latest: jiff::civil::Date = born["max"].parse().unwrap();
    let now = i64::try_from(std::time::UNIX_EPOCH.elapsed().unwrap().as_secs()).unwrap();
    let today = jiff::Timestamp::from_second(now).unwrap().to_zoned(jiff::tz::TimeZone::UTC).date();
    let years = |date: jiff::civil::Date| i32::from(date.year()) * 10_000 + i32::from(date.month()) * 100;
    let expected = years(today) + i32::from(today.day()) - 180_000;
    // Midnight may pass during the test.
    let found = years(latest) + i32::from(latest.day());
    assert!((expected - 100..=expected).contains(&found), "{latest}");
    assert_eq!(labels(&birthdate.text), ["one"], "the page is there behind it");
    assert!(!show(json!({ "enabled": false })).await.text.contains("class=\"gate\""));
}

#[actix_web::test]
async fn a_banner_speaks_the_visitors_language() {
    let real = Real::start().await;
    let (_, banner) = everything();
    styled(&real, &json!({}), &banner).await;
    for (asked, expected) in [
        ("", "\"><img src=x>"),
        ("fr", "\"><img src=x>"),
        ("de", "Hallo"),
        ("fr;q=0.9, de-AT;q=0.8", "Hallo"),
        ("pt-BR, de;q=0.5", "Olá"),
        ("pt-PT", "\"><img src=x>"),
    ] {
        let request = real.visit(Method::GET, "a.example", "/").header("accept-language", asked);
        let page = Reply::of(request).await.expect(200);
        assert_eq!(of_class(&page.text, "banner-title")[0].text, expected, "{asked}");
        check_policy(&page);
    }
    let link = real.page("a.example", "/go/banner").await.expect(302);
    assert_eq!(link.header("location"), "https://example.com/there");
}

/// Returns the value of a custom property in the last rule for a dark banner.
fn dark_banner_says(css: &str, property: &str) -> Option<String> {
    let rules = css.split('}').filter_map(|rule| rule.rsplit_once('{'));
    let own = rules.filter(|(selector, _)| [".banner", ".theme-dark"].contains(&selector.trim()));
    let declared = own.flat_map(|(_, body)| body.split(';')).filter_map(|line| line.split_once(':'));
    declared.rev().find(|(name, _)| *name == property).map(|(_, value)| value.to_owned())
}

#[actix_web::test]
async fn the_colours_of_a_banner_are_its_owner_s() {
    let real = Real::start().await;
    let (_, mut banner) = everything();
    let page = styled(&real, &json!({}), &banner).await;
    let css = text_of(&page.text, "style");
    assert_eq!(dark_banner_says(&css, "--banner-ink").as_deref(), Some("#00ff00"));
    assert_eq!(dark_banner_says(&css, "--accent").as_deref(), Some("#ff00aa"));
    banner["style"] = json!({ "theme": "dark" });
    real.api.patch(BANNER, &banner).await.expect(200);
    let css = text_of(&real.api.get(PREVIEW).await.expect(200).text, "style");
    assert_eq!(dark_banner_says(&css, "--accent").as_deref(), Some("#c3aaff"));
}

#[actix_web::test]
async fn a_design_of_one_s_own_is_served_as_it_is_in_a_sandbox() {
    let real = Real::start().await;
    let (ui, banner) = everything();
    let html = "<!doctype html><script>alert(1)</script><a class=button href=https://example.com>x</a>";
    real.api.register("a.example").await.expect(201);
    let body = json!({ "kind": "custom_html", "html": html });
    real.api.put("/bg/design?domain=a.example", &body).await.expect(200);
    real.api.post(UI, &ui).await.expect(200);
    real.api.patch(BANNER, &banner).await.expect(200);
    real.api.publish("a.example").await;
    let page = published(&real).await;
    assert_eq!(page.text, html);
    let policy = page.header("content-security-policy");
    assert!(policy.starts_with("sandbox ") && !policy.contains("allow-same-origin"), "{policy}");
    let preview = real.api.get(PREVIEW).await.expect(200);
    assert_eq!(preview.text, html);
    let policy = preview.header("content-security-policy");
    assert!(policy.starts_with("sandbox ") && !policy.contains("allow-same-origin"), "{policy}");
    assert!(policy.contains("frame-ancestors 'self'"), "{policy}");
}

#[actix_web::test]
async fn a_preview_is_the_draft_for_an_imagined_visitor() {
    let real = Real::start().await;
    let (_, banner) = everything();
    let live = styled(&real, &json!({}), &json!({})).await.text;
    let french = json!({ "name": "France", "countries": ["FR"], "lang": "fr" });
    let french = real.api.post("/segments/a.example", &french).await.expect(201).text_at("segment_id");
    real.api.button("a.example", &french, "trois").await;
    real.api.patch(BANNER, &banner).await.expect(200);
    for (query, label, title) in [
        ("", "one", "\"><img src=x>"),
        ("?country=FR", "trois", "\"><img src=x>"),
        ("?country=DE&lang=de", "one", "Hallo"),
        ("?country=FR&lang=de", "trois", "Hallo"),
    ] {
        let preview = real.api.get(&format!("{PREVIEW}{query}")).await.expect(200);
        assert_eq!(labels(&preview.text), [label], "{query}");
        assert!(buttons(&preview.text)[0].1.starts_with("/go/btn_"));
        assert_eq!(of_class(&preview.text, "banner-title")[0].text, title, "{query}");
        assert_eq!(preview.header("content-type"), "text/html; charset=utf-8");
        assert!(preview.header("cache-control").contains("no-store"));
        assert!(preview.header("content-security-policy").contains("frame-ancestors 'self'"));
        assert!(!preview.headers.contains_key("x-frame-options"), "it would forbid the frame");
        check_policy(&preview);
        for file in files(&preview.text) {
            let served = real.api.anonymous(Method::GET, &file).send().await.unwrap();
            assert_eq!(served.status(), 200, "where the preview is: {file}");
        }
    }
    assert_eq!(real.api.get(&format!("{PREVIEW}?country=1")).await.status, 422);
    assert_eq!(real.page("a.example", "/").await.text, live, "nobody else sees it");
    let framed = real.beside(&[("FUNNEL_DASHBOARD_ORIGIN", "https://dash.example")]).await;
    let preview = framed.api.get(PREVIEW).await.expect(200);
    let policy = preview.header("content-security-policy");
    assert!(policy.ends_with("frame-ancestors https://dash.example"), "{policy}");
}
