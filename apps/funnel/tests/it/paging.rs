//! Lists that can grow without bound are returned in pages.

use serde_json::{Value, json};

use crate::real::{Api, Real};

async fn page(api: &Api, list: &str, query: &str) -> (Vec<Value>, Value) {
    let body = api.get(&format!("{list}{query}")).await.expect(200).json();
    (body["items"].as_array().unwrap().clone(), body["next_cursor"].clone())
}

/// What identifies an item, whichever list it is of.
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
        assert_eq!(page(api, list, "?cursor=9223372036854775807").await, (vec![], Value::Null));
        assert_eq!(api.get(&format!("{list}?cursor=x")).await.summary(), "400 invalid_request");
        assert_eq!(api.get(&format!("{list}?limit=1001")).await.summary(), "422 query.limit less_than_equal");
    }
}
