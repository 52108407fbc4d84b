//! What is asked, and what is made of the answers.

use adapter_engine::{
    ContentSort, EngineSettings, Failure, FanQuery, LinkKind, MediaType, NewLink, Offer, RequestAnswer,
};
use kernel::{CountryCode, UnixTime};
use serde_json::{Value, json};

use crate::scripted::{Reply, Scripted};
use crate::support::{Desk, OWNER, failure, fan, key, link, quick};

fn code(text: &str) -> CountryCode {
    CountryCode::parse(text).unwrap()
}

fn page(items: Vec<Value>, next_cursor: Option<&str>) -> Reply {
    Reply::ok(json!({"items": items, "next_cursor": next_cursor, "total": 3}))
}

fn content(id: i64) -> Value {
    json!({
        "content_id": id, "media_type": "gif", "buyers_count": 3, "tips_cents": 400, "likes_count": 5,
        "has_cover": true, "created_at": "2026-11-20T10:00:00.5+01:00",
    })
}

#[tokio::test]
async fn links_are_read_through_all_pages() {
    let engine = Scripted::start(|_, seen| match seen.target.as_str() {
        "/base/v1/links?limit=200&offer=paid" => page(vec![link("a"), link("b")], Some("c/2 ä")),
        "/base/v1/links?limit=200&offer=paid&cursor=c%2F2+%C3%A4" => page(vec![link("b"), link("c")], None),
        _ => Reply::status(400),
    })
    .await;
    let desk = Desk::at(&format!("{}/base/", engine.url));
    let links = desk.client.links(OWNER, Some(Offer::Paid)).await.unwrap();
    let ids: Vec<_> = links.iter().map(|link| link.provider_id.as_str()).collect();
    assert_eq!(ids, ["a", "b", "c"]);
    assert_eq!((links[0].offer, links[0].kind), (Offer::Paid, LinkKind::TrackingLink));
    assert_eq!(links[0].created_at, UnixTime::from_seconds(1_795_168_800));
}

#[tokio::test]
async fn lists_without_end_are_ended() {
    let same = Scripted::replies(vec![page(vec![link("a")], Some("again"))]).await;
    assert_eq!(failure(Desk::at(&same.url).client.links(OWNER, None).await), Failure::EndlessPages);
    assert_eq!(same.seen().len(), 2);
    let fresh = Scripted::start(|n, _| page(vec![fan("f", None)], Some(&n.to_string()))).await;
    let settings = EngineSettings { most_pages: 3, ..quick() };
    let mut pages = Desk::at_with(&fresh.url, settings).client.fans(OWNER, FanQuery::default());
    let ended = loop {
        match pages.next().await {
            Ok(Some(_)) => {}
            other => break other,
        }
    };
    assert_eq!(failure(ended), Failure::EndlessPages);
    assert_eq!(fresh.seen().len(), 30);
    assert_eq!(pages.next().await.unwrap(), None, "it stays ended");
}

#[tokio::test]
async fn a_made_link_is_answered_as_the_engine_made_it() {
    let answer = |offer: &str, country: &str, days: u32| {
        let mut made = link("l1");
        made["offer"] = json!(offer);
        made["kind"] = json!("free_trial");
        made["country"] = json!(country);
        made["trial_days"] = json!(days);
        Reply::Json(201, "", made)
    };
    let new =
        NewLink { offer: Offer::Ftl, name: "slot".into(), country: Some(code("DE")), trial_days: Some(7) };
    let engine = Scripted::replies(vec![answer("ftl", "DE", 7)]).await;
    let made = Desk::at(&engine.url).client.create_link(OWNER, &new, &key()).await.unwrap();
    assert_eq!((made.country, made.trial_days, made.kind), (Some(code("DE")), Some(7), LinkKind::FreeTrial));
    let asked = json!({"offer": "ftl", "name": "slot", "country": "DE", "trial_days": 7});
    assert_eq!((engine.seen()[0].target.as_str(), &engine.seen()[0].body), ("/v1/links", &asked));
    // An engine that knows the key answers what it made then: whether that is of use is for the caller to see.
    let engine = Scripted::replies(vec![answer("ftl", "DE", 30)]).await;
    let made = Desk::at(&engine.url).client.create_link(OWNER, &new, &key()).await.unwrap();
    assert_eq!(made.trial_days, Some(30));
}

