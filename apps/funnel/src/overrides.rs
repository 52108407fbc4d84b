//! What a program that holds the service puts into it: the tests' own operations and callers.

use std::sync::Arc;

use admin_api::deprecated::DEPRECATED;
use http_kit::auth::Authenticator;
use http_kit::deprecation::Deprecation;
use http_kit::extract::{FreeSpace, free_space};
use http_kit::routes::Routes;

/// What a caller of [`Server::start_with`](crate::server::Server::start_with) puts into the service beside its own parts.
#[derive(Clone)]
pub struct Overrides {
    /// More operations of the administration API.
    pub operations: fn(&mut Routes<'_, '_>),
    /// What is deprecated, of its own operations and of more.
    pub deprecated: &'static [Deprecation],
    /// Takes the place of the look-up of keys in the database.
    pub authenticator: Option<Arc<dyn Authenticator>>,
    /// Measures the free space on the disk of the data folder.
    pub free_space: FreeSpace,
}

impl Default for Overrides {
    fn default() -> Self {
        Self { operations: |_| {}, deprecated: DEPRECATED, authenticator: None, free_space }
    }
}
