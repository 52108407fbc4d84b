//! Canvas colour, settings, design and background pictures.

use std::collections::BTreeSet;

use reqwest::Method;
use serde_json::{Value, json};

use crate::media::png;
use crate::real::{Real, Reply};

const CANVAS: &str = "/bg/canvas-color?domain=a.example";
const UI: &str = "/bg/ui?domain=a.example";
const DESIGN: &str = "/bg/design?domain=a.example";
const SOURCE: &str = "/bg/source?domain=a.example&variant=mobile";
const SHOWN: &str = "/bg?domain=a.example";

#[actix_web::test]
async fn a_canvas_colour_is_a_hash_and_six_digits() {
    let real = Real::start().await;
    real.landing("a.example").await;
    for wrong in ["", "red", "#fff", "102030", "#10203", "#1020300", "#10203g", " #102030", "#10203é"] {
        let reported = real.api.post(CANVAS, &json!({ "color": wrong })).await.summary();
        assert_eq!(reported, "400 canvas_color_invalid", "{wrong}");
    }
    assert_eq!(real.api.post(CANVAS, &json!({ "color": 5 })).await.summary(), "422 body.color string_type");
    assert_eq!(real.api.post(CANVAS, &json!({})).await.summary(), "422 body.color missing");
    assert_eq!(real.api.get(SHOWN).await.expect(200).json()["canvas_color"], Value::Null);
    for (colour, stored, changed) in [
        ("#A1b2C3", "#a1b2c3", true),
        ("#a1b2c3", "#a1b2c3", false),
        ("#A1B2C3", "#a1b2c3", false),
        ("#000000", "#000000", true),
    ] {
        let set = real.api.post(CANVAS, &json!({ "color": colour })).await.expect(200);
        assert_eq!(set.json(), json!({ "domain": "a.example", "canvas_color": stored, "changed": changed }));
        let shown = real.api.get(SHOWN).await;
        assert_eq!(
            (&shown.json()["canvas_color"], shown.header("etag")),
            (&json!(stored), set.header("etag"))
        );
    }
}

#[actix_web::test]
async fn sections_are_replaced_as_a_whole_reset_by_null_and_kept_when_absent() {
    let real = Real::start().await;
    real.landing("a.example").await;
    let (n, confirm) = (Value::Null, json!({ "enabled": true, "mode": "confirm" }));
    let profile = json!({ "name_font": "Pacifico", "name_size": 32, "status_text": "on", "bio": "two\nlines",
        "bio_font": "Lato", "bio_size": 14.5 });
    let pill = json!({ "shape": "pill", "fill": "glass", "color": "#ff00aa" });
    for (body, [buttons, profile, gate], changed) in [
        (json!({}), [&n, &n, &n], false),
        (
            json!({ "buttons": { "shape": "pill", "fill": "glass", "color": "#FF00AA" } }),
            [&pill, &n, &n],
            true,
        ),
        (json!({ "buttons": pill }), [&pill, &n, &n], false),
        (json!({ "gate": confirm, "profile": profile }), [&pill, &profile, &confirm], true),
        (json!({ "buttons": { "font": "Lato" } }), [&json!({ "font": "Lato" }), &profile, &confirm], true),
        (
            json!({ "buttons": null, "gate": { "blur": false } }),
            [&n, &profile, &json!({ "blur": false })],
            true,
        ),
        (json!({ "buttons": null }), [&n, &profile, &json!({ "blur": false })], false),
        (json!({ "profile": null, "gate": null }), [&n, &n, &n], true),
    ] {
        let ui = json!({ "buttons": buttons, "profile": profile, "gate": gate });
        let set = real.api.post(UI, &body).await.expect(200).json();
        let expected = json!({ "domain": "a.example", "ui": ui, "changed": changed, "relabeled": 0 });
        assert_eq!(set, expected, "{body}");
        assert_eq!(real.api.get(SHOWN).await.json()["ui"], ui, "{body}");
    }
}