#[tokio::test]
async fn links_with_values_that_must_not_be_are_left_out() {
    for (field, value) in [
        ("url", json!("javascript:alert(1)")),
        ("url", json!("/relative")),
        ("country", json!("Germany")),
        ("created_at", json!("yesterday")),
        ("created_at", json!(1_800_000_000)),
        ("offer", json!("other")),
        ("provider_id", json!("")),
        ("provider_id", json!("a\nb")),
        ("active", json!("yes")),
    ] {
        let mut bad = link("a");
        bad[field] = value.clone();
        let engine = Scripted::replies(vec![page(vec![link("b"), bad], None)]).await;
        let links = Desk::at(&engine.url).client.links(OWNER, None).await.unwrap();
        let ids: Vec<_> = links.iter().map(|link| link.provider_id.as_str()).collect();
        assert_eq!(ids, ["b"], "{field}: {value}");
    }
}

#[tokio::test]
async fn links_are_switched_by_their_name_whatever_it_is() {
    let engine = Scripted::start(|_, seen| match seen.target.as_str() {
        "/v1/links/a%2Fb%3F" => Reply::ok(json!({
            "provider_id": "a/b?", "offer": "paid", "kind": "tracking_link", "name": "n", "url": "https://p.example",
            "permanent": true, "active": false, "created_at": "2026-11-20T10:00:00Z",
        })),
        _ => Reply::status(404),
    })
    .await;
    let client = Desk::at(&engine.url).client;
    let off = client.set_link_active(OWNER, "a/b?", false).await.unwrap().unwrap();
    assert!(!off.active);
    assert_eq!(
        (engine.seen()[0].method.as_str(), &engine.seen()[0].body),
        ("PATCH", &json!({"active": false}))
    );
    assert_eq!(client.set_link_active(OWNER, "gone", true).await.unwrap(), None);
    assert_eq!(failure(client.set_link_active(OWNER, "..", true).await), Failure::InvalidRequest);
    assert_eq!(engine.seen().len(), 2, "what can't be said is not sent");
    assert_eq!(
        failure(client.set_link_active(OWNER, "a/b?", true).await).as_str(),
        "malformed",
        "it stayed off"
    );
}

#[tokio::test]
async fn figures_are_asked_for_by_the_hundred() {
    let engine = Scripted::start(|_, seen| {
        let asked = seen.target.matches("provider_id=").count();
        let day = |id: &str| {
            json!({
                "provider_id": id, "day": "2026-11-20", "clicks": asked, "subscribers": 2, "revenue_cents": -3,
                "spenders": 4, "conversions": {"count": 5, "revenue_net_cents": 6},
            })
        };
        Reply::ok(json!({"items": [day("p0"), day("p249"), day("foreign")]}))
    })
    .await;
    let ids: Vec<_> = (0..250).map(|n| format!("p{n}")).collect();
    let days = Desk::at(&engine.url).client.link_stats(OWNER, &ids).await.unwrap();
    assert_eq!(engine.seen().len(), 3);
    let found: Vec<_> = days.iter().map(|day| (day.provider_id.as_str(), day.clicks)).collect();
    assert_eq!(found, [("p0", 100), ("p249", 50)]);
    assert_eq!(days[0].day, UnixTime::from_seconds(1_795_132_800));
    assert_eq!((days[0].revenue_cents, days[0].conversions.revenue_net_cents), (-3, 6));
}

#[tokio::test]
async fn content_is_listed_and_found() {
    let engine = Scripted::start(|_, seen| match seen.target.as_str() {
        "/v1/content?sort=tips&limit=200" => page(vec![content(1), content(2)], Some("x")),
        "/v1/content?sort=tips&limit=200&cursor=x" => page(vec![content(3)], None),
        "/v1/content/7" => Reply::ok(content(7)),
        "/v1/content/8" => Reply::ok(content(9)),
        _ => Reply::status(404),
    })
    .await;
    let client = Desk::at(&engine.url).client;
    let first = client.content_page(OWNER, ContentSort::Tips, None, 200).await.unwrap();
    assert_eq!((first.total, first.next_cursor.as_deref()), (3, Some("x")));
    let (mut pages, mut ids) = (client.content(OWNER, ContentSort::Tips), Vec::new());
    while let Some(page) = pages.next().await.unwrap() {
        ids.extend(page.into_iter().map(|content| content.content_id));
    }
    assert_eq!(ids, [1, 2, 3]);
    let found = client.content_item(OWNER, 7).await.unwrap().unwrap();
    assert_eq!(
        (found.media_type, found.created_at),
        (MediaType::Gif, UnixTime::from_millis(1_795_165_200_500))
    );
    assert_eq!(client.content_item(OWNER, 6).await.unwrap(), None);
    assert_eq!(failure(client.content_item(OWNER, 8).await).as_str(), "malformed");
}

