use auth_scopes::{
    Grant, Holder, KeyDetails, KeyId, KeyName, KeyPrefix, KeyRef, KeyStore, KeyUse, ListedKey, MemberPatch,
    MemberStore, NewKey, OldKey, PepperId, Renewal, Rights, Rotation, Scope, Scopes, StoredKey, TokenHash,
};
use diesel::sql_types::BigInt;
use diesel_async::RunQueryDsl;
use kernel::{Acting, OwnerId, Precondition, StoreError, UnixTime};

use crate::members::{edit, tabs};
use crate::team::{NOW, Team, restriction};

fn stored(owner: OwnerId, key_id: KeyId, new: &NewKey, holder: Holder) -> StoredKey {
    StoredKey {
        owner,
        key_id,
        prefix: new.prefix.clone(),
        hash: new.hash.clone(),
        pepper: Some(new.pepper),
        name: new.grant.name.clone(),
        scopes: new.grant.scopes,
        restriction: new.grant.restriction.clone(),
        holder,
        expires_at: new.grant.expires_at,
    }
}

async fn prefixes(team: &Team, owner: OwnerId, now: UnixTime) -> Vec<KeyPrefix> {
    team.keys.list(owner, now, None, 99).await.unwrap().into_iter().map(|key| key.prefix).collect()
}

#[tokio::test]
async fn a_hash_is_renewed_unless_it_changed_meanwhile() {
    let team = Team::create().await;
    let (id, key) = team.key(None).await;
    let (_, other) = team.key(None).await;
    let renewal = |old: &TokenHash, byte| Renewal {
        key_id: id,
        old: old.clone(),
        new: TokenHash::from_bytes([byte; 32]),
        pepper: PepperId::new(-5),
    };
    let found = async |key: &NewKey| team.keys.find_by_prefix(&key.prefix).await.unwrap().unwrap();
    let before = found(&key).await;
    team.keys.renew_hash(team.stranger, &renewal(&key.hash, 1)).await.unwrap();
    assert_eq!(found(&key).await, before, "it is not the stranger's");
    team.keys.renew_hash(team.owner, &renewal(&key.hash, 1)).await.unwrap();
    let pepper = Some(PepperId::new(-5));
    let renewed = StoredKey { hash: TokenHash::from_bytes([1; 32]), pepper, ..before };
    assert_eq!(found(&key).await, renewed);
    team.keys.renew_hash(team.owner, &renewal(&key.hash, 2)).await.unwrap();
    assert_eq!(found(&key).await, renewed, "somebody was faster");
    assert_eq!(found(&other).await.hash, other.hash);
}

#[tokio::test]
async fn keys_are_read_as_they_were_written() {
    let team = Team::create().await;
    let member = team.member(restriction(&["keys"])).await;
    let plain = team.new_key(None);
    let mut narrow = team.new_key(Some(member));
    narrow.grant = Grant {
        scopes: Scopes::only(Scope::Write),
        restriction: restriction(&["landings", "qr"]),
        expires_at: Some(NOW.plus_seconds(60)),
        ..narrow.grant
    };
    let narrow_holder = Holder::Member(member, restriction(&["keys"]));
    for (new, holder) in [(plain, Holder::Owner), (narrow, narrow_holder)] {
        let id = team.keys.insert(team.by(), &new).await.unwrap().unwrap();
        let expected = Some(stored(team.owner, id, &new, holder));
        assert_eq!(team.keys.find_by_prefix(&new.prefix).await.unwrap(), expected);
        assert_eq!(team.keys.find(team.owner, &KeyRef::Id(id)).await.unwrap(), expected);
        let by_prefix = KeyRef::Prefix(new.prefix.clone());
        assert_eq!(team.keys.find(team.owner, &by_prefix).await.unwrap(), expected);
        let (grant, prefix, created_at) = (new.grant.clone(), new.prefix.clone(), new.created_at);
        let details = KeyDetails { id, prefix, grant, created_at, last_used_at: None };
        for key in [KeyRef::Id(id), by_prefix] {
            assert_eq!(team.keys.details(team.owner, &key).await.unwrap().as_ref(), Some(&details));
        }
        let listed = ListedKey {
            id,
            prefix: new.prefix,
            name: new.grant.name,
            scopes: new.grant.scopes,
            last_used_at: None,
        };
        assert_eq!(team.keys.list(team.owner, NOW, None, 99).await.unwrap().last(), Some(&listed));
    }
}

