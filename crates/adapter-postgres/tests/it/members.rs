use auth_scopes::{
    Email, Member, MemberChange, MemberId, MemberName, MemberStore, NewMember, NewOwner, OwnerName,
    OwnerStore, Plan,
};
use kernel::{OwnerId, StoreError};

use crate::team::{NOW, Team, new_member, restriction};

#[tokio::test]
async fn owners_are_read_as_they_were_written() {
    let team = Team::create().await;
    let new = NewOwner { name: OwnerName::parse("Cé").unwrap(), plan: Plan::Free, created_at: NOW };
    let id = team.owners.insert(&new).await.unwrap();
    let found = team.owners.find(id).await.unwrap().unwrap();
    assert_eq!((found.id, found.name, found.plan, found.created_at), (id, new.name, Plan::Free, NOW));
    let ids: Vec<_> = team.owners.list().await.unwrap().into_iter().map(|owner| owner.id).collect();
    assert_eq!(ids, [team.owner, team.stranger, id]);
    assert!(team.owners.find(OwnerId::new(i64::MAX)).await.unwrap().is_none());
}

#[tokio::test]
async fn members_are_read_as_they_were_written() {
    let team = Team::create().await;
    for restriction in [None, restriction(&["landings", "qr"])] {
        let new = new_member(restriction.clone());
        let stored = team.members.insert(team.owner, &new).await.unwrap();
        let (id, name, email) = (stored.id, new.name, new.email);
        let expected = Member { id, name, email, restriction, created_at: NOW };
        assert_eq!(stored, expected);
        assert_eq!(team.members.find(team.owner, id).await.unwrap(), Some(expected.clone()));
        assert_eq!(team.members.list(team.owner).await.unwrap().last(), Some(&expected));
    }
}

#[tokio::test]
async fn under_a_reserved_number_a_member_is_stored_once() {
    let team = Team::create().await;
    let new = NewMember { id: Some(MemberId::new(77)), ..new_member(None) };
    let first = team.members.insert(team.owner, &new).await.unwrap();
    assert_eq!(first.id, MemberId::new(77));
    let later = NewMember { created_at: NOW.plus_seconds(9), ..new.clone() };
    assert_eq!(team.members.insert(team.owner, &later).await.unwrap(), first);
    assert_eq!(team.members.list(team.owner).await.unwrap().len(), 1);
    assert_eq!(
        team.members.insert(team.stranger, &new).await.unwrap().id,
        first.id,
        "each owner has his own"
    );
}

#[tokio::test]
async fn a_change_touches_what_it_names() {
    let team = Team::create().await;
    let id = team.member(restriction(&["qr"])).await;
    let before = team.members.find(team.owner, id).await.unwrap().unwrap();
    let update =
        async |change: MemberChange| team.members.update(team.owner, id, &change).await.unwrap().unwrap();
    assert_eq!(update(MemberChange::default()).await, before);
    let name = MemberName::parse("Cy").unwrap();
    let renamed = update(MemberChange { name: Some(name.clone()), ..MemberChange::default() }).await;
    assert_eq!(renamed, Member { name, ..before });
    let lifted = update(MemberChange { restriction: Some(None), ..MemberChange::default() }).await;
    assert_eq!(lifted, Member { restriction: None, ..renamed });
    let email = Email::parse("cy@example.com").unwrap();
    let narrowed = restriction(&["keys"]);
    let change = MemberChange { name: None, email: Some(email.clone()), restriction: Some(narrowed.clone()) };
    let changed = update(change).await;
    assert_eq!(changed, Member { email, restriction: narrowed, ..lifted });
    assert_eq!(team.members.find(team.owner, id).await.unwrap(), Some(changed));
}

#[tokio::test]
async fn a_foreign_or_removed_member_looks_absent() {
    let team = Team::create().await;
    let id = team.member(None).await;
    let change = MemberChange { restriction: Some(None), ..MemberChange::default() };
    let looks_absent = async |owner: OwnerId, id: MemberId| {
        assert!(team.members.find(owner, id).await.unwrap().is_none());
        assert!(team.members.list(owner).await.unwrap().is_empty());
        assert!(team.members.update(owner, id, &change).await.unwrap().is_none());
        assert!(team.members.update(owner, id, &MemberChange::default()).await.unwrap().is_none());
        assert!(!team.members.remove(owner, id, NOW).await.unwrap());
    };
    looks_absent(team.stranger, id).await;
    assert!(team.members.find(team.owner, id).await.unwrap().is_some(), "a stranger removed nobody");
    assert!(team.members.remove(team.owner, id, NOW).await.unwrap());
    looks_absent(team.owner, id).await;
}

#[tokio::test]
async fn a_database_out_of_reach_is_told_as_such() {
    let pool = adapter_postgres::pool("postgres://nobody@127.0.0.1:1/none", 1);
    let found = adapter_postgres::PgMemberStore::new(pool).list(OwnerId::new(1)).await;
    assert!(matches!(found, Err(StoreError::Unavailable(_))));
}
