//! Tests that stored values survive a round trip, and that serde enforces the rules of values.

use kernel::fixed::through;
use serde_json::json;

use crate::testing::stored_key;
use crate::{
    Grant, Holder, KeyDetails, KeyUse, ListedKey, Member, MemberChange, MemberId, MintRequest, NewKey, Owner,
    Restriction, Rights, Scopes, Session, StoredKey,
};

#[test]
fn a_key_is_stored_with_the_hash_of_its_token() {
    let restricted = crate::testing::restriction(Some(&["qr"]), None);
    for holder in
        [Holder::Owner, Holder::Member(MemberId::new(3), restricted), Holder::Removed(MemberId::new(3))]
    {
        let key = StoredKey { holder, ..stored_key() };
        let stored = serde_json::to_value(&key).unwrap();
        assert_eq!(stored["scopes"], json!(["read", "write"]));
        assert_eq!(serde_json::from_value::<StoredKey>(stored).unwrap(), key);
    }
}

#[test]
fn values_are_stored_and_read_again() {
    let grant = json!({
        "name": "CI", "scopes": ["read"], "restriction": { "tabs": ["qr"], "caps": null }, "member": 3,
        "expires_at": 9,
    });
    assert_eq!(through::<Grant>(grant.clone()), Some(grant.clone()));
    let listed = json!({
        "id": 1, "prefix": "a123456789", "name": "CI", "scopes": ["write"], "last_used_at": null,
    });
    assert_eq!(through::<ListedKey>(listed.clone()), Some(listed));
    let details = json!({
        "id": 1, "prefix": "a123456789", "grant": grant, "created_at": 6, "last_used_at": null,
    });
    assert_eq!(through::<KeyDetails>(details.clone()), Some(details));
    let new = json!({
        "id": null, "prefix": "a123456789", "hash": ([7; 32]), "pepper": 5, "grant": grant, "created_at": 6,
    });
    assert_eq!(through::<NewKey>(new.clone()), Some(new));
    let noted = json!({ "owner": 1, "key_id": 2, "used_at": 3 });
    assert_eq!(through::<KeyUse>(noted.clone()), Some(noted));
    let session = json!({
        "id": "ses_00000000000000000000000007", "key": 2, "browser": "Firefox on Linux", "created_at": 3,
        "seen_at": 4, "expires_at": 5,
    });
    assert_eq!(through::<Session>(session.clone()), Some(session));
    let owner = json!({ "id": 1, "name": "Ann", "plan": "pro", "created_at": 0 });
    assert_eq!(through::<Owner>(owner.clone()), Some(owner));
    for rights in [json!([]), json!(["landings.publish", "qr.view"])] {
        assert_eq!(through::<Rights>(rights.clone()), Some(rights));
    }
}

#[test]
fn a_stored_restriction_is_written_as_it_was() {
    for stored in [
        json!({"tabs": ["qr", "keys"], "caps": null}),
        json!({"tabs": null, "caps": {"qr": ["view"], "landings": ["publish", "view"]}}),
        json!({"tabs": ["qr", "keys"], "caps": {"qr": ["edit"]}}),
    ] {
        assert_eq!(through::<Restriction>(stored.clone()), Some(stored));
    }
}

#[test]
fn a_change_tells_null_from_nothing() {
    let lifted = json!({ "name": null, "email": null, "restriction": null });
    let change: MemberChange = serde_json::from_value(lifted.clone()).unwrap();
    assert_eq!(change.restriction, Some(None));
    assert_eq!(serde_json::to_value(change).unwrap(), lifted);
    let none: MemberChange = serde_json::from_value(json!({})).unwrap();
    assert_eq!(none, MemberChange::default());
    let asked = json!({
        "name": "CI", "scopes": null, "tabs": null, "caps": { "qr": ["view"] }, "expires_at": null,
        "member_id": null,
    });
    assert_eq!(through::<MintRequest>(asked.clone()), Some(asked));
}

#[test]
fn rules_hold_for_what_is_read() {
    for nothing in
        [json!({}), json!({"tabs": null, "caps": null}), json!({"tabs": []}), json!({"tab": ["qr"]})]
    {
        assert_eq!(through::<Restriction>(nothing.clone()), None, "{nothing}");
    }
    assert_eq!(through::<Restriction>(json!({"tabs": ["qr"], "caps": {"keys": ["mint"]}})), None);
    for scopes in [json!([]), json!(["admin"]), json!("read")] {
        assert_eq!(through::<Scopes>(scopes), None);
    }
    assert_eq!(through::<Rights>(json!(["landings.fly"])), None);
    let member = json!({ "id": 1, "name": "Ann", "email": "no", "restriction": null, "created_at": 0 });
    assert_eq!(through::<Member>(member), None);
}

#[test]
fn a_restriction_or_an_end_that_was_forgotten_is_no_key_without_one() {
    let mut forgotten = serde_json::to_value(stored_key()).unwrap();
    for field in ["restriction", "expires_at"] {
        let null = forgotten.as_object_mut().unwrap().remove(field).unwrap();
        assert_eq!(through::<StoredKey>(forgotten.clone()), None, "{field}");
        forgotten[field] = null;
        assert!(through::<StoredKey>(forgotten.clone()).is_some(), "{field}");
    }
    let member = json!({ "id": 1, "name": "Ann", "email": "ann@a.example", "created_at": 0 });
    assert_eq!(through::<Member>(member), None);
}
