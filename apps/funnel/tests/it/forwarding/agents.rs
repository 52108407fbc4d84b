//! Test of the switch for user agents.

use super::*;

/// Clicks on the smart link, waits until the click is stored, and returns its reference and its stored user agent.
async fn clicked(funnel: &Funnel) -> (String, Option<String>) {
    let location = funnel.led("/r/vip?fbclid=IwAR0_x&ttclid=E.C.P.z", "DE").await;
    let click_ref = location.split("aref=").nth(1).unwrap().split('&').next().unwrap().to_owned();
    let number = ::touches::TouchId::parse(&click_ref).unwrap().to_u128();
    let sql = funnel.real.sql().await;
    let stored = format!("SELECT user_agent FROM touches WHERE touch_id = '{number:032x}'");
    let row = eventually("the click is stored", async || sql.query_opt(&stored, &[]).await.unwrap()).await;
    (click_ref, row.get(0))
}

/// Pushes a subscription of a new fan who came by a click.
async fn subscribe_by(funnel: &Funnel, id: &str, click_ref: &str) {
    let more = json!({ "click_ref": click_ref, "fan": { "fan_id": id } });
    let reported = push(&funnel.real, &[event(id, "new_subscriber", 5, more)]).await.expect(200).json();
    assert_eq!(reported["accepted"], 1, "{reported}");
}

#[actix_web::test]
async fn a_user_agent_is_kept_and_sent_only_while_the_owner_agrees() {
    let (funnel, provider_id) = funnel(true).await;
    funnel.smart_link("vip", only("paid")).await;
    let real = &funnel.real;
    // The edge knows the host before the switch.
    let (before, kept) = clicked(&funnel).await;
    assert_eq!(kept, None);
    pixel(&funnel, &provider_id, json!({ "platform": "meta", "send_user_agent": true })).await;
    let told = eventually("the edge keeps user agents", async || {
        let (click_ref, kept) = clicked(&funnel).await;
        kept.map(|kept| (click_ref, kept))
    })
    .await;
    assert_eq!(told.1, PHONE);
    // Neither programs nor visits leave theirs.
    let robot = "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)";
    for (path, agent) in [("/r/vip", robot), ("/", PHONE)] {
        Reply::of(real.visit(Method::GET, HOST, path).header("user-agent", agent)).await;
    }
    let sql = real.sql().await;
    eventually("the robot and the visit are stored", async || {
        let query = "SELECT count(*) FILTER (WHERE bot), count(*) FILTER (WHERE kind = 'visit'),
            count(user_agent) FILTER (WHERE bot OR kind = 'visit') FROM touches";
        let row = sql.query_one(query, &[]).await.unwrap();
        assert_eq!(row.get::<_, i64>(2), 0);
        (row.get::<_, i64>(0) > 0 && row.get::<_, i64>(1) > 0).then_some(())
    })
    .await;
    subscribe_by(&funnel, "told", &told.0).await;
    let meta = got(&funnel, Platform::Meta, 1).await;
    let event = &meta[0].body["data"][0];
    assert_eq!((meta[0].status, &event["action_source"]), (200, &json!("website")));
    assert_eq!(event["event_source_url"], format!("https://{HOST}/r/vip"));
    assert_eq!(event["user_data"]["client_user_agent"], PHONE);
    // The other pixel of the link has its own switch.
    let tiktok = got(&funnel, Platform::Tiktok, 1).await;
    assert_eq!(tiktok[0].body["data"][0]["user"]["ttclid"], "E.C.P.z");
    assert!(!tiktok[0].text.contains("iPhone"));
    subscribe_by(&funnel, "untold", &before).await;
    let meta = got(&funnel, Platform::Meta, 2).await;
    assert_eq!(meta.iter().filter(|one| one.text.contains("client_user_agent")).count(), 1);
    states(&funnel, &provider_id, "meta", &["delivered", "delivered"]).await;
    let log = deliveries(&funnel, &provider_id, "meta").await;
    let sources: Vec<_> =
        log.iter().map(|one| (&one["action_source"], &one["action_source_reason"])).collect();
    assert_eq!(sources, [(&json!("other"), &json!("no_user_agent")), (&json!("website"), &Value::Null)]);
    assert!(!json!(log).to_string().contains("iPhone"), "{log:#?}");
    // TikTok has a field for it too.
    pixel(&funnel, &provider_id, json!({ "platform": "tiktok", "send_user_agent": true })).await;
    pixel(&funnel, &provider_id, json!({ "platform": "meta", "send_user_agent": false })).await;
    subscribe_by(&funnel, "again", &told.0).await;
    let tiktok = got(&funnel, Platform::Tiktok, 3).await;
    let sent = tiktok.iter().filter(|one| one.body["data"][0]["user"]["user_agent"] == PHONE);
    assert_eq!(sent.count(), 1);
    let meta = got(&funnel, Platform::Meta, 3).await;
    assert_eq!(meta.iter().filter(|one| one.body["data"][0]["action_source"] == "website").count(), 1);
    // No pixel sends user agents any more, so no further click keeps one.
    pixel(&funnel, &provider_id, json!({ "platform": "tiktok", "active": false })).await;
    assert_eq!(clicked(&funnel).await.1, None);
}
