use serde_json::{Value, json};

use crate::real::Real;

const LINK: &str = "/smart-links/pl_1/pixels";
const TOKEN: &str = "EAAB-very-secret";

async fn real() -> Real {
    let real = Real::start().await;
    real.knows_link("pl_1").await;
    real
}

fn pixel(change: Value) -> Value {
    let mut body = json!({ "platform": "meta", "pixel_id": "123_a-B", "access_token": TOKEN });
    body.as_object_mut().unwrap().extend(change.as_object().unwrap().clone());
    body
}

#[actix_web::test]
async fn a_pixel_is_made_paused_and_deleted() {
    let real = real().await;
    let made = real.api.put(LINK, &pixel(json!({}))).await.expect(200);
    assert!(!made.text.contains(TOKEN));
    let mut made = made.json();
    assert!(made["updated_at"].take().is_i64());
    assert_eq!(
        made,
        json!({
            "platform": "meta", "pixel_id": "123_a-B", "event_map_json": "", "active": true, "has_token": true,
            "updated_at": null, "last_error": null, "send_user_agent": false,
        })
    );
    let paused = json!({ "platform": "meta", "pixel_id": "123_a-B", "active": false, "access_token": "" });
    let paused = real.api.put(LINK, &paused).await.expect(200).json();
    assert_eq!((&paused["active"], &paused["has_token"]), (&json!(false), &json!(true)));
    let map = r#"{"new_subscriber":"StartTrial","message_received":null}"#;
    let mapped = json!({ "platform": "meta", "pixel_id": "9", "event_map_json": map, "active": true });
    assert_eq!(real.api.put(LINK, &mapped).await.expect(200).json()["event_map_json"], map);
    real.api.put(LINK, &pixel(json!({ "platform": "tiktok" }))).await.expect(200);
    let listed = real.api.get(LINK).await.expect(200);
    assert!(!listed.text.contains(TOKEN));
    let platforms: Vec<_> =
        listed.json()["items"].as_array().unwrap().iter().map(|pixel| pixel["platform"].clone()).collect();
    assert_eq!(platforms, ["meta", "tiktok"]);
    for _ in 0..2 {
        real.api.delete(&format!("{LINK}/meta")).await.expect(204);
    }
    assert_eq!(real.api.get(LINK).await.json()["items"].as_array().unwrap().len(), 1);
    let again = json!({ "platform": "meta", "pixel_id": "1" });
    assert_eq!(
        real.api.put(LINK, &again).await.summary(),
        "400 token_required",
        "the token went with the pixel"
    );
}

#[actix_web::test]
async fn user_agents_are_sent_only_once_the_owner_has_said_so() {
    let real = real().await;
    real.api.put(LINK, &pixel(json!({}))).await.expect(200);
    let state = async || real.api.get(LINK).await.header("etag").to_owned();
    let off = state().await;
    for (change, expected) in [
        (json!({ "send_user_agent": true }), true),
        (json!({}), true),
        (json!({ "send_user_agent": null, "active": false }), true),
        (json!({ "send_user_agent": false, "active": true }), false),
    ] {
        let stored = real.api.put(LINK, &pixel(change.clone())).await.expect(200).json();
        assert_eq!(stored["send_user_agent"], expected, "{change}");
        let listed = real.api.get(LINK).await.expect(200).json();
        assert_eq!(listed["items"][0]["send_user_agent"], expected, "{change}");
        assert_ne!(state().await, off, "{change}");
    }
    let wrong = real.api.put(LINK, &pixel(json!({ "send_user_agent": "yes" }))).await;
    assert_eq!(wrong.summary(), "422 body.send_user_agent bool_type");
    let entries = real.api.get("/audit").await.expect(200).json();
    let changes: Vec<_> = entries["items"].as_array().unwrap().iter().collect();
    let switched = |entry: &&&Value| {
        entry["action"] == "pixel.change"
            && entry["before"]["send_user_agent"] == false
            && entry["after"]["send_user_agent"] == true
    };
    assert_eq!(changes.iter().filter(switched).count(), 1, "{entries}");
}