#[tokio::test]
async fn a_prefix_is_given_once() {
    let team = Team::create().await;
    let (id, new) = team.key(None).await;
    for owner in [team.owner, team.stranger] {
        assert!(matches!(team.keys.insert(&Acting::service(owner), &new).await, Err(StoreError::Data(_))));
    }
    assert!(team.keys.list(team.stranger, NOW, None, 99).await.unwrap().is_empty(), "nothing is left of it");
    team.keys.revoke(team.by(), &KeyRef::Id(id), Precondition::None, NOW).await.unwrap();
    assert!(team.keys.insert(team.by(), &new).await.is_err());
}

#[tokio::test]
async fn a_foreign_key_looks_absent() {
    let team = Team::create().await;
    let (id, new) = team.key(None).await;
    for key in [KeyRef::Id(id), KeyRef::Prefix(new.prefix.clone())] {
        assert!(team.keys.find(team.stranger, &key).await.unwrap().is_none());
        assert!(team.keys.details(team.stranger, &key).await.unwrap().is_none());
        assert!(
            !team.keys.revoke(&Acting::service(team.stranger), &key, Precondition::None, NOW).await.unwrap()
        );
    }
    let rotation =
        Rotation { old_key: id, expected_end: None, old: OldKey::Revoked, new: team.new_key(None) };
    assert!(team.keys.rotate(&Acting::service(team.stranger), &rotation).await.unwrap().is_none());
    assert!(team.keys.list(team.stranger, NOW, None, 99).await.unwrap().is_empty());
    assert!(team.keys.find_by_prefix(&new.prefix).await.unwrap().is_some());
}

#[tokio::test]
async fn a_revocation_is_immediate_and_for_good() {
    let team = Team::create().await;
    for by_prefix in [false, true] {
        let (id, new) = team.key(None).await;
        let key = if by_prefix { KeyRef::Prefix(new.prefix.clone()) } else { KeyRef::Id(id) };
        assert!(team.keys.revoke(team.by(), &key, Precondition::None, NOW).await.unwrap());
        assert!(team.keys.find_by_prefix(&new.prefix).await.unwrap().is_none());
        assert!(team.keys.find(team.owner, &key).await.unwrap().is_none());
        assert!(team.keys.details(team.owner, &key).await.unwrap().is_none());
        assert_eq!(prefixes(&team, team.owner, NOW).await, []);
        assert!(
            !team.keys.revoke(team.by(), &key, Precondition::None, NOW).await.unwrap(),
            "it is revoked already"
        );
        let old = OldKey::LivesUntil(NOW.plus_seconds(60));
        let rotation = Rotation { old_key: id, expected_end: None, old, new: team.new_key(None) };
        assert!(team.keys.rotate(team.by(), &rotation).await.unwrap().is_none());
        assert!(team.keys.find_by_prefix(&new.prefix).await.unwrap().is_none());
    }
}

#[tokio::test]
async fn an_expired_key_is_found_but_not_listed() {
    let team = Team::create().await;
    let mut new = team.new_key(None);
    new.grant.expires_at = Some(NOW);
    team.keys.insert(team.by(), &new).await.unwrap();
    assert_eq!(prefixes(&team, team.owner, NOW.plus_seconds(-1)).await, [new.prefix.clone()]);
    assert_eq!(prefixes(&team, team.owner, NOW).await, []);
    let found = team.keys.find_by_prefix(&new.prefix).await.unwrap().unwrap();
    assert!(found.into_caller(NOW).is_none());
    let details = team.keys.details(team.owner, &KeyRef::Prefix(new.prefix)).await.unwrap();
    assert_eq!(details.map(|key| key.grant.expires_at), Some(Some(NOW)));
}