#[actix_web::test]
async fn a_fault_in_the_settings_begins_with_its_path() {
    let real = Real::start().await;
    real.landing("a.example").await;
    let errors = [
        (json!({ "footer": {} }), "footer: "),
        (json!({ "buttons": 5 }), "buttons: "),
        (json!({ "gate": [] }), "gate: "),
        (json!({ "buttons": { "glitter": true } }), "buttons.glitter: "),
        (json!({ "buttons": { "shape": "round" } }), "buttons.shape: "),
        (json!({ "buttons": { "shape": 1 } }), "buttons.shape: "),
        (json!({ "buttons": { "fill": "none" } }), "buttons.fill: "),
        (json!({ "buttons": { "color": "red" } }), "buttons.color: "),
        (json!({ "buttons": { "animation": "spin" } }), "buttons.animation: "),
        (json!({ "buttons": { "anim_speed": "warp" } }), "buttons.anim_speed: "),
        (json!({ "buttons": { "font": "Comic Sans" } }), "buttons.font: "),
        (json!({ "buttons": { "align": "justify" } }), "buttons.align: "),
        (json!({ "profile": { "name_font": "Papyrus" } }), "profile.name_font: "),
        (json!({ "profile": { "name_size": 9 } }), "profile.name_size: "),
        (json!({ "profile": { "name_size": "12" } }), "profile.name_size: "),
        (json!({ "profile": { "bio_size": 48.5 } }), "profile.bio_size: "),
        (json!({ "profile": { "status_text": "x".repeat(61) } }), "profile.status_text: "),
        (json!({ "profile": { "bio": "x".repeat(401) } }), "profile.bio: "),
        (json!({ "gate": { "enabled": "yes" } }), "gate.enabled: "),
        (json!({ "gate": { "mode": "captcha" } }), "gate.mode: "),
        (json!({ "gate": { "blur": 1 } }), "gate.blur: "),
    ];
    for (body, path) in errors {
        let mut body = body;
        let reply = real.api.post(UI, &body).await;
        assert_eq!(reply.summary(), "400 landing_ui_invalid", "{body}");
        let message = reply.json()["detail"]["message"].as_str().unwrap().to_owned();
        assert!(message.starts_with(path), "{body}: {message}");
        // Valid sections of a rejected body are not applied either.
        let (other, section) = match body.get("profile") {
            Some(_) => ("gate", json!({ "blur": true })),
            None => ("profile", json!({ "bio": "new" })),
        };
        body[other] = section;
        assert_eq!(real.api.post(UI, &body).await.status, 400, "{body}");
    }
    let stock = json!({ "buttons": null, "profile": null, "gate": null });
    assert_eq!(real.api.get(SHOWN).await.json()["ui"], stock);
}

/// Returns the file of each label, in the order of the buttons.
async fn label_files(real: &Real) -> Vec<Option<String>> {
    let draft = real.api.draft("a.example").await;
    let buttons = draft.as_array().unwrap().iter().flat_map(|segment| segment["buttons"].as_array().unwrap());
    let file = |button: &Value| Some(button["text_filename"].as_str().unwrap().to_owned());
    buttons.map(|button| file(button).filter(|name| !name.is_empty())).collect()
}

#[actix_web::test]
async fn relabeled_counts_the_labels_whose_file_changed() {
    let real = Real::start().await;
    let tier = real.landing("a.example").await;
    let other = real.api.post("/segments/a.example", &json!({ "name": "other" })).await.expect(201);
    for (tier, label) in [(&tier, "one"), (&tier, "✨🎉"), (&other.text_at("segment_id"), "two")] {
        real.api.button("a.example", tier, label).await;
    }
    let mut before = label_files(&real).await;
    assert_eq!(before.iter().flatten().collect::<BTreeSet<_>>().len(), 2, "emoji are live text: {before:?}");
    for (section, count) in [
        (json!({ "font": "Lato" }), 2),
        (json!({ "font": "Lato", "shape": "pill" }), 0),
        (json!({ "font": "Lato", "color": "#ffff00" }), 2),
        (json!({ "font": "Pacifico", "color": "#ffff00" }), 2),
        (json!({ "font": "Pacifico", "color": "#ffff00" }), 0),
        (Value::Null, 2),
    ] {
        let set = real.api.post(UI, &json!({ "buttons": section })).await.expect(200);
        let after = label_files(&real).await;
        let differing = before.iter().zip(&after).filter(|(before, after)| before != after).count();
        assert_eq!((&set.json()["relabeled"], differing), (&json!(count), count), "{section}");
        before = after;
    }
}

