#![doc = include_str!("../README.md")]
#![deny(missing_docs)]

mod ad_clicks;
#[cfg(feature = "use-cases")]
pub mod ports;
pub mod record;
pub mod repeats;
mod split;
mod touch;
mod user_agent;

pub use ad_clicks::{AdClickId, AdClickIds, AdParameter};
pub use kernel::ParseError;
#[cfg(all(feature = "use-cases", any(test, feature = "_mock")))]
#[doc(hidden)]
pub use ports::{MockTouchSink, MockTouchStore};
#[cfg(feature = "use-cases")]
pub use ports::{TouchSink, TouchStore};
pub use record::{ActWord, DeviceWord, TouchRecord};
pub use repeats::{RepeatKey, WINDOW_SECONDS, first_of};
pub use split::{ShownArm, Split, Traits};
pub use touch::{Act, Click, Context, Source, Touch, TouchId, VisitorDigest};
pub use user_agent::UserAgent;

#[cfg(test)]
mod serde_tests;
