use std::collections::BTreeSet;

use reqwest::Method;
use serde_json::{Value, json};

use crate::journey::{ACCOUNT, Funnel, HOST, PHONE, only};
use crate::real::{Real, Reply, eventually};

#[actix_web::test]
async fn a_smart_link_is_made_changed_and_deleted() {
    let real = Real::start().await;
    real.landing(HOST).await;
    let made =
        real.api.post("/smartlinks", &json!({ "domain": HOST, "slug": "vip" })).await.expect(201).json();
    assert_eq!((&made["slug"], &made["name"], &made["active"]), (&json!("vip"), &json!("vip"), &json!(true)));
    assert_eq!(made["url"], format!("https://{HOST}/r/vip"));
    assert_eq!(
        made["policy"],
        json!({
            "v": 1,
            "arms": {
                "paid": { "enabled": true, "weight": 50, "label": "Paid", "trial_days": 0, "require_country_link": false },
                "ftl": { "enabled": true, "weight": 50, "label": "Free trial", "trial_days": 7, "require_country_link": true },
            },
            "geo": [],
        })
    );
    let path = format!("/smartlinks/{}", made["id"]);
    assert_eq!(real.api.get(&path).await.expect(200).json(), made);
    let changed =
        real.api.patch(&path, &json!({ "name": "For fans", "active": false, "policy": only("paid") })).await;
    let changed = changed.expect(200).json();
    assert_eq!((&changed["name"], &changed["active"]), (&json!("For fans"), &json!(false)));
    assert_eq!(changed["policy"]["arms"]["ftl"]["enabled"], false);
    let listed = real.api.get(&format!("/smartlinks?domain={HOST}")).await.expect(200).json();
    assert_eq!(listed, json!({ "items": [changed], "next_cursor": null }));
    assert_eq!(
        real.api.post("/smartlinks", &json!({ "domain": HOST, "slug": "vip" })).await.summary(),
        "409 slug_taken"
    );
    real.api.delete(&path).await.expect(204);
    assert_eq!(real.api.delete(&path).await.summary(), "404 smart_link_not_found");
    real.api.post("/smartlinks", &json!({ "domain": HOST, "slug": "vip" })).await.expect(201);
}

