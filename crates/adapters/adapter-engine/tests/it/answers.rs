//! Tests of requests and the handling of answers.

use std::sync::Arc;

use adapter_engine::{CachedContent, ContentCache, EngineSettings, Failure};
use attribution::event_log::{EventLog, LogError};
use broadcast_gate::audience::{Audience, AudienceInput};
use content_vault::item::{ContentId, MediaType};
use content_vault::ports::{ContentEngine as _, RequestEngine as _, SendOutcome};
use content_vault::request::{Answer, Outgoing, RequestId};
use kernel::{AccountNumber, CountryCode, UnixTime};
use serde_json::{Value, json};
use smartlink_policy::link::{LinkKind, Offer, ProviderId};
use smartlink_policy::ports::{EngineError, FunnelEngine as _};

use crate::scripted::{Reply, Scripted};
use crate::support::{Desk, OWNER, audience, failure, fan, link, new_link, quick};

fn code(text: &str) -> CountryCode {
    CountryCode::parse(text).unwrap()
}

fn id(text: &str) -> ProviderId {
    ProviderId::parse(text).unwrap()
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
        "/base/v1/links?limit=200" => page(vec![link("a"), link("b")], Some("c/2 ä")),
        "/base/v1/links?limit=200&cursor=c%2F2+%C3%A4" => page(vec![link("b"), link("c")], None),
        _ => Reply::status(400),
    })
    .await;
    let desk = Desk::at(&format!("{}/base/", engine.url));
    let links = desk.client.links(OWNER).await.unwrap().links;
    let ids: Vec<_> = links.iter().map(|link| link.provider_id.as_str()).collect();
    assert_eq!(ids, ["a", "b", "c"]);
    assert_eq!((links[0].offer, links[0].kind()), (Offer::Paid, LinkKind::TrackingLink));
    assert_eq!(links[0].created_at, UnixTime::from_seconds(1_795_168_800));
}

#[tokio::test]
async fn lists_without_end_are_ended() {
    let same = Scripted::replies(vec![page(vec![link("a")], Some("again"))]).await;
    assert_eq!(failure(Desk::at(&same.url).client.links(OWNER).await), Failure::EndlessPages);
    assert_eq!(same.seen().len(), 2);
    let fresh = Scripted::start(|n, _| page(vec![link("a")], Some(&n.to_string()))).await;
    let settings = EngineSettings { most_pages: 3, ..quick() };
    let ended = Desk::at_with(&fresh.url, settings).client.links(OWNER).await;
    assert_eq!(failure(ended), Failure::EndlessPages);
    assert_eq!(fresh.seen().len(), 3);
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
    let new = new_link(Offer::Ftl, Some("DE"), Some(7));
    let engine = Scripted::replies(vec![answer("ftl", "DE", 7)]).await;
    let made = Desk::at(&engine.url).client.create_link(OWNER, &new).await.unwrap();
    assert_eq!(
        (made.country, made.trial_days, made.kind()),
        (Some(code("DE")), Some(7), LinkKind::FreeTrial)
    );
    let asked = json!({"offer": "ftl", "name": "slot", "country": "DE", "trial_days": 7});
    assert_eq!((engine.seen()[0].target.as_str(), &engine.seen()[0].body), ("/v1/links", &asked));
    // An engine with a known key returns the link it created then; the caller decides whether it
    // fits.
    let engine = Scripted::replies(vec![answer("ftl", "DE", 30)]).await;
    let made = Desk::at(&engine.url).client.create_link(OWNER, &new).await.unwrap();
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
        let found = Desk::at(&engine.url).client.links(OWNER).await.unwrap();
        let ids: Vec<_> = found.links.iter().map(|link| link.provider_id.as_str()).collect();
        assert_eq!((ids.as_slice(), found.bad), (["b"].as_slice(), 1), "{field}: {value}");
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
    client.set_active(OWNER, &id("a/b?"), false).await.unwrap();
    assert_eq!(
        (engine.seen()[0].method.as_str(), &engine.seen()[0].body),
        ("PATCH", &json!({"active": false}))
    );
    assert_eq!(failure(client.set_active(OWNER, &id("gone"), true).await), Failure::Rejected(404));
    assert_eq!(failure(client.set_active(OWNER, &id(".."), true).await), Failure::InvalidRequest);
    assert_eq!(engine.seen().len(), 2, "what can't be said is not sent");
    assert_eq!(
        failure(client.set_active(OWNER, &id("a/b?"), true).await).as_str(),
        "malformed",
        "it stayed off"
    );
}