#[tokio::test]
async fn a_rotation_is_whole() {
    let team = Team::create().await;
    let end = NOW.plus_seconds(60);
    for (old, old_lives) in [(OldKey::Revoked, false), (OldKey::LivesUntil(end), true)] {
        let (old_key, before) = team.key(None).await;
        let rotation = Rotation { old_key, expected_end: None, old, new: team.new_key(None) };
        let id = team.keys.rotate(team.by(), &rotation).await.unwrap().unwrap();
        let expected = stored(team.owner, id, &rotation.new, Holder::Owner);
        assert_eq!(team.keys.find_by_prefix(&rotation.new.prefix).await.unwrap(), Some(expected));
        let left = team.keys.find_by_prefix(&before.prefix).await.unwrap();
        assert_eq!(left.map(|key| key.expires_at), old_lives.then_some(Some(end)));
    }
}

#[tokio::test]
async fn the_first_key_and_those_that_replaced_it_are_known() {
    let team = Team::create().await;
    let member = team.member(None).await;
    let of_member = team.key(Some(member)).await.0;
    let (first, other) = (team.key(None).await.0, team.key(None).await.0);
    let rotate = async |old_key| {
        let new = NewKey { created_at: NOW.plus_seconds(9), ..team.new_key(None) };
        let rotation = Rotation { old_key, expected_end: None, old: OldKey::Revoked, new };
        team.keys.rotate(team.by(), &rotation).await.unwrap().unwrap()
    };
    let second = rotate(first).await;
    let third = rotate(second).await;
    let another = rotate(other).await;
    for (key, expected) in
        [(of_member, false), (first, true), (second, true), (third, true), (other, false), (another, false)]
    {
        assert_eq!(team.keys.is_first(team.owner, key).await.unwrap(), expected, "{key}");
        assert!(!team.keys.is_first(team.stranger, key).await.unwrap());
    }
    assert!(!team.keys.is_first(team.owner, KeyId::new(9_000_000)).await.unwrap());
}

#[tokio::test]
async fn the_newest_key_of_a_line_stands_for_those_before() {
    let team = Team::create().await;
    let (first, plain) = (team.key(None).await.0, team.key(None).await.0);
    let rotate = async |old_key, old, seconds| {
        let new = NewKey { created_at: NOW.plus_seconds(seconds), ..team.new_key(None) };
        let rotation = Rotation { old_key, expected_end: None, old, new };
        team.keys.rotate(team.by(), &rotation).await.unwrap().unwrap()
    };
    let second = rotate(first, OldKey::LivesUntil(NOW.plus_seconds(60)), 1).await;
    let third = rotate(second, OldKey::Revoked, 2).await;
    let standing = async |owner| {
        let found = team.keys.successors(owner, &[first, second, third, plain, KeyId::new(9_000_000)]).await;
        let mut found: Vec<_> = found.unwrap().iter().map(|(asked, key)| (*asked, key.key_id)).collect();
        found.sort_unstable();
        found
    };
    assert_eq!(standing(team.owner).await, [(first, third), (plain, plain), (second, third), (third, third)]);
    assert_eq!(standing(team.stranger).await, []);
    assert_eq!(team.keys.successors(team.owner, &[]).await.unwrap(), []);
    // If the new key is revoked, the old one represents the line during the overlap.
    team.keys.revoke(team.by(), &KeyRef::Id(third), Precondition::None, NOW).await.unwrap();
    team.keys.revoke(team.by(), &KeyRef::Id(plain), Precondition::None, NOW).await.unwrap();
    assert_eq!(standing(team.owner).await, [(first, first), (second, first), (third, first)]);
}

