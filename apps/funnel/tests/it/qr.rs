//! QR codes: making, renaming, scanning.

mod pictures;

use std::collections::BTreeSet;

use futures_util::future::join_all;
use reqwest::Method;
use reqwest::header::HeaderMap;
use serde_json::{Value, json};

use crate::html::{buttons, of_class};
use crate::journey::{HOST, PHONE};
use crate::real::{Real, Reply, eventually};

const TABLET: &str =
    "Mozilla/5.0 (iPad; CPU OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Safari/604.1";

/// Starts a service with a published landing of one button; returns the button's id.
async fn landing() -> (Real, String) {
    let real = Real::start().await;
    let tier = real.landing(HOST).await;
    let button = real.api.button(HOST, &tier, "one").await;
    real.api.publish(HOST).await;
    (real, button)
}

async fn make(real: &Real, body: Value) -> Value {
    real.api.post(&format!("/qr/{HOST}"), &body).await.expect(201).json()
}

fn path_of(code: &Value) -> String {
    format!("/qr/{HOST}/{}", code["id"])
}

/// Returns the response to a phone.
async fn person(real: &Real, path: &str) -> Reply {
    Reply::of(real.visit(Method::GET, HOST, path).header("user-agent", PHONE)).await
}

async fn scan(real: &Real, path: &str) -> String {
    let reply = person(real, path).await.expect(302);
    assert_eq!(reply.header("cache-control"), "private, no-store");
    reply.header("location").to_owned()
}

/// Waits until a scan of `path` leads to `location`. The edge learns of a change shortly after its
/// response.
async fn leads(real: &Real, path: &str, location: &str) {
    let what = format!("{path} to {location}");
    eventually(&what, async || {
        // HEAD requests are not counted.
        let reply = Reply::of(real.visit(Method::HEAD, HOST, path).header("user-agent", PHONE)).await;
        (reply.status == 302 && reply.header("location") == location).then_some(())
    })
    .await;
}

async fn listed(real: &Real) -> Vec<Value> {
    real.api.get(&format!("/qr/{HOST}")).await.expect(200).json()["items"].as_array().unwrap().clone()
}

/// Waits until the codes, in order, have these counts of scans, visits and clicks.
async fn stats(real: &Real, expected: &[[i64; 3]]) {
    eventually(&format!("{expected:?}"), async || {
        let codes = listed(real).await;
        let stats = codes.iter().map(|code| &code["stats"]);
        let stats = stats.map(|stats| json!([stats["scans"], stats["visits"], stats["clicks"]]));
        (stats.collect::<Value>() == json!(expected)).then_some(())
    })
    .await;
}