#[tokio::test]
async fn stats_of_links_that_were_not_asked_for_are_left_out() {
    let engine = Scripted::start(|_, seen| {
        let day = |id: &str| {
            json!({
                "provider_id": id, "day": "2026-11-20", "clicks": 1, "subscribers": 2, "revenue_cents": -3,
                "spenders": 4, "conversions": {"count": u64::MAX, "revenue_net_cents": 6},
            })
        };
        assert_eq!(seen.target, "/v1/links/stats?provider_id=p0&provider_id=p1");
        Reply::ok(json!({"items": [day("p0"), day("foreign"), day("p0")]}))
    })
    .await;
    let client = Desk::at(&engine.url).client;
    let days = client.link_stats(OWNER, &[id("p0"), id("p1")]).await.unwrap();
    let found: Vec<_> = days.iter().map(|day| (day.provider_id.as_str(), day.day.as_str())).collect();
    assert_eq!(found, [("p0", "2026-11-20"), ("p0", "2026-11-20")]);
    let counts = [days[0].clicks, days[0].subscribers, days[0].revenue_cents, days[0].spenders];
    assert_eq!(counts, [1, 2, -3, 4]);
    assert_eq!((days[0].conversions, days[0].revenue_net_cents), (i64::MAX, 6));
    assert_eq!(client.link_stats(OWNER, &[]).await.unwrap(), []);
    assert_eq!(engine.seen().len(), 1, "of no links nothing is asked");
}

#[tokio::test]
async fn a_made_link_that_makes_no_sense_is_distinguished_from_a_failure() {
    let mut bad = link("l1");
    bad["kind"] = json!("free_trial");
    let engine = Scripted::replies(vec![Reply::Json(201, "", bad)]).await;
    let made = Desk::at(&engine.url).client.create_link(OWNER, &new_link(Offer::Paid, None, None)).await;
    assert!(matches!(made, Err(EngineError::BadLink(_))), "{made:?}");
    assert_eq!(engine.seen().len(), 1, "it is not made again");
}

#[tokio::test]
async fn work_for_one_account_reaches_no_other() {
    let engine = Scripted::replies(vec![Reply::ok(json!({}))]).await;
    let client = Desk::at(&engine.url).client;
    let other = id("a").of_account(AccountNumber::new(1));
    let ended = client.set_active(OWNER, &other, true).await;
    assert!(matches!(ended, Err(EngineError::NotConnected)), "{ended:?}");
    assert!(EventLog::page(&client, OWNER, "acct_9", None, 5).await.is_err());
    assert!(engine.seen().is_empty());
}

#[tokio::test]
async fn content_is_listed_and_found() {
    let engine = Scripted::start(|_, seen| match seen.target.as_str() {
        "/v1/content?sort=buyers&limit=200" => page(vec![content(1), content(2)], Some("x")),
        // An item that moved to the next page between the calls counts once.
        "/v1/content?sort=buyers&limit=200&cursor=x" => page(vec![content(2), content(3)], None),
        "/v1/content/7" => Reply::ok(content(7)),
        "/v1/content/8" => Reply::ok(content(9)),
        _ => Reply::status(404),
    })
    .await;
    let vault = CachedContent::new(Desk::at(&engine.url).client, Arc::new(ContentCache::new()));
    for _ in 0..2 {
        let ids: Vec<_> =
            vault.items(OWNER).await.unwrap().iter().map(|item| item.content_id.get()).collect();
        assert_eq!(ids, [1, 2, 3]);
    }
    assert_eq!(engine.seen().len(), 2, "the second time the list is remembered");
    let found = vault.find(OWNER, ContentId::new(7)).await.unwrap().unwrap();
    assert_eq!(
        (found.media_type, found.created_at),
        (MediaType::Gif, UnixTime::from_millis(1_795_165_200_500))
    );
    assert_eq!(vault.find(OWNER, ContentId::new(6)).await.unwrap(), None);
    assert_eq!(failure(vault.find(OWNER, ContentId::new(8)).await).as_str(), "malformed");
}

