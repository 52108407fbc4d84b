use std::cell::RefCell;
use std::collections::BTreeMap;

use serde_json::json;

use super::*;
use crate::dev::api::Answer;

/// In-memory API that records calls, and fails at the call with the given number.
#[derive(Default)]
struct Fake {
    made: RefCell<BTreeMap<String, Vec<Value>>>,
    posts: RefCell<Vec<String>>,
    fails_at: Option<usize>,
    answers: RefCell<BTreeMap<String, Value>>,
}

impl Api for Fake {
    fn call(&self, method: &str, path: &str, body: Option<&Value>) -> anyhow::Result<Answer> {
        let answer = |status, body| Ok(Answer { status, body });
        let mut made = self.made.borrow_mut();
        if method == "GET" {
            if let Some(host) = path.strip_prefix("/api/admin/domains/") {
                let domains = made.get("/api/admin/domains").cloned().unwrap_or_default();
                let known = domains.iter().any(|domain| domain["hostname"] == host);
                return answer(if known { 200 } else { 404 }, json!({ "infra_state": "active" }));
            }
            let path = path.split('?').next().unwrap_or(path);
            if let Some(known) = self.answers.borrow().get(path) {
                return answer(200, known.clone());
            }
            return answer(200, json!({ "items": made.get(path).cloned().unwrap_or_default() }));
        }
        if self.fails_at == Some(self.posts.borrow().len()) {
            return answer(503, json!({ "detail": "" }));
        }
        self.posts.borrow_mut().push(path.to_string());
        let list = made.entry(path.to_string()).or_default();
        let mut record = body.filter(|body| body.is_object()).cloned().unwrap_or_default();
        record["segment_id"] = json!(format!("seg_{}", list.len()));
        record["id"] = json!(list.len());
        record["status"] = json!("draft");
        record["links"] = json!({ "items": [{ "offer": "paid", "provider_id": "lnk_1" }] });
        list.push(record.clone());
        answer(201, record)
    }
}

#[test]
fn loads_landings_that_are_live_ahead_and_failed() {
    let api = Fake::default();
    load(&api, &Stop::default()).unwrap();
    let made = api.made.borrow();
    assert_eq!(made["/api/admin/domains"].len(), 4);
    assert_eq!(made["/api/admin/segments/demo.localhost"][1]["countries"], json!(["DE", "AT", "CH"]));
    let buttons = (0..3).map(|tier| made[&format!("/api/admin/buttons/demo.localhost/seg_{tier}")].len());
    assert_eq!(buttons.sum::<usize>(), 20);
    let trials = &made["/api/admin/domains/demo.localhost/provision-links"][0]["trial_countries"];
    assert_eq!(trials.as_array().unwrap().len(), 8);
    let pixels = &made["/api/admin/smart-links/lnk_1/pixels"];
    assert_eq!((&pixels[0]["platform"], &pixels[1]["platform"]), (&json!("meta"), &json!("tiktok")));
    assert_eq!(made["/api/admin/smartlinks"][0]["slug"], SLUG);
    assert_eq!(made["/api/admin/broadcasts"].len(), 3);
    assert!(made.contains_key("/api/admin/domains/second.localhost/publish"));
    drop(made);
    assert_eq!(first_segment(&api).unwrap(), "seg_0");
}

#[test]
fn an_interrupted_loading_is_continued_without_doubles() {
    let calls = Fake::default();
    load(&calls, &Stop::default()).unwrap();
    let calls = calls.posts.borrow().len();
    for fails_at in 0..calls {
        let mut api = Fake { fails_at: Some(fails_at), ..Fake::default() };
        let error = load(&api, &Stop::default()).unwrap_err();
        assert!(error.to_string().contains("503"), "{error}");
        api.fails_at = None;
        load(&api, &Stop::default()).unwrap();
        let made = api.made.borrow();
        let counts = [
            ("/api/admin/domains", 4),
            ("/api/admin/segments/demo.localhost", 3),
            ("/api/admin/buttons/demo.localhost/seg_0", 12),
            ("/api/admin/smartlinks", 3),
            ("/api/admin/qr/demo.localhost", 3),
            ("/api/admin/members", 3),
            ("/api/admin/broadcasts", 3),
        ];
        for (list, count) in counts {
            assert_eq!(made[list].len(), count, "{list} after call {fails_at}");
        }
    }
}

#[test]
fn fans_are_sent_once() {
    let (api, engine) = (Fake::default(), Fake::default());
    let imported = RefCell::new(0);
    let import = |touches: &str| {
        *imported.borrow_mut() += touches.lines().count();
        Ok(())
    };
    let paid = |spenders: i64| {
        let path = format!("/api/admin/sources/{DOMAIN}/spenders");
        api.answers.borrow_mut().insert(path, json!({ "totals": { "spenders": spenders } }));
    };
    paid(1);
    play(&api, &engine, &import, &Stop::default()).unwrap();
    assert!(engine.posts.borrow().is_empty(), "somebody has paid already");
    paid(0);
    let asked = Stop::asked();
    assert!(play(&api, &engine, &import, &asked).is_err(), "nobody arrives from a fake");
    let made = engine.made.borrow();
    assert_eq!(made["/sim/accounts/acct_demo/visit"][0]["provider_id"], "lnk_1");
    assert_eq!(made["/sim/accounts/acct_demo/play"].len(), 1);
    assert!(*imported.borrow() > 6_000);
}

#[test]
fn the_demo_is_complete_only_when_it_was_finished() {
    let data = tempfile::tempdir().unwrap();
    assert!(is_missing(data.path()));
    write_private(&data.path().join(UNFINISHED), "").unwrap();
    write_private(&data.path().join(KEY), "al_live_x_y\n").unwrap();
    assert!(is_missing(data.path()));
    assert_eq!(key(data.path(), &[]).unwrap(), "al_live_x_y");
    finished(data.path()).unwrap();
    finished(data.path()).unwrap();
    assert!(!is_missing(data.path()));
}