#[actix_web::test]
async fn who_may_not_read_conversions_sets_no_pixel_that_is_sent_them() {
    let real = real().await;
    let key = async |caps: Value| {
        let minted = real.api.post("/api-keys", &json!({ "name": "ads", "caps": caps })).await.expect(201);
        real.api.with(&minted.text_at("token"))
    };
    let narrow = key(json!({ "links": ["pixels"] })).await;
    assert_eq!(narrow.put(LINK, &pixel(json!({}))).await.summary(), "403 beyond_own_rights");
    real.api.put(LINK, &pixel(json!({}))).await.expect(200);
    let elsewhere = json!({ "pixel_id": "mine" });
    assert_eq!(narrow.put(LINK, &pixel(elsewhere)).await.summary(), "403 beyond_own_rights");
    assert_eq!(narrow.get(LINK).await.expect(200).json()["items"][0]["pixel_id"], "123_a-B");
    let reader = key(json!({ "links": ["pixels"], "stats": ["sources"] })).await;
    reader.put(LINK, &pixel(json!({ "active": false }))).await.expect(200);
    narrow.delete(&format!("{LINK}/meta")).await.expect(204);
}

#[actix_web::test]
async fn each_fault_has_its_code() {
    let real = real().await;
    let long = "x".repeat(65);
    for (change, reported) in [
        (json!({ "platform": "google" }), "400 invalid_platform"),
        (json!({ "platform": "" }), "400 invalid_platform"),
        (json!({ "pixel_id": "" }), "400 invalid_pixel_id"),
        (json!({ "pixel_id": long }), "400 invalid_pixel_id"),
        (json!({ "event_map_json": "[]" }), "400 invalid_request"),
        (json!({ "event_map_json": "{" }), "400 invalid_request"),
        (json!({ "event_map_json": r#"{"click":"Lead"}"# }), "400 invalid_request"),
        (json!({ "access_token": "" }), "400 token_required"),
        (json!({ "access_token": null }), "400 token_required"),
        (json!({ "access_token": 5 }), "422 body.access_token string_type"),
        (json!({ "has_token": true }), "422 body.has_token extra_forbidden"),
    ] {
        assert_eq!(real.api.put(LINK, &pixel(change.clone())).await.summary(), reported, "{change}");
    }
    for character in " !\"#$%&'()*+,./:;<=>?@[\\]^`{|}~ä\n".chars() {
        let change = json!({ "pixel_id": format!("a{character}b") });
        assert_eq!(
            real.api.put(LINK, &pixel(change)).await.summary(),
            "400 invalid_pixel_id",
            "{character:?}"
        );
    }
    for path in ["/smart-links/unknown/pixels", "/smart-links/%20/pixels"] {
        assert_eq!(real.api.put(path, &pixel(json!({}))).await.summary(), "404 smart_link_not_found");
        assert_eq!(real.api.get(path).await.summary(), "404 smart_link_not_found");
    }
    assert_eq!(real.api.delete(&format!("{LINK}/google")).await.summary(), "400 invalid_platform");
    assert_eq!(
        real.api.delete("/smart-links/unknown/pixels/meta").await.summary(),
        "404 smart_link_not_found"
    );
}

#[actix_web::test]
async fn a_token_is_nowhere_in_clear() {
    let real = real().await;
    real.api.put(LINK, &pixel(json!({}))).await.expect(200);
    for wrong in [
        json!({ "access_token": [TOKEN] }),
        json!({ "access_token": { "t": TOKEN } }),
        json!({ "platform": "google" }),
        json!({ "pixel_id": "?" }),
        json!({ "event_map_json": 5 }),
    ] {
        let reply = real.api.put(LINK, &pixel(wrong)).await;
        assert!(reply.status >= 400 && !reply.text.contains(TOKEN), "{}", reply.text);
    }
    assert!(!real.management("/metrics").await.text.contains(TOKEN));
    let document = serde_json::to_string(&admin_api::openapi::document()).unwrap();
    assert!(!document.contains("EAAB"), "no example shows a token");
    let sql = real.sql().await;
    let tables = "SELECT table_name::text FROM information_schema.tables WHERE table_schema = 'public'";
    for row in sql.query(tables, &[]).await.unwrap() {
        let table: String = row.get(0);
        let dump = format!(
            "SELECT count(*) FROM {table} t WHERE t::text LIKE '%' || $1 || '%' OR t::text LIKE '%' || encode($1::text::bytea, 'hex') || '%'"
        );
        let found: i64 = sql.query_one(&dump, &[&TOKEN]).await.unwrap().get(0);
        assert_eq!(found, 0, "{table}");
    }
}