#[tokio::test]
async fn fans_of_other_countries_are_left_out_whatever_the_engine_says() {
    let engine = Scripted::replies(vec![page(
        vec![fan("1", Some("DE")), fan("2", Some("FR")), fan("3", None), fan("4", Some("at"))],
        None,
    )])
    .await;
    let desk = Desk::at(&engine.url);
    let input = AudienceInput {
        tier: Some("whale".into()),
        countries: vec!["DE".into(), "AT".into()],
        min_spent_cents: Some(5),
        last_seen_days: Some(30),
        ..AudienceInput::default()
    };
    let fans = desk.fans(OWNER, &Audience::parse(&input).unwrap()).await.unwrap();
    assert_eq!(fans.iter().map(|fan| fan.fan_id.as_str()).collect::<Vec<_>>(), ["1", "4"]);
    let asked = "/v1/fans?limit=1000&tier=whale&min_spent_cents=5&last_seen_days=30&country=AT&country=DE";
    assert_eq!(engine.seen()[0].target, asked);
    assert_eq!(desk.fans(OWNER, &audience(&[])).await.unwrap().len(), 4);
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
    let page = async |after| EventLog::page(&client, OWNER, "acct_1", after, 500).await;
    let first = page(None).await.unwrap();
    assert_eq!((first.events.len(), first.next_cursor.as_deref()), (2, Some("a")));
    assert_eq!(
        (first.events[0].as_ref(), first.account),
        (r#"{"event_id":"e1","odd":[1]}"#, AccountNumber::FIRST)
    );
    assert_eq!(page(Some("a")).await.unwrap().next_cursor, None);
    assert_eq!(page(Some("b")).await.unwrap().next_cursor.as_deref(), Some("b"));
    for stuck in ["c", "d"] {
        assert_eq!(failure(page(Some(stuck)).await).as_str(), "malformed", "{stuck}");
    }
}

#[tokio::test]
async fn an_event_that_is_no_value_spoils_no_page() {
    let engine = Scripted::start(|_, _| {
        let body = r#"{"items": [{"name": "\ud83d"}, 1e999, {"event_id": "e1"}], "next_cursor": "a"}"#;
        Reply::text(&format!("HTTP/1.1 200 OK\r\ncontent-length: {}\r\n\r\n{body}", body.len()))
    })
    .await;
    let client = Desk::at(&engine.url).client;
    let page = EventLog::page(&client, OWNER, "acct_1", None, 500).await.unwrap();
    let items: Vec<_> = page.events.iter().map(AsRef::as_ref).collect();
    assert_eq!(items, [r#"{"name": "\ud83d"}"#, "1e999", r#"{"event_id": "e1"}"#]);
}

#[tokio::test]
async fn requests_are_answered() {
    let engine = Scripted::replies(vec![Reply::ok(json!({}))]).await;
    let client = Desk::at(&engine.url).client;
    for answer in [
        Answer::Start,
        Answer::Fulfill { media_ids: vec!["1".into(), "2".into()] },
        Answer::Decline { reason: "no".into() },
    ] {
        let account = AccountNumber::FIRST;
        let outgoing = Outgoing { request: RequestId::new(3), account, upstream_id: 7, answer };
        assert_eq!(client.respond(OWNER, &outgoing).await, SendOutcome::Delivered);
    }
    let seen = engine.seen();
    assert_eq!(seen[0].target, "/v1/requests/7/response");
    assert_eq!(seen[0].body, json!({"action": "start", "media_ids": [], "reason": null}));
    assert_eq!(seen[1].body, json!({"action": "fulfill", "media_ids": ["1", "2"], "reason": null}));
    assert_eq!(seen[2].body, json!({"action": "decline", "media_ids": [], "reason": "no"}));
}

#[tokio::test]
async fn a_page_of_events_that_is_too_long_is_distinguished_from_a_failure() {
    let engine = Scripted::replies(vec![Reply::Huge(100_000_000)]).await;
    let client = Desk::at(&engine.url).client;
    let ended = EventLog::page(&client, OWNER, "acct_1", None, 500).await;
    assert!(matches!(ended, Err(LogError::TooLong)), "{ended:?}");
}