#[actix_web::test]
async fn a_code_is_made_of_a_design_of_a_preset_or_of_neither() {
    let (real, _) = landing().await;
    let presets = real.api.get("/qr/presets").await.expect(200).json()["items"].take();
    let presets = presets.as_array().unwrap();
    assert_eq!(presets.len(), 100);
    let design = |id: &str| presets.iter().find(|preset| preset["id"] == id).unwrap()["design"].clone();
    let keys: BTreeSet<_> = presets[0].as_object().unwrap().keys().map(String::as_str).collect();
    assert_eq!(keys, BTreeSet::from(["id", "name", "family", "palette", "design"]));
    let stock = make(&real, json!({ "slug": "" })).await;
    assert!(stock["id"].is_i64() && stock["created_at"].is_i64());
    assert_eq!(
        stock,
        json!({
            "id": stock["id"], "domain": HOST, "slug": "", "path": "/qr", "title": "", "channel": "",
            "smart_link": null, "source": "qr", "design": design("classic-ink"), "active": true,
            "created_at": stock["created_at"], "updated_at": stock["created_at"],
            "stats": { "scans": 0, "visits": 0, "clicks": 0, "subs": 0, "revenue_cents": 0, "other_currencies": {} },
            "scannability": { "contrast_min": 18.88, "ecl": "Q", "quiet_zone": 4, "warnings": [] },
        })
    );
    let body =
        json!({ "slug": "flyer", "title": "Zoë's flyer 🎁", "channel": "print", "preset": "studio-rose" });
    let flyer = make(&real, body).await;
    assert_eq!(flyer["design"], design("studio-rose"));
    assert_eq!(flyer["scannability"]["warnings"], json!(["eye_frame_not_read_by_all"]));
    assert_eq!((&flyer["path"], &flyer["source"]), (&json!("/qr/flyer"), &json!("qr-flyer")));
    assert_eq!((&flyer["title"], &flyer["channel"]), (&json!("Zoë's flyer 🎁"), &json!("print")));
    let both = json!({ "slug": "paid", "design": design("dots-rose"), "preset": "none-such" });
    let both = make(&real, both).await;
    assert_eq!(both["design"], design("dots-rose"), "the design wins");
    let nulls = json!({ "slug": "ftl", "design": null, "preset": null, "title": null, "channel": null });
    assert_eq!(make(&real, nulls).await["design"], design("classic-ink"));
    let codes = listed(&real).await;
    let slugs: Vec<_> = codes.iter().map(|code| code["slug"].as_str().unwrap()).collect();
    assert_eq!(slugs, ["", "flyer", "paid", "ftl"], "in the order of creation");
    assert_eq!(codes[1], real.api.get(&path_of(&flyer)).await.expect(200).json());
    assert_eq!(codes[1].get("scannability"), None);
}

#[actix_web::test]
async fn every_fault_has_its_place_and_its_code() {
    let (real, _) = landing().await;
    let code = make(&real, json!({ "slug": "flyer" })).await;
    make(&real, json!({ "slug": "card" })).await;
    let design = code["design"].clone();
    let weak = |change: fn(&mut Value)| {
        let mut design = design.clone();
        change(&mut design);
        design
    };
    let pale = weak(|design| design["fg_grad"]["stops"] = json!([[0, "#999999"]]));
    let dark = weak(|design| design["bg"] = json!("#444444"));
    let odd = weak(|design| {
        design["module"] = json!("stars");
        design["card_radius"] = json!(0.6);
        design["picture"] = json!(1);
    });
    for (body, reported) in [
        (json!({ "design": pale }), "422 body.design.fg_grad.stops.0 low_contrast"),
        (
            json!({ "design": dark }),
            "422 body.design.bg low_contrast, body.design.fg_grad.stops.0 low_contrast",
        ),
        (
            json!({ "design": odd }),
            "422 body.design.picture extra_forbidden, body.design.module enum, body.design.card_radius less_than_equal",
        ),
        (json!({ "design": "dots-rose" }), "422 body.design object_type"),
        (json!({ "preset": 1 }), "422 body.preset string_type"),
        (json!({ "title": "x".repeat(81) }), "422 body.title too_long"),
        (
            json!({ "title": "a\nb", "channel": "x".repeat(41) }),
            "422 body.channel too_long, body.title pattern",
        ),
        (json!({ "title": "a\nb" }), "422 body.title pattern"),
        (json!({ "colour": 1 }), "422 body.colour extra_forbidden"),
        (json!({ "preset": "classic-neon" }), "404 preset_not_found"),
        (json!({ "slug": "Flyer" }), "400 invalid_slug"),
        (json!({ "slug": "a/b" }), "400 invalid_slug"),
        (json!({ "slug": "x".repeat(33) }), "400 invalid_slug"),
        (json!({ "slug": 1 }), "422 body.slug string_type"),
        (json!({ "slug": "card" }), "409 slug_taken"),
        (json!({ "smart_link": "none" }), "404 smart_link_not_found"),
        (json!({ "smart_link": "" }), "404 smart_link_not_found"),
        (json!({ "smart_link": "A/b" }), "404 smart_link_not_found"),
        (json!({ "smart_link": 1 }), "422 body.smart_link string_type"),
    ] {
        let mut creation = json!({ "slug": "new" });
        creation.as_object_mut().unwrap().extend(body.as_object().unwrap().clone());
        assert_eq!(
            real.api.post(&format!("/qr/{HOST}"), &creation).await.summary(),
            reported,
            "create {body}"
        );
        assert_eq!(real.api.patch(&path_of(&code), &body).await.summary(), reported, "edit {body}");
    }
    for field in ["slug", "title", "channel", "preset", "design", "active"] {
        let reported = real.api.patch(&path_of(&code), &json!({ field: null })).await.summary();
        assert!(reported.starts_with(&format!("422 body.{field} ")), "{reported}");
    }
    assert_eq!(real.api.post(&format!("/qr/{HOST}"), &json!({})).await.summary(), "422 body.slug missing");
    for host in ["missing.example", "no_host"] {
        let path = format!("/qr/{host}");
        assert_eq!(real.api.post(&path, &json!({ "slug": "" })).await.summary(), "404 domain_not_found");
        assert_eq!(real.api.get(&path).await.summary(), "404 domain_not_found");
        assert_eq!(real.api.get(&format!("{path}/1")).await.summary(), "404 domain_not_found");
    }
    for id in ["0", "9000000000", "x", "-"] {
        for end in ["", "/image.svg", "/image.png"] {
            let reported = real.api.get(&format!("/qr/{HOST}/{id}{end}")).await.summary();
            assert_eq!(reported, "404 qr_not_found", "{id}{end}");
        }
        let reported = real.api.patch(&format!("/qr/{HOST}/{id}"), &json!({})).await.summary();
        assert_eq!(reported, "404 qr_not_found");
    }
    let unscanned = listed(&real).await;
    assert_eq!(unscanned.len(), 2);
    assert_eq!(unscanned[0]["updated_at"], code["updated_at"]);
}

