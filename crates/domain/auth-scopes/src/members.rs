//! Use-case `Members`: lists, adds, changes and removes members.

use std::sync::Arc;

use kernel::{Clock, OwnerId, Page, Precondition};

use crate::member::check_within;
use crate::{
    Caller, Member, MemberEdit, MemberError, MemberId, MemberPatch, MemberRequest, MemberStore, NewMember,
};

/// Use-case for the members of an owner's team.
#[derive(Clone)]
pub struct Members {
    store: Arc<dyn MemberStore>,
    clock: Arc<dyn Clock>,
}

impl Members {
    /// Creates the use-case on this store.
    pub fn new(store: Arc<dyn MemberStore>, clock: Arc<dyn Clock>) -> Self {
        Self { store, clock }
    }

    /// Adds a member with at most the caller's rights. Retries with the same reserved number add only one member.
    pub async fn create(
        &self,
        caller: &Caller,
        request: &MemberRequest,
        reserved: Option<MemberId>,
    ) -> Result<Member, MemberError> {
        let new = NewMember { id: reserved, ..request.check(self.clock.now())? };
        check_within(caller.rights, new.restriction.as_ref())?;
        Ok(self.store.insert(&caller.acting(), &new).await?)
    }

    /// Lists up to `limit` members with numbers above `after`, oldest first.
    pub async fn list(
        &self,
        owner: OwnerId,
        after: Option<MemberId>,
        limit: u32,
    ) -> Result<Page<Member, MemberId>, MemberError> {
        let found = self.store.list(owner, after, limit.saturating_add(1)).await?;
        Ok(Page::of(found, limit, |member| member.id))
    }

    /// Finds a member by number.
    pub async fn find(&self, owner: OwnerId, member: MemberId) -> Result<Member, MemberError> {
        self.store.find(owner, member).await?.ok_or(MemberError::NotFound)
    }

    /// Changes a member; the member's keys have the new rights from the next request on.
    pub async fn patch(
        &self,
        caller: &Caller,
        member: MemberId,
        patch: MemberPatch,
        expected: Precondition,
    ) -> Result<Member, MemberError> {
        let edit = MemberEdit { patch, rights: caller.rights, expected };
        self.store.update(&caller.acting(), member, &edit).await
    }

    /// Removes a member; the member's keys are rejected from the next request on.
    pub async fn remove(
        &self,
        caller: &Caller,
        member: MemberId,
        expected: Precondition,
    ) -> Result<(), MemberError> {
        self.store.remove(&caller.acting(), member, caller.rights, expected, self.clock.now()).await
    }
}

#[cfg(test)]
mod tests {
    use kernel::fixed::FixedClock;

    use super::*;
    use crate::testing::{NOW, caller, member, restriction, tab_words};
    use crate::{MockMemberStore, Rights, Tab};

    fn members(expect: impl FnOnce(&mut MockMemberStore)) -> Members {
        let mut store = MockMemberStore::new();
        expect(&mut store);
        Members::new(Arc::new(store), Arc::new(FixedClock::at(NOW)))
    }

    fn request(tabs: Option<&[&str]>) -> MemberRequest {
        let (name, email) = ("Ana".to_owned(), "ana@example.com".to_owned());
        MemberRequest { name, email, tabs: tabs.map(tab_words), caps: None }
    }

    #[tokio::test]
    async fn a_member_who_may_do_more_is_left_alone() {
        let narrow = Caller { rights: Rights::of_tab(Tab::Team), ..caller() };
        let members = members(|store| {
            store.expect_update().once().returning(|_, _, edit| edit.decide(&member()).map(|_| member()));
        });
        let patch = MemberPatch { email: Some("eve@example.com".to_owned()), ..MemberPatch::default() };
        let patched = members.patch(&narrow, MemberId::new(1), patch, Precondition::None).await;
        assert!(matches!(patched, Err(MemberError::BeyondOwnRights)));
    }

    #[tokio::test]
    async fn nobody_is_given_more_than_the_caller_has() {
        let narrow = Caller { rights: Rights::of_tab(Tab::Team), ..caller() };
        for (caller, tabs, allowed) in [
            (&caller(), None, true),
            (&narrow, None, false),
            (&narrow, Some(&["qr"][..]), false),
            (&narrow, Some(&["team"]), true),
        ] {
            let members = members(|store| {
                store.expect_insert().times(usize::from(allowed)).returning(|_, _| Ok(member()));
                let stored = Member { restriction: restriction(Some(&["team"]), None), ..member() };
                store
                    .expect_update()
                    .once()
                    .returning(move |_, _, edit| edit.decide(&stored).map(|_| member()));
            });
            let created = members.create(caller, &request(tabs), None).await;
            assert_eq!(created.is_ok(), allowed);
            let patch = MemberPatch { tabs: Some(tabs.map(tab_words)), ..MemberPatch::default() };
            let patched = members.patch(caller, MemberId::new(1), patch, Precondition::None).await;
            assert_eq!(patched.is_ok(), allowed);
        }
    }

    #[tokio::test]
    async fn a_reserved_number_goes_to_the_store() {
        let reserved = Some(MemberId::new(8));
        let members = members(|store| {
            let stored = store.expect_insert().once().withf(move |_, new| new.id == reserved);
            stored.returning(|_, _| Ok(member()));
        });
        assert_eq!(members.create(&caller(), &request(None), reserved).await.unwrap(), member());
    }

    #[tokio::test]
    async fn an_absent_member_is_not_found() {
        let members = members(|store| {
            store.expect_find().returning(|_, _| Ok(None));
            store.expect_update().returning(|_, _, _| Err(MemberError::NotFound));
            store.expect_remove().returning(|_, _, _, _, _| Err(MemberError::NotFound));
        });
        let id = MemberId::new(1);
        let patched = members.patch(&caller(), id, MemberPatch::default(), Precondition::None).await;
        assert!(matches!(patched, Err(MemberError::NotFound)));
        let removed = members.remove(&caller(), id, Precondition::None).await;
        assert!(matches!(removed, Err(MemberError::NotFound)));
        assert!(matches!(members.find(OwnerId::new(1), id).await, Err(MemberError::NotFound)));
    }
}
