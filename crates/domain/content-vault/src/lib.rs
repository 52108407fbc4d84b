#![doc = include_str!("../README.md")]
#![deny(missing_docs)]

pub mod detail;
pub mod item;
pub mod listing;
#[cfg(feature = "use-cases")]
pub mod ports;
pub mod request;
#[cfg(feature = "use-cases")]
pub mod requests;
pub mod sale;
#[cfg(feature = "use-cases")]
pub mod sending;
#[cfg(feature = "use-cases")]
pub mod vault;

pub use detail::{Bundle, Detail, ItemStats};
pub use item::{ContentId, ContentItem, MediaType, rank};
pub use kernel::ParseError;
pub use listing::{Limit, Listed, Sort, Window, list, list_by_turns};
#[cfg(feature = "use-cases")]
pub use ports::{
    ContentEngine, EngineError, RequestEngine, RequestStore, ResponseQueue, SalesReads, SendOutcome,
    SendState, SendTask,
};
#[cfg(all(feature = "use-cases", any(test, feature = "_mock")))]
#[doc(hidden)]
pub use ports::{MockContentEngine, MockRequestEngine, MockRequestStore, MockResponseQueue, MockSalesReads};
pub use request::{Answer, AnswerInput, ContentRequest, NewRequest, Outgoing, RequestId, RequestStatus};
#[cfg(feature = "use-cases")]
pub use requests::{RequestError, Requests};
pub use sale::{CapturedSale, SumTooLarge, Totals, share};
#[cfg(feature = "use-cases")]
pub use sending::{SendAnswers, Sent, state_after};
#[cfg(feature = "use-cases")]
pub use vault::{Listing, Vault, VaultError};

#[cfg(test)]
mod testing;

#[cfg(test)]
mod serde_tests;