#[tokio::test]
async fn a_rotation_that_can_not_store_its_key_leaves_the_old_one() {
    let team = Team::create().await;
    let (old_key, before) = team.key(None).await;
    let (_, taken) = team.key(None).await;
    let rotation = Rotation { old_key, expected_end: None, old: OldKey::Revoked, new: taken };
    assert!(team.keys.rotate(team.by(), &rotation).await.is_err());
    assert!(team.keys.find_by_prefix(&before.prefix).await.unwrap().is_some());
}

#[tokio::test]
async fn of_two_rotations_at_once_one_wins() {
    let team = Team::create().await;
    for old in [OldKey::Revoked, OldKey::LivesUntil(NOW.plus_seconds(60))] {
        let (old_key, _) = team.key(None).await;
        let rotation = || Rotation { old_key, expected_end: None, old, new: team.new_key(None) };
        let (first, second) = (rotation(), rotation());
        let (first, second) =
            tokio::join!(team.keys.rotate(team.by(), &first), team.keys.rotate(team.by(), &second));
        let won = [first.unwrap(), second.unwrap()].into_iter().flatten().count();
        assert_eq!(won, 1, "{old:?}");
    }
}

#[tokio::test]
async fn a_members_key_follows_the_member() {
    let team = Team::create().await;
    let member = team.member(None).await;
    let (_, new) = team.key(Some(member)).await;
    let holder = async || team.keys.find_by_prefix(&new.prefix).await.unwrap().unwrap().holder;
    assert_eq!(holder().await, Holder::Member(member, None));
    let shrunk = restriction(&["qr"]);
    let caps = Some(Some(vec![("qr".to_owned(), vec!["view".to_owned()])]));
    let shrink = edit(MemberPatch { caps, ..tabs(&["qr"]) });
    team.members.update(team.by(), member, &shrink).await.unwrap();
    assert_eq!(holder().await, Holder::Member(member, shrunk));
    assert_eq!(prefixes(&team, team.owner, NOW).await.len(), 1);
    team.members.remove(team.by(), member, Rights::all(), Precondition::None, NOW).await.unwrap();
    assert_eq!(holder().await, Holder::Removed(member));
    let found = team.keys.find_by_prefix(&new.prefix).await.unwrap().unwrap();
    assert!(found.into_caller(NOW).is_none());
    assert_eq!(prefixes(&team, team.owner, NOW).await, []);
}

#[tokio::test]
async fn a_key_of_a_foreign_member_can_not_be_stored() {
    let team = Team::create().await;
    let member = team.member(None).await;
    let new = team.new_key(Some(member));
    assert!(matches!(
        team.keys.insert(&Acting::service(team.stranger), &new).await,
        Err(StoreError::Data(_))
    ));
}

#[tokio::test]
async fn the_last_use_only_goes_forward() {
    let team = Team::create().await;
    let (first, _) = team.key(None).await;
    let (second, _) = team.key(None).await;
    let used = |key_id, seconds| KeyUse { owner: team.owner, key_id, used_at: NOW.plus_seconds(seconds) };
    let times = async || {
        let listed = team.keys.list(team.owner, NOW, None, 99).await.unwrap();
        listed.iter().map(|key| key.last_used_at.map(|at| at.seconds() - NOW.seconds())).collect::<Vec<_>>()
    };
    team.keys.record_uses(&[]).await.unwrap();
    assert_eq!(times().await, [None, None]);
    team.keys.record_uses(&[used(first, 60), used(second, 5), used(first, 0)]).await.unwrap();
    assert_eq!(times().await, [Some(60), Some(5)]);
    let foreign = KeyUse { owner: team.stranger, ..used(second, 500) };
    team.keys.record_uses(&[used(first, 30), used(second, 90), foreign]).await.unwrap();
    assert_eq!(times().await, [Some(60), Some(90)]);
    // Two writers with the keys in opposite order: no deadlock.
    let (there, back) = ([used(first, 100), used(second, 100)], [used(second, 101), used(first, 101)]);
    let (a, b) = tokio::join!(team.keys.record_uses(&there), team.keys.record_uses(&back));
    a.and(b).unwrap();
    assert_eq!(times().await, [Some(101), Some(101)]);
}

