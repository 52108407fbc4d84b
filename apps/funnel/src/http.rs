//! HTTP: what all operations share, and the operations themselves.

pub mod admin;
pub mod answer;
pub mod auth;
pub mod convert;
pub mod edge;
pub mod error;
pub mod frame;
pub mod idempotency;
pub mod management;
pub mod openapi;
pub mod paging;
pub mod precondition;
pub mod rate_limit;
pub mod request_id;
pub mod routes;
pub mod unmatched;
pub mod valid;