#[actix_web::test]
async fn a_label_is_served_as_a_picture_that_never_changes() {
    let real = Real::start().await;
    let tier = real.landing("a.example").await;
    real.api.button("a.example", &tier, "<b> & \"c\"").await;
    let file = format!("/f/{}", label_files(&real).await[0].clone().unwrap());
    let served = real.page("a.example", &file).await.expect(200);
    assert_eq!(served.header("content-type"), "image/svg+xml");
    assert_eq!(served.header("cache-control"), "public, max-age=31536000, immutable");
    assert_eq!(served.header("x-content-type-options"), "nosniff");
    assert!(served.header("content-security-policy").contains("sandbox"));
    assert!(served.text.starts_with("<svg") && !served.text.contains("<b>"), "{}", served.text);
    let again = real.visit(Method::GET, "a.example", &file).header("if-none-match", served.header("etag"));
    assert_eq!(Reply::of(again).await.expect(304).text, "");
    let unknown = format!("/f/{}.svg", "0".repeat(64));
    for path in [unknown.as_str(), "/f/..%2f..%2fCargo.toml", "/f/%00", "/f/face/nothing.woff2"] {
        assert_eq!(real.page("a.example", path).await.status, 404, "{path}");
    }
}

#[actix_web::test]
async fn a_design_of_one_s_own_needs_its_document() {
    let real = Real::start().await;
    real.landing("a.example").await;
    let longest = "x".repeat(512 * 1024);
    for (body, reported) in [
        (json!({}), "422 body.kind missing"),
        (json!({ "kind": "custom_html" }), "422 body.html missing"),
        (json!({ "kind": "custom_html", "html": " \n" }), "422 body.html too_short"),
        (json!({ "kind": "custom_html", "html": format!("{longest}x") }), "422 body.html too_long"),
        (json!({ "kind": "builtin", "html": "<p>" }), "422 body.html extra_forbidden"),
        (json!({ "kind": "mine" }), "422 body.kind enum"),
    ] {
        assert_eq!(real.api.put(DESIGN, &body).await.summary(), reported);
    }
    assert_eq!(real.api.get(SHOWN).await.json()["design"], json!({ "kind": "builtin", "html_bytes": 0 }));
    let body = json!({ "kind": "custom_html", "html": longest });
    let expected = json!({ "kind": "custom_html", "html_bytes": longest.len() });
    assert_eq!(real.api.put(DESIGN, &body).await.expect(200).json(), expected);
    assert_eq!(real.api.get(SHOWN).await.json()["design"], expected);
    let builtin = real.api.put(DESIGN, &json!({ "kind": "builtin" })).await.expect(200).json();
    assert_eq!(builtin, json!({ "kind": "builtin", "html_bytes": 0 }));
}

#[actix_web::test]
async fn a_background_is_a_picture_written_anew() {
    let real = Real::start().await;
    real.landing("a.example").await;
    let truncated = png()[..png().len() - 20].to_vec();
    let noise: Vec<u8> =
        (0..4096_u32).map(|n| u8::try_from(n.wrapping_mul(2_654_435_761) >> 24).unwrap()).collect();
    let svg = b"<svg xmlns=\"http://www.w3.org/2000/svg\"><script>alert(1)</script></svg>".to_vec();
    for (what, file) in [
        ("svg", svg),
        ("html", b"<!doctype html><script>alert(1)</script>".to_vec()),
        ("noise", noise),
        ("nothing", Vec::new()),
        ("half a png", truncated),
        ("a gif", b"GIF89a\x01\0\x01\0\0\0\0;".to_vec()),
    ] {
        let request = real.api.request(Method::PUT, SOURCE).header("content-type", "image/png").body(file);
        assert_eq!(Reply::of(request).await.summary(), "422 invalid_file", "{what}");
    }
    let exists = |exists| json!({ "domain": "a.example", "variant": "mobile", "exists": exists });
    assert_eq!(real.api.get(SOURCE).await.expect(200).json(), exists(false));
    assert_eq!(real.api.upload(SOURCE, png()).await.expect(200).json(), exists(true));
    assert_eq!(real.api.get(SOURCE).await.expect(200).json(), exists(true));
    let sources = real.api.get(SHOWN).await.json()["sources"].take();
    assert_eq!(sources["desktop"], Value::Null);
    let path = format!("/f/{}", sources["mobile"].as_str().unwrap());
    let served = real.visit(Method::GET, "a.example", &path).send().await.unwrap();
    assert_eq!(served.headers()["content-type"], "image/png");
    let bytes = served.bytes().await.unwrap();
    assert!(bytes.starts_with(b"\x89PNG") && !bytes.windows(13).any(|part| part == b"taken at home"));
    let reported = real.api.get("/bg/source?domain=a.example&variant=tv").await.summary();
    assert_eq!(reported, "422 query.variant enum");
}