#[actix_web::test]
async fn a_renamed_code_moves_its_path_and_keeps_its_label_and_its_stats() {
    let (real, _) = landing().await;
    leads(&real, "/qr/flyer", "/").await;
    let code = make(&real, json!({ "slug": "flyer", "title": "Flyer" })).await;
    leads(&real, "/qr/flyer", "/?src=qr-flyer").await;
    leads(&real, "/qr/flyer/", "/?src=qr-flyer").await;
    leads(&real, "/qr", "/").await;
    assert_eq!(scan(&real, "/qr/flyer").await, "/?src=qr-flyer");
    let renamed = real.api.patch(&path_of(&code), &json!({ "slug": "poster" })).await.expect(200).json();
    assert_eq!((&renamed["path"], &renamed["source"]), (&json!("/qr/poster"), &json!("qr-flyer")));
    assert_eq!((&renamed["title"], &renamed["design"]), (&code["title"], &code["design"]));
    leads(&real, "/qr/flyer", "/").await;
    leads(&real, "/qr/poster", "/?src=qr-flyer").await;
    assert_eq!(scan(&real, "/qr/flyer").await, "/", "the old path redirects without a label");
    assert_eq!(scan(&real, "/qr/poster").await, "/?src=qr-flyer");
    stats(&real, &[[2, 0, 0]]).await;
    for taken in ["flyer", "poster"] {
        let reported = real.api.post(&format!("/qr/{HOST}"), &json!({ "slug": taken })).await.summary();
        assert_eq!(reported, "409 slug_taken", "{taken}");
    }
    let off = real.api.patch(&path_of(&code), &json!({ "active": false })).await.expect(200).json();
    assert_eq!(off["active"], false);
    leads(&real, "/qr/poster", "/").await;
    assert_eq!(scan(&real, "/qr/poster").await, "/", "one that is switched off still redirects");
    let back = json!({ "active": true, "slug": "flyer", "preset": "gem-ink", "title": "" });
    let back = real.api.patch(&path_of(&code), &back).await.expect(200).json();
    assert_eq!((&back["path"], &back["title"]), (&json!("/qr/flyer"), &json!("")));
    assert_eq!(back["design"]["module"], "diamond");
    leads(&real, "/qr/flyer", "/?src=qr-flyer").await;
    scan(&real, "/qr/flyer").await;
    stats(&real, &[[3, 0, 0]]).await;
}

