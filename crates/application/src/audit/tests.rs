use kernel::ValidationErrors;
use serde_json::json;

use super::difference::MOST_BYTES;
use super::*;

#[test]
fn every_action_has_a_kind_and_only_keys_need_the_right_of_the_log() {
    for action in Action::ALL {
        assert!(Kind::of(action.as_str()).is_some(), "{action}");
    }
    for kind in Kind::ALL {
        assert!(Action::ALL.iter().any(|action| Kind::of(action.as_str()) == Some(kind)), "{kind}");
        assert_eq!(kind.right_to_see() == Right::KeysView, kind == Kind::Key, "{kind}");
    }
}

#[test]
fn values_are_shown_to_those_who_may_see_what_they_are_about() {
    let entry = |action: &str| AuditEntry {
        id: 1,
        at: UnixTime::from_seconds(1),
        actor: AuditActor::default(),
        action: action.to_owned(),
        subject_type: "domain".to_owned(),
        subject_id: "a.example".to_owned(),
        request_id: None,
        before: None,
        after: Some(json!({ "a": 1 })),
    };
    let rights: Rights = [Right::KeysView, Right::QrView].into_iter().collect();
    for (action, is_shown) in [
        ("key.mint", true),
        ("qr_code.create", true),
        ("landing.edit", false),
        ("member.add", false),
        ("newer.release", true),
        ("landing.newer", false),
    ] {
        let hidden = AuditEntry { after: None, ..entry(action) };
        let expected = if is_shown { entry(action) } else { hidden };
        assert_eq!(entry(action).shown_to(rights), expected, "{action}");
    }
}

#[test]
fn a_difference_shows_what_differs_and_nothing_else() {
    for (before, after, shown) in [
        (json!({"a": 1}), json!({"a": 1}), (json!({}), json!({}))),
        (json!({"a": 1, "b": [1]}), json!({"b": [2], "a": 1}), (json!({"b": [1]}), json!({"b": [2]}))),
        (json!({"a": 1}), json!({"b": 1}), (json!({"a": 1}), json!({"b": 1}))),
        (json!({"a": null}), json!({}), (json!({"a": null}), json!({}))),
        (json!("a"), json!("b"), (json!("a"), json!("b"))),
    ] {
        let (from, to) = difference(Some(before), Some(after));
        assert_eq!((from.unwrap(), to.unwrap()), shown);
    }
    assert_eq!(difference(Some(json!({"a": 1})), None), (Some(json!({"a": 1})), None));
}

#[test]
fn whatever_was_changed_what_is_reported_is_bounded() {
    let long = json!("x".repeat(5_000));
    let (_, shown) = difference(None, Some(json!({"a": 1, "html": long})));
    assert_eq!(shown, Some(json!({"a": 1, "html": {"cut_bytes": 5_002}})));
    for (count, size) in [(99, 10), (5_000, 10), (100, 900), (5_000, 900)] {
        let changes = (0..count).map(|n| (format!("{n:05}"), None, Some(json!("y".repeat(size))))).collect();
        let (before, after) = changed(changes);
        let (before, after) = (before.unwrap(), after.unwrap());
        assert_eq!(before, json!({}));
        let fields = after.as_object().unwrap();
        let left_out = fields.get("left_out").and_then(Value::as_u64).unwrap_or_default();
        let shown = u64::try_from(fields.len()).unwrap() - u64::from(left_out > 0);
        assert_eq!(shown + left_out, count, "{count} {size}");
        assert!(after.to_string().len() < MOST_BYTES + 1_024);
    }
}

#[test]
fn a_query_reports_every_fault_by_the_name_of_its_field() {
    let places = |query: Result<AuditQuery, ValidationErrors>| -> Vec<String> {
        let errors = query.err().unwrap_or_default();
        errors.iter().map(|error| error.location.to_string()).collect()
    };
    let all = AuditQuery::parse(Some("No"), Some("a.b.c"), Some(":x"), Some(-1), Some(i64::MAX));
    assert_eq!(places(all), ["actor", "action", "subject", "from_ts", "to_ts"]);
    assert_eq!(places(AuditQuery::parse(None, None, None, Some(2), Some(1))), ["from_ts"]);
    for (action, taken) in [
        ("landing", true),
        ("landing.publish", true),
        ("webhook.redrive", true),
        ("Landing", false),
        ("", false),
        ("a.", false),
        ("landings", false),
        ("landing.dance", false),
        ("key.publish", false),
        ("landing.publish.x", false),
    ] {
        let found = AuditQuery::parse(None, Some(action), None, None, None).ok();
        let found = found.and_then(|query| query.action).map(AskedAction::as_str);
        assert_eq!(found, taken.then_some(action), "{action:?}");
    }
    for (subject, kind, id) in [
        ("domain", "domain", None),
        ("domain:a.example", "domain", Some("a.example")),
        ("engine:x:y", "engine", Some("x:y")),
    ] {
        let query = AuditQuery::parse(None, None, Some(subject), None, None).unwrap();
        assert_eq!((query.subject_type.map(Subject::as_str), query.subject_id.as_deref()), (Some(kind), id));
    }
    for subject in ["", ":x", "Domain", "domains", "key:7", "landing"] {
        assert_eq!(places(AuditQuery::parse(None, None, Some(subject), None, None)), ["subject"]);
    }
}
