//! The list of conversions and its CSV export.

use std::collections::HashSet;

use serde_json::{Value, json};

use crate::conversions::{event, push, stop_pulling};
use crate::journey::{ACCOUNT, Funnel, HOST};
use crate::real::{Api, Reply};

/// Fills the list: a subscriber with a payment and a refund over a link, and three messages of
/// another fan without a link.
async fn filled() -> (Funnel, i64) {
    let funnel = Funnel::start().await;
    stop_pulling(&funnel).await;
    let mut links = funnel.provision(&[]).await.expect(200).json()["links"]["items"].take();
    let (link, id) = (links[0]["provider_id"].take(), links[0]["id"].as_i64().unwrap());
    let of_link = |id: &str, kind: &str, ago: i64, data: Value| {
        let more = json!({ "link": { "provider_id": link }, "fan": { "fan_id": "=1+1", "username": "Ann Private" }, "data": data });
        event(id, kind, ago, more)
    };
    let money = |kind: &str, gross: i64, net: i64| json!({ "transaction_id": kind, "kind": kind, "gross_cents": gross, "net_cents": net, "currency": "USD" });
    let batch = [
        of_link("1", "new_subscriber", 600, json!({})),
        of_link("2", "new_transaction", 500, money("tip", 500, 400)),
        of_link("3", "new_transaction", 400, money("refund", -200, -160)),
        event("4", "message_received", 300, json!({})),
        event("5", "message_received", 200, json!({})),
        event("6", "message_received", 100, json!({})),
    ];
    let reported = push(&funnel.real, &batch).await.expect(200).json();
    assert_eq!(reported["accepted"], 6, "{reported}");
    (funnel, id)
}

async fn items(api: &Api, query: &str) -> Vec<Value> {
    let list = api.get(&format!("/conversions{query}")).await.expect(200).json();
    list["items"].as_array().unwrap().clone()
}

fn types(items: &[Value]) -> Vec<&str> {
    items.iter().map(|one| one["type"].as_str().unwrap()).collect()
}

#[actix_web::test]
async fn conversions_are_listed_in_parts_and_by_what_is_asked_for() {
    let (funnel, link_id) = filled().await;
    let api = &funnel.real.api;
    let whole = items(api, "").await;
    let expected = [
        "fan_sent_3_messages",
        "message_received",
        "message_received",
        "message_received",
        "new_transaction",
        "new_transaction",
        "new_subscriber",
    ];
    assert_eq!(types(&whole), expected);
    let mut tip = whole[5].clone();
    let fields = tip.as_object_mut().unwrap();
    assert!(fields.remove("conversion_id").is_some_and(|id| id.is_i64()));
    assert!(fields.remove("occurred_at").is_some_and(|at| at.is_string()));
    let reported = json!({
        "type": "new_transaction", "transaction_kind": "tip", "gross_cents": 500, "net_cents": 400, "currency": "USD",
        "fan_id": "=1+1", "domain": HOST, "link_id": link_id, "basis": "link", "source": "",
        "platform_account_id": ACCOUNT,
    });
    assert_eq!(tip, reported);
    assert_eq!((&whole[0]["domain"], &whole[0]["net_cents"]), (&Value::Null, &Value::Null));

    let (mut parts, mut cursor) = (Vec::new(), String::new());
    loop {
        let part = api.get(&format!("/conversions?limit=2{cursor}")).await.expect(200).json();
        parts.extend(part["items"].as_array().unwrap().clone());
        let Some(next) = part["next_cursor"].as_str() else { break };
        cursor = format!("&cursor={next}");
    }
    assert_eq!(parts, whole);

    let at = |n: usize| {
        let moment = whole[n]["occurred_at"].as_str().unwrap();
        moment.parse::<jiff::Timestamp>().unwrap().as_second()
    };
    for (query, expected) in [
        (format!("?domain={HOST}"), &whole[4..]),
        ("?type=new_transaction".to_owned(), &whole[4..6]),
        ("?type=fan_sent_3_messages".to_owned(), &whole[..1]),
        (format!("?from_ts={}&to_ts={}", at(5), at(4)), &whole[4..6]),
        (format!("?domain={HOST}&type=new_subscriber&to_ts={}", at(6)), &whole[6..]),
        (format!("?from_ts={}", at(0) + 1), &[]),
    ] {
        assert_eq!(items(api, &query).await, expected, "{query}");
    }
}