#[tokio::test]
async fn fans_of_other_countries_are_left_out_whatever_the_engine_says() {
    let engine = Scripted::replies(vec![page(
        vec![fan("1", Some("DE")), fan("2", Some("FR")), fan("3", None), fan("4", Some("at"))],
        None,
    )])
    .await;
    let client = Desk::at(&engine.url).client;
    let query = FanQuery {
        tier: Some("whale".into()),
        countries: vec![code("DE"), code("AT")],
        min_spent_cents: Some(5),
        last_seen_days: Some(30),
        ..FanQuery::default()
    };
    let fans = client.fans(OWNER, query).next().await.unwrap().unwrap();
    assert_eq!(fans.iter().map(|fan| fan.fan_id.as_str()).collect::<Vec<_>>(), ["1", "4"]);
    let asked = "/v1/fans?limit=1000&tier=whale&min_spent_cents=5&last_seen_days=30&country=DE&country=AT";
    assert_eq!(engine.seen()[0].target, asked);
    let all = client.fans(OWNER, FanQuery::default()).next().await.unwrap().unwrap();
    assert_eq!(all.len(), 4);
}

#[tokio::test]
async fn events_are_pulled_as_they_are() {
    let engine = Scripted::start(|_, seen| match seen.target.as_str() {
        "/v1/events?limit=500" => {
            page(vec![json!({"event_id": "e1", "odd": [1]}), json!("not even an event")], Some("a"))
        }
        "/v1/events?limit=500&after=a" => page(vec![], None),
        "/v1/events?limit=500&after=b" => page(vec![], Some("b")),
        "/v1/events?limit=500&after=c" => page(vec![json!({})], Some("c")),
        _ => page(vec![json!({})], None),
    })
    .await;
    let client = Desk::at(&engine.url).client;
    let first = client.events(OWNER, None, 500).await.unwrap();
    assert_eq!((first.items.len(), first.next_cursor.as_deref()), (2, Some("a")));
    assert_eq!(first.items[0].as_ref(), r#"{"event_id":"e1","odd":[1]}"#);
    assert_eq!(client.events(OWNER, Some("a"), 500).await.unwrap().next_cursor, None);
    assert_eq!(client.events(OWNER, Some("b"), 500).await.unwrap().next_cursor.as_deref(), Some("b"));
    for stuck in ["c", "d"] {
        assert_eq!(failure(client.events(OWNER, Some(stuck), 500).await).as_str(), "malformed", "{stuck}");
    }
}

#[tokio::test]
async fn an_event_that_is_no_value_spoils_no_page() {
    let engine = Scripted::start(|_, _| {
        let body = r#"{"items": [{"name": "\ud83d"}, 1e999, {"event_id": "e1"}], "next_cursor": "a"}"#;
        Reply::text(&format!("HTTP/1.1 200 OK\r\ncontent-length: {}\r\n\r\n{body}", body.len()))
    })
    .await;
    let page = Desk::at(&engine.url).client.events(OWNER, None, 500).await.unwrap();
    let items: Vec<_> = page.items.iter().map(AsRef::as_ref).collect();
    assert_eq!(items, [r#"{"name": "\ud83d"}"#, "1e999", r#"{"event_id": "e1"}"#]);
}

#[tokio::test]
async fn requests_are_answered() {
    let engine = Scripted::replies(vec![Reply::ok(json!({}))]).await;
    let client = Desk::at(&engine.url).client;
    for answer in [
        RequestAnswer::Start,
        RequestAnswer::Fulfill { media_ids: vec!["1".into(), "2".into()] },
        RequestAnswer::Decline { reason: "no".into() },
    ] {
        client.respond_to_request(OWNER, 7, &answer, &key()).await.unwrap();
    }
    let seen = engine.seen();
    assert_eq!(seen[0].target, "/v1/requests/7/response");
    assert_eq!(seen[0].body, json!({"action": "start", "media_ids": [], "reason": null}));
    assert_eq!(seen[1].body, json!({"action": "fulfill", "media_ids": ["1", "2"], "reason": null}));
    assert_eq!(seen[2].body, json!({"action": "decline", "media_ids": [], "reason": "no"}));
}
