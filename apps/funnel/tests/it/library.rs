//! The notification library, and the drafts that follow it.

use serde_json::{Value, json};
use test_support::waiting_for_locks;

use crate::html::{of_class, text_of};
use crate::media::png;
use crate::real::{Api, Real, eventually};

const PRESETS: &str = "/library/notifications";

/// Creates a preset with everything needed to show it.
async fn complete(api: &Api, name: &str) -> Value {
    let body = json!({ "name": name, "title": "T", "body": "B", "link_text": "L" });
    let id = api.post(PRESETS, &body).await.expect(201).json()["id"].clone();
    api.upload(&format!("{PRESETS}/{id}/avatar"), png()).await.expect(200).json()
}

async fn assign(api: &Api, host: &str, preset: &Value, enabled: bool) {
    let body = json!({ "preset_id": preset, "enabled": enabled });
    api.put(&format!("/notification/{host}/preset"), &body).await.expect(200);
}

/// Returns the revision of a draft and its banner.
async fn banner(api: &Api, host: &str) -> (String, Value) {
    let shown = api.get(&format!("/notification/{host}")).await.expect(200);
    (shown.header("etag").to_owned(), shown.json())
}

#[actix_web::test]
async fn presets_are_made_listed_changed_and_deleted() {
    let real = Real::start().await;
    let list = async || real.api.get(PRESETS).await.expect(200).json()["items"].take();
    assert_eq!(list().await, json!([]));
    let body =
        json!({ "name": "one", "title": "T", "link_mode": "manual", "target_url": "https://example.com/" });
    let one = real.api.post(PRESETS, &body).await.expect(201).json();
    for (field, value) in body.as_object().unwrap() {
        assert_eq!(&one[field], value);
    }
    let two = real.api.post(PRESETS, &json!({ "name": "two" })).await.expect(201).json();
    assert_eq!(list().await, json!([one, two]));
    let (first, second) = (format!("{PRESETS}/{}", one["id"]), format!("{PRESETS}/{}", two["id"]));
    let changed = real.api.patch(&first, &json!({ "title": "U", "name": "uno" })).await.expect(200).json();
    let mut expected = one.clone();
    (expected["title"], expected["name"]) = (json!("U"), json!("uno"));
    expected["updated_at"] = changed["updated_at"].clone();
    assert_eq!(changed, expected);
    assert_eq!(real.api.patch(&second, &json!({ "name": "uno" })).await.summary(), "409 preset_name_taken");
    let again = json!({ "name": "uno" });
    assert_eq!(real.api.post(PRESETS, &again).await.summary(), "409 preset_name_taken");
    assert_eq!(real.api.patch(&first, &again).await.expect(200).json(), changed, "its own name is free");
    assert_eq!(list().await, json!([changed, two]));
    for (body, reported) in [
        (json!({}), "422 body.name missing"),
        (json!({ "name": "" }), "422 body.name too_short"),
        (json!({ "name": "x".repeat(81) }), "422 body.name too_long"),
        (json!({ "name": "x", "enabled": true }), "422 body.enabled extra_forbidden"),
        (json!({ "name": "x", "style": {} }), "422 body.style extra_forbidden"),
    ] {
        assert_eq!(real.api.post(PRESETS, &body).await.summary(), reported, "{body}");
    }
    real.api.delete(&first).await.expect(204);
    assert_eq!(real.api.delete(&first).await.summary(), "404 preset_not_found");
    assert_eq!(real.api.patch(&first, &json!({})).await.summary(), "404 preset_not_found");
    assert_eq!(list().await, json!([two]));
    real.api.post(PRESETS, &again).await.expect(201);
    let (_, other) = real.owner("free").await;
    other.post(PRESETS, &again).await.expect(201);
}

