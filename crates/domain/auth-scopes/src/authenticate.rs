//! Use-case `Authenticate`: identifies the caller by the token.

use std::sync::Arc;

use kernel::{Clock, StoreError};

use crate::hash::Fit;
use crate::{Caller, KeyStore, LastUsed, Peppers, PresentedToken, Renewal, StoredKey, TokenHash};

/// Reason why a token was not accepted.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum AuthenticateError {
    /// The token is malformed, unknown, revoked, expired, or of a removed member. The error deliberately does not say
    /// which.
    #[error("the API key is not valid")]
    Rejected,
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Identifies the caller of each request, without a cache.
#[derive(Clone)]
pub struct Authenticate {
    keys: Arc<dyn KeyStore>,
    peppers: Arc<Peppers>,
    clock: Arc<dyn Clock>,
    last_used: Arc<LastUsed>,
}

impl Authenticate {
    /// Creates a use-case that finds keys in this store and records their use.
    pub fn new(
        keys: Arc<dyn KeyStore>,
        peppers: Arc<Peppers>,
        clock: Arc<dyn Clock>,
        last_used: Arc<LastUsed>,
    ) -> Self {
        Self { keys, peppers, clock, last_used }
    }

    /// Returns the caller for this token, with the current rights.
    pub async fn run(&self, token: &str) -> Result<Caller, AuthenticateError> {
        let token = PresentedToken::parse(token).ok_or(AuthenticateError::Rejected)?;
        let found = self.keys.find_by_prefix(token.prefix()).await?;
        // An unknown prefix is compared too, so that the response time does not reveal which prefixes exist.
        let nobody = TokenHash::from_bytes([0; 32]);
        let fit = self.peppers.fit(&token, found.as_ref().map_or(&nobody, |key| &key.hash));
        let now = self.clock.now();
        let (Some(fit), Some(key)) = (fit, found) else { return Err(AuthenticateError::Rejected) };
        let renewal = self.renewal(&token, &key, fit);
        let caller = key.into_caller(now).ok_or(AuthenticateError::Rejected)?;
        if let Some(renewal) = renewal {
            // A failed write does not matter: the next use of the key retries.
            let _ = self.keys.renew_hash(caller.owner, &renewal).await;
        }
        self.last_used.record(caller.owner, caller.key_id, now);
        Ok(caller)
    }

    /// Renewal of the key's hash, if the hash or the recorded pepper is not the current one.
    fn renewal(&self, token: &PresentedToken, key: &StoredKey, fit: Fit) -> Option<Renewal> {
        let pepper = self.peppers.current.id();
        let is_due = match fit {
            Fit::Current => key.pepper != Some(pepper),
            Fit::Previous => true,
            Fit::Next => false,
        };
        let new = || token.hash(&self.peppers.current);
        is_due.then(|| Renewal { key_id: key.key_id, old: key.hash.clone(), new: new(), pepper })
    }
}

#[cfg(test)]
mod tests {
    use kernel::OwnerId;
    use kernel::fixed::{FixedClock, SeededEntropy};

    use super::*;
    use crate::testing::{NOW, pepper, restriction, stored_key};
    use crate::{Holder, MemberId, MockKeyStore, NewToken, Pepper};

    fn authenticate(found: Option<StoredKey>) -> (Authenticate, Arc<LastUsed>) {
        let mut store = MockKeyStore::new();
        store.expect_find_by_prefix().returning(move |_| Ok(found.clone()));
        let last_used = Arc::new(LastUsed::new());
        (over(store, Peppers::only(Pepper::new(PEPPER)), &last_used), last_used)
    }

    const PEPPER: [u8; 32] = [7; 32];

    fn over(store: MockKeyStore, peppers: Peppers, last_used: &Arc<LastUsed>) -> Authenticate {
        let clock = Arc::new(FixedClock::at(NOW));
        Authenticate::new(Arc::new(store), Arc::new(peppers), clock, Arc::clone(last_used))
    }

