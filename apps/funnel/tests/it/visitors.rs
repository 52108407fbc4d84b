//! Pages by visitor.

use std::collections::BTreeMap;

use reqwest::Method;
use serde_json::json;

use crate::html::{buttons, labels};
use crate::real::{Real, Reply};

const COUNTRY: &[(&str, &str)] = &[("FUNNEL_COUNTRY_HEADER", "x-country")];
pub(crate) const BEHIND_PROXY: &[(&str, &str)] =
    &[("FUNNEL_COUNTRY_HEADER", "x-country"), ("FUNNEL_TRUSTED_PROXIES", "127.0.0.0/8")];

async fn seen(real: &Real, headers: &[(&str, &str)]) -> Vec<String> {
    let request = real.visit(Method::GET, "a.example", "/");
    let request = headers.iter().fold(request, |request, (name, value)| request.header(*name, *value));
    labels(&Reply::of(request).await.expect(200).text)
}

#[actix_web::test]
async fn the_country_is_taken_only_from_a_trusted_proxy() {
    let real = Real::with("free", BEHIND_PROXY).await;
    let direct = real.beside(COUNTRY).await;
    let tier = real.landing("a.example").await;
    let rule = json!({ "v": 1, "all": [{ "field": "country", "op": "in", "values": ["DE", "AT"] }] });
    let body = json!({ "label": "german", "url": "https://example.com", "match": rule });
    real.api.post(&format!("/buttons/a.example/{tier}"), &body).await.expect(201);
    real.api.button("a.example", &tier, "all").await;
    let french = json!({ "name": "France", "countries": ["FR"], "lang": "fr" });
    let french = real.api.post("/segments/a.example", &french).await.expect(201).text_at("segment_id");
    real.api.button("a.example", &french, "français").await;
    real.api.publish("a.example").await;
    for (country, expected) in [
        ("DE", vec!["german", "all"]),
        ("at", vec!["german", "all"]),
        ("US", vec!["all"]),
        ("FR", vec!["français"]),
        ("XX1", vec!["all"]),
        ("", vec!["all"]),
    ] {
        assert_eq!(seen(&real, &[("x-country", country)]).await, expected, "{country}");
        assert_eq!(seen(&direct, &[("x-country", country)]).await, ["all"], "{country} without a proxy");
    }
    assert_eq!(seen(&real, &[]).await, ["all"]);
}

#[actix_web::test]
async fn device_language_query_and_referrer_choose() {
    let real = Real::start().await;
    let tier = real.landing("a.example").await;
    for (field, op, values) in [
        ("device", "in", json!(["mobile"])),
        ("lang", "in", json!(["de"])),
        ("utm.source", "eq", json!(["mail"])),
        ("referrer_host", "suffix", json!(["instagram.com"])),
    ] {
        let rule = json!({ "v": 1, "all": [{ "field": field, "op": op, "values": values }] });
        let body = json!({ "label": field, "url": "https://example.com", "match": rule });
        real.api.post(&format!("/buttons/a.example/{tier}"), &body).await.expect(201);
    }
    real.api.publish("a.example").await;
    let phone = "Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 \
                 (KHTML, like Gecko) Version/17.0 Mobile/15E148 Safari/604.1";
    assert_eq!(seen(&real, &[]).await, [] as [&str; 0]);
    assert_eq!(seen(&real, &[("user-agent", phone)]).await, ["device"]);
    assert_eq!(seen(&real, &[("accept-language", "de-AT, en;q=0.5")]).await, ["lang"]);
    assert_eq!(seen(&real, &[("referer", "https://l.instagram.com/?u=1")]).await, ["referrer_host"]);
    assert_eq!(seen(&real, &[("referer", "https://notinstagram.com/")]).await, [] as [&str; 0]);
    let page = real.page("a.example", "/?utm_source=mail&utm_source=x").await.expect(200);
    assert_eq!(labels(&page.text), ["utm.source"]);
}

#[actix_web::test]
async fn a_visitor_keeps_the_arm_and_links_name_it() {
    let real = Real::with("free", BEHIND_PROXY).await;
    let tier = real.landing("a.example").await;
    let ab = json!({ "v": 1, "key": "k", "arms": [{ "id": "x", "weight": 1 }, { "id": "y", "weight": 1 }] });
    real.api.patch(&format!("/segments/a.example/{tier}"), &json!({ "ab": ab })).await.expect(200);
    let variants = json!([{ "id": "y", "label": "why", "url": "https://y.example.com/" }]);
    let body = json!({ "label": "base", "url": "https://x.example.com/", "variants": variants });
    real.api.post(&format!("/buttons/a.example/{tier}"), &body).await.expect(201);
    real.api.publish("a.example").await;
    let visit = async |path: &str, address: &str| {
        let request = real.visit(Method::GET, "a.example", path).header("x-forwarded-for", address);
        Reply::of(request).await
    };
    let mut arms: BTreeMap<String, u32> = BTreeMap::new();
    for n in 0..40 {
        let address = format!("8.8.4.{n}");
        let page = visit("/", &address).await.expect(200).text;
        assert_eq!(visit("/", &address).await.text, page, "the same visitor");
        let (label, href) = buttons(&page).remove(0);
        let arm = href.rsplit_once("?arm=").unwrap().1.to_owned();
        let location = format!("https://{arm}.example.com/");
        assert_eq!(label, if arm == "y" { "why" } else { "base" });
        // The shown arm decides, even if the visitor's address has changed.
        for address in [address.as_str(), "9.9.9.9"] {
            assert_eq!(visit(&href, address).await.expect(302).header("location"), location);
        }
        *arms.entry(arm).or_default() += 1;
    }
    assert_eq!(arms.len(), 2, "{arms:?}");
    assert!(arms.values().all(|count| *count >= 8), "{arms:?}");
}