#[actix_web::test]
async fn a_banner_is_kept_as_a_preset() {
    let real = Real::start().await;
    real.landing("a.example").await;
    let keep = async |domain: &str, name: &str| {
        real.api.post(&format!("{PRESETS}/from-domain"), &json!({ "domain": domain, "name": name })).await
    };
    assert_eq!(keep("missing.example", "p").await.summary(), "404 domain_not_found");
    assert_eq!(keep("a.example", "p").await.summary(), "409 notification_empty");
    assert_eq!(keep("a.example", "").await.summary(), "422 body.name too_short");
    let own = json!({ "title": "T", "body": "B", "link_text": "L", "delay_ms": 5, "enabled": true,
        "style": { "theme": "dark" }, "translations": { "de": { "title": "Hallo" } } });
    real.api.patch("/notification/a.example", &own).await.expect(200);
    real.api.upload("/notification/a.example/avatar", png()).await.expect(200);
    real.api.post(PRESETS, &json!({ "name": "taken" })).await.expect(201);
    let (_, before) = banner(&real.api, "a.example").await;
    assert_eq!(keep("a.example", "taken").await.summary(), "409 preset_name_taken");
    assert_eq!(banner(&real.api, "a.example").await.1, before);
    let kept = keep("a.example", "p").await.expect(201).json();
    let mut expected = before.clone();
    expected["preset_id"] = kept["id"].clone();
    assert_eq!(banner(&real.api, "a.example").await.1, expected, "all but the number is as it was");
    for field in ["title", "body", "link_text", "delay_ms", "avatar_filename", "translations"] {
        assert_eq!(kept[field], before[field], "{field}");
    }
    assert_eq!(real.api.get(PRESETS).await.json()["items"][1], kept);
}

#[actix_web::test]
async fn an_edit_reaches_every_assigned_draft_at_once() {
    let real = Real::start().await;
    let preset = complete(&real.api, "p").await;
    let (id, path) = (&preset["id"], format!("{PRESETS}/{}", preset["id"]));
    let hosts = ["on.example", "off.example", "free.example"];
    for host in hosts {
        real.landing(host).await;
        real.api.patch(&format!("/notification/{host}"), &json!({ "style": { "theme": "dark" } })).await;
    }
    assign(&real.api, "on.example", id, true).await;
    assign(&real.api, "off.example", id, false).await;
    let all = async || {
        [
            banner(&real.api, hosts[0]).await,
            banner(&real.api, hosts[1]).await,
            banner(&real.api, hosts[2]).await,
        ]
    };
    for (change, on) in [
        (json!({ "title": "U" }), true),
        (json!({ "title": " " }), false),
        (json!({ "body": "C" }), false),
        (json!({ "title": "V" }), true),
        (json!({ "link_mode": "manual" }), false),
        (json!({ "target_url": "https://example.com/" }), true),
        (json!({ "avatar_filename": null }), false),
    ] {
        let before = all().await;
        let edited = real.api.patch(&path, &change).await.expect(200).json();
        let after = all().await;
        for n in [0, 1] {
            assert_ne!(after[n].0, before[n].0, "another revision: {change}");
            for field in ["title", "body", "link_mode", "target_url", "avatar_filename"] {
                assert_eq!(after[n].1[field], edited[field], "{change}");
            }
            assert_eq!(after[n].1["style"], json!({ "theme": "dark" }));
            assert_eq!(after[n].1["enabled"], json!(on && n == 0), "{change}");
        }
        assert_eq!(after[2], before[2], "{change}");
    }
    let before = all().await;
    real.api.patch(&path, &json!({ "name": "p" })).await.expect(200);
    assert_eq!(all().await, before, "nothing changed");
    real.api.upload(&format!("{path}/avatar"), png()).await.expect(200);
    assert_eq!(all().await.map(|(_, banner)| banner["enabled"] == true), [true, false, false]);
}

#[actix_web::test]
async fn a_deleted_preset_leaves_its_texts() {
    let real = Real::start().await;
    let preset = complete(&real.api, "p").await;
    for host in ["a.example", "b.example"] {
        real.landing(host).await;
        assign(&real.api, host, &preset["id"], true).await;
    }
    let before = banner(&real.api, "a.example").await;
    assert_eq!(before.1["enabled"], true);
    real.api.delete(&format!("{PRESETS}/{}", preset["id"])).await.expect(204);
    for host in ["a.example", "b.example"] {
        let (revision, after) = banner(&real.api, host).await;
        let mut expected = before.1.clone();
        (expected["preset_id"], expected["enabled"]) = (Value::Null, json!(false));
        expected["domain"] = json!(host);
        assert_eq!(after, expected);
        assert_ne!(revision, before.0);
    }
    let on = real.api.patch("/notification/a.example", &json!({ "enabled": true })).await.expect(200);
    assert_eq!(on.json()["enabled"], true);
}

/// Waits for the banner's title on the page of `a.example`.
async fn title_is(real: &Real, expected: Option<&str>) -> String {
    eventually(&format!("the banner {expected:?}"), async || {
        let page = real.page("a.example", "/").await;
        let title = of_class(&page.text, "banner-title").first().map(|title| title.text.clone());
        (page.status == 200 && title.as_deref() == expected).then_some(page.text)
    })
    .await
}

