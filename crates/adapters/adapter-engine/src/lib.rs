#![doc = include_str!("../README.md")]

mod breaker;
mod calls;
mod client;
mod failure;
mod limiter;
mod pages;
mod resolve;
mod retry;
mod settings;
mod transport;
mod types;
mod wire;

pub use calls::{ContentSort, FanQuery, MessageOutcome, NewLink, NewMessage, RequestAnswer};
pub use client::EngineClient;
pub use failure::{EngineError, Failure};
pub use pages::{ContentPages, FanPages};
pub use settings::{BreakerSettings, EngineSettings};
pub use transport::EngineTransport;
pub use types::{
    Account, Content, ContentPage, EventPage, Fan, FanPage, IdempotencyKey, Link, LinkConversions, LinkDay,
    LinkKind, MediaType, Offer,
};