    fn minted() -> (NewToken, StoredKey) {
        let token = NewToken::generate(&SeededEntropy::new(5));
        let (hash, pepper) = (token.hash(&pepper()), Some(pepper().id()));
        let key = StoredKey { prefix: token.prefix().clone(), hash, pepper, ..stored_key() };
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
    async fn while_peppers_change_both_are_good_and_hashes_are_renewed_towards_the_new_one() {
        let [old, new, other] = [1, 2, 3].map(|byte| move || Pepper::new([byte; 32]));
        let after = || Peppers { current: new(), previous: Some(old()), next: None };
        let ahead = || Peppers { current: old(), previous: None, next: Some(new()) };
        let (alone, id) = (|| Peppers::only(new()), |pepper: Pepper| Some(pepper.id()));
        let token = NewToken::generate(&SeededEntropy::new(5));
        for (case, peppers, hashed, noted, accepted, renewed) in [
            ("new, and known to be", after(), new(), id(new()), true, None),
            ("new, and not noted", after(), new(), None, true, id(new())),
            ("new, and noted wrongly", after(), new(), id(old()), true, id(new())),
            ("old", after(), old(), id(old()), true, id(new())),
            ("old, and not noted", after(), old(), None, true, id(new())),
            ("old, but noted as new", after(), old(), id(new()), true, id(new())),
            ("neither", after(), other(), None, false, None),
            ("old, before the change", ahead(), old(), id(old()), true, None),
            ("old, before the change, not noted", ahead(), old(), None, true, id(old())),
            ("new, before the change: others are ahead", ahead(), new(), id(new()), true, None),
            ("neither, before the change", ahead(), other(), None, false, None),
            ("old, after the overlap", alone(), old(), id(old()), false, None),
            ("new, after the overlap", alone(), new(), id(new()), true, None),
        ] {
            let hash = token.hash(&hashed);
            let key = StoredKey { prefix: token.prefix().clone(), hash, pepper: noted, ..stored_key() };
            let mut store = MockKeyStore::new();
            let (found, current) = (key.clone(), token.hash(&peppers.current));
            store.expect_find_by_prefix().returning(move |_| Ok(Some(found.clone())));
            if let Some(pepper) = renewed {
                let expected = Renewal { key_id: key.key_id, old: key.hash, new: current, pepper };
                let as_expected = move |_: &OwnerId, renewal: &Renewal| *renewal == expected;
                // A failed renewal must not reject a valid key.
                let fails = |_, _: &Renewal| Err(StoreError::Unavailable("down".into()));
                store.expect_renew_hash().once().withf(as_expected).returning(fails);
            }
            let let_in = over(store, peppers, &Arc::new(LastUsed::new())).run(token.expose()).await;
            assert_eq!(let_in.is_ok(), accepted, "{case}");
        }
    }

    #[tokio::test]
    async fn a_dead_key_is_not_renewed() {
        let (token, key) = minted();
        let expired = StoredKey { expires_at: Some(NOW), pepper: None, ..key };
        let (authenticate, _) = authenticate(Some(expired));
        assert!(authenticate.run(token.expose()).await.is_err());
    }

    #[tokio::test]
    async fn a_mistyped_token_is_not_looked_up() {
        let peppers = Peppers::only(Pepper::new(PEPPER));
        let authenticate = over(MockKeyStore::new(), peppers, &Arc::new(LastUsed::new()));
        let refused = authenticate.run("al_live_a123456789_nonsense").await;
        assert!(matches!(refused, Err(AuthenticateError::Rejected)));
    }

    #[tokio::test]
    async fn a_store_out_of_reach_is_not_a_rejection() {
        let (token, _) = minted();
        let mut store = MockKeyStore::new();
        store.expect_find_by_prefix().returning(|_| Err(StoreError::Unavailable("down".into())));
        let authenticate = over(store, Peppers::only(Pepper::new(PEPPER)), &Arc::new(LastUsed::new()));
        assert!(matches!(authenticate.run(token.expose()).await, Err(AuthenticateError::Store(_))));
    }
}