#[actix_web::test]
async fn everything_is_a_draft_until_it_is_published() {
    let real = Real::start().await;
    let tier = real.landing("a.example").await;
    real.api.button("a.example", &tier, "one").await;
    real.api.publish("a.example").await;
    let stock = title_is(&real, None).await;
    let preset = complete(&real.api, "p").await;
    assign(&real.api, "a.example", &preset["id"], true).await;
    let draft = "domain=a.example";
    real.api.post(&format!("/bg/canvas-color?{draft}"), &json!({ "color": "#123456" })).await.expect(200);
    let ui = json!({ "buttons": { "shape": "pill" }, "profile": { "bio": "My bio" }, "gate": { "enabled": true } });
    real.api.post(&format!("/bg/ui?{draft}"), &ui).await.expect(200);
    real.api.upload(&format!("/bg/source?{draft}&variant=desktop"), png()).await.expect(200);
    assert_eq!(real.page("a.example", "/").await.text, stock);
    real.api.publish("a.example").await;
    let styled = title_is(&real, Some("T")).await;
    let file = real.api.get(&format!("/bg?{draft}")).await.json()["sources"]["desktop"].clone();
    assert!(text_of(&styled, "style").contains("#123456") && styled.contains(file.as_str().unwrap()));
    assert_eq!((of_class(&styled, "shape-pill").len(), of_class(&styled, "gate").len()), (1, 1));
    assert_eq!(of_class(&styled, "bio")[0].text, "My bio");
    real.api.patch(&format!("{PRESETS}/{}", preset["id"]), &json!({ "title": "later" })).await.expect(200);
    assert_eq!(real.page("a.example", "/").await.text, styled, "an edit of the preset waits too");
    real.api.publish("a.example").await;
    title_is(&real, Some("later")).await;
    real.api.delete(&format!("{PRESETS}/{}", preset["id"])).await.expect(204);
    real.api.publish("a.example").await;
    title_is(&real, None).await;
}

#[actix_web::test]
async fn a_copied_banner_follows_no_preset() {
    let real = Real::start().await;
    let preset = complete(&real.api, "p").await;
    for host in ["a.example", "b.example"] {
        real.landing(host).await;
    }
    real.api.patch("/notification/a.example", &json!({ "title": "copied" })).await.expect(200);
    assign(&real.api, "b.example", &preset["id"], true).await;
    let body = json!({ "source": "a.example", "targets": ["b.example"], "parts": ["notification"] });
    real.api.post("/bulk/copy-content", &body).await.expect(200);
    let copied = banner(&real.api, "b.example").await;
    assert_eq!((&copied.1["title"], &copied.1["preset_id"]), (&json!("copied"), &Value::Null));
    let path = format!("{PRESETS}/{}", preset["id"]);
    real.api.patch(&path, &json!({ "title": "later" })).await.expect(200);
    assert_eq!(banner(&real.api, "b.example").await, copied);
    real.api.delete(&path).await.expect(204);
    assert_eq!(banner(&real.api, "b.example").await, copied);
}

/// Both requests read the draft before either writes, and then write in order.
#[actix_web::test]
async fn a_switch_does_not_bring_back_the_preset_that_another_replaced() {
    let real = Real::start().await;
    real.landing("a.example").await;
    let (old, new) = (complete(&real.api, "old").await, complete(&real.api, "new").await);
    assign(&real.api, "a.example", &old["id"], true).await;
    // A transaction caches the list of waiting sessions, so another session reads it.
    let (holder, watcher) = (real.sql().await, real.sql().await);
    let hold = format!("BEGIN; SELECT 1 FROM drafts WHERE owner_id = {} FOR UPDATE", real.owner);
    holder.batch_execute(&hold).await.unwrap();
    let waiting = async |count: i64| {
        eventually("they wait", async || {
            let found: i64 = watcher.query_one(waiting_for_locks(), &[]).await.unwrap().get(0);
            (found == count).then_some(())
        })
        .await;
    };
    let replaced = assign(&real.api, "a.example", &new["id"], true);
    let switched = async {
        waiting(1).await;
        real.api.patch("/notification/a.example", &json!({ "enabled": false })).await.expect(200);
    };
    let released = async {
        waiting(2).await;
        holder.batch_execute("COMMIT").await.unwrap();
    };
    futures_util::future::join3(replaced, switched, released).await;
    let left = banner(&real.api, "a.example").await.1;
    assert_eq!((&left["preset_id"], &left["enabled"]), (&new["id"], &json!(false)));
}
