//! Use-case `Owners`: tasks of the command line that need no key.

use std::sync::Arc;

use kernel::{Acting, Location, Precondition, StoreError, ValidationErrors};

use crate::{
    Context, Grant, KeyError, KeyName, KeyRef, KeyStore, MemberId, MemberStore, Minted, NewOwner, Owner,
    OwnerName, OwnerStore, Plan, Scopes,
};

/// Reason why an owner was not shown or created.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum OwnerError {
    /// Values break rules.
    #[error(transparent)]
    ValidationErrors(#[from] ValidationErrors),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Use-case for owners and their first keys.
#[derive(Clone)]
pub struct Owners {
    owners: Arc<dyn OwnerStore>,
    members: Arc<dyn MemberStore>,
    keys: Arc<dyn KeyStore>,
    context: Context,
}

impl Owners {
    /// Creates the use-case on these stores.
    pub fn new(
        owners: Arc<dyn OwnerStore>,
        members: Arc<dyn MemberStore>,
        keys: Arc<dyn KeyStore>,
        context: Context,
    ) -> Self {
        Self { owners, members, keys, context }
    }

    /// Creates an owner.
    pub async fn create(&self, name: &str, plan: Plan) -> Result<Owner, OwnerError> {
        let mut errors = ValidationErrors::none();
        let Some(name) = errors.take(&Location::root().at("name"), OwnerName::parse(name)) else {
            return Err(errors.into());
        };
        let new = NewOwner { name, plan, created_at: self.context.clock.now() };
        let id = self.owners.insert(&new).await?;
        Ok(Owner { id, name: new.name, plan, created_at: new.created_at })
    }

    /// Lists all owners, oldest first.
    pub async fn list(&self) -> Result<Vec<Owner>, OwnerError> {
        Ok(self.owners.list().await?)
    }

    /// Creates an unrestricted key without a caller, for the owner or a member of the team.
    pub async fn mint_first_key(
        &self,
        by: &Acting,
        name: &str,
        scopes: Scopes,
        member: Option<MemberId>,
    ) -> Result<Minted, KeyError> {
        let owner = by.owner;
        let mut errors = ValidationErrors::none();
        let Some(name) = errors.take(&Location::root().at("name"), KeyName::parse(name)) else {
            return Err(errors.into());
        };
        if self.owners.find(owner).await?.is_none() {
            return Err(KeyError::OwnerNotFound);
        }
        if let Some(member) = member
            && self.members.find(owner, member).await?.is_none()
        {
            return Err(KeyError::MemberNotFound);
        }
        let grant = Grant { name, scopes, restriction: None, member, expires_at: None };
        let (token, key) = self.context.make(grant, self.context.clock.now());
        // Without a reserved number, no earlier key can conflict.
        let id = self.keys.insert(by, &key).await?.ok_or(KeyError::NotFound)?;
        Ok(Minted::new(id, token, key))
    }

    /// Revokes any key by number or prefix, without a caller. Includes the owner's first key, which no other key may
    /// revoke.
    pub async fn revoke_key(&self, by: &Acting, key: &str) -> Result<(), KeyError> {
        let key = KeyRef::parse(key).ok_or(KeyError::NotFound)?;
        let revoked = self.keys.revoke(by, &key, Precondition::None, self.context.clock.now()).await?;
        if revoked { Ok(()) } else { Err(KeyError::NotFound) }
    }
}

#[cfg(test)]
mod tests {
    use kernel::OwnerId;

    use super::*;
    use crate::testing::{NOW, context, member};
    use crate::{KeyId, MockKeyStore, MockMemberStore, MockOwnerStore};

    fn owners(has_owner: bool, has_member: bool) -> Owners {
        let mut store = MockOwnerStore::new();
        store.expect_insert().returning(|_| Ok(OwnerId::new(7)));
        store.expect_find().returning(move |id| {
            let name = OwnerName::parse("Ana").unwrap();
            Ok(has_owner.then_some(Owner { id, name, plan: Plan::Free, created_at: NOW }))
        });
        let mut members = MockMemberStore::new();
        members.expect_find().returning(move |_, _| Ok(has_member.then(member)));
        let mut keys = MockKeyStore::new();
        keys.expect_insert().returning(|_, _| Ok(Some(KeyId::new(1))));
        Owners::new(Arc::new(store), Arc::new(members), Arc::new(keys), context())
    }

    #[tokio::test]
    async fn creating() {
        let owner = owners(false, false).create("Ana", Plan::Pro).await.unwrap();
        assert_eq!((owner.id, owner.plan, owner.created_at), (OwnerId::new(7), Plan::Pro, NOW));
        assert!(matches!(
            owners(false, false).create("", Plan::Pro).await,
            Err(OwnerError::ValidationErrors(_))
        ));
    }

    #[tokio::test]
    async fn a_first_key_needs_its_owner_and_its_member() {
        let mint = |owners: Owners, member: Option<MemberId>| async move {
            owners.mint_first_key(&Acting::service(OwnerId::new(7)), "first", Scopes::ALL, member).await
        };
        let someone = Some(MemberId::new(1));
        assert!(mint(owners(true, false), None).await.is_ok());
        assert!(mint(owners(true, true), someone).await.is_ok());
        assert!(matches!(mint(owners(false, true), None).await, Err(KeyError::OwnerNotFound)));
        assert!(matches!(mint(owners(true, false), someone).await, Err(KeyError::MemberNotFound)));
    }
}
