#![doc = include_str!("../README.md")]

mod breaker;
mod calls;
mod client;
mod failure;
mod lanes;
mod lines;
mod pages;
mod resolve;
mod retry;
mod settings;
mod types;
mod wire;

pub use calls::{ContentSort, FanQuery, MessageOutcome, NewLink, NewMessage, RequestAnswer};
pub use client::EngineClient;
pub use failure::{EngineError, Failure};
pub use lines::EngineLines;
pub use pages::{ContentPages, FanPages};
pub use settings::{BreakerSettings, EngineSettings};
pub use types::{
    Account, Content, ContentPage, EventPage, Fan, FanPage, IdempotencyKey, Link, LinkConversions, LinkDay,
    LinkKind, MediaType, Offer,
};
