use auth_scopes::{
    Email, Member, MemberEdit, MemberError, MemberId, MemberName, MemberPatch, MemberStore, NewMember,
    NewOwner, OwnerName, OwnerStore, Plan, Rights,
};
use kernel::{Acting, OwnerId, Precondition, StoreError};

use crate::desk::Desk;
use crate::team::{NOW, Team, new_member, restriction};

pub(crate) fn edit(patch: MemberPatch) -> MemberEdit {
    MemberEdit { patch, rights: Rights::all(), expected: Precondition::None }
}

pub(crate) fn tabs(words: &[&str]) -> MemberPatch {
    let words = words.iter().map(|&word| word.to_owned()).collect();
    MemberPatch { tabs: Some(Some(words)), ..MemberPatch::default() }
}

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
        let stored = team.members.insert(team.by(), &new).await.unwrap();
        let (id, name, email) = (stored.id, new.name, new.email);
        let expected = Member { id, name, email, restriction, created_at: NOW };
        assert_eq!(stored, expected);
        assert_eq!(team.members.find(team.owner, id).await.unwrap(), Some(expected.clone()));
        assert_eq!(team.members.list(team.owner, None, 99).await.unwrap().last(), Some(&expected));
    }
}

#[tokio::test]
async fn under_a_reserved_number_a_member_is_stored_once() {
    let team = Team::create().await;
    let new = NewMember { id: Some(MemberId::new(77)), ..new_member(None) };
    let first = team.members.insert(team.by(), &new).await.unwrap();
    assert_eq!(first.id, MemberId::new(77));
    let later = NewMember { created_at: NOW.plus_seconds(9), ..new.clone() };
    assert_eq!(team.members.insert(team.by(), &later).await.unwrap(), first);
    assert_eq!(team.members.list(team.owner, None, 99).await.unwrap().len(), 1);
    assert_eq!(
        team.members.insert(&Acting::service(team.stranger), &new).await.unwrap().id,
        first.id,
        "each owner has their own"
    );
}

#[tokio::test]
async fn a_change_touches_what_it_names() {
    let team = Team::create().await;
    let id = team.member(restriction(&["qr"])).await;
    let before = team.members.find(team.owner, id).await.unwrap().unwrap();
    let update = async |patch: MemberPatch| team.members.update(team.by(), id, &edit(patch)).await.unwrap();
    assert_eq!(update(MemberPatch::default()).await, before);
    let renamed = update(MemberPatch { name: Some("Cy".to_owned()), ..MemberPatch::default() }).await;
    assert_eq!(renamed, Member { name: MemberName::parse("Cy").unwrap(), ..before });
    let lifted = update(MemberPatch { tabs: Some(None), caps: Some(None), ..MemberPatch::default() }).await;
    assert_eq!(lifted, Member { restriction: None, ..renamed });
    let email = Email::parse("cy@example.com").unwrap();
    let changed = update(MemberPatch { email: Some(email.as_str().to_owned()), ..tabs(&["keys"]) }).await;
    assert_eq!(changed, Member { email, restriction: restriction(&["keys"]), ..lifted });
    assert_eq!(team.members.find(team.owner, id).await.unwrap(), Some(changed));
}

#[tokio::test]
async fn a_foreign_or_removed_member_looks_absent() {
    let team = Team::create().await;
    let id = team.member(None).await;
    let lift = MemberPatch { tabs: Some(None), ..MemberPatch::default() };
    let looks_absent = async |owner: OwnerId, id: MemberId| {
        assert!(team.members.find(owner, id).await.unwrap().is_none());
        assert!(team.members.list(owner, None, 99).await.unwrap().is_empty());
        for patch in [lift.clone(), MemberPatch::default()] {
            let refused = team.members.update(&Acting::service(owner), id, &edit(patch)).await;
            assert!(matches!(refused, Err(MemberError::NotFound)), "{refused:?}");
        }
        let refused =
            team.members.remove(&Acting::service(owner), id, Rights::all(), Precondition::None, NOW).await;
        assert!(matches!(refused, Err(MemberError::NotFound)), "{refused:?}");
    };
    looks_absent(team.stranger, id).await;
    assert!(team.members.find(team.owner, id).await.unwrap().is_some(), "a stranger removed nobody");
    team.members.remove(team.by(), id, Rights::all(), Precondition::None, NOW).await.unwrap();
    looks_absent(team.owner, id).await;
}

