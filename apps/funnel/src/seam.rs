//! Stands in for `auth-scopes` until that crate has landed; the names are the ones it will have.

use kernel::OwnerId;

use crate::http::error::ApiError;

/// What a key may do at all.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scope {
    /// Reads.
    Read,
    /// Changes.
    Write,
}

/// A tab and one of its functions.
pub type Right = (&'static str, &'static str);

/// A mark that names a scope.
pub trait RequiresScope {
    /// The scope.
    const SCOPE: Scope;
}

/// A mark that names a right.
pub trait Requires {
    /// The right.
    const RIGHT: Right;
}

/// Who calls.
#[derive(Debug, Clone)]
pub struct Caller {
    /// The tenant.
    pub owner: OwnerId,
    /// The key.
    pub key_id: i64,
    /// Its public part.
    pub prefix: String,
    /// Its scopes.
    pub scopes: Vec<Scope>,
    /// Its rights.
    pub rights: Vec<Right>,
}

impl Caller {
    /// Whether the caller may.
    pub fn authorize(&self, scope: Scope, right: Right) -> Result<(), ApiError> {
        use api_contract::ErrorCode;
        if !self.scopes.contains(&scope) {
            return Err(ApiError::coded(ErrorCode::InsufficientScope, "scope"));
        }
        if !self.rights.contains(&right) {
            return Err(ApiError::coded(ErrorCode::InsufficientRights, "right"));
        }
        Ok(())
    }
}

/// Refuses every token, until keys exist.
pub fn authenticator() -> std::sync::Arc<dyn crate::http::auth::Authenticator> {
    struct Nobody;
    #[async_trait::async_trait]
    impl crate::http::auth::Authenticator for Nobody {
        async fn authenticate(&self, _: &str) -> Result<Caller, crate::http::auth::TokenError> {
            Err(crate::http::auth::TokenError::Rejected)
        }
    }
    std::sync::Arc::new(Nobody)
}