#[actix_web::test]
async fn what_is_wrong_with_a_link_is_reported() {
    let real = Real::start().await;
    real.landing(HOST).await;
    let create = async |body: Value| real.api.post("/smartlinks", &body).await.summary();
    for slug in ["", "A", "Vip", "a b", "a/b", "ü", "a.b", &"x".repeat(33), "%20", "a\n"] {
        assert_eq!(create(json!({ "domain": HOST, "slug": slug })).await, "400 invalid_slug", "{slug:?}");
    }
    for slug in ["paid", "ftl"] {
        assert_eq!(create(json!({ "domain": HOST, "slug": slug })).await, "400 slug_reserved");
    }
    assert_eq!(create(json!({ "domain": "b.example", "slug": "vip" })).await, "404 domain_not_found");
    assert_eq!(create(json!({ "domain": HOST, "slug": 1 })).await, "422 body.slug string_type");
    let long = "x".repeat(81);
    let reported = create(json!({ "domain": HOST, "slug": "vip", "name": long })).await;
    assert!(reported.starts_with("422 body.name"), "{reported}");
    let with = |change: fn(&mut Value)| {
        let mut policy = only("paid");
        change(&mut policy);
        json!({ "domain": HOST, "slug": "vip", "policy": policy })
    };
    for (change, reported, path) in [
        (
            (|p| p["arms"]["paid"]["weight"] = json!(-1)) as fn(&mut Value),
            "400 invalid_policy",
            "arms.paid.weight",
        ),
        (|p| p["arms"]["paid"]["weight"] = json!(1e308), "400 invalid_policy", "arms.paid.weight"),
        (|p| p["arms"]["paid"]["weight"] = json!(0), "400 invalid_policy", "arms"),
        (|p| p["arms"]["paid"]["trial_days"] = json!(361), "400 invalid_policy", "arms.paid.trial_days"),
        (|p| p["arms"]["paid"]["label"] = json!("x".repeat(41)), "400 invalid_policy", "arms.paid.label"),
        (|p| p["arms"]["gold"] = json!({}), "400 invalid_policy", "arms.gold"),
        (|p| p["v"] = json!(2), "400 invalid_policy", "v"),
        (|p| p["colour"] = json!(1), "400 invalid_policy", "colour"),
        (
            |p| p["geo"] = json!([{ "countries": [], "arms": p["arms"] }]),
            "400 invalid_policy",
            "geo.0.countries",
        ),
        (
            |p| p["geo"] = json!([{ "countries": ["DEU"], "arms": p["arms"] }]),
            "400 invalid_policy",
            "geo.0.countries.0",
        ),
        (
            |p| p["geo"] = json!([{ "countries": ["DE"], "arms": p["arms"] }, { "countries": ["de"], "arms": p["arms"] }]),
            "400 invalid_policy",
            "geo.1.countries.0",
        ),
        (
            |p| {
                let many: Vec<_> = (0..5_000)
                    .map(|n| {
                        format!(
                            "{}{}",
                            char::from(b'A' + (n % 26) as u8),
                            char::from(b'A' + (n / 26 % 26) as u8)
                        )
                    })
                    .collect();
                p["geo"] = json!([{ "countries": many, "arms": p["arms"] }]);
            },
            "400 invalid_policy",
            "geo.0.countries",
        ),
        (|p| p["arms"]["paid"]["weight"] = json!("50"), "422 body.policy.arms.paid.weight", "weight"),
        (|p| p["geo"] = json!({}), "422 body.policy.geo", "geo"),
    ] {
        let reply = real.api.post("/smartlinks", &with(change)).await;
        assert!(reply.summary().starts_with(reported), "{path}: {}", reply.text);
        assert!(reply.text.contains(path), "{path}: {}", reply.text);
        assert!(reply.text.len() < 2_000, "{path}: {} bytes", reply.text.len());
    }
    // JSON has no NaN.
    let raw =
        format!(r#"{{"domain":"{HOST}","slug":"vip","policy":{{"arms":{{"paid":{{"weight":NaN}}}}}}}}"#);
    let request = real.api.request(Method::POST, "/smartlinks").header("content-type", "application/json");
    assert_eq!(Reply::of(request.body(raw)).await.summary(), "422 body json_invalid");
}

#[actix_web::test]
async fn of_two_links_with_one_slug_at_once_one_is_made() {
    let real = Real::start().await;
    real.landing(HOST).await;
    let body = json!({ "domain": HOST, "slug": "vip" });
    let replies = futures_util::future::join_all((0..8).map(|_| real.api.post("/smartlinks", &body))).await;
    let mut statuses: Vec<_> = replies.iter().map(|reply| reply.status).collect();
    statuses.sort_unstable();
    assert_eq!(statuses, [201, 409, 409, 409, 409, 409, 409, 409]);
}

#[actix_web::test]
async fn a_simulation_shows_shares_targets_and_reasons() {
    let funnel = Funnel::start().await;
    let id = funnel.smart_link("vip", Value::Null).await;
    let simulate = async |country: &str| {
        let body = json!({ "country": country, "samples": 1000 });
        funnel.real.api.post(&format!("/smartlinks/{id}/simulate"), &body).await.expect(200).json()
    };
    let before = simulate("DE").await;
    assert_eq!(before["arms"]["ftl"]["left_out"], "no_country_link");
    assert_eq!(before["arms"]["paid"]["target"], format!("https://{HOST}/"), "nothing is provisioned");
    funnel.provision(&["DE"]).await.expect(200);
    let germany = simulate("de").await;
    assert_eq!((&germany["country"], &germany["arms"]["ftl"]["share"]), (&json!("DE"), &json!(0.5)));
    let sampled = germany["arms"]["ftl"]["sampled"].as_i64().unwrap();
    assert!((400..600).contains(&sampled), "{sampled}");
    let france = simulate("FR").await;
    assert_eq!(
        (&france["arms"]["paid"]["share"], &france["arms"]["ftl"]["left_out"]),
        (&json!(1.0), &json!("no_country_link"))
    );
    let path = format!("/smartlinks/{id}/simulate");
    for (body, reported) in [
        (json!({ "country": "Germany" }), "422 body.country"),
        (json!({ "samples": 0 }), "422 body.samples"),
        (json!({ "samples": 100_001 }), "422 body.samples"),
    ] {
        let reply = funnel.real.api.post(&path, &body).await;
        assert!(reply.summary().starts_with(reported), "{body}: {}", reply.text);
    }
}

#[actix_web::test]
async fn visitors_are_led_by_country_split_and_availability() {
    let funnel = Funnel::start().await;
    funnel.smart_link("vip", only("ftl")).await;
    funnel.smart_link("paid-only", only("paid")).await;
    assert_eq!(funnel.led("/r/vip", "DE").await, "/", "nothing is provisioned yet");
    let links = funnel.provision(&["DE"]).await.expect(200).json()["links"]["items"].take();
    let url = |index: usize| links[index]["url"].as_str().unwrap().to_owned();
    let leads = async |path: &str, country: &str, to: String| {
        eventually("the edge hears of it", async || {
            funnel.led(path, country).await.starts_with(&to).then_some(())
        })
        .await;
    };
    leads("/r/vip", "DE", url(1)).await;
    leads("/r/vip", "FR", url(0)).await;
    leads("/r/vip", "", url(0)).await;
    leads("/r/paid-only", "DE", url(0)).await;
    let off = format!("/domains/{HOST}/links/{}", links[1]["id"]);
    funnel.real.api.patch(&off, &json!({ "active": false })).await.expect(200);
    leads("/r/vip", "DE", url(0)).await;
    let off = format!("/domains/{HOST}/links/{}", links[0]["id"]);
    funnel.real.api.patch(&off, &json!({ "active": false })).await.expect(200);
    leads("/r/vip", "DE", "/".to_owned()).await;
}

#[actix_web::test]
async fn a_redirect_passes_on_what_came_and_adds_its_click() {
    let funnel = Funnel::start().await;
    funnel.provision(&[]).await.expect(200);
    funnel.smart_link("vip", Value::Null).await;
    let get = async |path: &str| {
        Reply::of(funnel.real.visit(Method::GET, HOST, path).header("user-agent", PHONE)).await
    };
    let reply = get("/r/vip?utm_source=ig&aref=evil&fbclid=IwAR0&x=%20y").await.expect(302);
    let location = reply.header("location");
    assert!(location.contains("?utm_source=ig&fbclid=IwAR0&x=%20y&aref="), "{location}");
    assert!(!location.contains("evil"));
    assert_eq!(reply.header("cache-control"), "private, no-store");
    let other = get("/r/vip").await.expect(302);
    let click = |location: &str| location.rsplit_once("aref=").unwrap().1.to_owned();
    assert_ne!(click(location), click(other.header("location")), "each click has its own name");
    for path in ["/r/none", "/r/", "/r/vip/x"] {
        assert_eq!(get(path).await.status, 404, "{path}");
    }
    assert_eq!(funnel.real.page("b.example", "/r/vip").await.status, 404);
}

#[derive(Debug, PartialEq)]
struct Clicked {
    count: i64,
    counted: i64,
    bots: i64,
    fbclid: i64,
}

async fn clicked(real: &Real) -> Clicked {
    let sql = "SELECT count(*), count(*) FILTER (WHERE NOT bot AND NOT repeated), count(*) FILTER (WHERE bot), count(fbclid)
        FROM touches WHERE kind = 'click'";
    let row = real.sql().await.query_one(sql, &[]).await.unwrap();
    Clicked { count: row.get(0), counted: row.get(1), bots: row.get(2), fbclid: row.get(3) }
}

#[actix_web::test]
async fn every_click_is_written_down_once_and_heads_are_not() {
    let funnel = Funnel::start().await;
    funnel.provision(&[]).await.expect(200);
    funnel.smart_link("vip", Value::Null).await;
    let real = &funnel.real;
    let visit =
        |method, agent: &str| real.visit(method, HOST, "/r/vip?fbclid=IwAR0").header("user-agent", agent);
    let location = Reply::of(visit(Method::GET, PHONE)).await.expect(302).header("location").to_owned();
    Reply::of(visit(Method::GET, PHONE)).await.expect(302);
    let head = Reply::of(visit(Method::HEAD, PHONE)).await.expect(302);
    assert!(head.header("location").starts_with(location.split('?').next().unwrap()), "the same to a HEAD");
    Reply::of(visit(Method::GET, "WhatsApp/2.23.20.0 A")).await.expect(200);
    let expected = Clicked { count: 3, counted: 1, bots: 1, fbclid: 3 };
    eventually("the clicks are stored", async || (clicked(real).await == expected).then_some(())).await;
    let aref = location.rsplit_once("aref=").unwrap().1;
    let id = kernel::SortableId::parse(aref).unwrap().to_u128();
    let row = real.sql().await;
    let row = row
        .query_one(
            "SELECT count(*) FROM touches WHERE touch_id::text = $1",
            &[&uuid::Uuid::from_u128(id).to_string()],
        )
        .await;
    assert_eq!(row.unwrap().get::<_, i64>(0), 1, "the click is found by what the address carried");
    let days = real
        .sql()
        .await
        .query_one("SELECT sum(clicks)::bigint FROM funnel_days WHERE link_id > 0", &[])
        .await;
    assert_eq!(days.unwrap().get::<_, i64>(0), 1);
}

#[actix_web::test]
async fn a_visitor_keeps_their_arm() {
    let funnel = Funnel::start().await;
    funnel.provision(&["DE"]).await.expect(200);
    funnel.smart_link("vip", Value::Null).await;
    let mut arms = BTreeSet::new();
    for visitor in 0..30 {
        let agent = format!("{PHONE} visitor {visitor}");
        let mut led = BTreeSet::new();
        for _ in 0..3 {
            let request = funnel.real.visit(Method::GET, HOST, "/r/vip").header("user-agent", &agent);
            let reply = Reply::of(request.header("x-country", "DE")).await.expect(302);
            led.insert(reply.header("location").split('?').next().unwrap().to_owned());
        }
        assert_eq!(led.len(), 1, "{led:?}");
        arms.extend(led);
    }
    assert_eq!(arms.len(), 2, "both arms are served");
}

#[actix_web::test]
async fn buttons_lead_by_the_visitors_country_and_carry_the_click() {
    let funnel = Funnel::start().await;
    let unstamped = funnel.button(&funnel.everyone, "funnel:ftl").await;
    let links = funnel.provision(&["DE"]).await.expect(200).json()["links"]["items"].take();
    funnel.real.api.publish(HOST).await;
    let (paid, trial) = (links[0]["url"].as_str().unwrap(), links[1]["url"].as_str().unwrap());
    for (country, expected) in [("DE", trial), ("US", paid), ("", paid)] {
        let led = funnel.led(&format!("/go/{unstamped}"), country).await;
        assert!(led.starts_with(expected) && led.contains("aref="), "{country}: {led}");
    }
    let expected =
        "SELECT count(*) FROM touches WHERE kind = 'click' AND link_id IS NOT NULL AND button IS NOT NULL";
    eventually("the clicks are stored", async || {
        let count: i64 = funnel.real.sql().await.query_one(expected, &[]).await.unwrap().get(0);
        (count == 3).then_some(())
    })
    .await;
}

/// Waits until a visitor from `country` is redirected to an address that starts with `to`.
async fn led(funnel: &Funnel, path: &str, country: &str, to: &str) {
    let what = format!("{path} leads a visitor from {country:?} to {to}");
    eventually(&what, async || funnel.led(path, country).await.starts_with(to).then_some(())).await;
}

#[actix_web::test]
async fn buttons_of_a_published_page_follow_what_is_switched_upstream() {
    let funnel = Funnel::with(&[("FUNNEL_ENGINE_PULL_SECONDS", "1")]).await;
    let paid_button = funnel.button(&funnel.everyone, "funnel:paid").await;
    let trial_button = funnel.button(&funnel.germany, "funnel:ftl").await;
    let typed_button = funnel.button(&funnel.everyone, "https://own.example/").await;
    let links = funnel.provision(&["DE"]).await.expect(200).json()["links"]["items"].take();
    funnel.real.api.publish(HOST).await.expect(200);
    let [paid, trial] = [0, 1].map(|index: usize| links[index]["url"].as_str().unwrap());
    let [go_paid, go_trial, go_typed] =
        [paid_button, trial_button, typed_button].map(|button| format!("/go/{button}"));
    let switch = async |index: usize, active: bool| {
        let id = links[index]["provider_id"].as_str().unwrap();
        funnel.sim.change_link(ACCOUNT, id, &json!({ "active": active })).await.unwrap();
    };
    led(&funnel, &go_paid, "US", paid).await;
    led(&funnel, &go_trial, "DE", trial).await;
    // From here on only the platform switches links; nothing is stamped or published.
    switch(1, false).await;
    led(&funnel, &go_trial, "DE", paid).await;
    switch(0, false).await;
    led(&funnel, &go_trial, "DE", "/").await;
    led(&funnel, &go_paid, "US", "/").await;
    assert_eq!(funnel.led(&go_typed, "US").await, "https://own.example/");
    switch(0, true).await;
    led(&funnel, &go_paid, "US", paid).await;
    led(&funnel, &go_trial, "DE", paid).await;
    switch(1, true).await;
    led(&funnel, &go_trial, "DE", trial).await;
}