#[tokio::test]
async fn a_member_who_may_do_more_is_neither_changed_nor_removed() {
    let team = Team::create().await;
    let id = team.member(restriction(&["landings", "qr"])).await;
    let before = team.members.find(team.owner, id).await.unwrap();
    let rights = restriction(&["qr"]).unwrap().rights();
    let renamed = MemberPatch { name: Some("Cy".to_owned()), ..MemberPatch::default() };
    let refused = team.members.update(team.by(), id, &MemberEdit { rights, ..edit(renamed) }).await;
    assert!(matches!(refused, Err(MemberError::BeyondOwnRights)), "{refused:?}");
    let refused = team.members.remove(team.by(), id, rights, Precondition::None, NOW).await;
    assert!(matches!(refused, Err(MemberError::BeyondOwnRights)), "{refused:?}");
    assert_eq!(team.members.find(team.owner, id).await.unwrap(), before);
}

/// Both changes wait for one lock, so each starts before the other has written.
#[tokio::test]
async fn of_two_changes_at_once_none_restores_what_the_other_took_away() {
    let desk = Desk::create().await;
    let members = adapter_postgres::PgMemberStore::new(desk.pool.clone());
    let full = restriction(&["landings", "qr"]);
    let id = members.insert(desk.by(), &new_member(full)).await.unwrap().id;
    let (holder, driver) = adapter_postgres::connect(desk.url()).await.unwrap();
    tokio::spawn(driver);
    let hold = format!("BEGIN; SELECT 1 FROM members WHERE owner_id = {} FOR UPDATE", desk.owner);
    holder.batch_execute(&hold).await.unwrap();
    // One change removes the `landings` tab, the other the restrictions within `qr`.
    let only_qr = edit(tabs(&["qr"]));
    let no_caps = edit(MemberPatch { caps: Some(None), ..MemberPatch::default() });
    let both = futures_util::future::join(
        members.update(desk.by(), id, &only_qr),
        members.update(desk.by(), id, &no_caps),
    );
    let release = async {
        desk.waiting(2).await;
        holder.batch_execute("COMMIT").await.unwrap();
    };
    let ((one, two), ()) = futures_util::future::join(both, release).await;
    assert!(one.is_ok() && two.is_ok());
    let found = members.find(desk.owner, id).await.unwrap().unwrap();
    let expected = auth_scopes::Restriction::parse(Some(&["qr".to_owned()]), None).unwrap();
    assert_eq!(found.restriction, expected);
}

#[tokio::test]
async fn a_refused_change_changes_nothing() {
    let team = Team::create().await;
    let id = team.member(restriction(&["qr"])).await;
    let before = team.members.find(team.owner, id).await.unwrap();
    let patch = MemberPatch { caps: Some(None), name: Some("Cy".to_owned()), ..tabs(&["keys"]) };
    let narrow = MemberEdit { rights: Rights::of_tab(auth_scopes::Tab::Qr), ..edit(patch) };
    let refused = team.members.update(team.by(), id, &narrow).await;
    assert!(matches!(refused, Err(MemberError::Escalation)), "{refused:?}");
    assert_eq!(team.members.find(team.owner, id).await.unwrap(), before);
}

#[tokio::test]
async fn a_database_out_of_reach_is_reported_as_such() {
    let pool = adapter_postgres::pool("postgres://nobody@127.0.0.1:1/none", 1);
    let found = adapter_postgres::PgMemberStore::new(pool).list(OwnerId::new(1), None, 99).await;
    assert!(matches!(found, Err(StoreError::Unavailable(_))));
}

#[tokio::test]
async fn a_change_or_removal_that_is_meant_for_another_state_changes_nothing() {
    let team = Team::create().await;
    let seen = team.members.insert(team.by(), &new_member(None)).await.unwrap();
    let expected = Precondition::Is(seen.fingerprint());
    let meant = |patch| MemberEdit { expected, ..edit(patch) };
    let changed = team.members.update(team.by(), seen.id, &meant(tabs(&["qr"]))).await.unwrap();
    let late = team.members.update(team.by(), seen.id, &meant(tabs(&["links"]))).await;
    assert!(matches!(late, Err(MemberError::Store(StoreError::PreconditionFailed))), "{late:?}");
    let late = team.members.remove(team.by(), seen.id, Rights::all(), expected, NOW).await;
    assert!(matches!(late, Err(MemberError::Store(StoreError::PreconditionFailed))), "{late:?}");
    assert_eq!(team.members.find(team.owner, seen.id).await.unwrap().as_ref(), Some(&changed));
    let expected = Precondition::Is(changed.fingerprint());
    team.members.remove(team.by(), seen.id, Rights::all(), expected, NOW).await.unwrap();
}
