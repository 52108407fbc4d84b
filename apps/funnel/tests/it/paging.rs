//! Lists that can grow without bound are returned in pages.

use serde_json::{Value, json};

use crate::real::{Api, Real};

async fn page(api: &Api, list: &str, query: &str) -> (Vec<Value>, Value) {
    let body = api.get(&format!("{list}{query}")).await.expect(200).json();
    (body["items"].as_array().unwrap().clone(), body["next_cursor"].clone())
}

/// Returns the identity of each item, for any list.
fn names(items: &[Value]) -> Vec<String> {
    let name = |item: &Value| ["prefix", "id"].iter().map(|key| item[key].to_string()).collect::<String>();
    items.iter().map(name).collect()
}

#[actix_web::test]
async fn pages_together_are_the_list() {
    let real = Real::start().await;
    let api = &real.api;
    real.landing("a.example").await;
    for n in 0..4 {
        api.post("/api-keys", &json!({ "name": format!("k{n}") })).await.expect(201);
        let member = json!({ "name": format!("m{n}"), "email": format!("m{n}@example.com") });
        api.post("/members", &member).await.expect(201);
        api.post("/library/notifications", &json!({ "name": format!("p{n}") })).await.expect(201);
        api.post("/qr/a.example", &json!({ "slug": format!("c{n}") })).await.expect(201);
    }
    for list in ["/api-keys", "/members", "/library/notifications", "/qr/a.example"] {
        let (whole, next) = page(api, list, "").await;
        assert!(whole.len() >= 4 && next.is_null(), "{list}");
        for limit in [1, 3, whole.len(), 1_000] {
            let (mut found, mut next) = page(api, list, &format!("?limit={limit}")).await;
            while let Some(cursor) = next.as_str() {
                let (more, then) = page(api, list, &format!("?limit={limit}&cursor={cursor}")).await;
                assert!((1..=limit).contains(&more.len()), "{list}: a page of {} of {limit}", more.len());
                found.extend(more);
                next = then;
            }
            assert_eq!(names(&found), names(&whole), "{list} by {limit}");
        }
        assert_eq!(api.get(&format!("{list}?limit=1001")).await.summary(), "422 query.limit less_than_equal");
    }
}

const NOT_OF_THIS_LIST: &str = "422 query.cursor value_error";

/// Every paged list, with the filters that it accepts.
const LISTS: &[(&str, &[&str])] = &[
    ("/api-keys", &[]),
    ("/audit", &["action=landing", "subject=domain", "from_ts=1", "actor=cli"]),
    ("/members", &[]),
    ("/domains", &["sort=hostname", "search=a", "state=pending"]),
    ("/domains/a.example/versions", &[]),
    ("/library/notifications", &[]),
    ("/smartlinks?domain=a.example", &["search=s"]),
    ("/smart-links", &["search=p"]),
    ("/links/health", &["state=broken"]),
    ("/qr/a.example", &[]),
    ("/smart-links/pl_known/pixels/meta/deliveries", &[]),
    ("/smart-links/pl_known/pixels/tiktok/deliveries", &[]),
    ("/sources/a.example/spenders", &["range=7d", "search=f"]),
    ("/conversions?domain=a.example", &["type=new_transaction", "to_ts=9"]),
    ("/requests", &["status=new"]),
    ("/broadcasts", &[]),
];

fn with(list: &str, query: &str) -> String {
    format!("{list}{}{query}", if list.contains('?') { '&' } else { '?' })
}

#[test]
fn every_list_with_a_cursor_is_tried() {
    let document = serde_json::to_value(admin_api::openapi::document()).unwrap();
    let takes = |operation: &Value| {
        let parameters = operation["parameters"].as_array().into_iter().flatten();
        parameters.filter(|one| one["in"] == "query").any(|one| one["name"] == "cursor")
    };
    let paths = document["paths"].as_object().unwrap().iter();
    let served = paths.filter(|(_, item)| item.get("get").is_some_and(takes));
    let mut served: Vec<_> =
        served.map(|(path, _)| path.trim_start_matches("/api/admin").to_owned()).collect();
    let plain = |list: &str| {
        let path = list.split('?').next().unwrap();
        let path = path.replace("a.example", "{domain}").replace("pl_known", "{provider_id}");
        path.replace("meta", "{platform}").replace("tiktok", "{platform}")
    };
    let tried: Vec<String> = LISTS.iter().map(|(list, _)| plain(list)).collect();
    // Other tests cover these, where their webhook and link exist.
    served.retain(|path| {
        !["/webhooks/{id}/deliveries", "/domains/{domain}/links/{link_id}/spenders"].contains(&path.as_str())
    });
    assert!(served.iter().all(|path| tried.contains(path)), "{served:?} {tried:?}");
}

