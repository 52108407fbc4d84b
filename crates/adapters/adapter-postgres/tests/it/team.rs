//! Two test owners with their stores, and shortcuts for keys and members.

use adapter_postgres::{PgKeyStore, PgMemberStore, PgOwnerStore, Pool};
use auth_scopes::{
    Email, Grant, KeyId, KeyName, KeyStore, MemberId, MemberName, MemberStore, NewKey, NewMember, NewOwner,
    NewToken, OwnerName, OwnerStore, Pepper, PepperId, Plan, Restriction, Scopes,
};
use kernel::fixed::SeededEntropy;
use kernel::{Acting, OwnerId, UnixTime};
use test_support::TestDatabase;

pub(crate) const NOW: UnixTime = UnixTime::from_millis(1_800_000_000_123);

pub(crate) struct Team {
    pub(crate) keys: PgKeyStore,
    pub(crate) members: PgMemberStore,
    pub(crate) owners: PgOwnerStore,
    pub(crate) owner: OwnerId,
    by: Acting,
    pub(crate) stranger: OwnerId,
    pub(crate) entropy: SeededEntropy,
    database: TestDatabase,
}

impl Team {
    pub(crate) async fn create() -> Self {
        let database = TestDatabase::create().await.unwrap();
        let pool: Pool = adapter_postgres::pool(database.url(), 4);
        let owners = PgOwnerStore::new(pool.clone());
        let name = OwnerName::parse("Ana").unwrap();
        let new = NewOwner { name, plan: Plan::Agency, created_at: NOW };
        let owner = owners.insert(&new).await.unwrap();
        let stranger = owners.insert(&new).await.unwrap();
        Self {
            keys: PgKeyStore::new(pool.clone()),
            members: PgMemberStore::new(pool),
            owners,
            owner,
            by: Acting::service(owner),
            stranger,
            entropy: SeededEntropy::new(1),
            database,
        }
    }

    pub(crate) fn by(&self) -> &Acting {
        &self.by
    }

    pub(crate) fn url(&self) -> &str {
        self.database.url()
    }

    /// Builds a key of the owner without storing it.
    pub(crate) fn new_key(&self, member: Option<MemberId>) -> NewKey {
        let token = NewToken::generate(&self.entropy);
        let name = KeyName::parse("CI").unwrap();
        let grant = Grant { name, scopes: Scopes::ALL, restriction: None, member, expires_at: None };
        let hash = token.hash(&Pepper::new([3; 32]));
        NewKey {
            id: None,
            prefix: token.prefix().clone(),
            hash,
            pepper: PepperId::new(1),
            grant,
            created_at: NOW,
        }
    }

    /// Stores a key of the owner.
    pub(crate) async fn key(&self, member: Option<MemberId>) -> (KeyId, NewKey) {
        let new = self.new_key(member);
        (self.keys.insert(self.by(), &new).await.unwrap().unwrap(), new)
    }

    /// Stores a member of the owner.
    pub(crate) async fn member(&self, restriction: Option<Restriction>) -> MemberId {
        self.members.insert(self.by(), &new_member(restriction)).await.unwrap().id
    }
}

pub(crate) fn new_member(restriction: Option<Restriction>) -> NewMember {
    NewMember {
        id: None,
        name: MemberName::parse("Bo").unwrap(),
        email: Email::parse("bo@example.com").unwrap(),
        restriction,
        created_at: NOW,
    }
}

/// Builds a restriction to these tabs, with `qr` restricted to viewing.
pub(crate) fn restriction(tabs: &[&str]) -> Option<Restriction> {
    let tabs: Vec<_> = tabs.iter().map(|&tab| tab.to_owned()).collect();
    let caps = [("qr".to_owned(), vec!["view".to_owned()])];
    let caps = tabs.contains(&caps[0].0).then_some(&caps[..]);
    Restriction::parse(Some(&tabs), caps).unwrap()
}
