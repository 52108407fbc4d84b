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
}

impl Caller {
    /// Whether the caller may.
    pub fn authorize(&self, _: Scope, _: Right) -> Result<(), ApiError> {
        Ok(())
    }
}
