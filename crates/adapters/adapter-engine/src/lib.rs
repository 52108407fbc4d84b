#![doc = include_str!("../README.md")]

mod answer;
mod breaker;
mod calls;
mod client;
mod content_cache;
mod failure;
mod key;
mod limiter;
mod pages;
mod retry;
mod settings;
mod transport;
mod wire;

pub use client::EngineClient;
pub use content_cache::{CachedContent, ContentCache};
pub(crate) use failure::EngineError;
pub use failure::Failure;
pub use outgoing::http::Cause;
pub use settings::{BreakerSettings, EngineSettings};
pub use transport::EngineTransport;
