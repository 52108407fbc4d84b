//! HTTP: what all operations share, and the operations themselves.

pub mod admin;
pub mod auth;
pub mod convert;
pub mod edge;
pub mod error;
pub mod extract;
pub mod fallback;
pub mod idempotency;
pub mod management;
pub mod middleware;
pub mod openapi;
pub mod paging;
pub mod precondition;
pub mod rate_limit;
pub mod request_id;
pub mod response;
pub mod routes;
