//! Tests of the SDK against the running service, in `FUNNEL_API_URL` and `FUNNEL_API_KEY`: `cargo xtask sdk --test`
//! starts one.

// Clippy treats helpers as test code only with this attribute.
#![cfg(test)]

mod deliveries;
#[path = "../../examples/paging.rs"]
#[expect(dead_code, reason = "an example is a program too")]
mod paging;
mod proxy;
#[path = "../support/server.rs"]
#[expect(dead_code, reason = "only its reading of requests is used here")]
mod server;
mod service;
#[path = "../../examples/start.rs"]
#[expect(dead_code, reason = "an example is a program too")]
mod start;
#[path = "../../examples/webhook_receiver.rs"]
#[expect(dead_code, reason = "an example is a program too")]
mod webhook_receiver;
