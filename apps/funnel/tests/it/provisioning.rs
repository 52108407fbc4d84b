use engine_sim::{Fault, FaultKind};
use reqwest::Method;
use serde_json::{Value, json};

use crate::journey::{ACCOUNT, Funnel, HOST, slots};
use crate::real::{Real, Reply, eventually};

fn counts(reply: &Value) -> (i64, i64, i64) {
    let count = |name: &str| reply[name].as_i64().unwrap();
    (count("created"), count("adopted"), count("reused"))
}

#[actix_web::test]
async fn one_call_makes_what_is_missing_and_the_next_finds_it() {
    let funnel = Funnel::start().await;
    let items = json!([
        { "offer": "paid", "country": null, "status": "new" },
        { "offer": "ftl", "country": "DE", "status": "new" },
        { "offer": "ftl", "country": "US", "status": "new" },
    ]);
    let dry = funnel.dry_run(&["DE", "us"]).await;
    assert_eq!((&dry["items"], &dry["counts"]), (&items, &json!({ "new": 3, "exists": 0, "adoptable": 0 })));
    assert!(funnel.upstream().await.is_empty(), "a dry run makes nothing");

    let first = funnel.provision(&["DE", "us"]).await.expect(200).json();
    assert_eq!(counts(&first), (3, 0, 0), "{first}");
    assert_eq!((first["stamped"].as_i64(), &first["unresolved"]), (Some(2), &json!([])));
    let links = &first["links"];
    assert_eq!((&links["domain"], &links["trial_count"]), (&json!(HOST), &json!(2)));
    assert_eq!((&links["tracking_count"], &links["stamped_count"]), (&json!(1), &json!(2)));
    let seen: Vec<_> = links["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|link| (&link["offer"], &link["kind"], &link["country"], &link["trial_days"]))
        .collect();
    let (paid, trial) = (json!("paid"), json!("ftl"));
    let (tracking, free, de, us) = (json!("tracking_link"), json!("free_trial"), json!("DE"), json!("US"));
    let (none, seven) = (Value::Null, json!(7));
    assert_eq!(
        seen,
        [(&paid, &tracking, &none, &none), (&trial, &free, &de, &seven), (&trial, &free, &us, &seven)]
    );

    let again = funnel.provision(&["DE", "US"]).await.expect(200).json();
    assert_eq!((counts(&again), again["stamped"].as_i64()), ((0, 0, 3), Some(0)));
    assert_eq!(again["links"]["items"], links["items"]);
    assert_eq!(
        funnel.dry_run(&["DE", "FR"]).await["counts"],
        json!({ "new": 1, "exists": 2, "adoptable": 0 })
    );
    assert_eq!(funnel.upstream().await.values().copied().collect::<Vec<_>>(), [1, 1, 1]);
}

#[actix_web::test]
async fn buttons_keep_what_was_typed_and_get_an_address_beside_it() {
    let funnel = Funnel::start().await;
    let own = funnel.button(&funnel.everyone, "https://own.example/").await;
    let nowhere = funnel.button(&funnel.everyone, "funnel:ftl").await;
    let done = funnel.provision(&["DE"]).await.expect(200).json();
    assert_eq!(done["unresolved"], json!([{ "button_id": nowhere, "reason": "no_country_link" }]));
    let draft = funnel.real.api.draft(HOST).await;
    let buttons: Vec<_> =
        draft.as_array().unwrap().iter().flat_map(|segment| segment["buttons"].as_array().unwrap()).collect();
    let stamped: Vec<_> = buttons
        .iter()
        .map(|button| (button["url"].as_str().unwrap(), button["stamped_url"].is_string()))
        .collect();
    let expected =
        [("funnel:paid", true), ("https://own.example/", false), ("funnel:ftl", false), ("funnel:ftl", true)];
    assert_eq!(stamped, expected);
    assert_eq!(buttons[1]["button_id"], own.as_str());
}

#[actix_web::test]
async fn a_link_is_switched_upstream_and_its_buttons_follow() {
    let funnel = Funnel::start().await;
    let links = funnel.provision(&["DE"]).await.expect(200).json()["links"]["items"].take();
    let paid = links[0]["id"].as_i64().unwrap();
    let path = format!("/domains/{HOST}/links/{paid}");
    let off = funnel.real.api.patch(&path, &json!({ "active": false })).await.expect(200).json();
    assert_eq!((&off["id"], &off["active"], &off["stamped"]), (&json!(paid), &json!(false), &json!(1)));
    let upstream =
        funnel.sim.calls(&format!("/v1/links/{}", links[0]["provider_id"].as_str().unwrap())).await.unwrap();
    assert_eq!(upstream.iter().filter(|call| call.method == "PATCH" && call.status == Some(200)).count(), 1);
    let again = funnel.real.api.patch(&path, &json!({ "active": false })).await.expect(200).json();
    assert_eq!((&again["active"], &again["stamped"]), (&json!(false), &json!(0)));
    let on = funnel.real.api.patch(&path, &json!({ "active": true })).await.expect(200).json();
    assert_eq!((&on["active"], &on["stamped"]), (&json!(true), &json!(1)));
    for (path, reported) in [
        (format!("/domains/{HOST}/links/999999"), "404 link_not_found"),
        (format!("/domains/{HOST}/links/x"), "404 link_not_found"),
        (format!("/domains/b.example/links/{paid}"), "404 domain_not_found"),
    ] {
        assert_eq!(funnel.real.api.patch(&path, &json!({ "active": true })).await.summary(), reported);
    }
    funnel
        .sim
        .add_fault(
            &Fault::new(FaultKind::Status { status: 503, retry_after: None, body: None }).method("PATCH"),
        )
        .await
        .unwrap();
    let path = format!("/domains/{HOST}/links/{paid}");
    assert_eq!(funnel.real.api.patch(&path, &json!({ "active": false })).await.summary(), "502 engine_error");
    let listed = funnel.provision(&["DE"]).await.expect(200).json()["links"]["items"].take();
    assert_eq!(listed[0]["active"], true, "what the engine did not do is not recorded");
}

#[actix_web::test]
async fn a_link_is_switched_and_slots_are_filled_only_from_the_state_that_was_seen() {
    let funnel = Funnel::start().await;
    let api = &funnel.real.api;
    let host = format!("/domains/{HOST}");
    let seen = api.get(&host).await.expect(200).header("etag").to_owned();
    let provision = async |tag: &str| {
        let request = api.request(Method::POST, &format!("{host}/provision-links"));
        Reply::of(request.header("if-match", tag).json(&slots(&["DE"]))).await
    };
    let done = provision(&seen).await.expect(200).json();
    assert_eq!(provision(&seen).await.summary(), "412 precondition_failed", "the buttons have addresses now");

    let path = format!("{host}/links/{}", done["links"]["items"][0]["id"]);
    let shown = api.get(&path).await.expect(200);
    assert_eq!(shown.json(), done["links"]["items"][0]);
    let switch = async |tag: &str, active: bool| {
        let request = api.request(Method::PATCH, &path).header("if-match", tag);
        Reply::of(request.json(&json!({ "active": active }))).await
    };
    let off = switch(shown.header("etag"), false).await.expect(200);
    assert_eq!(switch(shown.header("etag"), true).await.summary(), "412 precondition_failed");
    let now = api.get(&path).await.expect(200);
    assert_eq!((now.header("etag"), &now.json()["active"]), (off.header("etag"), &json!(false)));
    switch(off.header("etag"), true).await.expect(200);
}

#[actix_web::test]
async fn calls_at_once_make_each_link_once() {
    let funnel = Funnel::start().await;
    funnel.sim.add_fault(&Fault::new(FaultKind::LatencyMs { ms: 50 }).method("POST")).await.unwrap();
    let calls = (0..6).map(|_| funnel.provision(&["DE", "FR", "US"]));
    for reply in futures_util::future::join_all(calls).await {
        let done = reply.expect(200).json();
        let (created, adopted, reused) = counts(&done);
        assert_eq!((created + adopted + reused, &done["unresolved"]), (4, &json!([])), "{done}");
    }
    let upstream = funnel.upstream().await;
    assert_eq!((upstream.len(), upstream.values().sum::<usize>()), (4, 4), "{upstream:?}");
}

#[actix_web::test]
async fn what_the_engine_did_without_reporting_is_found_by_the_next_call() {
    let funnel = Funnel::start().await;
    let errors =
        [FaultKind::AcceptThen500 { status: 500 }, FaultKind::HalfAnswer, FaultKind::Html { status: 200 }];
    for (error, country) in errors.into_iter().zip(["DE", "FR", "US"]) {
        funnel.sim.set_faults(&[Fault::new(error).method("POST").on("/v1/links")]).await.unwrap();
        let failed = funnel.provision(&[country]).await.expect(200).json();
        let of_country = json!({ "offer": "ftl", "country": country, "reason": "engine_error" });
        assert!(failed["unresolved"].as_array().unwrap().contains(&of_country), "{failed}");
        assert_eq!(counts(&failed).0, 0);
    }
    funnel.sim.clear_faults().await.unwrap();
    // After failed calls the circuit breaker may be open for a while.
    eventually("all slots have their links", async || {
        let done = funnel.provision(&["DE", "FR", "US"]).await.expect(200).json();
        (done["links"]["items"].as_array().unwrap().len() == 4).then_some(())
    })
    .await;
    let upstream = funnel.upstream().await;
    assert_eq!((upstream.len(), upstream.values().sum::<usize>()), (4, 4), "{upstream:?}");
}

#[actix_web::test]
async fn an_engine_that_can_not_be_read_makes_nothing() {
    for error in [
        FaultKind::Html { status: 200 },
        FaultKind::Huge { bytes: 100 << 20 },
        FaultKind::EndlessCursor { fresh: false },
        FaultKind::HalfAnswer,
    ] {
        // Each fault gets a new engine, because failures open the circuit breaker.
        let funnel = Funnel::start().await;
        let reported = format!("{error:?}");
        funnel.sim.set_faults(&[Fault::new(error).method("GET").on("/v1/links")]).await.unwrap();
        let failed = funnel.provision(&["DE"]).await.expect(200).json();
        assert_eq!(counts(&failed), (0, 0, 0), "{reported}: {failed}");
        let unresolved = failed["unresolved"].as_array().unwrap();
        let reasons: Vec<_> = unresolved.iter().map(|each| each["reason"].as_str().unwrap()).collect();
        // Two slots, and the buttons that wait for them.
        let expected = ["engine_error", "engine_error", "not_provisioned", "no_country_link"];
        assert_eq!(reasons, expected, "{reported}");
        assert_eq!(funnel.dry_run_summary(&["DE"]).await, "502 engine_error", "{reported}");
        let calls = funnel.sim.calls("/v1/links").await.unwrap();
        // A worker pulls too, and may have done so before.
        assert!(calls.iter().filter(|call| call.fault.is_some()).count() >= 2, "{reported}: {calls:?}");
        funnel.sim.clear_faults().await.unwrap();
        assert!(funnel.upstream().await.is_empty(), "{reported}");
    }
}

#[actix_web::test]
async fn a_record_that_was_lost_is_taken_over_from_upstream() {
    let funnel = Funnel::start().await;
    funnel.provision(&["DE"]).await.expect(200);
    // The state after a crash between the upstream creation and the local record.
    let sql = funnel.real.sql().await;
    sql.batch_execute("DELETE FROM domain_slots; DELETE FROM funnel_links").await.unwrap();
    assert_eq!(funnel.dry_run(&["DE"]).await["counts"], json!({ "new": 0, "exists": 0, "adoptable": 2 }));
    let done = funnel.provision(&["DE"]).await.expect(200).json();
    assert_eq!((counts(&done), &done["unresolved"]), ((0, 2, 0), &json!([])));
    assert_eq!(funnel.upstream().await.values().sum::<usize>(), 2);
}

#[actix_web::test]
async fn wrong_requests_name_their_field() {
    let real = Real::start().await;
    real.landing(HOST).await;
    let path = format!("/domains/{HOST}/provision-links");
    for (field, value, reported) in [
        ("trial_days", json!(5), "400 invalid_request"),
        ("trial_days", Value::Null, "400 invalid_request"),
        ("paid_countries", json!("all"), "400 invalid_request"),
        ("trial_countries", json!(["Germany"]), "400 invalid_request"),
        ("trial_countries", json!("DE"), "422 body.trial_countries list_type"),
        ("trial_days", json!("7"), "422 body.trial_days int_type"),
        ("default_paid", json!(1), "422 body.default_paid bool_type"),
    ] {
        let mut body = slots(&["DE"]);
        body[field] = value;
        let reply = real.api.post(&path, &body).await;
        assert_eq!(reply.summary(), reported, "{body}");
        assert!(reply.text.contains(field), "{}", reply.text);
    }
    assert_eq!(real.api.post(&path, &slots(&["DE"])).await.summary(), "409 engine_not_connected");
    assert_eq!(real.api.get("/smart-links").await.summary(), "409 engine_not_connected");
    assert_eq!(
        real.api.post("/domains/b.example/provision-links", &slots(&[])).await.summary(),
        "404 domain_not_found"
    );
}

#[actix_web::test]
async fn tracked_links_come_with_the_engines_stats() {
    let funnel = Funnel::start().await;
    funnel.provision(&["DE", "US"]).await.expect(200);
    let listed = funnel.real.api.get("/smart-links").await.expect(200).json();
    let items = listed["items"].as_array().unwrap();
    let offers: Vec<_> = items.iter().map(|link| link["offer"].as_str().unwrap()).collect();
    assert_eq!((offers, &listed["next_cursor"]), (vec!["ftl", "ftl", "paid"], &Value::Null));
    let paid = items[2]["provider_id"].as_str().unwrap();
    let visit = engine_sim::Visit { provider_id: Some(paid.to_owned()), ..engine_sim::Visit::default() };
    funnel.sim.visit(ACCOUNT, &visit).await.unwrap();
    let paid = funnel.real.api.get("/smart-links").await.expect(200).json()["items"][2].take();
    let vendor = &paid["vendor"];
    assert_eq!(
        (&vendor["clicks"], &vendor["subscribers"], &vendor["revenue_cents"]),
        (&json!(1), &json!(1), &json!(999))
    );
    assert_eq!(
        (&paid["arps_cents"], paid["conversions"]["count"].as_i64()),
        (&json!(999), Some(1)),
        "{paid}"
    );
    assert!(paid["redirect_url"].as_str().unwrap().starts_with("http"));
    // Reads page by page.
    let page = funnel.real.api.get("/smart-links?limit=2").await.expect(200).json();
    let cursor = page["next_cursor"].as_str().unwrap();
    let rest = funnel.real.api.get(&format!("/smart-links?limit=2&cursor={cursor}")).await.expect(200).json();
    assert_eq!(
        (rest["items"].as_array().unwrap().len(), &rest["items"][0]["provider_id"]),
        (1, &paid["provider_id"])
    );
    // Filters by part of the name, and by whether the link is active.
    let found = funnel.real.api.get("/smart-links?search=FTL/d").await.expect(200).json()["items"].take();
    assert_eq!(
        (found.as_array().unwrap().len(), found[0]["name"].clone()),
        (1, json!(format!("{HOST}/ftl/DE")))
    );
    assert_eq!(found[0]["domain"], HOST);
    let path = format!("/domains/{HOST}/links/{}", found[0]["link_id"]);
    funnel.real.api.patch(&path, &json!({ "active": false })).await.expect(200);
    let found = funnel.real.api.get("/smart-links?search=ftl/DE").await.expect(200).json();
    assert_eq!(found["items"][0]["active"], false);
    let none = funnel.real.api.get("/smart-links?search=nowhere").await.expect(200).json();
    assert_eq!(none["items"], json!([]));
    funnel.real.api.get("/smart-links?search=%00").await.expect(422);
    assert_eq!(funnel.real.api.get("/smart-links?cursor=x").await.summary(), "422 query.cursor value_error");
    funnel.sim.add_fault(&Fault::new(FaultKind::RefuseToken { status: 401 })).await.unwrap();
    assert_eq!(funnel.real.api.get("/smart-links").await.summary(), "409 engine_not_connected");
}

#[actix_web::test]
async fn the_worker_pulls_links_that_others_made() {
    let funnel = Funnel::with(&[("FUNNEL_ENGINE_PULL_SECONDS", "1")]).await;
    let url = format!("{}/v1/links", funnel.sim.url());
    let body = json!({ "offer": "paid", "name": "by hand", "country": null, "trial_days": null });
    let request =
        reqwest::Client::new().post(url).bearer_auth("token-of-the-tests").header("idempotency-key", "k");
    let made = crate::real::Reply::of(request.json(&body)).await.text_at("provider_id");
    let found = eventually("the link is pulled", async || {
        let listed = funnel.real.api.get("/smart-links").await.expect(200).json()["items"].take();
        listed.as_array().unwrap().iter().any(|link| link["provider_id"] == made.as_str()).then_some(listed)
    });
    assert_eq!(found.await.as_array().unwrap().len(), 1);
    // Pixels need no engine, because the link is known locally.
    funnel.sim.set_faults(&[Fault::new(FaultKind::LatencyMs { ms: 60_000 })]).await.unwrap();
    let pixel = json!({ "platform": "meta", "pixel_id": "1", "access_token": "t" });
    funnel.real.api.put(&format!("/smart-links/{made}/pixels"), &pixel).await.expect(200);
}
