//! Domains as an integrator sees them.

use serde_json::{Value, json};

use crate::real::{Real, steady};

#[actix_web::test]
async fn a_domain_is_pending_and_then_active() {
    let real = Real::start().await;
    let made = real.api.register("Links.EXAMPLE.com.").await.expect(201);
    insta::assert_json_snapshot!(steady(&made.json()), @r#"
    {
      "button_count": 0,
      "created_at": "now",
      "display_name": "A page",
      "hostname": "links.example.com",
      "infra_attempted_at": null,
      "infra_state": "pending",
      "provisioning_error": null
    }
    "#);
    let active = real.api.active("links.example.com").await;
    insta::assert_json_snapshot!(steady(&active), @r#"
    {
      "button_count": 0,
      "created_at": "now",
      "display_name": "A page",
      "hostname": "links.example.com",
      "infra_attempted_at": "now",
      "infra_state": "active",
      "provisioning_error": null
    }
    "#);
    assert_eq!(real.api.get("/domains").await.expect(200).json(), json!({ "items": [active] }));
    let again = real.api.post("/domains/links.example.com/provision", &json!({})).await;
    assert_eq!(again.summary(), "409 invalid_transition");
    // Web servers ask this before they order a certificate.
    for (host, status) in [("LINKS.example.com", 200), ("other.example.com", 404), ("", 404), ("::1", 404)] {
        assert_eq!(real.management(&format!("/edge/tls-ask?domain={host}")).await.status, status, "{host}");
    }
    real.api.delete("/domains/links.example.com").await.expect(204);
    assert_eq!(real.management("/edge/tls-ask?domain=links.example.com").await.status, 404);
}

#[actix_web::test]
async fn a_name_has_one_owner() {
    let real = Real::start().await;
    let (_, other) = real.owner("free").await;
    real.api.register("a.example").await.expect(201);
    assert_eq!(real.api.register("A.example.").await.summary(), "409 domain_taken");
    assert_eq!(other.register("a.example").await.summary(), "409 domain_taken");
    assert_eq!(other.delete("/domains/a.example").await.summary(), "404 domain_not_found");
    real.api.delete("/domains/a.example").await.expect(204);
    assert_eq!(real.api.delete("/domains/a.example").await.summary(), "404 domain_not_found");
    let refused = other.register("a.example").await;
    assert_eq!(refused.summary(), "409 hostname_quarantined");
    real.api.register("a.example").await.expect(201);
}

/// Otherwise the next owner of a name would receive scans of codes that the previous owner printed.
#[actix_web::test]
async fn a_name_that_another_owner_gave_up_needs_time_and_a_proof() {
    let real = Real::with("pro", &[("FUNNEL_PROVISIONER", "none")]).await;
    let (_, other) = real.owner("pro").await;
    real.api.register("given-up.invalid").await.expect(201);
    let document = real.api.get("/export").await.expect(200).json();
    real.api.delete("/domains/given-up.invalid").await.expect(204);
    assert_eq!(other.register("given-up.invalid").await.summary(), "409 hostname_quarantined");
    let imported = other.post("/import", &json!({ "document": document })).await.expect(200).json();
    assert_eq!(imported["results"][0]["fault"]["code"], "hostname_quarantined", "{imported}");
    real.age_releases(8).await;
    let refused = other.register("given-up.invalid").await;
    assert_eq!(refused.summary(), "409 hostname_unproven");
    let message = refused.json()["detail"]["message"].as_str().unwrap().to_owned();
    assert!(message.contains("_funnel.given-up.invalid TXT \"funnel-verification="), "{message}");
    let imported = other.post("/import", &json!({ "document": document })).await.expect(200).json();
    assert_eq!(imported["results"][0]["fault"]["code"], "hostname_unproven", "{imported}");
    assert_eq!(other.get("/domains").await.expect(200).json(), json!({ "items": [] }));
    real.age_releases(90).await;
    other.register("given-up.invalid").await.expect(201);
}

#[actix_web::test]
async fn a_plan_has_a_cap() {
    let real = Real::with("free", &[("FUNNEL_PLAN_CAPS", "free=2,pro=3,agency=4")]).await;
    for host in ["a.example", "b.example"] {
        real.api.register(host).await.expect(201);
    }
    assert_eq!(real.api.register("c.example").await.summary(), "403 domain_cap_reached");
    real.api.delete("/domains/a.example").await.expect(204);
    let used = real.api.get("/usage").await.expect(200).json();
    assert_eq!((&used["plan"], &used["domains"]), (&json!("free"), &json!({ "used": 1, "allowed": 2 })));
    real.api.register("c.example").await.expect(201);
    assert_eq!(real.api.get("/usage").await.expect(200).json()["domains"]["used"], 2);
    let (_, other) = real.owner("pro").await;
    assert_eq!(other.get("/usage").await.expect(200).json()["domains"], json!({ "used": 0, "allowed": 3 }));
}

#[actix_web::test]
async fn the_records_to_set_are_reported_with_a_domain() {
    let targets = [("FUNNEL_DNS_TARGET", "edge.example.net,203.0.113.7,2001:db8::7")];
    let real = Real::with("agency", &targets).await;
    let record = |kind: &str, value: &str| json!({ "type": kind, "name": "a.example", "value": value });
    let expected = json!([
        record("CNAME", "edge.example.net"),
        record("A", "203.0.113.7"),
        record("AAAA", "2001:db8::7"),
    ]);
    let made = real.api.register("a.example").await.expect(201).json();
    let shown = real.api.get("/domains/a.example").await.expect(200).json();
    let listed = real.api.get("/domains").await.expect(200).json();
    for domain in [&made, &shown, &listed["items"][0]] {
        assert_eq!(domain["dns_records"], expected, "{domain}");
    }
}

#[actix_web::test]
async fn what_is_no_hostname_is_refused() {
    let real = Real::start().await;
    let (long_label, long_name) =
        (format!("{}.example", "a".repeat(64)), format!("{}example", "a.".repeat(124)));
    #[rustfmt::skip]
    let wrong = [
        "", " ", "localhost", "127.0.0.1", "::1", "[::1]", "a.example:80", "a.example/x", "https://a.example/x", "ftp://a.example",
        "a..example", ".a.example", "a_b.example", "-a.example", "a-.example", "a b.example", "a.example..",
        "*.example", "a.1", "0x7f.0x1", "user@a.example", "a.example?x", "xn--a.example", "a.exam\nple",
        &long_label, &long_name,
    ];
    for host in wrong {
        assert_eq!(real.api.register(host).await.summary(), "400 invalid_request", "{host:?}");
    }
    assert_eq!(real.api.get("/domains").await.json(), json!({ "items": [] }));
    let made = real.api.register("MÜNCHEN.example").await.expect(201);
    assert_eq!(made.json()["hostname"], "xn--mnchen-3ya.example");
}

/// An invalid hostname is an error of the path, checked before the body. An unregistered hostname
/// is missing, checked after the body.
#[actix_web::test]
async fn the_path_is_looked_at_before_the_body_and_the_body_before_what_is_there() {
    let real = Real::start().await;
    let wrong = json!({ "name": 7 });
    for (host, reported) in [("no_host", "404 domain_not_found"), ("a.example", "422 body.name string_type")]
    {
        assert_eq!(real.api.post(&format!("/segments/{host}"), &wrong).await.summary(), reported, "{host}");
    }
    let segment = json!({ "name": "VIP" });
    assert_eq!(real.api.post("/segments/a.example", &segment).await.summary(), "404 domain_not_found");
}

#[actix_web::test]
async fn a_display_name_is_one_visible_line() {
    let real = Real::start().await;
    let register = async |name: Value| {
        real.api.post("/domains", &json!({ "hostname": "a.example", "display_name": name })).await
    };
    for (name, reported) in [
        (json!(""), "422 body.display_name too_short"),
        (json!("   "), "422 body.display_name too_short"),
        (json!("é".repeat(81)), "422 body.display_name too_long"),
        (json!("two\nlines"), "422 body.display_name pattern"),
        (json!(null), "422 body.display_name string_type"),
        (json!(7), "422 body.display_name string_type"),
    ] {
        assert_eq!(register(name.clone()).await.summary(), reported, "{name}");
    }
    let nothing = real.api.post("/domains", &json!({})).await.summary();
    assert_eq!(nothing, "422 body.hostname missing, body.display_name missing");
    register(json!("é".repeat(80))).await.expect(201);
}

#[actix_web::test]
async fn domains_are_searched_sorted_and_listed_in_parts() {
    let real = Real::with("agency", &[]).await;
    for host in ["b.example", "shop.example", "a.example", "c.test"] {
        real.api.register(host).await.expect(201);
    }
    let names = |list: &Value| -> Vec<String> {
        list["items"]
            .as_array()
            .unwrap()
            .iter()
            .map(|one| one["hostname"].as_str().unwrap().to_owned())
            .collect()
    };
    let ask = async |query: &str| real.api.get(&format!("/domains{query}")).await.expect(200).json();
    let plain = ask("").await;
    assert_eq!(names(&plain), ["b.example", "shop.example", "a.example", "c.test"]);
    assert_eq!(plain.as_object().unwrap().keys().collect::<Vec<_>>(), ["items"], "as it ever was");
    for (query, expected) in [
        ("?search=SHOP", vec!["shop.example"]),
        ("?search=a%20page&sort=hostname", vec!["a.example", "b.example", "c.test", "shop.example"]),
        ("?search=nothing", vec![]),
        ("?state=failed", vec![]),
        ("?sort=hostname_desc", vec!["shop.example", "c.test", "b.example", "a.example"]),
        ("?sort=created_at_desc", vec!["c.test", "a.example", "shop.example", "b.example"]),
    ] {
        assert_eq!(names(&ask(query).await), expected, "{query}");
    }
    let first = ask("?sort=hostname&limit=3").await;
    assert_eq!(names(&first), ["a.example", "b.example", "c.test"]);
    let cursor = first["next_cursor"].as_str().unwrap();
    let second = ask(&format!("?sort=hostname&limit=3&cursor={cursor}")).await;
    assert_eq!((names(&second), &second["next_cursor"]), (vec!["shop.example".to_owned()], &Value::Null));
    for wrong in ["?cursor=x".to_owned(), format!("?sort=hostname_desc&cursor={cursor}")] {
        let refused = real.api.get(&format!("/domains{wrong}")).await;
        assert_eq!(refused.summary(), "422 query.cursor value_error", "{wrong}");
    }
    for (query, place) in
        [("limit=0", "limit"), ("limit=1001", "limit"), ("state=odd", "state"), ("sort=odd", "sort")]
    {
        let refused = real.api.get(&format!("/domains?{query}")).await.expect(422).json();
        assert_eq!(refused["detail"][0]["loc"], json!(["query", place]), "{query}: {refused}");
    }
    let (_, stranger) = real.owner("free").await;
    assert_eq!(stranger.get("/domains?search=shop").await.expect(200).json()["items"], json!([]));
}
