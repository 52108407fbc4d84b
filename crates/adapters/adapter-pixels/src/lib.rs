#![doc = include_str!("../README.md")]

mod endpoints;
mod sender;

pub use endpoints::{Endpoints, EndpointsError};
pub use sender::{HttpSender, MAX_ANSWER, SenderError, TIMEOUT};