#[actix_web::test]
async fn the_label_goes_from_the_scan_to_the_page_to_the_click() {
    let real = Real::start().await;
    let tier = real.landing(HOST).await;
    real.api.button(HOST, &tier, "away").await;
    let vip = json!({ "label": "vip", "url": format!("https://{HOST}/r/vip?x=1") });
    real.api.post(&format!("/buttons/{HOST}/{tier}"), &vip).await.expect(201);
    let rule = json!({ "v": 1, "all": [{ "field": "channel", "op": "in", "values": ["qr-flyer"] }] });
    let secret = json!({ "label": "for scanners", "url": "https://example.com/", "match": rule });
    real.api.post(&format!("/buttons/{HOST}/{tier}"), &secret).await.expect(201);
    let banner = json!({ "enabled": true, "title": "New", "body": "Look", "link_text": "Open", "link_mode": "smartlink" });
    real.api.patch(&format!("/notification/{HOST}"), &banner).await.expect(200);
    real.api.post("/smartlinks", &json!({ "domain": HOST, "slug": "vip" })).await.expect(201);
    real.api.publish(HOST).await;
    make(&real, json!({ "slug": "flyer" })).await;
    make(&real, json!({ "slug": "" })).await;
    leads(&real, "/qr/flyer", "/?src=qr-flyer").await;
    eventually("the link", async || {
        let reply = Reply::of(real.visit(Method::HEAD, HOST, "/r/vip").header("user-agent", PHONE)).await;
        (reply.status == 302).then_some(())
    })
    .await;
    let page = scan(&real, "/qr/flyer").await;
    let page = person(&real, &page).await.expect(200).text;
    let links = buttons(&page);
    assert_eq!(
        links.iter().map(|(label, _)| label.as_str()).collect::<Vec<_>>(),
        ["away", "vip", "for scanners"]
    );
    assert!(links.iter().all(|(_, href)| href.ends_with("?src=qr-flyer")), "{links:?}");
    assert_eq!(of_class(&page, "banner-link")[0].attributes["href"], "/go/banner?src=qr-flyer");
    assert_eq!(person(&real, &links[0].1).await.expect(302).header("location"), "https://example.com/");
    let to_link = person(&real, &links[1].1).await.expect(302).header("location").to_owned();
    assert_eq!(to_link, format!("https://{HOST}/r/vip?x=1&src=qr-flyer"));
    let to_page = person(&real, to_link.strip_prefix(&format!("https://{HOST}")).unwrap()).await.expect(302);
    assert_eq!(to_page.header("location"), "/?src=qr-flyer&x=1", "no funnel link is there yet");
    let banner = person(&real, "/go/banner?src=qr-flyer").await.expect(302);
    assert_eq!(banner.header("location"), "/?src=qr-flyer");
    // A second visit or click within half an hour is a repeat, but every scan counts.
    person(&real, "/?src=qr-flyer").await.expect(200);
    person(&real, &links[0].1).await.expect(302);
    scan(&real, "/qr/flyer").await;
    stats(&real, &[[2, 1, 4], [0, 0, 0]]).await;
}

