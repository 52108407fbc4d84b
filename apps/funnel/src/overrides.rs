//! Parts that an embedding program injects into the service, such as the tests' own operations and
//! callers.

use std::sync::Arc;

use admin_api::deprecated::DEPRECATED;
use http_kit::auth::Authenticator;
use http_kit::deprecation::Deprecation;
use http_kit::extract::{FreeSpace, free_space};
use http_kit::routes::Routes;

/// Parts that [`Server::start_with`](crate::server::Server::start_with) adds to the service or
/// replaces.
#[derive(Clone)]
pub struct Overrides {
    /// Additional operations of the administration API.
    pub operations: fn(&mut Routes<'_, '_>),
    /// Deprecations of built-in and additional operations.
    pub deprecated: &'static [Deprecation],
    /// Replaces the key lookup in the database.
    pub authenticator: Option<Arc<dyn Authenticator>>,
    /// Measures the free space on the disk of the data folder.
    pub free_space: FreeSpace,
}

impl Default for Overrides {
    fn default() -> Self {
        Self { operations: |_| {}, deprecated: DEPRECATED, authenticator: None, free_space }
    }
}
