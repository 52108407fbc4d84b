//! `HttpSender` implements `conversion_pixel::ports::PixelSender`: it sends one event in one request to Meta's Conversions
//! API or TikTok's Events API 2.0, and returns the response.
//!
//! - `conversion-pixel` decides the content of an event and the meaning of a response; this crate only transports them.
//! - The token is sent in the body (Meta) or in the header `Access-Token` (TikTok), never in an address.
//! - A request takes at most 5 s, follows no redirect, and reads at most 64 KiB of the answer. Where no answer came, `Answer::failure` is the
//!   reason, and the event is retried. `Retry-After` is a number of seconds or a date.
//! - Nothing is logged: a platform's answer may repeat what was sent.
//!
//! ```rust,no_run
//! use outgoing::pixels::{Endpoints, HttpSender};
//!
//! # let clock = std::sync::Arc::new(kernel::fixed::FixedClock::at(kernel::UnixTime::from_seconds(0)));
//! let endpoints = Endpoints::parse(Endpoints::META, Endpoints::META_VERSION, Endpoints::TIKTOK)?;
//! let sender = HttpSender::new(endpoints, clock)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod endpoints;
mod sender;

pub use crate::pixels::endpoints::{Endpoints, EndpointsError};
pub use crate::pixels::sender::{HttpSender, MAX_ANSWER, SenderError, TIMEOUT};