#[actix_web::test]
async fn a_printed_code_leads_to_a_smart_link_and_back_to_the_page() {
    let (real, _) = landing().await;
    let link = json!({ "domain": HOST, "slug": "vip" });
    let link = real.api.post("/smartlinks", &link).await.expect(201).json()["id"].clone();
    real.api.register("other.example").await.expect(201);
    let elsewhere = real.api.post("/qr/other.example", &json!({ "slug": "", "smart_link": "vip" })).await;
    assert_eq!(elsewhere.summary(), "404 smart_link_not_found", "a link of another domain");
    let code = make(&real, json!({ "slug": "flyer", "smart_link": "vip" })).await;
    assert_eq!(code["smart_link"], "vip");
    leads(&real, "/qr/flyer", "/r/vip?src=qr-flyer").await;
    assert_eq!(scan(&real, "/qr/flyer").await, "/r/vip?src=qr-flyer");
    assert_eq!(scan(&real, "/r/vip?src=qr-flyer").await, "/?src=qr-flyer", "no funnel link is there yet");
    stats(&real, &[[1, 0, 1]]).await;
    let edit = async |body: Value| real.api.patch(&path_of(&code), &body).await.expect(200).json();
    assert_eq!(edit(json!({ "title": "Flyer" })).await["smart_link"], "vip", "what is not sent stays");
    // A disabled code still leads there, without the label.
    edit(json!({ "active": false })).await;
    leads(&real, "/qr/flyer", "/r/vip").await;
    edit(json!({ "active": true })).await;
    // Printed codes keep working: while the link is paused or deleted, scans lead to the page.
    let path = format!("/smartlinks/{link}");
    real.api.patch(&path, &json!({ "active": false })).await.expect(200);
    leads(&real, "/qr/flyer", "/?src=qr-flyer").await;
    real.api.patch(&path, &json!({ "active": true })).await.expect(200);
    leads(&real, "/qr/flyer", "/r/vip?src=qr-flyer").await;
    real.api.delete(&path).await.expect(204);
    leads(&real, "/qr/flyer", "/?src=qr-flyer").await;
    let kept = edit(json!({ "title": "Poster", "smart_link": "vip" })).await;
    assert_eq!(
        (&kept["title"], &kept["smart_link"]),
        (&json!("Poster"), &json!("vip")),
        "it led there before"
    );
    assert_eq!(edit(json!({ "smart_link": null })).await["smart_link"], json!(null));
    assert_eq!(real.api.get(&path_of(&code)).await.expect(200).json()["smart_link"], json!(null));
}

#[actix_web::test]
async fn programs_questions_and_made_up_labels_count_for_no_code() {
    let (real, button) = landing().await;
    make(&real, json!({ "slug": "flyer" })).await;
    leads(&real, "/qr/flyer", "/?src=qr-flyer").await;
    for label in ["qr-nothing", "qr", "", "qr-flyer2", "%22%3E%3Cb%3E", "QR-FLYER"] {
        // Another visitor, so that the view below is not a repeat.
        let view = real.visit(Method::GET, HOST, &format!("/?src={label}")).header("user-agent", TABLET);
        let page = Reply::of(view).await.expect(200).text;
        let passed = format!("/go/{button}?src={label}");
        assert_eq!(buttons(&page), [("one".to_owned(), passed)], "{label} is passed on like any parameter");
    }
    let paths = ["/qr/flyer".to_owned(), "/?src=qr-flyer".to_owned(), format!("/go/{button}?src=qr-flyer")];
    for path in &paths {
        let bot = "Googlebot/2.1 (+http://www.google.com/bot.html)";
        let reply = Reply::of(real.visit(Method::GET, HOST, path).header("user-agent", bot)).await;
        assert!([200, 302].contains(&reply.status), "{path}");
        Reply::of(real.visit(Method::HEAD, HOST, path).header("user-agent", PHONE)).await;
    }
    // These requests are counted after the ones above would have been.
    for path in &paths {
        person(&real, path).await;
    }
    stats(&real, &[[1, 1, 1]]).await;
}

