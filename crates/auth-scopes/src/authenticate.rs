//! From a token to the caller behind it.

use std::sync::Arc;

use kernel::{Clock, StoreError};

use crate::{Caller, KeyStore, LastUsed, Pepper, PresentedToken, TokenHash};

/// Why a token was not let in.
#[derive(Debug, thiserror::Error)]
pub enum AuthenticateError {
    /// Malformed, unknown, revoked, expired, or of a removed member; deliberately not told which.
    #[error("the API key is not valid")]
    Rejected,
    /// The store could not do it.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Finds out who calls, anew with every request.
#[derive(Clone)]
pub struct Authenticate {
    keys: Arc<dyn KeyStore>,
    pepper: Arc<Pepper>,
    clock: Arc<dyn Clock>,
    last_used: Arc<LastUsed>,
}

impl Authenticate {
    /// Looks keys up in this store and notes their use.
    pub fn new(
        keys: Arc<dyn KeyStore>,
        pepper: Arc<Pepper>,
        clock: Arc<dyn Clock>,
        last_used: Arc<LastUsed>,
    ) -> Self {
        Self { keys, pepper, clock, last_used }
    }

    /// The caller who presents this token, with the rights that he has now.
    pub async fn run(&self, token: &str) -> Result<Caller, AuthenticateError> {
        let token = PresentedToken::parse(token).ok_or(AuthenticateError::Rejected)?;
        let found = self.keys.find_by_prefix(token.prefix()).await?;
        let presented = token.hash(&self.pepper);
        // An unknown prefix is compared too, so that the time of the answer does not tell which prefixes exist.
        let nobody = TokenHash::from_bytes([0; 32]);
        let matches = presented == *found.as_ref().map_or(&nobody, |key| &key.hash);
        let now = self.clock.now();
        let caller = found.filter(|_| matches).and_then(|key| key.into_caller(now));
        let caller = caller.ok_or(AuthenticateError::Rejected)?;
        self.last_used.record(caller.owner, caller.key_id, now);
        Ok(caller)
    }
}

#[cfg(test)]
mod tests {
    use kernel::fixed::{FixedClock, SeededEntropy};

    use super::*;
    use crate::testing::{NOW, pepper, restriction, stored_key};
    use crate::{Holder, MemberId, MockKeyStore, NewToken, StoredKey};

    fn authenticate(found: Option<StoredKey>) -> (Authenticate, Arc<LastUsed>) {
        let mut store = MockKeyStore::new();
        store.expect_find_by_prefix().returning(move |_| Ok(found.clone()));
        let last_used = Arc::new(LastUsed::new());
        let clock = Arc::new(FixedClock::at(NOW));
        (Authenticate::new(Arc::new(store), pepper(), clock, Arc::clone(&last_used)), last_used)
    }

    fn minted() -> (NewToken, StoredKey) {
        let token = NewToken::generate(&SeededEntropy::new(5));
        let key = StoredKey { prefix: token.prefix().clone(), hash: token.hash(&pepper()), ..stored_key() };
        (token, key)
    }

    #[tokio::test]
    async fn a_good_token_is_its_caller_and_its_use_is_noted() {
        let (token, key) = minted();
        let (authenticate, last_used) = authenticate(Some(key.clone()));
        let caller = authenticate.run(token.expose()).await.unwrap();
        assert_eq!(Some(caller), key.into_caller(NOW));
        assert_eq!(last_used.drain(NOW).len(), 1);
    }

    #[tokio::test]
    async fn the_caller_has_the_rights_that_the_member_has_now() {
        let (token, key) = minted();
        let shrunk = restriction(Some(&["qr"]), None);
        let holder = Holder::Member(MemberId::new(1), shrunk.clone());
        let (authenticate, _) = authenticate(Some(StoredKey { holder, ..key }));
        let caller = authenticate.run(token.expose()).await.unwrap();
        assert_eq!(Some(caller.rights), shrunk.map(|shrunk| shrunk.rights()));
    }

    #[tokio::test]
    async fn everything_else_is_rejected_alike() {
        let (token, key) = minted();
        let other = StoredKey { hash: TokenHash::from_bytes([9; 32]), ..key.clone() };
        let expired = StoredKey { expires_at: Some(NOW), ..key.clone() };
        let removed = StoredKey { holder: Holder::Removed(MemberId::new(1)), ..key };
        for found in [None, Some(other), Some(expired), Some(removed)] {
            let (authenticate, last_used) = authenticate(found);
            let refused = authenticate.run(token.expose()).await;
            assert!(matches!(refused, Err(AuthenticateError::Rejected)));
            assert!(last_used.drain(NOW).is_empty());
        }
    }

    #[tokio::test]
    async fn a_mistyped_token_is_not_looked_up() {
        let authenticate = Authenticate::new(
            Arc::new(MockKeyStore::new()),
            pepper(),
            Arc::new(FixedClock::at(NOW)),
            Arc::new(LastUsed::new()),
        );
        let refused = authenticate.run("al_live_a123456789_nonsense").await;
        assert!(matches!(refused, Err(AuthenticateError::Rejected)));
    }

    #[tokio::test]
    async fn a_store_out_of_reach_is_not_a_rejection() {
        let (token, _) = minted();
        let mut store = MockKeyStore::new();
        store.expect_find_by_prefix().returning(|_| Err(StoreError::Unavailable("down".into())));
        let clock = Arc::new(FixedClock::at(NOW));
        let authenticate = Authenticate::new(Arc::new(store), pepper(), clock, Arc::new(LastUsed::new()));
        assert!(matches!(authenticate.run(token.expose()).await, Err(AuthenticateError::Store(_))));
    }
}
