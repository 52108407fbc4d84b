//! The notification banner of a draft.

use reqwest::Method;
use serde_json::{Value, json};

use crate::media::{png, wav};
use crate::real::{Real, Reply};

const BANNER: &str = "/notification/a.example";
const PRESETS: &str = "/library/notifications";
const PRESET: &str = "/notification/a.example/preset";

async fn banner(real: &Real) -> Value {
    real.api.get(BANNER).await.expect(200).json()
}

#[actix_web::test]
async fn a_style_is_replaced_cleared_or_kept() {
    let real = Real::start().await;
    real.landing("a.example").await;
    let full = json!({ "theme": "liquid", "position": "bottom", "avatar_shape": "square", "accent": "#ff00aa",
        "text_color": "#00ff00", "opacity": 0.3, "radius": 32, "dim": 0.8, "font": "Bebas Neue", "text_size": 1.3 });
    let dark = json!({ "theme": "dark" });
    let mut typed = full.clone();
    typed["accent"] = json!("#FF00AA");
    for (body, expected) in [
        (json!({}), &json!({})),
        (json!({ "style": typed }), &full),
        (json!({ "title": "T" }), &full),
        (json!({ "style": null }), &full),
        (json!({ "style": dark }), &dark),
        (json!({ "style": {} }), &json!({})),
    ] {
        let set = real.api.patch(BANNER, &body).await.expect(200);
        assert_eq!(&set.json()["style"], expected, "{body}");
        assert_eq!(banner(&real).await, set.json(), "{body}");
    }
}

#[actix_web::test]
async fn every_fault_of_a_style_is_reported_where_it_is() {
    let real = Real::start().await;
    real.landing("a.example").await;
    real.api.patch(BANNER, &json!({ "style": { "theme": "dark" } })).await.expect(200);
    let before = banner(&real).await;
    let errors = [
        ("theme", json!("neon"), "enum"),
        ("theme", json!(1), "string_type"),
        ("position", json!("left"), "enum"),
        ("avatar_shape", json!("star"), "enum"),
        ("accent", json!("red"), "pattern"),
        ("text_color", json!("#fff"), "pattern"),
        ("opacity", json!(0.29), "greater_than_equal"),
        ("opacity", json!(1.01), "less_than_equal"),
        ("radius", json!(-1), "greater_than_equal"),
        ("radius", json!(32.5), "less_than_equal"),
        ("dim", json!(-0.1), "greater_than_equal"),
        ("dim", json!(0.81), "less_than_equal"),
        ("font", json!("Arial"), "enum"),
        ("text_size", json!(0.84), "greater_than_equal"),
        ("text_size", json!(1.31), "less_than_equal"),
        ("text_size", json!("1"), "number_type"),
        ("glow", json!(true), "extra_forbidden"),
    ];
    for (key, value, kind) in errors {
        let body = json!({ "title": "new", "style": { key: value } });
        let reply = real.api.patch(BANNER, &body).await;
        assert_eq!(reply.summary(), format!("422 body.style.{key} {kind}"), "{body}");
        assert_eq!(reply.json()["detail"][0]["loc"], json!(["body", "style", key]));
    }
    let all = json!({ "style": { "theme": 1, "dim": 1, "glow": 1 }, "delay_ms": 600_001, "enabled": "yes" });
    let reported = real.api.patch(BANNER, &all).await.summary();
    for place in ["style.theme", "style.dim", "style.glow", "delay_ms", "enabled"] {
        assert!(reported.contains(&format!("body.{place} ")), "{reported}");
    }
    assert_eq!(real.api.patch(BANNER, &json!({ "style": 5 })).await.summary(), "422 body.style object_type");
    assert_eq!(banner(&real).await, before);
}

