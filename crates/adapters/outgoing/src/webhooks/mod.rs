//! `HttpSender` implements `webhooks::ports::WebhookSender`: it sends one signed message in one POST, and returns the response.
//!
//! - `webhooks` decides content and signature of a message and the meaning of a response; this crate only transports it.
//! - A request takes at most 15 s, from name resolution to the response. It follows no redirect, and reads 1 KiB of the response, after gzip
//!   decompression.
//! - Owners name the addresses, so `http` checks each at connection time. Traces are not propagated.
//! - Nothing is logged: a response may repeat the request.
//!
//! ```rust,no_run
//! use outgoing::webhooks::HttpSender;
//! use kernel::AddressPolicy;
//!
//! let sender = HttpSender::new(AddressPolicy::PublicOnly)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod sender;

pub use crate::webhooks::sender::{HttpSender, SenderError, TIMEOUT};
