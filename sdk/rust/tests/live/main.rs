//! The SDK against the running service, in `FUNNEL_API_URL` and `FUNNEL_API_KEY`: `cargo xtask sdk --test` starts one.

// The helpers count as test code only where a module says so.
#[cfg(test)]
mod deliveries;
#[cfg(test)]
#[path = "../../examples/paging.rs"]
#[expect(dead_code, reason = "an example is a program too")]
mod paging;
#[cfg(test)]
mod proxy;
#[cfg(test)]
#[path = "../support/server.rs"]
#[expect(dead_code, reason = "only its reading of requests is used here")]
mod server;
#[cfg(test)]
mod service;
#[cfg(test)]
#[path = "../../examples/start.rs"]
#[expect(dead_code, reason = "an example is a program too")]
mod start;
#[cfg(test)]
#[path = "../../examples/webhook_receiver.rs"]
#[expect(dead_code, reason = "an example is a program too")]
mod webhook_receiver;