/// Creates several entries for each list that is easily filled.
async fn furnished() -> Real {
    let real = Real::start().await;
    let api = &real.api;
    real.landing("a.example").await;
    api.publish("a.example").await;
    api.register("b.example").await.expect(201);
    for n in 0..2 {
        api.post("/api-keys", &json!({ "name": format!("k{n}") })).await.expect(201);
        let member = json!({ "name": format!("m{n}"), "email": format!("m{n}@example.com") });
        api.post("/members", &member).await.expect(201);
        api.post("/library/notifications", &json!({ "name": format!("p{n}") })).await.expect(201);
        api.post("/qr/a.example", &json!({ "slug": format!("c{n}") })).await.expect(201);
        let link = json!({ "domain": "a.example", "slug": format!("s{n}") });
        api.post("/smartlinks", &link).await.expect(201);
        let campaign = json!({ "title": "a", "mode": "drip", "audience": {}, "message": { "text": "a" } });
        api.post("/broadcasts", &campaign).await.expect(201);
    }
    real
}

/// Returns the lists of [`furnished`] with more than one entry, and the cursor after the first
/// entry.
async fn cursors(api: &Api) -> Vec<(&'static str, String)> {
    let mut found = Vec::new();
    for (list, _) in LISTS {
        let part = api.get(&with(list, "limit=1")).await;
        if part.status != 200 {
            continue;
        }
        if let Some(cursor) = part.json()["next_cursor"].as_str() {
            found.push((*list, cursor.to_owned()));
        }
    }
    found
}

#[actix_web::test]
async fn a_cursor_belongs_to_its_list_its_filters_and_its_owner() {
    let real = furnished().await;
    let api = &real.api;
    let known = cursors(api).await;
    let names: Vec<_> = known.iter().map(|(list, _)| *list).collect();
    assert!(known.len() >= 8, "{names:?}");
    let (_, stranger) = real.owner("agency").await;
    stranger.register("z.example").await.expect(201);
    for (list, cursor) in &known {
        let goes_on = api.get(&with(list, &format!("limit=1&cursor={cursor}"))).await.expect(200).json();
        assert!(goes_on["items"].as_array().unwrap().len() == 1, "{list}");
        // Page size, query order, and empty or unknown parameters are not filters.
        api.get(&with(list, &format!("cursor={cursor}&limit=2&_=1&search="))).await.expect(200);
        for (other, _) in LISTS.iter().filter(|(other, _)| other != list) {
            let elsewhere = api.get(&with(other, &format!("cursor={cursor}"))).await;
            assert_eq!(elsewhere.summary(), NOT_OF_THIS_LIST, "{list} at {other}");
        }
        let filters = LISTS.iter().find(|(known, _)| known == list).unwrap().1;
        for filter in filters {
            let filtered = api.get(&with(list, &format!("{filter}&cursor={cursor}"))).await;
            assert_eq!(filtered.summary(), NOT_OF_THIS_LIST, "{list} with {filter}");
        }
        if !list.contains("a.example") {
            let foreign = stranger.get(&with(list, &format!("cursor={cursor}"))).await;
            assert_eq!(foreign.summary(), NOT_OF_THIS_LIST, "{list}");
        }
    }
}

/// All invalid cursors get the same error, including unsigned cursors of old versions.
#[actix_web::test]
async fn a_cursor_that_no_list_gave_out_is_an_error_of_the_query() {
    let real = furnished().await;
    real.knows_link("pl_known").await;
    let (_, cursor) = cursors(&real.api).await.remove(0);
    let cut = &cursor[..cursor.len() - 1];
    for (list, filters) in LISTS {
        let filters = [""].into_iter().chain(filters.iter().copied());
        for filter in filters {
            for text in
                ["x", "1", "-1", "9223372036854775807", "v1", "1999.fan_1", "hostname:tx:x", "%00", cut]
            {
                let refused =
                    real.api.get(&with(list, &format!("{filter}&cursor={text}"))).await.expect(422).json();
                let error = &refused["detail"][0];
                assert_eq!(error["loc"], json!(["query", "cursor"]), "{list} {filter} {text}: {refused}");
            }
        }
    }
}

/// Requests of one iteration may reach any process.
#[actix_web::test]
async fn every_process_reads_the_cursors_of_the_others() {
    let real = furnished().await;
    let other = real.beside(&[]).await;
    for (list, cursor) in cursors(&real.api).await {
        other.api.get(&with(list, &format!("limit=1&cursor={cursor}"))).await.expect(200);
    }
}
