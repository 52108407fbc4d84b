use proptest::prelude::*;

use super::*;
use crate::testing::{NOW, any_caller, any_mint_request, caller, restriction, stored_key};
use crate::{Right, Scope, StoredKey};

const SOON: i64 = NOW.plus_seconds(60).seconds();

fn request() -> MintRequest {
    MintRequest { name: "CI".to_owned(), ..MintRequest::default() }
}

fn words(words: &[&str]) -> Option<Vec<String>> {
    Some(words.iter().map(|&word| word.to_owned()).collect())
}

#[test]
fn an_owners_full_key_mints_what_is_asked() {
    let minter = caller();
    let plain = request().decide(&minter, NOW).unwrap();
    assert_eq!(plain.scopes, Scopes::ALL);
    assert_eq!((plain.restriction, plain.member, plain.expires_at), (None, None, None));
    let asked = MintRequest {
        scopes: words(&["read"]),
        tabs: words(&["qr"]),
        expires_at: Some(SOON),
        member_id: Some(MemberId::new(4)),
        ..request()
    };
    let grant = asked.decide(&minter, NOW).unwrap();
    assert_eq!(grant.scopes, Scopes::only(Scope::Read));
    assert_eq!(grant.restriction, restriction(Some(&["qr"]), None));
    assert_eq!(grant.member, Some(MemberId::new(4)));
    assert_eq!(grant.expires_at, Some(UnixTime::from_seconds(SOON)));
}

#[test]
fn what_would_exceed_the_minter_is_refused() {
    let write_only = Caller { scopes: Scopes::only(Scope::Write), ..caller() };
    let only_qr = StoredKey { restriction: restriction(Some(&["qr"]), None), ..stored_key() };
    let only_qr = only_qr.into_caller(NOW).unwrap();
    let of_member = Caller { member: Some(MemberId::new(1)), ..caller() };
    let ends_soon = Caller { expires_at: Some(UnixTime::from_seconds(SOON)), ..caller() };
    let writes = MintRequest { scopes: words(&["write"]), ..request() };
    let qr_view = vec![("qr".to_owned(), vec!["view".to_owned()])];
    for (why, minter, request, granted) in [
        ("the default has read", &write_only, request(), false),
        ("the same scope", &write_only, writes, true),
        ("read is not held", &write_only, MintRequest { scopes: words(&["read"]), ..request() }, false),
        ("no restriction: its own", &only_qr, request(), true),
        ("another tab", &only_qr, MintRequest { tabs: words(&["keys"]), ..request() }, false),
        ("one tab more", &only_qr, MintRequest { tabs: words(&["qr", "keys"]), ..request() }, false),
        ("narrower", &only_qr, MintRequest { caps: Some(qr_view), ..request() }, true),
        ("for a member", &of_member, MintRequest { member_id: Some(MemberId::new(2)), ..request() }, false),
        ("for themselves", &of_member, MintRequest { member_id: Some(MemberId::new(1)), ..request() }, false),
        ("a member's own", &of_member, request(), true),
        ("longer life", &ends_soon, MintRequest { expires_at: Some(SOON + 1), ..request() }, false),
        ("as long a life", &ends_soon, MintRequest { expires_at: Some(SOON), ..request() }, true),
    ] {
        let decided = request.decide(minter, NOW);
        match decided {
            Ok(_) => assert!(granted, "{why}"),
            Err(KeyError::ScopeEscalation) => assert!(!granted, "{why}"),
            Err(other) => panic!("{why}: {other}"),
        }
    }
}

#[test]
fn what_is_left_out_comes_from_the_minter() {
    let end = Some(UnixTime::from_seconds(SOON));
    let minter = StoredKey {
        restriction: restriction(Some(&["keys"]), None),
        holder: crate::Holder::Member(MemberId::new(9), None),
        expires_at: end,
        ..stored_key()
    };
    let grant = request().decide(&minter.into_caller(NOW).unwrap(), NOW).unwrap();
    assert_eq!(grant.restriction, restriction(Some(&["keys"]), None));
    assert_eq!((grant.member, grant.expires_at), (Some(MemberId::new(9)), end));
}

#[test]
fn a_members_key_restricts_within_the_members_rights_of_now() {
    let shrunk = crate::Holder::Member(MemberId::new(9), restriction(Some(&["keys"]), None));
    let minter = StoredKey { holder: shrunk, ..stored_key() }.into_caller(NOW).unwrap();
    let asked = MintRequest { tabs: words(&["qr"]), ..request() };
    assert!(matches!(asked.decide(&minter, NOW), Err(KeyError::ScopeEscalation)));
}

#[test]
fn all_faults_are_listed_and_an_unknown_scope_goes_first() {
    let broken = MintRequest {
        name: String::new(),
        scopes: Some(Vec::new()),
        tabs: words(&["nope"]),
        caps: Some(vec![("qr".to_owned(), Vec::new())]),
        expires_at: Some(NOW.seconds()),
        member_id: None,
    };
    let Err(KeyError::ValidationErrors(errors)) = broken.decide(&caller(), NOW) else { panic!("errors") };
    let places: Vec<_> = errors.iter().map(|error| error.location.to_string()).collect();
    assert_eq!(places, ["scopes", "name", "tabs.0", "caps.qr", "expires_at"]);
    let unknown = MintRequest { scopes: words(&["root"]), ..broken };
    assert!(matches!(unknown.decide(&caller(), NOW), Err(KeyError::InvalidScope(word)) if word == "root"));
    for seconds in [i64::MIN, -1, 0, NOW.seconds(), LATEST + 1, i64::MAX] {
        let request = MintRequest { expires_at: Some(seconds), ..request() };
        assert!(matches!(request.decide(&caller(), NOW), Err(KeyError::ValidationErrors(_))), "{seconds}");
    }
}

proptest! {
    #[test]
    fn minting_never_escalates(minter in any_caller(), request in any_mint_request()) {
        if let Ok(grant) = request.decide(&minter, NOW) {
            prop_assert!(grant.scopes.is_within(minter.scopes));
            prop_assert!(!minter.is_outlived_by(grant.expires_at));
            if minter.member.is_some() {
                prop_assert_eq!(grant.member, minter.member);
            }
            // A member's key mints for the same member, who has the minter's rights.
            let holder = if minter.member.is_some() { minter.rights } else { crate::Rights::all() };
            let effective = rights_of(grant.restriction.as_ref()).intersection(holder);
            for &right in Right::ALL {
                prop_assert!(!effective.contains(right) || minter.rights.contains(right));
            }
        }
    }
}
