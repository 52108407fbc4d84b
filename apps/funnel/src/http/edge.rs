//! The public side: landing pages and redirects.

use actix_web::web;

/// Everything that the edge serves.
pub fn routes(_config: &mut web::ServiceConfig) {}