#[actix_web::test]
async fn as_a_table_it_holds_no_formula_and_no_name() {
    let (funnel, link_id) = filled().await;
    let api = &funnel.real.api;
    let table = async |query: &str| {
        let request = api.request(reqwest::Method::GET, &format!("/conversions{query}"));
        Reply::of(request.header("accept", "text/csv")).await.expect(200)
    };
    let part = table("?limit=6").await;
    let lines: Vec<_> = part.text.split_terminator("\r\n").collect();
    assert_eq!(
        lines[0],
        "conversion_id,occurred_at,type,transaction_kind,gross_cents,net_cents,currency,fan_id,domain,link_id,basis,\
         source,platform_account_id"
    );
    assert_eq!(lines.len(), 7, "{}", part.text);
    let refund = format!(",new_transaction,refund,-200,-160,USD,\"'=1+1\",{HOST},{link_id},link,,{ACCOUNT}");
    assert!(lines[5].ends_with(&refund), "{}", lines[5]);
    assert!(lines[1].ends_with(&format!(",fan_sent_3_messages,,,,,f1,,,,,{ACCOUNT}")), "{}", lines[1]);
    assert!(!part.text.contains("Private"), "{}", part.text);
    let rest = table(&format!("?cursor={}", part.header("next-cursor"))).await;
    assert!(rest.text.split_terminator("\r\n").nth(1).unwrap().contains(",new_subscriber,"), "{}", rest.text);
    assert!(rest.headers.get("next-cursor").is_none(), "it ends there");

    let more: Vec<_> =
        (0..250).map(|n| event(&format!("more-{n}"), "message_received", 1_000 + n, json!({}))).collect();
    push(&funnel.real, &more).await.expect(200);
    let whole = table("").await;
    assert!(whole.headers.get("next-cursor").is_none(), "without a limit it is whole");
    let lines: HashSet<_> = whole.text.split_terminator("\r\n").collect();
    assert_eq!(lines.len(), 1 + 7 + 250);
    assert!(whole.text.starts_with(&part.text), "it begins as its first part does");
}

#[actix_web::test]
async fn what_is_another_owners_is_absent_and_bad_input_is_named() {
    let (funnel, _) = filled().await;
    let (_, stranger) = funnel.real.owner("free").await;
    let api = &funnel.real.api;
    assert_eq!(items(&stranger, "").await, [Value::Null; 0]);
    for (api, domain) in [(&stranger, HOST), (api, "missing.example"), (api, "no%20host")] {
        let reported = api.get(&format!("/conversions?domain={domain}")).await.summary();
        assert_eq!(reported, "404 domain_not_found", "{domain}");
    }
    for cursor in ["x", "1", "1.", "1.x"] {
        let refused = api.get(&format!("/conversions?cursor={cursor}")).await;
        assert_eq!(refused.summary(), "422 query.cursor value_error", "{cursor}");
    }
    for (query, place) in [
        ("type=purchase", "type"),
        ("from_ts=soon", "from_ts"),
        ("from_ts=-1", "from_ts"),
        ("from_ts=2&to_ts=1", "from_ts"),
        ("to_ts=99999999999999", "to_ts"),
        ("limit=0", "limit"),
        ("limit=1001", "limit"),
    ] {
        let refused = api.get(&format!("/conversions?{query}")).await.expect(422).json();
        assert_eq!(refused["detail"][0]["loc"], json!(["query", place]), "{query}: {refused}");
    }
    // Conversions of a deleted domain stay in the list.
    let before = items(api, "").await;
    api.delete(&format!("/domains/{HOST}")).await.expect(204);
    assert_eq!(items(api, "").await, before);
}
