#![doc = include_str!("../README.md")]
#![deny(missing_docs)]

pub mod assign;
pub mod conversions;
pub mod counting;
pub mod event;
#[cfg(feature = "use-cases")]
pub mod event_log;
#[cfg(feature = "use-cases")]
pub mod event_sink;
pub mod experiment;
pub mod explain;
pub mod funnel_stats;
pub mod history;
#[cfg(feature = "use-cases")]
pub mod intake;
pub mod messages;
pub mod overview;
#[cfg(feature = "use-cases")]
pub mod ports;
pub mod spenders;
#[cfg(feature = "use-cases")]
pub mod statistics;
pub mod window;

pub use assign::{Attribution, Basis, KnownClick, KnownLink, LinkId, attribute};
pub use counting::{Counting, MoneyApart};
pub use event::{
    EngineEvent, FanAction, FanEvent, FanFacts, LinkEvent, LinkFacts, Rejection, RejectionCode, Transaction,
    TransactionKind, UnknownEvent,
};
pub use explain::{Effect, Explanation, explain};
pub use history::{Conversion, FanHistory, Payment};
#[cfg(feature = "use-cases")]
pub use intake::{Batch, Intake, IntakeError, Outcome};
#[cfg(all(feature = "use-cases", any(test, feature = "_mock")))]
#[doc(hidden)]
pub use ports::MockSpenderReads;
#[cfg(feature = "use-cases")]
pub use ports::{Cursor, PageRequest};
pub use spenders::{DomainSpender, FanPurchases, LinkTotals, Overflow, Totals};
#[cfg(feature = "use-cases")]
pub use statistics::{Listed, Statistics, StatisticsError};
pub use window::Range;

#[cfg(test)]
mod testing;

#[cfg(test)]
mod serde_tests;