#[actix_web::test]
async fn a_background_and_a_canvas_colour_are_removed_from_the_draft() {
    let real = Real::start().await;
    real.landing("a.example").await;
    let before = real.api.get(SHOWN).await.json();
    real.api.post(CANVAS, &json!({ "color": "#102030" })).await.expect(200);
    for variant in ["mobile", "desktop", "share"] {
        let source = format!("/bg/source?domain=a.example&variant={variant}");
        real.api.upload(&source, png()).await.expect(200);
        real.api.delete(&source).await.expect(204);
        // A second time there is nothing to remove.
        real.api.delete(&source).await.expect(204);
    }
    let removed = real.api.delete(CANVAS).await.expect(204);
    let after = real.api.get(SHOWN).await;
    assert_eq!(removed.header("etag"), after.header("etag"));
    let after = after.json();
    for part in ["canvas_color", "sources"] {
        assert_eq!(after[part], before[part], "{part}");
    }
    assert_eq!(real.api.delete("/bg/canvas-color?domain=b.example").await.summary(), "404 domain_not_found");
}

#[actix_web::test]
async fn an_upload_has_at_most_ten_mebibytes() {
    let real = Real::start().await;
    real.landing("a.example").await;
    let largest = real.api.upload(SOURCE, vec![0; 10 << 20]).await;
    assert_eq!(largest.summary(), "422 invalid_file", "it is looked at");
    let larger = real.api.upload(SOURCE, vec![0; (10 << 20) + 1]).await;
    assert_eq!(larger.summary(), "413 payload_too_large");
    assert_eq!(real.api.get(SOURCE).await.json()["exists"], false);
}

#[actix_web::test]
async fn every_edit_of_the_look_can_be_tied_to_what_was_seen() {
    let real = Real::start().await;
    real.landing("a.example").await;
    let edits = [
        (Method::POST, CANVAS, br##"{"color":"#102030"}"##.to_vec()),
        (Method::POST, UI, br#"{"buttons":{"shape":"pill"}}"#.to_vec()),
        (Method::PUT, DESIGN, br#"{"kind":"custom_html","html":"<p>"}"#.to_vec()),
        (Method::PUT, SOURCE, png()),
    ];
    for (method, path, body) in edits {
        let send = async |tag: &str| {
            let request = real.api.request(method.clone(), path).header("if-match", tag);
            Reply::of(request.header("content-type", "application/json").body(body.clone())).await
        };
        let before = real.api.get(SHOWN).await;
        assert_eq!(send("\"1\"").await.summary(), "412 precondition_failed", "{path}");
        assert_eq!(real.api.get(SHOWN).await.text, before.text, "{path}");
        let done = send(before.header("etag")).await.expect(200);
        let after = real.api.get(SHOWN).await;
        assert_eq!(done.header("etag"), after.header("etag"), "{path}");
        assert_ne!(after.text, before.text, "{path}");
        let repeated = send(after.header("etag")).await.expect(200);
        assert_eq!(repeated.header("etag"), after.header("etag"), "nothing changed: {path}");
    }
}

#[actix_web::test]
async fn each_part_is_copied_by_itself() {
    let real = Real::start().await;
    real.landing("a.example").await;
    real.api.post(CANVAS, &json!({ "color": "#102030" })).await.expect(200);
    real.api.post(UI, &json!({ "buttons": { "shape": "pill" } })).await.expect(200);
    real.api.put(DESIGN, &json!({ "kind": "custom_html", "html": "<p>" })).await.expect(200);
    real.api.upload(SOURCE, png()).await.expect(200);
    let banner = json!({ "title": "T", "style": { "theme": "dark" } });
    real.api.patch("/notification/a.example", &banner).await.expect(200);
    let look = async |host: &str| {
        let mut bg = real.api.get(&format!("/bg?domain={host}")).await.expect(200).json();
        let ui = bg["ui"].take();
        bg["domain"].take();
        let mut banner = real.api.get(&format!("/notification/{host}")).await.expect(200).json();
        banner["domain"].take();
        [bg, ui, banner]
    };
    let source = look("a.example").await;
    for (n, part) in ["bg", "ui", "notification"].into_iter().enumerate() {
        let host = format!("{part}.example");
        real.landing(&host).await;
        let stock = look(&host).await;
        let body = json!({ "source": "a.example", "targets": [host], "parts": [part] });
        let results = real.api.post("/bulk/copy-content", &body).await.expect(200).json()["results"].take();
        assert_eq!(results, json!([{ "host": host, "ok": true, "detail": "copied" }]));
        for (at, (copy, (own, stock))) in look(&host).await.iter().zip(source.iter().zip(&stock)).enumerate()
        {
            assert_ne!(own, stock);
            assert_eq!(copy, if at == n { own } else { stock }, "{part}");
        }
    }
}
