#![doc = include_str!("../README.md")]
#![deny(missing_docs)]

pub mod bots;
#[cfg(feature = "use-cases")]
pub mod ports;
pub mod repeats;
mod touch;

pub use bots::is_bot;
#[cfg(all(feature = "use-cases", any(test, feature = "mock")))]
#[doc(hidden)]
pub use ports::{MockTouchSink, MockTouchStore};
#[cfg(feature = "use-cases")]
pub use ports::{TouchSink, TouchStore};
pub use repeats::{RepeatKey, WINDOW_SECONDS, first_of};
pub use touch::{Act, AdClickId, Click, ParseError, Source, Touch, TouchId, VisitorDigest};
