use std::cell::RefCell;
use std::collections::BTreeMap;

use super::*;
use crate::dev::api::Answer;

/// An API in memory: it remembers what was made, and fails at the call with the given number.
#[derive(Default)]
struct Fake {
    made: RefCell<BTreeMap<String, Vec<Value>>>,
    posts: RefCell<Vec<String>>,
    fails_at: Option<usize>,
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
            return answer(200, json!({ "items": made.get(path).cloned().unwrap_or_default() }));
        }
        if self.fails_at == Some(self.posts.borrow().len()) {
            return answer(503, json!({ "detail": "" }));
        }
        self.posts.borrow_mut().push(path.to_string());
        let list = made.entry(path.to_string()).or_default();
        let mut record = body.cloned().unwrap_or_default();
        record["segment_id"] = json!(format!("seg_{}", list.len()));
        list.push(record.clone());
        answer(201, record)
    }
}

#[test]
fn loads_two_published_landings() {
    let api = Fake::default();
    load(&api, &Stop::default()).unwrap();
    let made = api.made.borrow();
    assert_eq!(made["/api/admin/domains"].len(), 2);
    assert_eq!(made["/api/admin/segments/demo.localhost"][1]["countries"], json!(["DE"]));
    assert_eq!(made["/api/admin/buttons/demo.localhost/seg_0"].len(), 2);
    assert_eq!(made["/api/admin/buttons/demo.localhost/seg_1"].len(), 2);
    assert_eq!(made["/api/admin/domains/demo.localhost/provision-links"][0]["trial_days"], 7);
    assert_eq!(made["/api/admin/smartlinks"][0]["slug"], SLUG);
    assert_eq!(made["/api/admin/domains/second.localhost/copy-from"][0]["source"], "demo.localhost");
    assert_eq!(api.posts.borrow().last().unwrap(), "/api/admin/domains/second.localhost/publish");
    drop(made);
    assert_eq!(first_segment(&api).unwrap(), "seg_0");
}

#[test]
fn an_interrupted_loading_is_continued_without_doubles() {
    for fails_at in 0..13 {
        let mut api = Fake { fails_at: Some(fails_at), ..Fake::default() };
        let error = load(&api, &Stop::default()).unwrap_err();
        assert!(error.to_string().contains("503"), "{error}");
        api.fails_at = None;
        load(&api, &Stop::default()).unwrap();
        let made = api.made.borrow();
        assert_eq!(made["/api/admin/domains"].len(), 2);
        assert_eq!(made["/api/admin/segments/demo.localhost"].len(), 2);
        assert_eq!(made["/api/admin/buttons/demo.localhost/seg_0"].len(), 2, "after call {fails_at}");
        assert_eq!(made["/api/admin/smartlinks"].len(), 1, "after call {fails_at}");
    }
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
