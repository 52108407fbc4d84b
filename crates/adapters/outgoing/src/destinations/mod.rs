//! `HttpProber` implements `application::destinations::ports::Prober`. It requests an address by HEAD, or by GET if HEAD is refused, and follows redirects.
//!
//! - `application::destinations` interprets the response and decides when a destination is broken.
//! - Owners name the addresses, so `http` checks each address at connection time, for every request and redirect. At most ten redirects are followed, only to
//!   `https` and `http`.
//! - A request takes at most 10 s, from name resolution to the response head. No body is read. Cookies, referrers, credentials and traces are not sent.
//! - A process sends at most one request per second to a host. A caller that would wait longer than 15 s gets the result that the host is busy.
//! - Requests identify themselves as `funnel/<version> (link check bot)`.
//!
//! ```rust,no_run
//! use outgoing::destinations::HttpProber;
//! use kernel::AddressPolicy;
//!
//! let prober = HttpProber::new(AddressPolicy::PublicOnly)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod pace;
mod prober;

pub use crate::destinations::prober::{HttpProber, Limits, ProberError};