#[actix_web::test]
async fn codes_of_a_domain_are_made_again_after_it_was_deleted() {
    let (real, _) = landing().await;
    make(&real, json!({ "slug": "flyer" })).await;
    leads(&real, "/qr/flyer", "/?src=qr-flyer").await;
    scan(&real, "/qr/flyer").await;
    stats(&real, &[[1, 0, 0]]).await;
    real.api.delete(&format!("/domains/{HOST}")).await.expect(204);
    eventually("nothing at the name", async || {
        (person(&real, "/qr/flyer").await.status == 404).then_some(())
    })
    .await;
    let (_, other) = real.owner("agency").await;
    real.age_releases(90).await;
    other.register(HOST).await.expect(201);
    leads(&real, "/qr/flyer", "/").await;
    let body = json!({ "slug": "flyer" });
    let made = other.post(&format!("/qr/{HOST}"), &body).await.expect(201).json();
    assert_eq!(made["stats"]["scans"], 0);
    assert_eq!(real.api.get(&path_of(&made)).await.summary(), "404 domain_not_found");
}

#[actix_web::test]
async fn a_creation_may_be_repeated_with_its_key() {
    let (real, _) = landing().await;
    let again = async || {
        let request = real.api.request(Method::POST, &format!("/qr/{HOST}")).header("idempotency-key", "k");
        Reply::of(request.json(&json!({ "slug": "flyer" }))).await.expect(201).text
    };
    assert_eq!(again().await, again().await);
    assert_eq!(listed(&real).await.len(), 1);
}

#[actix_web::test]
async fn of_codes_at_one_path_at_once_one_is_made() {
    let (real, _) = landing().await;
    let beside = real.beside(&[]).await;
    for (round, slug) in ["flyer", "", "card"].into_iter().enumerate() {
        let (body, path) = (json!({ "slug": slug }), format!("/qr/{HOST}"));
        let all = [&real.api, &beside.api].into_iter().cycle().take(8).map(|api| api.post(&path, &body));
        let mut reported: Vec<_> = join_all(all).await.iter().map(|reply| reply.status).collect();
        reported.sort_unstable();
        assert_eq!(reported, [201, 409, 409, 409, 409, 409, 409, 409], "{slug}");
        assert_eq!(listed(&real).await.len(), round + 1);
    }
}

#[actix_web::test]
async fn of_a_renaming_and_a_creation_at_once_one_has_the_path() {
    let (real, _) = landing().await;
    for round in 0..8 {
        let code = make(&real, json!({ "slug": format!("s{round}") })).await;
        let target = json!({ "slug": format!("t{round}") });
        let (path, list) = (path_of(&code), format!("/qr/{HOST}"));
        let (renamed, made) =
            futures_util::future::join(real.api.patch(&path, &target), real.api.post(&list, &target)).await;
        assert!([(200, 409), (409, 201)].contains(&(renamed.status, made.status)), "{renamed:?} {made:?}");
    }
    let codes = listed(&real).await;
    let paths: BTreeSet<_> = codes.iter().map(|code| code["path"].to_string()).collect();
    assert_eq!(paths.len(), codes.len());
}

#[actix_web::test]
async fn scans_while_a_code_is_renamed_land_on_it_or_on_none() {
    let (real, _) = landing().await;
    let code = make(&real, json!({ "slug": "s" })).await;
    let rename = async {
        for round in 0..30 {
            let slug = if round % 2 == 0 { "t" } else { "s" };
            real.api.patch(&path_of(&code), &json!({ "slug": slug })).await.expect(200);
        }
    };
    let scans = (0..8).map(|n| {
        let path = if n % 2 == 0 { "/qr/s" } else { "/qr/t" };
        let real = &real;
        async move {
            let mut labelled = 0;
            for _ in 0..60 {
                match scan(real, path).await.as_str() {
                    "/?src=qr-s" => labelled += 1,
                    "/" => {}
                    other => panic!("{other}"),
                }
            }
            labelled
        }
    });
    let (labelled, ()) = futures_util::future::join(join_all(scans), rename).await;
    let labelled = labelled.into_iter().sum();
    assert!(labelled > 0, "some are at the path of the moment");
    stats(&real, &[[labelled, 0, 0]]).await;
}