#[actix_web::test]
async fn only_the_fields_that_are_there_change() {
    let real = Real::start().await;
    real.landing("a.example").await;
    let picture = real.api.upload(&format!("{BANNER}/avatar"), png()).await.expect(200);
    let picture = picture.text_at("avatar_filename");
    let fields = json!({ "enabled": true, "title": "T", "body": "B", "link_text": "L", "link_mode": "manual",
        "target_url": "https://example.com/", "delay_ms": 600_000, "avatar_filename": picture,
        "translations": { "de": { "title": "Hallo" } }, "activity_source": "recent_subscribers",
        "variants": [{ "key": "a", "weight": 1, "title": "A" }] });
    let stock = real.api.patch(BANNER, &json!({})).await.expect(200).json();
    let mut expected = stock.clone();
    for (field, value) in fields.as_object().unwrap() {
        let set = real.api.patch(BANNER, &json!({ field: value })).await.expect(200).json();
        expected[field] = value.clone();
        assert_eq!(set, expected, "{field}");
    }
    for field in ["avatar_filename", "variants", "activity_source"] {
        let set = real.api.patch(BANNER, &json!({ field: null })).await.expect(200).json();
        expected[field] = Value::Null;
        assert_eq!(set, expected, "{field}");
    }
    for field in ["enabled", "title", "body", "link_text", "link_mode", "target_url", "delay_ms"] {
        let reported = real.api.patch(BANNER, &json!({ field: null })).await.summary();
        assert_eq!(reported, format!("422 body.{field} null_type"));
    }
    for (body, reported) in [
        (json!({ "title": "x".repeat(81) }), "title too_long"),
        (json!({ "body": "x".repeat(301) }), "body too_long"),
        (json!({ "link_text": "x".repeat(41) }), "link_text too_long"),
        (json!({ "link_mode": "auto" }), "link_mode enum"),
        (json!({ "delay_ms": -1 }), "delay_ms greater_than_equal"),
        (json!({ "delay_ms": 1.5 }), "delay_ms int_type"),
        (json!({ "translations": { "de": { "x": "y" } } }), "translations.de.x extra_forbidden"),
        (json!({ "variants": [{ "key": "a" }] }), "variants.0.weight missing"),
        (json!({ "activity_source": "rumours" }), "activity_source enum"),
        (json!({ "preset_id": "1" }), "preset_id int_type"),
    ] {
        assert_eq!(real.api.patch(BANNER, &body).await.summary(), format!("422 body.{reported}"), "{body}");
    }
    assert_eq!(banner(&real).await, expected);
}

#[actix_web::test]
async fn files_are_uploaded_before_they_are_named() {
    let real = Real::start().await;
    real.landing("a.example").await;
    let (avatar, sound) = (format!("{BANNER}/avatar"), format!("{BANNER}/sound"));
    for (field, name) in [
        ("avatar_filename", format!("{}.png", "0".repeat(32))),
        ("sound_filename", format!("{}.wav", "0".repeat(32))),
        ("avatar_filename", "../../etc/passwd".to_owned()),
    ] {
        let reported = real.api.patch(BANNER, &json!({ field: name })).await.summary();
        assert!(reported.starts_with(&format!("422 body.{field} ")), "{reported}");
        let reported = real.api.post(PRESETS, &json!({ "name": "p", field: name })).await.summary();
        assert!(reported.starts_with(&format!("422 body.{field} ")), "{reported}");
    }
    for (path, file) in [(&avatar, wav()), (&sound, png()), (&avatar, vec![]), (&sound, vec![])] {
        assert_eq!(real.api.upload(path, file).await.summary(), "422 invalid_file", "{path}");
    }
    let loud = [wav(), vec![128; 2 << 20]].concat();
    assert_eq!(real.api.upload(&sound, loud).await.summary(), "422 invalid_file", "over 2 MiB");
    let with_avatar = real.api.upload(&avatar, png()).await.expect(200);
    let with_both = real.api.upload(&sound, wav()).await.expect(200);
    assert_eq!(with_both.text_at("avatar_filename"), with_avatar.text_at("avatar_filename"));
    for (field, content_type) in [("avatar_filename", "image/png"), ("sound_filename", "audio/wav")] {
        let file = real.page("a.example", &format!("/f/{}", with_both.text_at(field))).await.expect(200);
        assert_eq!(file.header("content-type"), content_type);
    }
    let cleared = real.api.patch(BANNER, &json!({ "sound_filename": null })).await.expect(200);
    assert_eq!(cleared.json()["sound_filename"], Value::Null);
    let named = json!({ "sound_filename": with_both.text_at("sound_filename") });
    assert_eq!(real.api.patch(BANNER, &named).await.expect(200).json(), with_both.json());
}

