#![doc = include_str!("../README.md")]

pub mod auth;
pub mod cpu_share;
pub mod error;
pub mod extract;
pub mod fallback;
pub mod idempotency;
pub mod input;
pub mod management;
pub mod middleware;
pub mod paging;
pub mod precondition;
pub mod rate_limit;
pub mod request_id;
pub mod response;
pub mod routes;
pub mod trace;