#[derive(diesel::QueryableByName)]
struct Count {
    #[diesel(sql_type = BigInt)]
    count: i64,
}

#[tokio::test]
async fn authentication_is_one_statement_that_is_prepared_once() {
    let team = Team::create().await;
    let pool = adapter_postgres::pool(team.url(), 1);
    let keys = adapter_postgres::PgKeyStore::new(pool.clone());
    for _ in 0..3 {
        keys.find_by_prefix(&team.key(None).await.1.prefix).await.unwrap().unwrap();
    }
    let mut connection = pool.get().await.unwrap();
    let prepared =
        "SELECT count(*) AS count FROM pg_prepared_statements WHERE statement LIKE 'SELECT \"api_keys\"%'";
    let prepared: Count = diesel::sql_query(prepared).get_result(&mut connection).await.unwrap();
    assert_eq!(prepared.count, 1);
}

#[tokio::test]
async fn under_a_reserved_number_there_is_one_key_and_the_last_token_holds() {
    let team = Team::create().await;
    let reserved = || NewKey { id: Some(KeyId::new(77)), ..team.new_key(None) };
    let (first, mut second, third) = (reserved(), reserved(), reserved());
    // The retry comes from a caller with fewer permissions.
    let member = team.member(None).await;
    second.grant = Grant {
        name: KeyName::parse("Less").unwrap(),
        scopes: Scopes::from_bits(1).unwrap(),
        restriction: restriction(&["qr"]),
        member: Some(member),
        expires_at: Some(NOW.plus_seconds(60)),
    };
    for new in [&first, &second] {
        assert_eq!(team.keys.insert(team.by(), new).await.unwrap(), Some(KeyId::new(77)));
    }
    assert!(team.keys.find_by_prefix(&first.prefix).await.unwrap().is_none());
    let found = team.keys.find_by_prefix(&second.prefix).await.unwrap().unwrap();
    assert_eq!(found, stored(team.owner, KeyId::new(77), &second, Holder::Member(member, None)));
    assert_eq!(team.keys.list(team.owner, NOW, None, 99).await.unwrap().len(), 1);
    assert!(team.keys.revoke(team.by(), &KeyRef::Id(KeyId::new(77)), Precondition::None, NOW).await.unwrap());
    assert_eq!(team.keys.insert(team.by(), &third).await.unwrap(), None, "what is revoked stays so");
    assert!(team.keys.find_by_prefix(&third.prefix).await.unwrap().is_none());
}

#[tokio::test]
async fn a_revocation_that_is_meant_for_another_state_changes_nothing() {
    let team = Team::create().await;
    let (id, new) = team.key(None).await;
    let key = KeyRef::Id(id);
    let seen = team.keys.details(team.owner, &key).await.unwrap().unwrap();
    let found = team.keys.find(team.owner, &key).await.unwrap().unwrap();
    assert_eq!(seen.fingerprint(), found.fingerprint(), "both show the same state");
    let used = [KeyUse { owner: team.owner, key_id: id, used_at: NOW }];
    team.keys.record_uses(&used).await.unwrap();
    let after = team.keys.details(team.owner, &key).await.unwrap().unwrap();
    assert_eq!((after.last_used_at, after.fingerprint()), (Some(NOW), seen.fingerprint()));
    let (_, other) = team.key(None).await;
    let other = other.grant.fingerprint(id, &other.prefix);
    let refused = team.keys.revoke(team.by(), &key, Precondition::Is(other), NOW).await;
    assert!(matches!(refused, Err(StoreError::PreconditionFailed)), "{refused:?}");
    assert!(team.keys.find_by_prefix(&new.prefix).await.unwrap().is_some());
    assert!(team.keys.revoke(team.by(), &key, Precondition::Is(seen.fingerprint()), NOW).await.unwrap());
}