#[actix_web::test]
async fn a_file_of_another_owner_is_no_file() {
    let real = Real::start().await;
    real.landing("a.example").await;
    let (_, other) = real.owner("agency").await;
    other.register("b.example").await.expect(201);
    let uploads = [("avatar_filename", "avatar", png()), ("sound_filename", "sound", wav())];
    for (field, path, content) in uploads {
        let theirs = other.upload(&format!("/notification/b.example/{path}"), content.clone()).await;
        let named = json!({ field: theirs.expect(200).text_at(field) });
        let preset = json!({ "name": field, field: named[field] });
        let made = real.api.post(PRESETS, &json!({ "name": format!("{field} 2") })).await.expect(201);
        let change = format!("{PRESETS}/{}", made.json()["id"]);
        for refused in [
            real.api.patch(BANNER, &named).await,
            real.api.post(PRESETS, &preset).await,
            real.api.patch(&change, &named).await,
        ] {
            assert_eq!(refused.summary(), format!("422 body.{field} value_error"));
        }
        // An owner who uploads the same content may use the file.
        let mine = real.api.upload(&format!("{BANNER}/{path}"), content).await.expect(200);
        assert_eq!(mine.text_at(field), named[field]);
        real.api.patch(BANNER, &named).await.expect(200);
        real.api.patch(&change, &named).await.expect(200);
    }
}

#[actix_web::test]
async fn a_banner_takes_over_and_parts_from_a_preset() {
    let real = Real::start().await;
    real.landing("a.example").await;
    let texts = json!({ "name": "p", "title": "T", "body": "B", "link_text": "L" });
    let preset = real.api.post(PRESETS, &texts).await.expect(201).json()["id"].clone();
    real.api.patch(BANNER, &json!({ "title": "own", "style": { "theme": "dark" } })).await.expect(200);
    let before = banner(&real).await;
    let enable = json!({ "preset_id": preset, "enabled": true });
    assert_eq!(real.api.patch(BANNER, &enable).await.summary(), "409 preset_incomplete");
    assert_eq!(real.api.put(PRESET, &enable).await.summary(), "409 preset_incomplete");
    let missing = json!({ "preset_id": 9_000_000, "enabled": false });
    assert_eq!(real.api.patch(BANNER, &missing).await.summary(), "404 preset_not_found");
    assert_eq!(real.api.put(PRESET, &missing).await.summary(), "404 preset_not_found");
    assert_eq!(banner(&real).await, before);
    let assigned = real.api.patch(BANNER, &json!({ "preset_id": preset })).await.expect(200).json();
    assert_eq!((&assigned["title"], &assigned["preset_id"]), (&json!("T"), &preset));
    assert_eq!((&assigned["enabled"], &assigned["style"]), (&json!(false), &before["style"]));
    assert_eq!(real.api.patch(BANNER, &json!({ "enabled": true })).await.summary(), "409 preset_incomplete");
    real.api.upload(&format!("{PRESETS}/{preset}/avatar"), png()).await.expect(200);
    let shown = real.api.patch(BANNER, &json!({ "enabled": true })).await.expect(200).json();
    assert_eq!((&shown["enabled"], &shown["preset_id"]), (&json!(true), &preset));
    let released = real.api.patch(BANNER, &json!({ "preset_id": null })).await.expect(200).json();
    assert_eq!((&released["title"], &released["preset_id"]), (&json!("T"), &Value::Null));
    real.api.patch(&format!("{PRESETS}/{preset}"), &json!({ "title": "later" })).await.expect(200);
    assert_eq!(banner(&real).await, released, "it follows the preset no more");
    assert_eq!(real.api.put(PRESET, &enable).await.expect(200).json()["title"], "later");
}

#[actix_web::test]
async fn every_edit_of_a_banner_can_be_tied_to_what_was_seen() {
    let real = Real::start().await;
    real.landing("a.example").await;
    let preset = real.api.post(PRESETS, &json!({ "name": "p", "title": "P" })).await.expect(201);
    let preset = preset.json()["id"].clone();
    for body in [
        json!({ "title": "new" }),
        json!({ "preset_id": preset, "body": "B" }),
        json!({ "preset_id": null, "body": "C" }),
        json!({ "preset_id": null, "enabled": true, "link_text": "L" }),
    ] {
        let send = async |tag: &str| {
            let request = real.api.request(Method::PATCH, BANNER).header("if-match", tag);
            Reply::of(request.json(&body)).await
        };
        let before = real.api.get(BANNER).await;
        assert_eq!(send("\"1\"").await.summary(), "412 precondition_failed", "{body}");
        assert_eq!(real.api.get(BANNER).await.text, before.text, "{body}");
        let done = send(before.header("etag")).await.expect(200);
        let after = real.api.get(BANNER).await;
        assert_eq!((done.header("etag"), &done.json()), (after.header("etag"), &after.json()), "{body}");
        for (field, value) in body.as_object().unwrap() {
            assert_eq!(&done.json()[field], value, "{body}");
        }
    }
}
